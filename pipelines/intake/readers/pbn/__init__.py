r"""Portable Bridge Notation with results: one session per file, or only the deals of a session in other files.

Each board has a table `[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\4L;..."]`, and one of the boards also has
`[TotalScoreTable "..."]`, the result list, as Ruter and Magic Contest write it. The header gives the names and formats
of the columns. Or each board at each table is a separate game, with its result in tags. A file with only a result
list becomes a session that has only totals.

A score is a whole number in the column of the side that earned it, or a word: `A=` `A+` `A-` (average, average plus,
average minus), `+0` (a share that the director gave, with the percentage in its own column), `800>a` (played, then
adjusted), `Bye`, or `Pen` (points that the director gave or took; the result list has their sum as `ScorePenalty`).

Ruter prints matchpoints relative to the average (points - top/2), Magic Contest from 0 to top: `official_centred` is
true for the first kind. The points are kept as printed, because the file does not hold the top that Ruter used. From
the second session of an event on, Ruter's result list is cumulative.

An individual has `PlayerId_North` and three more columns in place of pairs. For teams a score table may have
`TeamId_Home`, `TeamId_Away` and their victory points: one match per row, without boards. These names are those that two
public readers of such files expect; we have no such file.
"""

import re

import polars as pl

from pipelines.intake.readers.pbn import results as lines
from pipelines.intake.readers.pbn.games import deals, records
from pipelines.intake.readers.pbn.people import people, seated, sections_of
from pipelines.intake.readers.pbn.scoring import adds_up, date_of, says_teams, session, stated, way_of
from pipelines.intake.readers.pbn.text import CUT_OFF, Document, document, rows_of_tables
from pipelines.intake.readers.reading import Sheets
from pipelines.intake.readers.remarks import has_remark_on
from pipelines.intake.readers.sheets import Row, sheets_of_people

_FIRST_LINE = re.compile(r"\s*+% ?PBN", re.IGNORECASE)
_TAG_OF_BOARD = re.compile(
    r'^[ \t]*+\[\s*+(?:Event|Board|Deal|ScoreTable|TotalScoreTable)\s*+"', re.MULTILINE | re.IGNORECASE
)


def is_pbn(text: str) -> bool:
    """Return whether this is PBN: it begins with the line `% PBN`, or has the tags of a board."""
    return _FIRST_LINE.match(text) is not None or _TAG_OF_BOARD.search(text) is not None


