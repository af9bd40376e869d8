"""The pages of a session: its result list with the results of every round, and where its control sheet is written."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl

from pipelines.display.words import doubt_in_words, fixed, signed
from pipelines.reports.content import Row, Season, by, grouped
from pipelines.reports.files import Files
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.awards import award_list
from pipelines.reports.pages.balance import session_balances
from pipelines.reports.pages.control_sheet import control_sheets, write_control_sheet
from pipelines.reports.pages.people import people
from pipelines.reports.rows import as_markup


def write_session_pages(season: Season, files: Files) -> None:
    """Write the page of every session into `sessions`, and its control sheet into `boards`."""
    report = season.report
    sessions = report["sessions"].to_dicts()
    results = _results(report["session_results"])
    meetings = _meetings(report)
    sheets = control_sheets(report)
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
            write_control_sheet(files, shared, results.get(identifier, []), sheets[identifier])


def _results(results: pl.DataFrame) -> dict[str, list[Row]]:
    """Session -> the rows of its result list, each with its players as markup in `people`."""
    shown = as_markup(people(results["players"], "../players/"))
    rows = results.drop("players").iter_rows(named=True)
    return dict(grouped(({**row, "people": who} for row, who in zip(rows, shown, strict=True)), "session_id"))


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
