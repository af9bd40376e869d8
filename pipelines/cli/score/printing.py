"""Sessions printed in a terminal: result lists, the points of every round, and the control sheet.

The layout follows 't Fonteintje, Puntentelling in parentornooi, sections 4 and 5.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from string import ascii_uppercase
from typing import Any

import polars as pl
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pipelines.cli.score.score import Scored
from pipelines.cli.terminal.options import Part
from pipelines.words import desk_words
from pipelines.words.plain_text import short, shown, with_typed_minus
from pipelines.words.ruling_words import result_said
from pipelines.words.terminal import console, is_unbounded, table, text, titled
from pipelines.words.words import balance, dealt, field_name, points_name, unit
from transforms.results.boards_shown import in_order_of_audit
from transforms.tables.arithmetic import as_text
from transforms.tables.arithmetic.as_shown import number_said
from transforms.tables.messages import gettext, gettext_noop, one_behind_the_other
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, SESSION

Row = dict[str, Any]

_ENTRANT = [*SESSION, "line", "entrant"]
_GROUPS = [*ascii_uppercase, *(first + second for first in ascii_uppercase for second in ascii_uppercase)]
_WIDEST_RESULT = 16
_AROUND = 3
"""How many blanks stand between two columns."""
_WORDS = (gettext_noop("players"), gettext_noop("result"))
"""The columns that hold words, not numbers."""
_WORTH = (gettext_noop("top"), gettext_noop("datum"))
_IF_ANY = {gettext_noop("adjusted"): "adjustment", gettext_noop("club"): "club_points"}
"""Heading -> column of a result list that is printed only where it has values."""


def print_sheets(scored: Scored, part: Part | None = None) -> None:
    """Print all parts of every session, or one part only, to standard output."""
    out = console()
    is_empty = True
    for printed in _all(scored) if part is None else _one(scored, part):
        out.print(printed, "")
        is_empty = False
    if part and is_empty:
        out.print(gettext("There are no {what}.", what=part))


def _all(scored: Scored) -> Iterator[RenderableType]:
    for session in scored.sessions:
        for of_session in _OF_SESSION.values():
            yield from of_session(scored, session)
    yield from _events(scored)


def _one(scored: Scored, part: Part) -> Iterator[RenderableType]:
    if part is Part.EVENTS:
        yield from _events(scored)
    elif part in _OF_SESSION:
        for session in scored.sessions:
            yield from _OF_SESSION[part](scored, session)
    else:
        table_of_part = scored.table(part).drop(COMPETITION)
        rows = table_of_part.select(column for column in table_of_part if column.count() or table_of_part.is_empty())
        yield _listed(part, rows, {name.replace("_", "\n"): name for name in rows.columns})


# --- result lists -------------------------------------------------------------------------------


def _result_lists(scored: Scored, session: str) -> Iterator[RenderableType]:
    shared = pl.when(pl.col("rank").is_duplicated().over(*SESSION, "field")).then(pl.lit("=")).otherwise(pl.lit(""))
    listed = (
        scored.table(Part.RESULTS)
        .with_columns(rank=phrase("{}{}", "rank", shared))
        .join(scored.names(), on=_ENTRANT, how="left", maintain_order="left")
        .with_columns(entrant=number_said(pl.col("entrant")))
    )
    for field, rows in _by_field(listed, session):
        of = {gettext_noop("of"): "maximum"} if rows["maximum"].count() else {}
        if_any = {heading: name for heading, name in _IF_ANY.items() if rows[name].count()}
        columns = {
            "": "rank",
            gettext_noop("no."): "entrant",
            "players": "players",
            **_worth(rows),
            **of,
            "boards": "boards",
        }
        yield _listed(f"{session}: {field_name(field)}", rows, {**columns, **if_any})


def _rounds(scored: Scored, session: str) -> Iterator[RenderableType]:
    """The points of every round, each followed by the opponent, as the source prints them: `29b 12`."""
    in_order = scored.table(Part.RESULTS).select(*_ENTRANT, "field", "scoring").with_row_index("place")
    meetings = in_order.join(scored.table(Part.ROUNDS), on=_ENTRANT).sort("place", "round", "first_board")
    for field, rows in _by_field(meetings, session):
        decimals = max(map(_decimals, rows["points"]))
        group = dict(zip(sorted(set(rows["first_board"])), _GROUPS, strict=False))
        cells: dict[str, dict[int, list[str]]] = {}
        for row in rows.iter_rows(named=True):
            letter = group.get(row["first_board"], "")
            seated = letter if row["direction"] == "NS" else letter.lower()
            met = cells.setdefault(_seat(row, "entrant"), {}).setdefault(row["round"], [])
            met.append(f"{shown(row['points'], decimals)}{seated} {_seat(row, 'opponent')}")
        for abreast in _abreast(sorted(set(rows["round"])), cells):
            headings = [gettext("no."), *(gettext("round {number}", number=number) for number in abreast)]
            lines = ([entrant, *("\n".join(of.get(number, [])) for number in abreast)] for entrant, of in cells.items())
            yield titled(
                f"{session}: {gettext('{field}, round by round', field=field_name(field))}",
                table(headings, lines, _WORDS),
            )
    for scoring in meetings.filter(session_id=session)["scoring"].head(1):
        said = gettext(
            "29b 12: 29 on the second group of boards, East-West (a capital: North-South), against 12; in {points}",
            points=points_name(scoring),
        )
        yield text(said, "dim")


def _abreast(rounds: list[int], cells: dict[str, dict[int, list[str]]]) -> Iterator[list[int]]:
    written = ["round 1", *(line for of_entrant in cells.values() for met in of_entrant.values() for line in met)]
    width = max(map(len, written)) + _AROUND
    numbers = max(map(len, [gettext("no."), *cells])) + _AROUND
    at_a_time = max(1, (console().width - numbers) // width)
    yield from (rounds[first : first + at_a_time] for first in range(0, len(rounds), at_a_time))


def _seat(row: Row, side: str) -> str:
    """An entrant, with its line in front where several lines are scored together."""
    return (row["line"] if "+" in row["field"] else "") + desk_words.number_said(row[side])


def _matches(scored: Scored, session: str) -> Iterator[RenderableType]:
    number = pl.col("team").cast(pl.Int64, strict=False)
    rows = scored.table(Part.MATCHES).filter(session_id=session).sort("line", "round", number, "team", "opponent")
    if not rows.is_empty():
        brought = {"IMPs": "imps", "points": "points", "VPs": "vp"}
        columns = {name: name for name in ("line", "round", "team", "opponent", "boards")}
        if_any = {heading: name for heading, name in brought.items() if rows[name].count()}
        yield _listed(f"{session}: {gettext('matches')}", rows, {**columns, **if_any})


def _events(scored: Scored) -> Iterator[RenderableType]:
    in_order = (
        scored.table(Part.EVENTS)
        .join(scored.names_in_events(), on=("event", "entrant"), how="left")
        .sort("event", "rank", "entrant", nulls_last=True)
    )
    for (event,), rows in in_order.partition_by("event", as_dict=True, maintain_order=True).items():
        columns = {"": "rank", "players": "players", **_worth(rows), "sessions": "sessions", "boards": "boards"}
        yield _listed(str(event), rows, columns)


def _worth(rows: pl.DataFrame) -> dict[str, str]:
    scoring = rows["scoring"][0]
    return {unit(scoring): "score", points_name(scoring): "points"}


def _listed(title: str, rows: pl.DataFrame, columns: dict[str, str]) -> RenderableType:
    """All rows in these columns (heading -> name); a column of whole numbers is printed without decimals."""
    values = rows.select(columns.values())
    decimals = [0 if dtype.is_float() and (rows[name] % 1 == 0).all() else 2 for name, dtype in values.schema.items()]
    cells = ([shown(value, places) for value, places in zip(row, decimals, strict=True)] for row in values.iter_rows())
    headings = [gettext(heading) for heading in columns]
    return titled(title, table(headings, cells, [gettext(word) for word in _WORDS]))


# --- the control sheet --------------------------------------------------------------------------


def _control_sheet(scored: Scored, session: str) -> Iterator[RenderableType]:
    in_order = in_order_of_audit(scored.table(Part.CONTROL_SHEET), scored.table(Part.MATCHES))
    meetings = _by_board(in_order, session)
    frequencies = _by_board(scored.table(Part.FREQUENCIES), session)
    boards = scored.table(Part.BOARDS).filter(session_id=session).sort("field", "board")
    for (field,), of_field in boards.partition_by("field", as_dict=True, maintain_order=True).items():
        boxes = []
        for board in of_field.iter_rows(named=True):
            of_board = (field, board["board"])
            boxes.append(_board(board, meetings[of_board], frequencies.get(of_board, [])))
        in_columns = Columns(boxes, padding=(1, _AROUND), equal=True)
        one_by_one = Group(*(part for box in boxes for part in (box, "")))
        sheet = one_by_one if is_unbounded(console()) else in_columns
        yield titled(f"{session}: {gettext('{field}, control sheet', field=field_name(str(field)))}", sheet)


def _board(board: Row, meetings: list[Row], frequencies: list[Row]) -> Table:
    decimals = max(_decimals(row[side]) for row in meetings for side in ("ns_points", "ew_points"))
    brought = (gettext_noop("for NS"), gettext_noop("for EW"))
    if board["top"] is None:
        brought = (gettext_noop("IMPs NS"), gettext_noop("IMPs EW"))
    columns: dict[str, list[str]] = {
        gettext_noop("NS"): [_seat(row, "ns") for row in meetings],
        gettext_noop("EW"): [_seat(row, "ew") for row in meetings],
        gettext_noop("score"): [shown(row["score"]) for row in meetings],
        "result": [" = ".join(filter(None, (result_said(row["result"] or ""), row["worth"]))) for row in meetings],
        gettext_noop("form"): [shown(row["subfield"]) for row in meetings],
        brought[0]: [shown(row["ns_points"], decimals) for row in meetings],
        brought[1]: [shown(row["ew_points"], decimals) for row in meetings],
    }
    if not any(columns["form"]):
        del columns["form"]
    headings = [gettext(heading) for heading in columns]
    laid_out = table(headings, zip(*columns.values(), strict=True), [gettext(word) for word in _WORDS])
    laid_out.columns[list(columns).index("result")].max_width = _WIDEST_RESULT
    worth = [f"{gettext(name)} {short(board[name])}" for name in _WORTH if board[name] is not None]
    number = gettext("Board {board}", board=board["board"])
    laid_out.title = text(", ".join([number, dealt(board["board"]), *worth]), "bold")
    laid_out.min_width = len(laid_out.title)
    laid_out.caption = Text("\n").join([_frequencies(frequencies), _balance(board)])
    laid_out.title_justify = laid_out.caption_justify = "left"
    return laid_out


def _frequencies(rows: list[Row]) -> Text:
    """How often each score occurred, the best for North-South first; each form of a fouled board has its own list."""
    in_order = sorted(rows, key=lambda row: (row["subfield"], -row["score"]))
    forms = [
        (f"{gettext('form {form}', form=form)}: " if form else "")
        + ", ".join(f"{row['score']}×{short(row['times'])}" for row in of_form)
        for form, of_form in groupby(in_order, key=lambda row: row["subfield"])
    ]
    told = one_behind_the_other(forms)
    return text(gettext("frequency {scores}", scores=told) if told else gettext("frequency of no score"), "dim")


def _balance(board: Row) -> Text:
    said = with_typed_minus(balance(board))
    if not board["balanced"]:
        return text(said.upper(), "bold white on red")
    return text(gettext("balances: {how}", how=said), "green")


def _decimals(value: float | None) -> int:
    return 0 if value is None else len(as_text.short(value).partition(".")[2])


def _by_field(rows: pl.DataFrame, session: str) -> Iterator[tuple[str, pl.DataFrame]]:
    of_session = rows.filter(session_id=session)
    for (field,), of_field in of_session.partition_by("field", as_dict=True, maintain_order=True).items():
        yield str(field), of_field


def _by_board(rows: pl.DataFrame, session: str) -> dict[tuple[Any, ...], list[Row]]:
    boards: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows.filter(session_id=session).iter_rows(named=True):
        boards.setdefault((row["field"], row["board"]), []).append(row)
    return boards


_OF_SESSION: dict[Part, Callable[[Scored, str], Iterator[RenderableType]]] = {
    Part.RESULTS: _result_lists,
    Part.ROUNDS: _rounds,
    Part.MATCHES: _matches,
    Part.CONTROL_SHEET: _control_sheet,
}
"""The parts of a session and the functions that print them, in the order in which they are printed."""
