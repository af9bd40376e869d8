"""How the boards of a session are scored: from what the file says of its event, and from the points on its lines.

Nothing is scored at matchpoints only because nothing else is known. Where the type of the event is not known, the way
of scoring that the file names counts, with a warning; where it names none, the session is left out.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from pipelines.intake.readers.kinds import HOW_SCORED
from pipelines.intake.readers.reading import Finding, error, warning
from pipelines.intake.readers.usebio.elements import Element, first, text

_FORMS = ("TEAM", "PAIR", "INDIVIDUAL")
"""A type of event that has one of these words is known."""
_SCORINGS = (
    ("BUTLER", "butler"),
    ("CROSS", "cross_imp"),
    ("XIMP", "cross_imp"),
    ("MATCHPOINT", "pairs"),
    ("MATCH_POINT", "pairs"),
    ("MATCH POINT", "pairs"),
    ("MP_", "pairs"),
)
_POINTS = {
    **dict.fromkeys(("NS_MATCH_POINTS", "EW_MATCH_POINTS"), "pairs"),
    **dict.fromkeys(("NS_CROSS_IMP_POINTS", "NS_CROSS_IMPS"), "cross_imp"),
    **dict.fromkeys(("NS_BUTLER_POINTS", "NS_BUTLER_IMPS"), "butler"),
}
"""Element of a result line -> how it was scored."""
_LINES_SEEN = 50


class Event(NamedTuple):
    """What the file says of an event, looked up once for all its sessions."""

    element: Element
    type: str
    """In capitals; empty where the file does not say."""
    board_method: str | None
    method: str | None
    match_method: str | None
    winners: str | None
    boards_played: str | None
    date: str | None
    title: str | None
    is_one_session: bool

    @property
    def is_individual(self) -> bool:
        """Whether everybody plays alone, with a partner for a round."""
        return "INDIVIDUAL" in self.type

    @property
    def scoring(self) -> str | None:
        """How the file says that boards are scored."""
        return first(self.board_method, self.method)


def event_of(element: Element, sessions: int) -> Event:
    """The facts of an event with so many sessions."""
    return Event(
        element,
        type=element.get("EVENT_TYPE", "").strip().upper(),
        board_method=text(element, "BOARD_SCORING_METHOD"),
        method=text(element, "SCORING_METHOD"),
        match_method=text(element, "MATCH_SCORING_METHOD"),
        winners=text(element, "WINNER_TYPE"),
        boards_played=text(element, "BOARDS_PLAYED"),
        date=text(element, "DATE"),
        title=first(text(element, "EVENT_DESCRIPTION"), text(element, "TITLE")),
        is_one_session=sessions < 2,
    )


def kind_of(event: Event, lines: Iterable[Element]) -> tuple[str | None, list[Finding]]:
    """The kind of a session of this event; None where it is not known, so that the session cannot be scored.

    Args:
        event: the event.
        lines: the result lines of the session.
    """
    written, method = event.type, event.scoring
    if "TEAM" in written:
        return "teams", []
    seen = list(islice(lines, _LINES_SEEN))
    of_lines = next((_POINTS[tag] for tag in _tags(seen) if tag in _POINTS), None)
    stated = first(_in_word(written), _in_word(method))
    in_imps = stated is None and "IMP" in f"{written} {method or ''}".upper()
    if in_imps and of_lines in (None, "pairs"):
        return "cross_imp", [_of_event(warning, event, "usebio.scoring/which_imps", _WHICH_IMPS)]
    kind = stated or of_lines
    if stated is None and not in_imps and method is not None:
        return kind, [_unknown_method(event, method, kind)]
    is_known = any(form in written for form in _FORMS) or bool(_in_word(written)) or "IMP" in written
    if is_known and kind is None:
        return "pairs", [_of_event(warning, event, "usebio.scoring/no_method", _NO_METHOD)] if seen else []
    if kind is None:
        return None, [_of_event(error, event, "usebio.scoring/event_type", _UNKNOWN)]
    how = HOW_SCORED[kind]
    doubt = [] if is_known else [_of_event(warning, event, "usebio.scoring/event_type_as_scored", _AS_SCORED, how=how)]
    return kind, doubt


_WHICH_IMPS = "IMPs may be cross-IMPs or Butler; read as cross-IMPs: write CROSS_IMPS or BUTLER as BOARD_SCORING_METHOD"
_NO_METHOD = "the file does not say how boards are scored; read as matchpoints: state BOARD_SCORING_METHOD"
_UNKNOWN = (
    "this type of event is not known, nor how its boards are scored; the session is left out:"
    " write PAIRS, TEAMS or INDIVIDUAL, and state BOARD_SCORING_METHOD"
)
_AS_SCORED = (
    "this type of event is not known; its boards are scored {how}, as the rest of the file says:"
    " write PAIRS, TEAMS or INDIVIDUAL"
)
_UNKNOWN_METHOD = "this way of scoring is not known; the session is left out: write MATCH_POINTS, CROSS_IMPS or BUTLER"
_METHOD_AS_LINES = (
    "this way of scoring is not known; boards are scored {how}, as the points of the results are:"
    " write MATCH_POINTS, CROSS_IMPS or BUTLER"
)


def _of_event(said: Callable[..., Finding], event: Event, code: str, sentence: str, **gaps: object) -> Finding:
    written = event.element.get("EVENT_TYPE")
    return said(code, sentence, line_no=event.element.sourceline, field="EVENT_TYPE", value=written, **gaps)


def _unknown_method(event: Event, method: str, kind: str | None) -> Finding:
    at, field = event.element.sourceline, "BOARD_SCORING_METHOD"
    if kind is None:
        return error("usebio.scoring/method", _UNKNOWN_METHOD, line_no=at, field=field, value=method)
    code, how = "usebio.scoring/method_as_lines", HOW_SCORED[kind]
    return warning(code, _METHOD_AS_LINES, line_no=at, field=field, value=method, how=how)


def _in_word(word: str | None) -> str | None:
    upper = (word or "").upper()
    return next((kind for part, kind in _SCORINGS if part in upper), "pairs" if upper in ("MP", "MPS") else None)


def _tags(lines: list[Element]) -> Iterator[str]:
    return (str(child.tag) for line in lines for child in line)
