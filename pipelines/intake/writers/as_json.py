"""Write sessions as the JSON of results that docs/results.md describes."""

import json
from collections.abc import Iterable, Mapping

import polars as pl

from pipelines.intake.readers.results_json import FORMAT, LISTS, OF_SESSION, VERSION
from transforms.bridge.sessions import PARTNERS
from transforms.tables.arithmetic.rounding import to_decimals


def document(sessions: Iterable[tuple[Mapping[str, pl.DataFrame], Mapping[str, str]]]) -> str:
    """Return one document with these sessions, each as its tables and the known facts about its origin."""
    written = ",\n".join(_session(tables, about) for tables, about in sessions)
    head = f'"format": {json.dumps(FORMAT)},\n"version": {VERSION},\n"program": "Barometer",\n'
    return f'{{\n{head}"sessions": [\n{written}\n]\n}}\n'


def _session(tables: Mapping[str, pl.DataFrame], about: Mapping[str, str]) -> str:
    head = _rows(tables["sessions"].select(OF_SESSION))[0][1:-1]
    said = json.dumps({name: value for name, value in about.items() if value}, ensure_ascii=False)[1:-1]
    lists: list[str] = []
    for key, of in LISTS.items():
        table = tables.get(of.table, pl.DataFrame())
        if not table.is_empty():
            given = (name for name, column in of.columns.items() if table[column].null_count() < table.height)
            rows = _rows(table.select(pl.col(of.columns[name]).alias(name) for name in given))
            lists.append(f"{json.dumps(key)}: [\n" + ",\n".join(rows) + "\n]")
    return "{" + ",\n".join(part for part in (said, head, *lists) if part) + "}"


def _rows(table: pl.DataFrame) -> list[str]:
    # `splitlines` would also split at other characters in a text, which JSON does not escape.
    return table.write_ndjson().removesuffix("\n").split("\n")


Tables = Mapping[str, pl.DataFrame]
OF_ENTRANT = ("line", "entrant")


def number(column: str) -> pl.Expr:
    """Return points or a percentage as text with at most two decimals; whole numbers end without `.0`."""
    return to_decimals(pl.col(column)).cast(pl.String).str.replace(r"\.0$", "")


def is_individual(results: pl.DataFrame) -> bool:
    """Return whether some side of a result consists of two entrants, as in an individual tournament."""
    joined = pl.col("ns", "ew").str.contains(PARTNERS, literal=True)
    return bool(results.select(pl.any_horizontal(joined).any()).item())


def entrants(tables: Tables) -> pl.DataFrame:
    """Return all ranked or named entrants in order, as text: (line, entrant, direction, points, score, rank, boards).

    A line without a result list has everybody who played. `direction` is the entrant's most frequent direction.
    """
    results = tables["results"].join(tables["official_results"], on="line", how="anti", maintain_order="left")
    seen = pl.concat(
        [
            tables["official_results"].select(OF_ENTRANT),
            tables["entries"].select(OF_ENTRANT),
            *(
                results.select("line", entrant=pl.col(side).str.split(PARTNERS)).explode("entrant")
                for side in ("ns", "ew")
            ),
        ]
    )
    directions = tables["entries"].group_by(OF_ENTRANT).agg(pl.col("direction").drop_nulls().mode().sort().first())
    listed = tables["official_results"].unique(OF_ENTRANT, keep="first", maintain_order=True)
    boards = tables["totals"].select(*OF_ENTRANT, pl.col("boards").cast(pl.String))
    whole = (
        seen.drop_nulls()
        .unique(OF_ENTRANT, keep="first", maintain_order=True)
        .join(directions, on=OF_ENTRANT, how="left", maintain_order="left")
        .join(listed, on=OF_ENTRANT, how="left", maintain_order="left")
        .join(boards, on=OF_ENTRANT, how="left", maintain_order="left")
    )
    in_order = whole.sort("line", "rank", nulls_last=True, maintain_order=True)
    return in_order.select(
        *(*OF_ENTRANT, "direction", "boards"),
        points=number("points"),
        score=number("score"),
        rank=pl.col("rank").cast(pl.String),
    )


def people(tables: Tables) -> pl.DataFrame:
    """Return the people of each entrant, from entries: (line, entrant, player_id, name, unshared federation_id)."""
    known = tables["players"]
    federation = pl.col("federation_id") if "federation_id" in known.columns else pl.lit(None, pl.String)
    names = known.select("player_id", "name", federation_id=federation).unique("player_id", keep="first")
    is_own = pl.col("federation_id").is_unique()
    names = names.with_columns(pl.when(is_own).then("federation_id").alias("federation_id"))
    seated = tables["entries"].select(*OF_ENTRANT, "player_id")
    return seated.join(names, on="player_id", how="left", maintain_order="left")
