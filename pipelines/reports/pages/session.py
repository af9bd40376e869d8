"""The pages of a session: its result list with the results of every round, and its control sheet."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl

from pipelines.display.words import balance, balances, doubt_in_words, fixed, in_number_order, short, signed
from pipelines.reports.content import Row, Season, by, grouped
from pipelines.reports.files import Files
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.awards import award_list
from pipelines.reports.pages.balance import session_balances
from pipelines.reports.tables.columns import aligned, decimals_of, in_short
from transforms.tables.phrases import phrase

_TEXT_SIGN = "\N{VARIATION SELECTOR-15}"
"""It makes a phone show suits as text, not as coloured pictures."""
_SPACE = "\N{NO-BREAK SPACE}"
_USUAL_WIDTH = 12
"""The usual number of characters for numbers and points of both sides in a line of the control sheet."""


def write_session_pages(season: Season, files: Files) -> None:
    """Write the page of every session into `sessions`, and its control sheet into `boards`."""
    report = season.report
    sessions = report["sessions"].to_dicts()
    results = dict(by(report["session_results"], "session_id"))
    meetings = _meetings(report)
    sheets = _sheets(report)
    balances = session_balances(report)
    doubts = dict(by(report["doubts"], "session_id"))
    events = dict(by(report["events"], "event"))
    awarded = dict(by(report["award_points"].filter(of="session"), "session_id"))
    awarded_events = dict(by(report["award_points"].filter(of="event"), "session_id"))
    for before, session, after in zip([None, *sessions], sessions, [*sessions[1:], None], strict=False):
        identifier = session["session_id"]
        file = f"{page_name(identifier)}.html"
        fields = grouped(results.get(identifier, []), "field")
        shared = {"root": "../../", "competition": season.competition, "session": session, "file": file}
        files.page(
            f"sessions/{file}",
            "session.html",
            **shared,
            before=before,
            after=after,
            fields=[(field, rows, _round_by_round(rows, meetings)) for field, rows in fields],
            has_sheet=identifier in sheets,
            **_doubts(doubts.get(identifier, []), session["scoring"]),
            balances=balances.get(identifier, []),
            event=events.get(session["event"], []),
            awards={field: award_list(rows) for field, rows in grouped(awarded.get(identifier, []), "field")},
            event_awards=award_list(awarded_events.get(session["event"], [])),
        )
        if identifier in sheets:
            _write_control_sheet(files, shared, results.get(identifier, []), sheets[identifier])


# --- round by round -----------------------------------------------------------------------------


class Meeting(NamedTuple):
    """The result against one opponent: `29b` or `13.80`, and in matches of teams the IMPs won or lost."""

    told: str
    imps: str
    opponent: str
    opponent_names: str | None


class Heading(NamedTuple):
    """The heading of a column of meetings: `A` and `1–4`, or `Round 1`."""

    number: int
    title: str
    boards: str


class RoundByRound(NamedTuple):
    """One row per entrant, in order of rank, with its meetings under each heading."""

    headings: list[Heading]
    rows: list[tuple[Row, list[list[Meeting]]]]


Meetings = Mapping[tuple[str, str, str], list[tuple[Heading, Meeting]]]
"""(session, line, entrant) -> its meetings, each with its heading."""


def _doubts(doubts: list[Row], scoring: str | None) -> dict[str, Any]:
    """What nobody has looked into, what is known, and why it may stand."""
    told = {"doubts": False, "known": True}
    return {
        name: [doubt_in_words(doubt, scoring) for doubt in doubts if (doubt["accepted"] is not None) is is_known]
        for name, is_known in told.items()
    } | {"accepted": next((doubt["accepted"] for doubt in doubts if doubt["accepted"] is not None), None)}


def _meetings(report: Mapping[str, pl.DataFrame]) -> Meetings:
    """The matches of teams; in sessions without matches, the points on the boards against each opponent."""
    meetings: defaultdict[tuple[str, str, str], list[tuple[Heading, Meeting]]] = defaultdict(list)
    matches = report["matches"]
    in_no_match = report["rounds"].join(matches, on="session_id", how="anti", maintain_order="left")
    for row in in_no_match.iter_rows(named=True):
        lowest, highest = row["lowest_board"], row["highest_board"]
        boards = f"{lowest}" if lowest == highest else f"{lowest}–{highest}"
        meetings[row["session_id"], row["line"], row["entrant"]].append(
            (
                Heading(row["group"], row["letter"], boards),
                Meeting(row["told"], "", row["opponent"], row["opponent_names"]),
            )
        )
    for row in matches.iter_rows(named=True):
        points = fixed(row["points"] if row["vp"] is None else row["vp"])
        meetings[row["session_id"], row["line"], row["entrant"]].append(
            (
                Heading(row["round"], f"Round {row['round']}", ""),
                Meeting(points, signed(row["imps"]), row["opponent"], row["opponent_names"]),
            )
        )
    return meetings


def _round_by_round(entrants: list[Row], meetings: Meetings) -> RoundByRound:
    own = [meetings.get((row["session_id"], row["line"], row["entrant"]), []) for row in entrants]
    headings = sorted({heading for each in own for heading, _ in each})
    cells = [[[met for at, met in each if at == heading] for heading in headings] for each in own]
    return RoundByRound(headings, list(zip(entrants, cells, strict=True)))


# --- the control sheet --------------------------------------------------------------------------


class Board(NamedTuple):
    """A box of the control sheet: one board."""

    number: int
    anchor: str
    worth: str
    balanced: bool
    balance: str
    brought: str
    """What the results are counted in: `Points` or `IMPs`."""
    lines: list[tuple[Any, ...]]
    """(line, form, ns, ew, ns_points, ew_points, score, result, where the line was read, whether the suit is red)."""
    frequencies: list[tuple[Any, ...]]
    """(form, score, times, ns_points, ew_points)."""
    forms: bool
    """Whether the board was played in more than one form (a fouled board, Law 87)."""
    often_worth: bool
    """Whether equal scores on the board earn equal points; between teams this is not so."""


class Sheet(NamedTuple):
    """The control sheet of a session."""

    fields: list[tuple[str, list[Board]]]
    wide: bool
    """Whether its lines need more room than usual, for numbers with decimals, forms of a board or weighted scores."""
    files: list[str]
    """The files in which it was read; where there are several, each line has the number of its file in this list."""
    balance: str
    """On how many boards the points add up, in words."""


def _write_control_sheet(files: Files, shared: Mapping[str, Any], results: list[Row], sheet: Sheet) -> None:
    boards = [(field, board) for field, own in sheet.fields for board in own]
    files.page(
        f"boards/{shared['file']}",
        "control_sheet.html",
        **shared,
        sheet=sheet,
        entrants=[
            (field, sorted(rows, key=lambda row: (row["line"], in_number_order(row["entrant"]))))
            for field, rows in grouped(results, "field")
        ],
        boards=len(boards),
        failing=[(field, board) for field, board in boards if not board.balanced],
    )


def _sheets(report: Mapping[str, pl.DataFrame]) -> dict[str, Sheet]:
    """Session -> its control sheet."""
    readable = _readable_lines(report["control_sheet"])
    width = pl.sum_horizontal(pl.col("ns", "ew", "ns_points", "ew_points").str.len_chars())
    is_long = pl.col("result").str.contains("%")
    wide = set(readable.filter((width > _USUAL_WIDTH) | (pl.col("subfield") != "") | is_long)["session_id"])
    lines = _by_board(readable)
    frequencies = _by_board(_readable_frequencies(report["frequencies"]))
    in_words = {session: balances(rows) for session, rows in grouped(report["boards"].to_dicts(), "session_id")}
    fields: defaultdict[str, dict[str, list[Board]]] = defaultdict(dict)
    for row in report["boards"].iter_rows(named=True):
        key = (row["session_id"], row["field"], row["board"])
        often = frequencies.get(key, [])
        board = Board(
            row["board"],
            row["anchor"],
            _worth(row),
            row["balanced"],
            balance(row),
            "IMPs" if row["top"] is None else "Points",
            lines.get(key, []),
            often,
            any(form for form, *_ in often),
            any(ns_points for *_, ns_points, _ in often),
        )
        fields[row["session_id"]].setdefault(row["field"], []).append(board)
    read_in = report["control_sheet"].select("session_id", "file").drop_nulls().unique().sort("session_id", "file")
    files = {session: [row["file"] for row in rows] for session, rows in by(read_in, "session_id")}
    return {
        session: Sheet(list(boards.items()), session in wide, files.get(session, []), in_words[session])
        for session, boards in fields.items()
    }


def _worth(board: Row) -> str:
    if board["datum"] is not None:
        return f"datum {short(board['datum'])}"
    return "" if board["top"] is None else f"top {short(board['top'])}"


def _by_board(table: pl.DataFrame) -> dict[tuple[str, str, int], list[tuple[Any, ...]]]:
    boards: defaultdict[tuple[str, str, int], list[tuple[Any, ...]]] = defaultdict(list)
    for session, field, board, *cells in table.iter_rows():
        boards[session, field, board].append(tuple(cells))
    return boards


def _readable_lines(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines of the control sheet with all cells as text, and suits as symbols.

    All points of a board have as many decimals as one of them needs. Where a session was read in several files, each
    line has the number of its file.
    """
    result = pl.col("result")
    points = pl.col("ns_points", "ew_points")
    decimals = pl.max_horizontal(decimals_of(points)).max().over("session_id", "field", "board")
    file = pl.col("file").rank("dense").over("session_id")
    several = file.max().over("session_id") > 1
    read = pl.when(several).then(phrase("{}:{}", file, "line_no")).otherwise(pl.col("line_no").cast(pl.String))
    for suit, sign in zip("SHDC", "♠♥♦♣", strict=True):
        result = result.str.replace(f"^([NESW]?[1-7]){suit}", f"${{1}}{sign}{_TEXT_SIGN}")
    ruled = pl.concat_str(result, "worth", separator=" = ", ignore_nulls=True)
    # What belongs together stays on one line: `30 % of 4`, `EW −100`.
    ruled = (
        ruled.str.replace_all(" % ", f"{_SPACE}%{_SPACE}")
        .str.replace_all(r"(of|NS|EW|=|\+) ", f"${{1}}{_SPACE}")
        .str.replace_all(rf"([ {_SPACE}])-(\d)", "${1}−${2}")
    )
    return lines.select(
        "session_id",
        "field",
        "board",
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
        "session_id",
        "field",
        "board",
        "subfield",
        *(in_short(pl.col(name)).fill_null("") for name in ("score", "times", "ns_points", "ew_points")),
    )
