"""Elements under names that nothing is read from, as by a slip of spelling: `TRAVELER_LINE`, `Score`."""

import re

from pipelines.intake.readers.reading import Finding, error
from pipelines.intake.readers.usebio.elements import Element
from transforms.tables.nearest_words import nearest_words

_ROWS = ("TRAVELLER_LINE", "BOARD", "MATCH", "PAIR", "TEAM", "PLAYER", "PARTICIPANTS", "SECTION", "SESSION", "EVENT")
"""Elements of which there are several in one, so that another of this name beside it says nothing."""
_OF_EVENT = ("DATE", "WINNER_TYPE", "BOARD_SCORING_METHOD", "MATCH_SCORING_METHOD", "SCORING_METHOD")
CELLS_OF_LINE = (
    *(
        "ROUND_NUMBER",
        "TABLE_NUMBER",
        "NS_PAIR_NUMBER",
        "EW_PAIR_NUMBER",
        "CONTRACT",
        "PLAYED_BY",
        "LEAD",
        "TRICKS",
        "SCORE",
    ),
    *("N_PLAYER_NUMBER", "E_PLAYER_NUMBER", "S_PLAYER_NUMBER", "W_PLAYER_NUMBER", "DIRECTION"),
    *("NS_MATCH_POINTS", "EW_MATCH_POINTS", "NS_CROSS_IMP_POINTS", "EW_CROSS_IMP_POINTS", "NS_CROSS_IMPS"),
    *("EW_CROSS_IMPS", "NS_BUTLER_POINTS", "EW_BUTLER_POINTS", "NS_BUTLER_IMPS", "EW_BUTLER_IMPS"),
)
_OF_ENTRANT = ("PAIR_NUMBER", "PLAYER_NUMBER", "DIRECTION", "PLACE", "TOTAL_SCORE", "PERCENTAGE")
_OF_PLAYER = ("PLAYER_NAME", "NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER")
_CELLS = {
    **dict.fromkeys(("EVENT", "SESSION"), _OF_EVENT),
    "BOARD": ("BOARD_NUMBER", "BOARD_AVERAGE", "IMPS", "TEAM_POINTS", "OPPOSING_TEAM_POINTS"),
    "MATCH": ("ROUND_NUMBER", "OPPOSING_TEAM", "TEAM_SCORE", "OPPOSING_TEAM_SCORE"),
    "TRAVELLER_LINE": CELLS_OF_LINE,
    **dict.fromkeys(("PAIR", "TEAM"), _OF_ENTRANT),
    "PLAYER": (*_OF_ENTRANT, *_OF_PLAYER),
}
"""Element -> those directly in it that are read."""
_NOT_READ = (
    *("SCORER", "PAIRS", "TEAMS", "PLAYERS", "EW_PAIRS", "NS_PAIRS", "NS_SCORE", "EW_SCORE", "PAIR_IMPS"),
    *("START_BOARD_NUMBER", "END_BOARD_NUMBER", "NEXT_BOARD", "MASTER_POINTS", "MASTER_POINTS_AWARDED", "TITLE"),
    *("PAIRWISE_SCORING_METHOD", "SESSION_COUNT", "SECTION_COUNT", "BOARDS_PLAYED", "BOARDS", "BOARDS_PER_ROUND"),
    *("NS_POINTS", "EW_POINTS", "NS_IMPS", "EW_IMPS", "POINTS", "NAME", "DATES", "ROUND", "TABLE", "PLAYED", "RESULT"),
    *("CLUB_NAME", "TEAM_NAME", "TEAM_ID", "TEAM_NUMBER", "SECTION_NAME", "EVENT_NAME", "SESSION_NAME", "SESSION_ID"),
    *("SECTION_ID", "CONTACT", "EVENT_IDENTIFIER", "EVENT_DESCRIPTION", "EVENT_TYPE", "EVENT_DATE", "END_DATE"),
    "UPDATE",
)
"""Names that the standard or programs write, and that are no slip of one that is read."""
_OF_THEIR_OWN = ("PLACED", "CLUB_NUMBER")
"""Names near one that is read, which others write and mean otherwise."""
_ONE_OF_SEVERAL = re.compile(r"(?:TOTAL_SCORE|PERCENTAGE|PLACE)_?[0-9]")
"""A further total beside the one that is read, or instead of it."""
_READ = frozenset((*_ROWS, *(cell for cells in _CELLS.values() for cell in cells)))
_KNOWN = _READ | {*_NOT_READ, *_OF_THEIR_OWN}
_ONE_SLIP = 0.85
"""The least similarity of a misspelt name."""
_LONGEST = 40
_MOST_LOOKED_UP = 1000
"""So many names of a file are compared letter by letter, and only such short ones."""
_MOST_TOLD = 50
_LINE = "TRAVELLER_LINE"


