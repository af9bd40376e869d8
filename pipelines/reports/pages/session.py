"""The pages of a session: result lists, a page per board with its deal and all results, and one per scorecard."""

import json
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

import polars as pl

from pipelines.reports.content import Evening, Row, Season, by, grouped, severe_doubts
from pipelines.reports.files import Files
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.awards import award_columns, award_list
from pipelines.reports.pages.balance import luck_rows, session_balances
from pipelines.reports.pages.boards import (
    board_at,
    board_pages,
    card_at,
    card_pages,
    control_sheets,
    drawn_lines,
    numbered,
    of_line,
    people,
    stem,
)
from pipelines.reports.rows import as_markup, is_given, joined, one_after_another, with_markup, with_parts, written
from pipelines.reports.tables.columns import each, evening_tables, formula, hundredths, page_ids, won
from pipelines.words.words import (
    decided_said,
    doubt_in_words,
    entrant_kind,
    entrants,
    points_within,
    signed,
    spoken_date,
)
from transforms.bridge.rulings import is_not_played
from transforms.bridge.sessions import NOBODY
from transforms.tables.arithmetic.as_shown import aligned, in_short, lines_of_field
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext, listed, ngettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import BOARD, COMPETITION, ENTRANT, FIELD, SESSION, Tables

_TO = "–\N{WORD JOINER}"
_Lacking = tuple[set[int], set[int]]  # boards without hands, and boards still to be solved
_ROWS = "session_rows.html"
_HEADING = ("order", "title")

_LACKING = ("cut_off", "no_match", "missing")
_CONTRADICTING = ("schedule", "contradictions")


OF_EVENINGS = (
    *("session_results", "list_rows", "rounds", "matches", "award_points", "luck", "session_balance", "session_scores"),
    *("doubts", "boards", "control_sheet", "hands", "not_solved", "corrections", "handicap_results", "forecasts"),
    "auctions",
)
"""The tables that pages of sessions show, also as `evening_tables`, each with its own rows. They also show rows of
`sessions` and `events`."""


def changed_evenings(
    report: Tables, competition: Row, files: Files, hash_of: Callable[[tuple[Any, ...]], object]
) -> list[Evening]:
    """Return the sessions of a season whose pages show other rows than before; `files` keeps the pages of the others.

    `hash_of` takes the key of a session, or one with an event in its place, and returns a hash of its `OF_EVENINGS`.
    """
    sessions, events = report["sessions"].to_dicts(), dict(by(report["events"], "event"))
    key = tuple(competition[name] for name in COMPETITION)
    changed = []
    for before, session, after in zip([None, *sessions], sessions, [*sessions[1:], None], strict=False):
        evening = Evening(before, session, after, files)
        hashes = [hash_of((*key, id_)) for id_ in evening.ids]
        inputs = files.inputs(competition, before, session, after, events.get(session["event"]), hashes)
        if not files.keeps(inputs):
            own = files.drawn_from(inputs)
            own.on_every_page(is_last=after is None)
            changed.append(evening._replace(files=own))
    return changed


def session_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """Return by name the contents of all sessions' pages; the tables have the key columns of the report."""
    report = {**report, **evening_tables(report)}
    return {"result_lists": result_lists(report), **hand_rows(report), "luck": luck_rows(report["luck"])}


