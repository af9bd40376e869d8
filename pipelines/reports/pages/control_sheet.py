"""The control sheet of a session: a box per board, with every result, what it is worth, and where it was read."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl
from markupsafe import Markup

from pipelines.display.words import balance, balances, dealt, seat, short
from pipelines.reports.content import Row, Season, by, grouped
from pipelines.reports.files import Files
from pipelines.reports.pages.boards import brought
from pipelines.reports.rows import by_key, joined, written
from pipelines.reports.tables.columns import aligned, decimals_of, in_short, ruling_said
from transforms.messages import gettext, pgettext
from transforms.tables import BOARD, COMPETITION, FIELD, SESSION, Tables
from transforms.tables.phrases import phrase

_TEXT_SIGN = "\N{VARIATION SELECTOR-15}"
"""It makes a phone show suits as text, not as coloured pictures."""
_SPACE = "\N{NO-BREAK SPACE}"
_USUAL_WIDTH = 12
"""The usual number of characters for numbers and points of both sides in a line of the control sheet."""
_ROWS = "control_sheet_rows.html"


class Boards(NamedTuple):
    """The boxes of a field, and the place of the first of them on the page."""

    anchor: str
    boards: Markup


class Sheet(NamedTuple):
    """The control sheet of a session."""

    fields: list[tuple[str, Boards]]
    boards: int
    """How many boards it has."""
    failing: list[tuple[str, int, str]]
    """(field, number, place on the page) of the boards that do not balance."""
    wide: bool
    """Whether its lines need more room than usual, for numbers with decimals, forms of a board or weighted scores."""
    files: list[str]
    """The files in which it was read; where there are several, each line has the number of its file in this list."""
    balance: str
    """On how many boards the points add up, in words."""


def write_control_sheet(files: Files, shared: Mapping[str, Any], sheet: Sheet) -> None:
    """Write the control sheet of a session into `boards`.

    Args:
        files: those of the season.
        shared: what the template knows of the session, as its result list does.
        sheet: what `control_sheets` gives.
    """
    files.page(f"boards/{shared['file']}", "control_sheet.html", **shared, sheet=sheet)


def control_sheet_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """What the control sheets of all sessions of all competitions hold: `boxes` as markup, and which are `wide`."""
    readable = _readable_lines(report["control_sheet"])
    width = pl.sum_horizontal(pl.col("ns", "ew", "ns_points", "ew_points").str.len_chars())
    is_long = pl.col("result").str.contains("%")
    wide = readable.filter((width > _USUAL_WIDTH) | (pl.col("subfield") != "") | is_long)
    return {
        "boxes": _boxes(report["boards"], readable, _readable_frequencies(report["frequencies"])),
        "wide": wide.select(SESSION).unique(),
    }


def control_sheets(season: Season) -> dict[str, Sheet]:
    """Session -> its control sheet."""
    report = season.report
    boxes = by_key(season.rows["boxes"].drop(COMPETITION))
    wide = set(season.rows["wide"]["session_id"])
    read_in = report["control_sheet"].select("session_id", "file").drop_nulls().unique().sort("session_id", "file")
    files = {session: [row["file"] for row in rows] for session, rows in by(read_in, "session_id")}
    return {
        session: Sheet(
            [(field, Boards(own[0]["anchor"], boxes[session, field])) for field, own in grouped(boards, "field")],
            len(boards),
            [(field, *_place(row)) for field, own in grouped(boards, "field") for row in own if not row["balanced"]],
            session in wide,
            files.get(session, []),
            balances(boards),
        )
        for session, boards in by(report["boards"], "session_id")
    }


def _place(board: Row) -> tuple[int, str]:
    return board["board"], board["anchor"]


def _boxes(boards: pl.DataFrame, lines: pl.DataFrame, frequencies: pl.DataFrame) -> pl.DataFrame:
    """The boxes of every field as markup: the columns of `FIELD`, markup.

    A board has `forms` where it was played in more than one (a fouled board, Law 87). Equal scores on it are
    `often_worth` the same; between teams they are not.
    """
    kinds = frequencies.group_by(BOARD).agg(
        forms=(pl.col("subfield") != "").any(),
        often_worth=(pl.col("ns_points") != "").any(),
        has_frequencies=pl.lit(value=True),
    )
    apart = pl.col("field").str.contains("+", literal=True)

    def of_boards(rows: pl.DataFrame, macro: str, name: str, *conditions: str) -> pl.DataFrame:
        """The rows of every board as markup, in a column of this name."""
        known = rows.join(kinds, on=BOARD, how="left", maintain_order="left").with_columns(apart=apart)
        cells = known.select(*conditions, *rows.drop(BOARD).columns)
        return joined(known.select(BOARD).with_columns(written(_ROWS, macro, cells).alias(name)), BOARD, name)

    told = boards.to_dicts()
    table = (
        boards.with_columns(
            apart=apart,
            number=pl.col("board").cast(pl.String),
            worth=pl.Series([_worth(board) for board in told], dtype=pl.String),
            balance=pl.Series([balance(board) for board in told], dtype=pl.String),
            brought=brought(),
            dealt=pl.Series([dealt(board["board"]) for board in told], dtype=pl.String),
        )
        .join(kinds, on=BOARD, how="left", maintain_order="left")
        .join(of_boards(lines, "line", "lines", "apart", "forms"), on=BOARD, how="left", maintain_order="left")
        .join(
            of_boards(frequencies, "frequency", "frequencies", "forms", "often_worth"),
            on=BOARD,
            how="left",
            maintain_order="left",
        )
    )
    cells = table.select(
        *("apart", "forms", "often_worth", "has_frequencies", "number", "anchor", "worth"),
        *("balanced", "balance", "brought", "dealt", "lines", "frequencies"),
    )
    return joined(table.select(FIELD).with_columns(written(_ROWS, "board", cells, asked=["worth"])), FIELD)


def _worth(board: Row) -> str:
    if board["datum"] is not None:
        return gettext("datum {datum}", datum=short(board["datum"]))
    return "" if board["top"] is None else gettext("top {top}", top=short(board["top"]))


def _readable_lines(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines of the control sheet with all cells as text, and suits as symbols.

    All points of a board have as many decimals as one of them needs. Where a session was read in several files, each
    line has the number of its file.
    """
    result = pl.col("result")
    points = pl.col("ns_points", "ew_points")
    decimals = pl.max_horizontal(decimals_of(points)).max().over(BOARD)
    file = pl.col("file").rank("dense").over(SESSION)
    several = file.max().over(SESSION) > 1
    read = pl.when(several).then(phrase("{}:{}", file, "line_no")).otherwise(pl.col("line_no").cast(pl.String))
    for suit, sign in zip("SHDC", "♠♥♦♣", strict=True):
        result = result.str.replace(f"^([NESW]?[1-7]){suit}", f"${{1}}{sign}{_TEXT_SIGN}")
    strain, letters = pgettext("no trump in a narrow column", "N"), {letter: seat(letter) for letter in "NESW"}
    declarer = result.str.extract("^([NESW])[1-7]").replace(letters)
    bid = result.str.replace("^([NESW]?[1-7])N", f"${{1}}{strain}").str.replace("^[NESW]([1-7])", "${1}")
    result = ruling_said(pl.concat_str(declarer.fill_null(""), bid))
    ruled = pl.concat_str(result, ruling_said(pl.col("worth")), separator=" = ", ignore_nulls=True)
    # What belongs together stays on one line: `30 % of 4`, `EW −100`.
    ruled = (
        ruled.str.replace_all(" % ", f"{_SPACE}%{_SPACE}")
        .str.replace_all(rf"({gettext('of')}|{gettext('NS')}|{gettext('EW')}|=|\+) ", f"${{1}}{_SPACE}")
        .str.replace_all(rf"([ {_SPACE}])-(\d)", "${1}−${2}")
    )
    return lines.select(
        *BOARD,
        "line",
        pl.col("subfield").fill_null(""),
        "ns",
        "ew",
        *(aligned(pl.col(name), decimals).fill_null("") for name in ("ns_points", "ew_points")),
        in_short(pl.col("score")).fill_null(""),
        ruled,
        read=read.fill_null(""),
        red=pl.col("result").str.contains("^[NESW]?[1-7][HD]").fill_null(value=False),
    )


def _readable_frequencies(frequencies: pl.DataFrame) -> pl.DataFrame:
    return frequencies.select(
        *BOARD,
        "subfield",
        *(in_short(pl.col(name)).fill_null("") for name in ("score", "times", "ns_points", "ew_points")),
    )