def misspelt(root: Element) -> list[Finding]:
    """An error for each name that is not known, but nearly one that is, or under which there is a result.

    Of elements that hold others only those are told that have any in them: a number of sections in `SECTIONS` is lost
    to nobody.
    """
    names = _Names()
    found: dict[tuple[str, str], list[Element]] = {}
    for element in root.iter("*"):
        written = str(element.tag)
        meant = names.meant(element, written)
        if meant:
            found.setdefault((written, meant), []).append(element)
    told = [_of_name(written, meant, elements) for (written, meant), elements in list(found.items())[:_MOST_TOLD]]
    more = list(found.values())[_MOST_TOLD:]
    return [*told, *([_of_others(more)] if more else [])]


def _is_line(element: Element) -> bool:
    return element.find("NS_PAIR_NUMBER") is not None and element.find("EW_PAIR_NUMBER") is not None


def _is_result(element: Element) -> bool:
    """Whether there is a score in it, and it is in a board, but not in a result line."""
    if element.find("SCORE") is None:
        return False
    holder = next(element.iterancestors("BOARD", _LINE), None)
    return holder is not None and holder.tag == "BOARD"


class _Names:
    def __init__(self) -> None:
        self._meant: dict[tuple[str, str], str | None] = {}
        self._looked_in: Element | None = None
        self._in_it: dict[str, bool] = {}

    def meant(self, element: Element, written: str) -> str | None:
        """The name that is read there, is nearly the one of this element, and is not beside it; None without such."""
        is_leaf = next(element.iterchildren("*"), None) is None
        if not is_leaf and written not in _READ and (_is_line(element) or _is_result(element)):
            return _LINE
        holder = element.getparent()
        if written in _KNOWN or holder is None or len(written) > _LONGEST:
            return None
        key = str(holder.tag), written
        if key not in self._meant:
            if len(self._meant) == _MOST_LOOKED_UP:
                return None
            cells = _CELLS.get(key[0], ())
            self._meant[key] = _nearest(written.upper().replace("-", "_"), (*_ROWS, *cells))
        meant = self._meant[key]
        if meant in _ROWS:
            return None if is_leaf else meant
        return None if meant is None or self._has(holder, meant) else meant

    def _has(self, holder: Element, name: str) -> bool:
        """Whether the element has one of this name in it; looked up once for all unknown ones of that name."""
        if self._looked_in is not holder:
            self._looked_in = holder
            self._in_it.clear()
        if name not in self._in_it:
            self._in_it[name] = holder.find(name) is not None
        return self._in_it[name]


def _nearest(name: str, read: tuple[str, ...]) -> str | None:
    if _ONE_OF_SEVERAL.fullmatch(name):
        return None
    near = nearest_words(name, (*read, *_NOT_READ), alike=_ONE_SLIP)
    return near[0] if near and near[0] in read else None


def _of_name(written: str, meant: str, elements: list[Element]) -> Finding:
    code, sentence = "usebio.element/cell_like", _CELL
    if meant in _ROWS:
        code, sentence = "usebio.element/like", _ROW
    if meant == _LINE and not _is_line(elements[0]) and _is_result(elements[0]):
        code, sentence = "usebio.element/result_like", _RESULT
    return error(
        code,
        sentence,
        line_no=elements[0].sourceline,
        field=meant,
        value=written[:_LONGEST],
        written=written[:_LONGEST],
        meant=meant,
        rows=len(elements),
    )


_ROW = (
    "{written} is no element that is known, so these are left out with what is in them (how many: {rows}, this one"
    " first): did you mean {meant}? Write it so"
)
_RESULT = (
    "{written} stands in a board and has a SCORE, but no results are read from it, so these are left out with what is"
    " in them (how many: {rows}, this one first): write {meant}, with NS_PAIR_NUMBER and EW_PAIR_NUMBER in it"
)
_CELL = (
    "{written} is no element that is known, so what is in it is taken as empty (how many: {rows}, this one first): did"
    " you mean {meant}? Write it so"
)


def _of_others(elements: list[list[Element]]) -> Finding:
    return error(
        "usebio.element/several_like",
        "more names of elements are not known ({names}), so these elements are left out with what is in them (how"
        " many: {rows}, this one first): mend them likewise",
        line_no=elements[0][0].sourceline,
        field=_LINE,
        value=str(elements[0][0].tag)[:_LONGEST],
        names=len(elements),
        rows=sum(map(len, elements)),
    )
