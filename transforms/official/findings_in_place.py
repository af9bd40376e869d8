"""What is wrong or doubtful in the files, with the evening, the board and the people that it is about."""

from collections.abc import Mapping

import polars as pl

from transforms.intake.consequences import is_question, lines_asked_about
from transforms.results.people_shown import PAIR, names_of_pairs, with_names_of_pairs
from transforms.tables.arithmetic.as_shown import number_said
from transforms.tables.phrases import phrase

FINDING = ("severity", "competition", "file_id", "line_no", "field", "value", "message")
FILE = ("competition", "file_id")
PLACES = {
    **dict.fromkeys(("club", "competition", "file_id"), pl.String),
    "line_no": pl.Int64,
    **dict.fromkeys(("season", "session_id", "line"), pl.String),
    "board": pl.Int32,
    **dict.fromkeys(("ns", "ew"), pl.String),
    "shown": pl.Boolean,
}
"""Columns of the result lines that findings name: where each stands, who met on which board, and whether the site has a
page of that board."""
_SEATED_TWICE = "entries.seated_twice"
_OF_DEALS = ("deals.unlikely",)
"""Codes of what is asked about one result with its cards, until the director says that it is right."""
_ONE_FOR_ALL = "results.passed_out"
"""The code of what is asked about several results, where to settle one of them is to settle all."""
_EVENING = pl.struct("season", "session_id")


def causes_first(findings: pl.DataFrame) -> pl.DataFrame:
    """By file and line, but what a whole evening comes to goes below what is wrong with the lines of its file."""
    of_evening = pl.col("code").str.starts_with("official.").fill_null(value=False)
    return findings.sort("severity", "competition", "file_id", of_evening, *FINDING[3:], nulls_last=True)


def with_places(findings: pl.DataFrame, tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """The findings with `season` and `session_id` of what they name, `board`, the pairs and their names, and `shown`.

    A finding on a result line names its board; one on a seat, `entrant` and the names there; one on an evening that
    alone. Of several result lines these are of the first, `more` says how many others there are, and `boards` on which.
    `settles` is what a director writes who is asked about right results; `settles_all`: one entry is enough for
    several.
    """
    of_pairs = names_of_pairs(tables)
    places = tables["places"].unique([*FILE, "line_no"], keep="first", maintain_order=True).drop("club")
    findings = findings.with_row_index("row").join(_lines(findings, places), on="row", how="left")
    places = with_names_of_pairs(places, of_pairs)
    seats = tables["raw.entries"].select(*FILE, "line_no", *PAIR[1:]).join(of_pairs, on=PAIR, how="left")
    seats = seats.unique([*FILE, "line_no"], keep="first", maintain_order=True).select(
        *(*FILE, "line_no", "entrant"), entrant_names="names", of_seat=_EVENING
    )
    only, only_seated = (
        tables[name].select(*FILE, **{of: _EVENING}).unique().unique(FILE, keep="none")
        for name, of in (("raw.sessions", "of_only"), ("raw.entries", "of_only_seated"))
    )
    evenings = tables["raw.sessions"].select(*FILE, season="season", value="session_id").unique()
    of_file = _alone(evenings, [*FILE, "value"]).rename({"season": "of_file"})
    one = pl.when(code=_ONE_FOR_ALL).then(pl.col("entries").list.first())
    of_id = _alone(evenings.drop("file_id").unique(), ["competition", "value"]).rename({"season": "of_id"})
    return (
        findings.join(places, on=[*FILE, "line_no"], how="left", maintain_order="left")
        .join(of_file, on=[*FILE, "field", "value"], how="left", maintain_order="left")
        .join(of_id, on=["competition", "field", "value"], how="left", maintain_order="left")
        .with_columns(
            season=pl.coalesce("of_file", "of_id", "season"),
            session_id=pl.when(pl.coalesce("of_file", "of_id").is_not_null()).then("value").otherwise("session_id"),
        )
        .join(seats, on=[*FILE, "line_no"], how="left", maintain_order="left")
        .join(only, on=FILE, how="left", maintain_order="left")
        .join(only_seated, on=FILE, how="left", maintain_order="left")
        .with_columns(of_only_seated=pl.when(code=_SEATED_TWICE).then("of_only_seated"))
        .with_columns(
            *(
                pl.coalesce(name, *(pl.col(of).struct.field(name) for of in ("of_seat", "of_only", "of_only_seated")))
                for name in ("season", "session_id")
            ),
            shown=pl.col("shown").fill_null(value=False),
            settles=pl.when(is_question(*_OF_DEALS)).then(pl.coalesce(one, pl.col("entries").list.join('", "'))),
            settles_all=(pl.col("code") == _ONE_FOR_ALL) & (pl.col("more") > 0),
        )
    )


def _lines(findings: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """Of findings, by `row`: the number of result lines after the first (`more`), their `boards`, and `entries`."""
    about = findings.with_row_index("row").select("row", *FILE, first="line_no", line_no=lines_asked_about())
    lines = about.explode("line_no", empty_as_null=False, keep_nulls=False)
    is_other = pl.col("line_no") != pl.col("first")
    board = pl.struct("board", pl.col("shown").fill_null(value=False))
    return (
        lines.join(places, on=[*FILE, "line_no"], maintain_order="left")
        .group_by("row")
        .agg(
            more=is_other.sum(),
            boards=board.filter(is_other).unique(maintain_order=True),
            entries=phrase("{} {} {}", "line", "board", number_said(pl.col("ns"))).unique(maintain_order=True),
        )
    )


def _alone(evenings: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    return evenings.unique(key, keep="none", maintain_order=True).with_columns(field=pl.lit("session_id"))
