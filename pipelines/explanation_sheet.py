"""An explanation to read in a terminal: the ranking first, then each session of the window down to its boards."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table

from pipelines.plain_text import short, shown
from pipelines.reports.words import field_name, scoring_name, spoken_date, unit
from pipelines.terminal import table, text, titled
from transforms.explanation import Adjustment, Board, Explanation, Match, Session, Source, Step

_UNITS = {"points": "points", "percent_of_top": "% of a top", "percent": "% of the maximum"}

_WIDE = 120
"""Columns from which on there is room for every score on a board."""


def print_explanation(explanation: Explanation, *, sessions_only: bool = False) -> None:
    """Print it: the sessions in the window with their boards; or the boards of every session it has, and no more."""
    console = Console()
    for part in _explanation(explanation, sessions_only, console.width):
        console.print(part, "")


def _explanation(explanation: Explanation, sessions_only: bool, width: int) -> Iterator[RenderableType]:
    yield titled(
        f"{explanation.name} ({explanation.player_id})",
        text(f"{explanation.club_name}, {explanation.competition_name}, {explanation.season}"),
    )
    if not sessions_only:
        yield _standing(explanation)
        yield _season(explanation.sessions)
    for session in explanation.sessions:
        if session.in_window or sessions_only:
            yield from _session(session, width)


# --- the player ---------------------------------------------------------------------------------


def _standing(explanation: Explanation) -> RenderableType:
    after = f" after {spoken_date(explanation.after)}"
    others = (explanation.substitute, explanation.individual, *explanation.pairs)
    return _steps([(explanation.ranking, after), *((step, "") for step in others)])


def _season(sessions: Sequence[Session]) -> RenderableType:
    rows = (
        [
            str(session.date),
            session.session_id,
            session.line,
            session.entrant,
            f"{shown(session.score.value)} {unit(session.scoring)}",
            shown(session.points.value),
            "in the window" if session.in_window else "",
            "" if session.counts else "dropped",
        ]
        for session in sessions
    )
    headings = ["date", "session", "line", "entrant", "score", "ranking points", "ranking", "championship"]
    words = ["date", "session", "line", "ranking", "championship"]
    return titled("Sessions of the season", table(headings, rows, words))


# --- a session ----------------------------------------------------------------------------------


def _session(session: Session, width: int) -> Iterator[RenderableType]:
    title = f": {session.title}" if session.title else ""
    beside = f" with {', '.join(session.partners)}" if session.partners else ""
    instead = f", in the place of {session.substitutes_for}" if session.substitutes_for else ""
    seat = f"{field_name(session.field)}, entrant {session.entrant}{beside}{instead}, {scoring_name(session.scoring)}"
    yield titled(
        f"{spoken_date(session.date)}, session {session.session_id}{title}", text(f"{seat} [{_place(session.source)}]")
    )
    rank = "" if session.rank is None else f", rank {session.rank} of {session.entrants}"
    steps = [session.points] if session.strength is None else [session.points, session.strength]
    yield _steps([*((step, "") for step in steps), (session.score, f", {unit(session.scoring)}{rank}")])
    for adjustment in session.adjustments:
        yield text(_adjustment(adjustment))
    if session.matches:
        yield _matches(session.matches)
    if session.boards:
        yield _boards(session.boards, with_others=width >= _WIDE)


def _steps(steps: Iterable[tuple[Step, str]]) -> RenderableType:
    """What (and words behind it), how much, and how it is made."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", overflow="fold")
    grid.add_column(style="bold", justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for step, behind in steps:
        what = step.what[:1].upper() + step.what[1:] + behind
        grid.add_row(text(what), text(shown(step.value)), text(_made(step)))
    return Padding(grid, (0, 0, 0, 1))


def _made(step: Step) -> str:
    """`100 - (100 - 60) / (12 - 1) × (4 - 1) = 89.09, rounded 89`, and below it what that is."""
    made = step.value if step.before_rounding is None else step.before_rounding
    rounded = "" if made == step.value else f", rounded {short(step.value)}"
    formula = step.formula and f"{step.formula} = {shown(made)}{rounded}"
    return "\n".join(line for line in (formula, step.how) if line)


def _adjustment(adjustment: Adjustment) -> str:
    why = f": {adjustment.reason}" if adjustment.reason else ""
    return f"By the director {short(adjustment.amount)} {_UNITS[adjustment.unit]}{why} [{_place(adjustment.source)}]"


def _matches(matches: Iterable[Match]) -> RenderableType:
    rows = (
        [
            str(match.round),
            match.opponent,
            shown(match.boards),
            shown(match.imps),
            shown(match.points),
            shown(match.score),
            shown(match.strength.value),
            ", ".join(words for words in (match.strength.formula, match.strength.how) if words),
        ]
        for match in matches
    )
    headings = ["round", "against", "boards", "IMPs", "points", "of 20", "their strength", "how"]
    return titled("Matches", table(headings, rows, ["how"]))


def _boards(boards: Sequence[Board], *, with_others: bool) -> RenderableType:
    """The boards in the order played; where all were read in one file, the file stands above."""
    files = {board.source.file for board in boards}
    in_one_file = len(files) == 1
    rows = (
        [
            str(board.board),
            board.direction,
            board.opponent,
            shown(board.result),
            shown(board.score),
            *([shown(board.others)] if with_others else []),
            "" if board.points is None else short(board.points),
            board.how,
            str(board.source.line_no) if in_one_file else _place(board.source),
        ]
        for board in boards
    )
    headings = ["board", "sat", "against", "result", "score", *(["all scores"] if with_others else []), "points"]
    headings += ["how", "line" if in_one_file else "file"]
    title = f"Boards, read in {files.pop()}" if in_one_file else "Boards"
    return titled(title, table(headings, rows, ["sat", "result", "all scores", "how"]))


def _place(source: Source) -> str:
    return source.file if source.line_no is None else f"{source.file}:{source.line_no}"