def write_session_pages(season: Season) -> None:
    """Write a page per changed session into `sessions`, and its boards and scorecards into `hands`."""
    if not season.evenings:
        return
    report = season.of_evenings
    lists = dict(grouped(with_markup(season.rows["result_lists"]), "session_id"))
    balances = session_balances(season)
    cards = fields_with_boards(report)
    dealt = set(report["hands"]["session_id"])
    of_sessions: dict[str, dict[str, Any]] = {}
    asked = boards_asked_about(report)
    ruled = boards_ruled_on(report)
    in_doubt = set(severe_doubts(report)["session_id"])
    corrections = dict(by(report["corrections"], "session_id"))
    doubts = dict(by(report["doubts"], "session_id"))
    events = dict(by(season.report["events"], "event"))
    expected = dict(by(report["forecasts"], "session_id"))
    awarded_events = dict(by(report["award_points"].filter(of="event"), "session_id"))
    for before, session, after, files in season.evenings:
        identifier, file = session["session_id"], f"{page_name(session['session_id'])}.html"
        shared = {"root": "../../", "competition": season.competition, "session": session, "file": file}
        shared |= {"dealt": identifier in dealt, "in_doubt": [session] if identifier in in_doubt else []}
        of_sessions[identifier] = shared
        own_lists = lists.get(identifier, [])
        kind = _entrant_kind(session, own_lists)
        files.page(
            f"sessions/{file}",
            "session.html",
            **shared,
            before=before,
            after=after,
            lists=own_lists,
            several_lines=len(own_lists) > 1 or any("+" in one["field"] for one in own_lists),
            kind=kind,
            corrected=[corrected_said(row, kind) for row in corrections.get(identifier, [])],
            cards=cards.get(identifier, {}),
            **_doubts(doubts.get(identifier, []), session["scoring"]),
            asked=asked.get(identifier, []),
            ruled=ruled.get(identifier, {}),
            balances=balances.get(identifier, []),
            expected=grouped(expected.get(identifier, []), "field"),
            event=events.get(session["event"], []),
            event_awards=award_list(awarded_events.get(session["event"], [])),
        )
    _write_hands(season, of_sessions)


