r"""Portable Bridge Notation with results: one session per file.

Each board has a table `[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\4L;..."]`, and one of them has also
`[TotalScoreTable "..."]`, the result list, as Ruter and Magic Contest write it. The header gives names and formats of
the columns. A cell is a word, or anything between quotes; `-` is an empty cell. Other programs add a column `Section`,
write names into columns of the score table, and number pairs by direction. Or each table of each board is a game of its
own, with its result in tags. A file with deals only holds no session; its deals find theirs later (`intake/deals.py`).

A score is a whole number in the column of the side that earned it, or a word: `A=` `A+` `A-` (average, average plus,
average minus), `+0` (a share that the director gave; the percentage column holds it), `800>a` (played, then adjusted),
`Bye`, `Pen` (no result line, but points that the director gave or took; the result list has their sum as
`ScorePenalty`).

Ruter prints matchpoints relative to the average (points - top/2), Magic Contest prints them from 0 to top;
`official_centred` says which. They are kept as printed, since the file does not hold the top that Ruter used.
"""

import re

import polars as pl

from pipelines.intake.readers.pbn import results as lines
from pipelines.intake.readers.pbn.cells import rows_of_tables
from pipelines.intake.readers.pbn.columns import tell_lost_columns
from pipelines.intake.readers.pbn.dates import date_of
from pipelines.intake.readers.pbn.deals import deals, without_boards
from pipelines.intake.readers.pbn.entrants import lines_of, seated
from pipelines.intake.readers.pbn.records import records
from pipelines.intake.readers.pbn.scoring import way_of
from pipelines.intake.readers.pbn.session import first_tags, people, session, stated
from pipelines.intake.readers.pbn.text import CUT_OFF, Document, document
from pipelines.intake.readers.pbn.unknown_tables import tell_unknown_tables
from pipelines.intake.readers.reading import Finding, Sheets, error, warning
from pipelines.intake.readers.remarks import tells_of

_FIRST_LINE = re.compile(r"\s*+% ?PBN", re.IGNORECASE)
_TAG_OF_BOARD = re.compile(
    r'^[ \t]*+\[\s*+(?:Event|Board|Deal|ScoreTable|TotalScoreTable)\s*+"', re.MULTILINE | re.IGNORECASE
)


def is_pbn(text: str) -> bool:
    """Whether this is PBN: it starts with the line `% PBN`, or it has the tags of a board."""
    return _FIRST_LINE.match(text) is not None or _TAG_OF_BOARD.search(text) is not None


def read(text: str, session_id: str) -> Sheets:
    """Read one PBN file: a session, its entries and players, result lines and official results.

    A file with deals only has no sheet but that of deals.
    """
    found = document(text)
    tell_lost_columns(found)
    passed_over = tell_unknown_tables(found)
    scores, ranked = rows_of_tables(found)
    with_tables = {section.game.line_no for section in found.sections if section.name == "scoretable"}
    told = records(found, with_tables)
    findings = [*found.told.findings(), *passed_over, *told.findings]
    errors = {finding.code for finding in findings if finding.severity == "error"}
    dealt, of_deals = deals(found, lines_of([*scores, *told.rows], ranked), session_id)
    findings += of_deals
    if not scores and not told.rows:
        with_boards, boardless = without_boards(dealt)
        sheets = {} if dealt.is_empty() else {"deals": with_boards}
        if ranked and tells_of("pbn", "matches", text):
            listed = seated([], ranked, is_of_teams=True).ranked
            sheets["official_results"] = lines.official_results(listed, session_id)
        else:
            findings += _without_results(found, len(ranked), errors)
        return Sheets(sheets, [*findings, *boardless])

    tags = first_tags(found)
    dated = date_of(found, tags)
    way = way_of(found, tags, [*scores, *told.rows], is_of_teams=told.is_of_teams)
    findings += way.findings
    if way.kind is None:
        return Sheets({}, findings)
    is_of_teams = way.kind == "teams"
    seats = seated([*scores, *told.rows], ranked, is_of_teams=is_of_teams)
    if not ranked and not any(row.get("Names_NS") or row.get("Names_EW") for row in seats.scores):
        findings.append(
            warning(
                "pbn.no_names",
                "no usable TotalScoreTable in this file, so nobody's name is known: export the result list too",
                field="TotalScoreTable",
            )
        )
    cells = lines.cells_of(seats.scores)
    results, without_result = lines.results(cells.filter(~lines.is_award()), session_id)
    adjustments, unknown_amounts = lines.adjustments(seats.ranked, cells.filter(lines.is_award()), session_id)
    who = people(seats, session_id, is_of_teams=is_of_teams)
    ranked_by_file = lines.official_results(seats.ranked, session_id)
    unranked = who.left_out.join(ranked_by_file, on=["line", "entrant"], how="anti", nulls_equal=True)
    return Sheets(
        {
            "sessions": session(tags, dated.tag, session_id, way, seats.winners),
            "results": results,
            "official_results": pl.concat([ranked_by_file, unranked], how="diagonal"),
            "adjustments": adjustments,
            "entries": who.entries,
            "players": who.entries.unique("player_id", keep="first", maintain_order=True),
            "stated": stated(found, seats, session_id),
            "deals": dealt.filter(pl.col("board").str.contains("^[0-9]+$")),
        },
        [
            *findings,
            *dated.findings,
            *seats.findings,
            *_without_its_results(found),
            *without_result,
            *unknown_amounts,
            *who.findings,
        ],
    )


def _without_results(found: Document, ranked: int, errors: set[str]) -> list[Finding]:
    """An error, unless the file has deals, as many as it says, and no table of scores.

    Programs write how many pairs there are into a file of deals too. Of one that stops in the middle of a tag that is
    said already, and it is no wonder that it has fewer.
    """
    deals = sum("deal" in game.tags for game in found.games)
    boards = found.remarks.get("BoardCount")
    is_whole = boards is None or boards.value == str(deals) or bool(errors)
    if errors <= {CUT_OFF} and deals and is_whole and not any(section.is_table for section in found.sections):
        return []
    if not ranked:
        return [
            error(
                "pbn.no_results",
                "no usable ScoreTable in this file, so it brings no results: export the results of the session, not"
                " only its deals",
                field="ScoreTable",
            )
        ]
    return [
        error(
            "pbn.list_without_results",
            "no usable ScoreTable in this file, so its result list is left out too (rows: {rows}): export the"
            " results of the session, not only its deals",
            field="ScoreTable",
            rows=ranked,
        )
    ]


def _without_its_results(found: Document) -> list[Finding]:
    """A warning where the last board, and it alone, has no result, as in a file that was cut off there."""
    with_rows = {section.game.line_no for section in found.sections if section.name == "scoretable" and section.lines}
    without = [game for game in found.games if game.get("board") and game.line_no not in with_rows]
    if not with_rows or len(without) != 1 or without[0] is not found.games[-1]:
        return []
    return [
        warning(
            "pbn.last_board",
            "the last board, and no other, has no results: see whether the file was cut off, and export it again",
            line_no=without[0].line_no,
            field="Board",
            value=without[0].get("board"),
        )
    ]
