"""An explanation printed in a terminal: first the ranking, then each session of the window with its boards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from pipelines.cli.explain.explain import ExplainedRating, games_at_a_glance, games_title, in_words
from pipelines.words.desk_words import number_said
from pipelines.words.plain_text import short, shown
from pipelines.words.ruling_words import direction_said, formula_said, result_said, ruling_said
from pipelines.words.terminal import console, print_table, table, text, titled
from pipelines.words.words import entrant_kind, field_name, numbered_entrant, scoring_name, spoken_date, unit
from transforms.bridge.sessions import PARTNERS
from transforms.explanation import Adjustment, Board, Explanation, Match, Session, Source, Step, WithoutPlayer
from transforms.tables.messages import gettext, gettext_noop, ngettext

_UNITS = {
    "points": gettext_noop("points"),
    "percent_of_top": gettext_noop("% of a top"),
    "percent": gettext_noop("% of the maximum"),
}

_OF_MATCHES = (
    *(gettext_noop("round"), gettext_noop("against"), gettext_noop("boards")),
    *("IMPs", gettext_noop("points"), gettext_noop("of 20")),
)
_ALL_SCORES = gettext_noop("all scores")
_OF_BOARDS = (
    *(gettext_noop("board"), gettext_noop("sat"), gettext_noop("against"), gettext_noop("result")),
    *(gettext_noop("score"), _ALL_SCORES, gettext_noop("points"), gettext_noop("how"), gettext_noop("line")),
)
_IN_WORDS = ("sat", "result", _ALL_SCORES, "how")

_WIDE = 120
"""From this width of the terminal, in characters, all scores of a board fit, and a formula fits beside its name."""
_NARROWEST_WORDS = 8


def print_explanation(explanation: Explanation, *, sessions_only: bool = False) -> None:
    """Print the ranking, the sessions of the season, and the boards of the sessions in the window.

    With `sessions_only`, print only the boards, but of every session in the explanation.
    """
    out = console()
    for part in _explanation(explanation, sessions_only=sessions_only, wide=out.width >= _WIDE):
        out.print(part, "")


def print_rating(rating: ExplainedRating) -> None:
    """Print a rating: the sum behind it, and the last games, with the lines of files."""
    row, out = rating.row, console()
    lines = text("\n".join([f"{row['club']}/{row['competition']}, {row['season']}", *in_words(rating)]))
    out.print(titled(_named(row["name"], row["player_id"]), lines), "")
    if rating.games:
        print_table(games_at_a_glance(rating), games_title(rating), _NARROWEST_WORDS)
        out.print("")


def _named(name: str, player_id: str) -> str:
    return name if name == player_id else f"{name} ({player_id})"


def _explanation(explanation: Explanation, *, sessions_only: bool, wide: bool) -> Iterator[RenderableType]:
    of = text(f"{explanation.club_name}, {explanation.competition_name}, {explanation.season}")
    yield titled(_named(explanation.name, explanation.player_id), of)
    if not sessions_only:
        after = f" {gettext('after {day}', day=spoken_date(explanation.after))}"
        others = (explanation.change, explanation.substitute, explanation.individual, *explanation.pairs)
        yield _steps([(explanation.ranking, after), *((step, "") for step in others)], wide=wide)
        yield _season(explanation.sessions, explanation.without_player)
    for session in explanation.sessions:
        if session.in_window or sessions_only:
            yield from _session(session, wide=wide)


def _season(sessions: Sequence[Session], without_player: Sequence[WithoutPlayer]) -> RenderableType:
    units = {unit(session.scoring) for session in sessions}
    in_one_unit = len(units) == 1
    played = [
        [
            str(session.date),
            session.session_id,
            _seat(session),
            shown(session.score.value) + ("" if in_one_unit else f"\n{unit(session.scoring)}"),
            shown(session.points.value),
            _counts_for(session),
        ]
        for session in sessions
    ]
    absent = [
        [str(row.date), row.session_id, _seat(row), "", shown(row.points), _counts_without(row)]
        for row in without_player
    ]
    rows = sorted([*played, *absent], key=lambda row: row[:2], reverse=True)
    score = "\n".join([gettext("score"), *units]) if in_one_unit else gettext("score")
    date, session_, counts = gettext("date"), gettext("session"), gettext("counts for")
    headings = [date, session_, gettext("seat"), score, gettext("ranking\npoints"), counts]
    return titled(gettext("Sessions of the season"), table(headings, rows, [date, session_, counts], _NARROWEST_WORDS))


def _seat(sat: Session | WithoutPlayer) -> str:
    return f"{sat.line} {number_said(sat.entrant)}"


def _counts_for(session: Session) -> str:
    places = {
        gettext("ranking"): session.in_window,
        gettext("individual"): session.counts,
        gettext("pairs"): session.counts_for_pairs,
    }
    return ", ".join(place for place, counts in places.items() if counts) or gettext("nothing")


def _counts_without(row: WithoutPlayer) -> str:
    names = " & ".join(row.played)
    who = gettext("{names} stood in", names=names) if row.stood_in else gettext("{names} played", names=names)
    return f"{gettext('pairs') if row.counts else gettext('nothing')}: {who}"


def _session(session: Session, *, wide: bool) -> Iterator[RenderableType]:
    number = f"{session.line if '+' in session.field else ''}{number_said(session.entrant)}"
    said = [field_name(session.field), numbered_entrant(_entrant_kind(session), number)]
    if session.partners:
        said.append(gettext("with {partners}", partners=", ".join(session.partners)))
    if session.substitutes_for:
        said.append(gettext("in the place of {name}", name=session.substitutes_for))
    if session.rounds:
        played = ", ".join(session.rounds)
        said.append(ngettext("played round {rounds}", "played rounds {rounds}", len(session.rounds), rounds=played))
    seat = ", ".join([*said, scoring_name(session.scoring)])
    day = spoken_date(session.date)
    title = gettext("{day}, session {session}", day=day, session=session.session_id)
    yield titled(f"{title}: {session.title}" if session.title else title, text(f"{seat} [{_place(session.source)}]"))
    rank = "" if session.rank is None else f", {gettext('rank {rank} of {of}', rank=session.rank, of=session.entrants)}"
    steps = [session.points] if session.strength is None else [session.points, session.strength]
    of_unit = f", {unit(session.scoring)}"
    own: list[tuple[Step, str]] = [] if session.own_score is None else [(session.own_score, of_unit)]
    of_entrant = (
        replace(session.score, what=gettext("score of the team")) if own else session.score,
        f"{of_unit}{rank}",
    )
    yield _steps([*((step, "") for step in steps), *own, of_entrant], wide=wide)
    for adjustment in session.adjustments:
        yield text(_adjustment(adjustment))
    if session.matches:
        yield _matches(session.matches)
        met = [
            gettext("strength of {opponent}, met in round {round}", opponent=match.opponent, round=match.round)
            for match in session.matches
        ]
        strengths = [replace(match.strength, what=what) for match, what in zip(session.matches, met, strict=True)]
        yield _steps([(step, "") for step in strengths], wide=wide)
    for file in dict.fromkeys(board.source.file for board in session.boards):
        of_file = [board for board in session.boards if board.source.file == file]
        yield _boards(file, of_file, with_others=wide)


def _entrant_kind(session: Session) -> str:
    is_individual = any(PARTNERS in board.opponent for board in session.boards)
    return entrant_kind(session.scoring, [1 if is_individual else 2])


def _steps(steps: Iterable[tuple[Step, str]], *, wide: bool) -> RenderableType:
    named = [(step.what[:1].upper() + step.what[1:] + behind, step) for step, behind in steps]
    if not wide:
        made = (Padding(text(_made(step)), (0, 0, 0, 3), expand=False) for _, step in named)
        heads = (text(f"{what}  {shown(step.value)}", "bold") for what, step in named)
        return Padding(Group(*chain.from_iterable(zip(heads, made, strict=True))), (0, 0, 0, 1), expand=False)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", overflow="fold")
    grid.add_column(style="bold", justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for what, step in named:
        grid.add_row(text(what), text(shown(step.value)), text(_made(step)))
    return Padding(grid, (0, 0, 0, 1), expand=False)


def _made(step: Step) -> str:
    """`100 - (100 - 60) / (12 - 1) × (4 - 1) = 89.09, rounded 89`, and on the next line what the formula means."""
    made = step.value if step.before_rounding is None else step.before_rounding
    rounded = "" if made == step.value else f", {gettext('rounded {value}', value=short(step.value))}"
    formula = step.formula and f"{formula_said(step.formula)} = {shown(made)}{rounded}"
    return "\n".join(line for line in (formula, step.how) if line)


def _adjustment(adjustment: Adjustment) -> str:
    why = f": {adjustment.reason}" if adjustment.reason else ""
    amount = f"{short(adjustment.amount)} {gettext(_UNITS[adjustment.unit])}"
    return f"{gettext('By the director {amount}', amount=amount)}{why} [{_place(adjustment.source)}]"


def _matches(matches: Iterable[Match]) -> RenderableType:
    names = ("round", "opponent", "boards", "imps", "points", "score")
    rows = ([shown(getattr(match, name)) for name in names] for match in matches)
    return titled(gettext("Matches"), table([gettext(name) for name in _OF_MATCHES], rows, []))


def _boards(file: str, boards: Iterable[Board], *, with_others: bool) -> RenderableType:
    rows = (
        [
            str(board.board),
            direction_said(board.direction),
            number_said(board.opponent),
            result_said(shown(board.result)),
            shown(board.score),
            *([ruling_said(shown(board.others))] if with_others else []),
            short(board.points),
            formula_said(ruling_said(board.how)),
            shown(board.source.line_no),
        ]
        for board in boards
    )
    headings = [gettext(name) for name in _OF_BOARDS if with_others or name != _ALL_SCORES]
    words = [gettext(name) for name in _IN_WORDS]
    return titled(gettext("Boards, read in {file}", file=file), table(headings, rows, words, _NARROWEST_WORDS))


def _place(source: Source) -> str:
    return source.file if source.line_no is None else f"{source.file}:{source.line_no}"