def _entrant_kind(session: Row, lists: list[Row]) -> str:
    if session["kind"] == "teams":
        return "team"
    sizes = [row["size"] for row in lists] or [-(-session["players"] // max(session["pairs"], 1))]
    return entrant_kind(session["scoring"], sizes)


def corrected_said(row: Row, kind: str) -> str:
    """Return a sentence on a row of `noted`: when the published result was corrected, on which boards, and for whom."""
    gaps = {name: entrants(row[name], kind) for name in ("entrants", "scores", "ranks")}
    gaps |= {"date": spoken_date(row["date"])}
    if not row["scores"]:
        return gettext("Corrected on {date}: other names or figures for {entrants}.", **gaps)
    if not row["boards"]:
        if not row["ranks"]:
            return gettext("Corrected on {date}: new scores for {scores}; the ranks stay.", **gaps)
        return gettext("Corrected on {date}: new scores for {scores}, new ranks for {ranks}.", **gaps)
    gaps["boards"] = ngettext("board {boards}", "boards {boards}", len(row["boards"]), boards=_ranges({*row["boards"]}))
    if not row["ranks"]:
        return gettext("Corrected on {date} ({boards}): new scores for {scores}; the ranks stay.", **gaps)
    return gettext("Corrected on {date} ({boards}): new scores for {scores}, new ranks for {ranks}.", **gaps)


def boards_asked_about(report: Tables) -> dict[str, list[tuple[str, str]]]:
    """Return by session the boards that the director is asked to check, with their addresses in the folder `hands`."""
    asked = report["boards"].filter("in_question").sort(*SESSION, "board", "field").with_columns(of="field")
    return {session: _named_boards(rows) for session, rows in by(asked, "session_id")}


def boards_ruled_on(report: Tables) -> dict[str, dict[bool, list[tuple[str, str]]]]:
    """Return by session the boards not played at some table (True), and those with an adjusted score (False).

    Each board has its address in the folder `hands`, and the line that played it if the session has several.
    """
    several = pl.col("line").n_unique().over(SESSION) > 1
    ruled = report["control_sheet"].with_columns(several=several).drop_nulls("ruling")
    boards = (
        ruled.select(*BOARD, "several", of="line", missing=is_not_played(pl.col("ruling")))
        .unique()
        .join(report["boards"].select(*BOARD, "anchor"), on=BOARD)
        .sort(*SESSION, "board", "of")
    )
    return {
        session: {missing: _named_boards(own) for missing, own in grouped(rows, "missing")}
        for session, rows in by(boards, "session_id")
    }


def _named_boards(boards: list[Row]) -> list[tuple[str, str]]:
    return [(f"{row['board']} ({row['of']})" if row["several"] else str(row["board"]), board_at(row)) for row in boards]


def _doubts(doubts: list[Row], scoring: str | None) -> dict[str, Any]:
    known = [doubt for doubt in doubts if doubt["accepted"] is not None]
    others = [doubt for doubt in doubts if doubt["accepted"] is None]
    return {
        "doubts": [doubt_in_words(doubt, scoring) for doubt in others],
        "known": [doubt_in_words(doubt, scoring) for doubt in known],
        "differs": _heading(others),
        "known_differs": _heading(known),
        "accepted": known[0]["accepted"] if known else None,
    }


def _heading(doubts: list[Row]) -> str:
    kinds = {doubt["what"] for doubt in doubts} - set(_LACKING)
    return "breaks_off" if not kinds else "contradicts" if kinds <= set(_CONTRADICTING) else "differs"


def hand_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """Return the contents of the pages in `hands`: a row per board of an evening (`SESSION`), and per scorecard."""
    lines = drawn_lines(report["lines"])
    return {"board_pages": board_pages(report, lines), "card_pages": card_pages(report, lines)}


def _write_hands(season: Season, shared: Mapping[str, Mapping[str, Any]]) -> None:
    """Write each session's boards and scorecards into `hands`. Pages in the old folder `boards` forward to them.

    Next to them, the script `seats.js` has the pages of each scorecard's people: `{"a-4": "1039 1040"}`.
    """
    report = season.of_evenings
    boards, cards = (season.rows[name].drop(COMPETITION) for name in ("board_pages", "card_pages"))
    boards_of = {session: rows for (session,), rows in boards.partition_by("session_id", as_dict=True).items()}
    cards_of = cards.partition_by("session_id", "field", as_dict=True)
    fields, sheets = fields_with_boards(report), control_sheets(report)
    not_solved = boards_not_solved(report)
    known = set(report["hands"].drop_nulls("par_score").select("session_id", "field").iter_rows())
    known_of = {session for session, _ in known}
    for evening in season.evenings:
        session, files = evening.session["session_id"], evening.files
        of_fields = fields.get(session)
        if of_fields is None:
            continue
        content = {
            **shared[session],
            "root": "../../../",
            "of_fields": of_fields,
            "known": session in known_of,
            "not_solved": not_solved.get((session, None), []),
        }
        folder, own = f"hands/{page_name(session)}", boards_of[session]
        entries = {"entries": as_markup(own["entry"])}
        files.page(f"{folder}/boards.html", "hands.html", **content, **entries, sheet=sheets[session])
        of_board = own.select("number", "dealt_as", "about", "steps", "body")
        files.pages((f"{folder}/board-{board}.html" for board in own["board"]), "board.html", of_board, **content)
        files.page(f"boards/{page_name(session)}.html", "moved.html", **shared[session])
        seats: dict[str, str] = {}
        for field, page in of_fields.items():
            if page is None:
                continue
            own = cards_of[session, field]
            content |= {"known": (session, field) in known, "not_solved": not_solved.get((session, field), [])}
            content |= {"field": field, "cards": page, "entries": as_markup(own["entry"])}
            files.page(f"{folder}/{page}", "cards.html", **content)
            seats |= own.drop_nulls("people").select("anchor", "people").iter_rows()
            names = (f"{folder}/card-{anchor}.html" for anchor in own["anchor"])
            of_card = own.select("number", "names", "name", "steps", "body")
            files.pages(names, "card.html", of_card, **content)
        files.write(
            f"{folder}/seats.js", f"var barometerSeats = {json.dumps(seats, separators=(',', ':'))};\n".encode()
        )


def fields_with_boards(report: Tables) -> dict[str, dict[str, str | None]]:
    """Return by session each field with boards, and the name of its page of scorecards, or None if it has none."""
    has_cards = set(report["list_rows"].filter("has_card").select("session_id", lines_of_field()).iter_rows())
    found: dict[str, dict[str, str | None]] = {}
    for session, field in report["boards"].select("session_id", "field").unique(maintain_order=True).iter_rows():
        page = f"{stem(field)}-cards.html" if (session, field) in has_cards else None
        found.setdefault(session, {})[field] = page
    return found


def boards_not_solved(report: Tables) -> dict[tuple[str, str | None], list[str]]:
    """Return sentences about boards without a double-dummy result, by (session, field); None: all its fields."""
    found: dict[tuple[str, str | None], dict[str, _Lacking]] = {}
    lacking = report["not_solved"].select("session_id", "field", "line", "without_hands", "to_be_solved")
    for session, field, line, *boards in lacking.iter_rows():
        for place in ((session, None), (session, field)):
            # A line may have boards in two fields.
            of_line = found.setdefault(place, {}).setdefault(line, (set(), set()))
            for known, more in zip(of_line, boards, strict=True):
                known.update(more)
    return {place: sentences for place, of_place in found.items() if (sentences := _by_line(of_place))}


def season_not_solved(report: Tables) -> str:
    """Return a sentence on how many deals of a season are solved; "" if all of them or none are."""
    boards = report["line_boards"].unique(["session_id", "board", "deal"])
    solved = boards["solved"].sum()
    if solved in (0, boards.height):
        return ""
    return gettext(
        "Only boards whose hands are in a file and have been worked out double dummy are counted: {known} of the "
        "{all} of this season.",
        known=solved, all=boards.height,
    )  # fmt: skip


def _by_line(of_lines: dict[str, _Lacking]) -> list[str]:
    first, *others = of_lines.values()
    if all(lacking == first for lacking in others):
        return _sentences(*first)
    return [
        gettext("Line {line}: {sentence}", line=line, sentence=sentence)
        for line, lacking in of_lines.items()
        for sentence in _sentences(*lacking)
    ]


def _sentences(without_hands: set[int], to_be_solved: set[int]) -> list[str]:
    lacking = (
        ngettext(
            "No file has the hands of board {boards}, so it is not known what can be made on it.",
            "No file has the hands of boards {boards}, so it is not known what can be made on them.",
            len(without_hands),
            boards=_ranges(without_hands),
        ),
        ngettext(
            "What can be made on board {boards} has not been worked out yet.",
            "What can be made on boards {boards} has not been worked out yet.",
            len(to_be_solved),
            boards=_ranges(to_be_solved),
        ),
    )
    return [sentence for sentence, boards in zip(lacking, (without_hands, to_be_solved), strict=True) if boards]


def _ranges(boards: set[int]) -> str:
    """Return the numbers of boards as text with ranges: `3, 5–8` for 3, 5, 6, 7, 8."""
    runs = groupby(enumerate(sorted(boards)), lambda numbered: numbered[1] - numbered[0])
    boards_of = ([board for _, board in together] for _, together in runs)
    return listed(str(run[0]) if len(run) == 1 else f"{run[0]}{_TO}{run[-1]}" for run in boards_of)


def result_lists(report: Tables) -> pl.DataFrame:
    """Return a row per result list (`FIELD`) of all sessions. Entrants are in order.

    The columns of the table are `entrants`, their number; `size`, the number of people in the largest entrant;
    `scoring`; `ranked`; `anchor`; `strata`, whether the handicap list has any; the columns of `award_columns`; and as
    markup `rows`, `handicap_rows`, `headings` and `rounds`.
    """
    results = report["list_rows"]
    award_headings, awards = award_columns(report)
    results = results.with_columns(formula(pl.col("made_of")), card=card_at(results))
    results = with_parts(results, awards, award_headings.drop("award_headings"))
    of_people = people(results["players"], "../players/")
    cells = results.select(of_line=of_line(), number=numbered("entrant"), people=of_people)
    known = results.with_columns(numbered=written(_ROWS, "numbered", cells.with_columns(has_people=is_given("people"))))
    plainly = known.select("names", of_line=of_line(), has_names=pl.col("names") != "", number=numbered("entrant"))
    marked = known.select(
        *(*ENTRANT, "field", "scoring", "ranked", "came"),
        size=pl.col("players").list.len(),
        pages=page_ids(known["players"]),
        plain=written(_ROWS, "plain", plainly),
        rows=_rows(known),
    )
    headings, cells = _round_by_round(report["meetings"])
    marked = with_parts(marked, cells)
    lists = (
        marked.with_columns(written(_ROWS, "rounds", marked.select("plain", "cells", "pages")).alias("rounds"))
        .group_by(FIELD, maintain_order=True)
        .agg(
            pl.col("scoring", "ranked").first(),
            pl.col("size").max(),
            one_after_another(pl.col("rows")),
            one_after_another(pl.col("rounds")),
            entrants=pl.col("came").sum(),
        )
    )
    anchor = phrase("line-{}", pl.col("field").str.to_lowercase().str.replace_all(r"[+ ]", "-"))
    handicaps = _handicap_lists(report["handicap_results"])
    return with_parts(lists, headings, award_headings, handicaps).with_columns(anchor=anchor)


def _handicap_lists(results: pl.DataFrame) -> pl.DataFrame:
    """Return by list the rows of its handicap list as markup, `handicap_rows`, and `strata`, whether it has any."""
    of_people = people(results["players"], "../players/")
    names = results.select(of_line=of_line(), number=numbered("entrant"), people=of_people)
    strata, points = pl.col("stratum").is_not_null(), pl.col("handicap")
    cells = results.select(
        "stratum",
        "stratum_rank",
        numbered=written(_ROWS, "numbered", names.with_columns(has_people=is_given("people"))),
        rank=pl.col("rank").fill_null("–"),
        with_handicap=hundredths(pl.col("handicap_score")),
        handicap=pl.when(points > 0).then("+" + hundredths(points)).otherwise(hundredths(points)),
        score=hundredths(pl.col("score")),
        strata=strata,
    )
    rows = results.select(*FIELD, strata=strata, handicap_rows=written(_ROWS, "with_handicap", cells))
    return rows.group_by(FIELD, maintain_order=True).agg(
        one_after_another(pl.col("handicap_rows")), pl.col("strata").any()
    )


def _rows(results: pl.DataFrame) -> pl.Series:
    points, scoring = pl.col("points"), pl.col("scoring")
    given = pl.lit(each(results["adjustment"], signed)) + " " + pl.lit(each(results["scoring"], points_within))
    taken = message_of(gettext("penalty: {points}"), {"points": given})
    adjustment = pl.when(pl.col("adjustment") < 0).then(taken).otherwise(given)
    cells = results.select(
        *("ranked", "numbered", "boards", "club_points", "awards", "made_of"),
        apart=~pl.col("has_club_points").fill_null(value=False),
        nobody="is_nobody",
        absent=~pl.col("came") & ~pl.col("is_nobody"),
        card=pl.when(~pl.col("is_nobody")).then("card"),
        of=~scoring.is_in(["butler", "cross_imps"]),
        rank=pl.col("rank").fill_null("–"),
        score=won(pl.col("score"), scoring),
        won=won(points, scoring),
        maximum=in_short(pl.col("maximum")),
        adjustment=pl.when(pl.col("made_of").is_null()).then(adjustment),
        decided_by=each(results["decided_by"], decided_said),
        ranking_points=hundredths(pl.col("ranking_points")),
    )
    return written(_ROWS, "entrant", cells)


def _round_by_round(meetings: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return two tables: by list, the headings of rounds (`1–4`, `Round 1`); by entrant, the cells (`29NS A2`)."""
    lowest, highest, number = pl.col("lowest_board"), pl.col("highest_board"), pl.col("round").cast(pl.String)
    against = {"opponent": numbered("opponent")}
    of_ns, of_ew = message_of(gettext("NS {opponent}"), against), message_of(gettext("EW {opponent}"), against)
    of_boards = pl.when(lowest != highest).then(phrase("{}–{}", lowest, highest))
    of_match, points = pl.col("round").is_not_null(), pl.col("points")
    met = meetings.select(
        *(*ENTRANT, "field", "order"),
        is_met=pl.col("opponent").is_not_null(),
        title=pl.when(of_match)
        .then(message_of(gettext("Round {number}"), {"number": number}))
        .otherwise(pl.coalesce(of_boards, lowest.cast(pl.String), pl.lit(""))),
        points=pl.when(of_match).then(hundredths(points)).otherwise(aligned(points, pl.col("decimals"))),
        imps=each(meetings["imps"], signed),
        opponent=pl.when(pl.col("opponent") == NOBODY)
        .then(pl.lit(gettext("bye")))
        .when(of_match)
        .then(against["opponent"])
        .when(pl.col("direction") == "NS")
        .then(of_ns)
        .otherwise(of_ew),
    )
    cells = written(_ROWS, "meeting", met.select("points", "imps", "opponent"))
    of_cells = joined(cells, met, [*ENTRANT, "field", *_HEADING, "is_met"], "meetings")
    cells = written(_ROWS, "met", of_cells.select("meetings", "is_met"))
    headings = met.select(*FIELD, *_HEADING).unique(maintain_order=True)
    titles = joined(written(_ROWS, "heading", headings.select("title")), headings, FIELD, "headings")
    return titles, joined(cells, of_cells, [*ENTRANT, "field"], "cells")