def read(text: str, session_id: str) -> Sheets:
    """Read one PBN file: a session with its people, result lines and official results, or else deals alone."""
    found = document(text)
    faults = found.faults
    scores, ranked, matches = rows_of_tables(found)
    of_games, is_of_teams = records(found)
    of_tables = scores
    scores = of_tables + of_games
    dealt = deals(found, of_tables, sections_of(scores, ranked), session_id)
    if not scores:
        is_of_deals = _is_of_deals(found)
        no_board = dealt.filter(pl.col("board").is_null())
        for line_no, deal in no_board.select("line_no", "deal").head(1).iter_rows():
            faults.error("pbn.left_out/board", int(line_no), "Deal", deal, rows=no_board.height)
        sheets = {} if dealt.is_empty() else {"deals": dealt.drop_nulls("board")}
        if ranked and has_remark_on("pbn", "matches", text):
            listed = seated([], ranked, faults, is_of_teams=True).ranked
            sheets["official_results"] = lines.official_results(listed, session_id, in_vp=True)
        elif matches:
            return _without_boards(found, ranked, matches, sheets, session_id)
        elif with_total := lines.with_total(ranked, found):
            if not lines.is_cumulative(found, ranked):
                faults.warning("pbn.no_results/with_list", None, "ScoreTable", rows=len(with_total))
                return _without_boards(found, with_total, [], sheets, session_id)
            faults.error("pbn.no_results/cumulative", None, "TotalScoreTable", rows=len(ranked))
        elif not is_of_deals:
            faults.error("pbn.no_results", None, "ScoreTable")
        return Sheets(sheets, [*faults.findings()])

    tags = found.first_tags()
    date = date_of(found, tags)
    way = way_of(found, tags, scores, ranked, is_of_teams=is_of_teams)
    if way.kind is None:
        return Sheets({}, [*faults.findings()])
    is_of_teams = way.kind == "teams"
    seats = seated(scores, ranked, faults, is_of_teams=is_of_teams)
    if not ranked and not any(row.get("Names_NS") or row.get("Names_EW") for row in seats.scores):
        faults.warning("pbn.no_names", None, "TotalScoreTable")
    # If only the last board lacks a result, the file may have been cut off there.
    with_rows = {section.game.line_no for section in found.sections if section.name == "scoretable" and section.lines}
    without = [game for game in found.games if game.get("board") and game.line_no not in with_rows]
    if with_rows and len(without) == 1 and without[0] is found.games[-1]:
        faults.warning("pbn.doubtful/last_board", without[0].line_no, "Board", without[0].get("board"))
    cells = lines.cells_of(seats.scores)
    of_people, nameless = sheets_of_people(people(seats, session_id, faults, is_of_teams=is_of_teams))
    of_event = adds_up(found, tags, session_id)
    listed = lines.official_results(seats.ranked, session_id, adds_up=of_event, in_vp=is_of_teams)
    sheets = {
        "sessions": session(tags, date, session_id, way, seats.winners),
        "results": lines.results(cells.filter(~lines.is_award()), session_id, faults),
        "matches": lines.matches(matches, sections_of([*scores, *matches], ranked), session_id),
        **of_people,
        "official_results": _with_unranked(listed, of_people["official_results"]),
        "adjustments": lines.adjustments(seats.ranked, cells.filter(lines.is_award()), session_id, faults),
        "stated": stated(found, seats.scores, seats.ranked, session_id, adds_up=of_event),
        "deals": dealt.filter(pl.col("board").str.contains("^[0-9]+$")),
    }
    return Sheets(sheets, [*faults.findings(), *nameless])


def _without_boards(
    found: Document, ranked: list[Row], matches: list[Row], sheets: dict[str, pl.DataFrame], session_id: str
) -> Sheets:
    """Return a session that has no boards: its people, its matches or totals, and its deals."""
    faults, tags = found.faults, found.first_tags()
    date = date_of(found, tags)
    is_of_teams = bool(matches) or ("competition" in tags and says_teams(tags["competition"].value))
    way = way_of(found, tags, [], ranked, is_of_teams=is_of_teams)
    if way.kind is None:
        return Sheets(sheets, [*faults.findings()])
    is_of_teams = way.kind == "teams"
    seats = seated([], ranked, faults, is_of_teams=is_of_teams)
    of_people, nameless = sheets_of_people(people(seats, session_id, faults, is_of_teams=is_of_teams))
    if matches:
        sheets["matches"] = lines.matches(matches, sections_of(matches, ranked), session_id)
        listed = lines.official_results(seats.ranked, session_id, in_vp=True)
        of_people["official_results"] = _with_unranked(listed, of_people["official_results"])
    else:
        sheets["totals"] = lines.totals(seats.ranked, session_id)
    session_row = session(tags, date, session_id, way, seats.winners)
    return Sheets({**sheets, "sessions": session_row, **of_people}, [*faults.findings(), *nameless])


def _with_unranked(listed: pl.DataFrame, of_people: pl.DataFrame) -> pl.DataFrame:
    unranked = of_people.join(listed, on=["line", "entrant"], how="anti", nulls_equal=True)
    return pl.concat([listed, unranked], how="diagonal")


def _is_of_deals(found: Document) -> bool:
    """Return whether the file has no score table but has all the deals that it states, so that no results are missing.

    A file that stops in the middle of a tag has fewer deals than it states, but a finding already says so.
    """
    dealt, errors = sum("deal" in game.tags for game in found.games), found.faults.errors
    boards = found.remarks.get("BoardCount")
    is_whole = boards is None or boards.value == str(dealt) or bool(errors)
    return errors.keys() <= {CUT_OFF} and bool(dealt) and is_whole and not any(one.is_table for one in found.sections)
