"""An evening as files give it, made up for the tests of what is checked across files."""

from typing import Any

import polars as pl
from factories import Tables, frame

from transforms.checks import assemble
from transforms.tables.schemas import LANDING, Competitions, Frame

Row = dict[str, Any]


def read(**rows: list[Row]) -> Tables:
    return {name: frame(LANDING[name], *given).drop("season", strict=False) for name, given in rows.items()}


def told(findings: pl.DataFrame) -> list[tuple[str, int | None, str, str | None, str | None]]:
    return findings.select("file_id", "line_no", "severity", "field", "value").rows()


def with_kinds(findings: pl.DataFrame) -> pl.DataFrame:
    variant = pl.col("arguments").str.json_path_match("$.variant")
    return findings.with_columns(code=pl.concat_str("code", variant, separator="/", ignore_nulls=True))


def kinds(findings: pl.DataFrame) -> list[str]:
    return with_kinds(findings)["code"].to_list()


def assembled_by_kind(raw: Tables, of: Frame[Competitions]) -> tuple[Tables, pl.DataFrame]:
    tables, findings = assemble(raw, of)
    return tables, by_kind(findings)


def by_kind(findings: pl.DataFrame) -> pl.DataFrame:
    return with_kinds(findings)


def pairs(*players: tuple[str, str]) -> list[Row]:
    return [{"entrant": entrant, "player_id": player} for entrant, player in players]


FOUR = pairs(("1", "ann"), ("1", "bob"), ("2", "cy"), ("2", "di"))

MADE = {"board": 1, "ns": "1", "ew": "2", "contract": "3N", "declarer": "N", "tricks": 9, "score": 400}
