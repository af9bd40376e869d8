"""Why pages that show double dummy lack it for some boards: no file has their hands, or nobody solved them yet."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from transforms.tables.messages import gettext, ngettext
from transforms.tables.schemas import Tables

_TO = "–\N{WORD JOINER}"
"""From one board to another, on one line."""


def boards_not_solved(report: Tables) -> dict[tuple[str, str | None], list[str]]:
    """Session and field -> sentences on its boards without double dummy; with the field None, on those of all fields.

    There are none where it is known of all of them, or of no board of the session. Where the boards of one line are
    known and those of another are not, each line is told by its name.

    Args:
        report: the tables of the report, with the rows of one season.
    """
    found: dict[tuple[str, str | None], dict[str, _Lacking]] = {}
    lacking = report["not_solved"].select("session_id", "field", "line", "without_hands", "to_be_solved")
    for session, field, line, *boards in lacking.iter_rows():
        for place in ((session, None), (session, field)):
            of_place = found.setdefault(place, {})
            of_place[line] = of_place.get(line, _Lacking([], [])).with_others(*boards)
    return {place: sentences for place, of_place in found.items() if (sentences := _told(of_place))}


def season_not_solved(report: Tables) -> str:
    """Of how many boards of a season double dummy is known; "" where it is known of all, or of none.

    Lines that played the same deal played one board.
    """
    boards = report["line_boards"].unique(["session_id", "board", "deal"])
    solved = boards["solved"].sum()
    if solved in (0, boards.height):
        return ""
    return gettext(
        "Only boards count whose hands are in a file and worked out double dummy: {known} of the {all} of this season.",
        known=solved, all=boards.height,
    )  # fmt: skip


class _Lacking(NamedTuple):
    """The boards of a line of which double dummy is not known."""

    without_hands: list[int]
    to_be_solved: list[int]

    def with_others(self, without_hands: list[int], to_be_solved: list[int]) -> "_Lacking":
        """These and others: a line may have boards in two fields."""
        return _Lacking(sorted({*self.without_hands, *without_hands}), sorted({*self.to_be_solved, *to_be_solved}))

    @property
    def sentences(self) -> list[str]:
        return [*_without_hands(self.without_hands), *_to_be_solved(self.to_be_solved)]


def _told(of_lines: dict[str, _Lacking]) -> list[str]:
    """What is said of a place; where lines differ in it, of each line with its name."""
    first, *others = of_lines.values()
    if all(lacking == first for lacking in others):
        return first.sentences
    return [
        gettext("Line {line}: {sentence}", line=line, sentence=sentence)
        for line, lacking in of_lines.items()
        for sentence in lacking.sentences
    ]


def _without_hands(boards: list[int]) -> list[str]:
    if not boards:
        return []
    return [
        ngettext(
            "No file has the hands of board {boards}, so what it allows is not known.",
            "No file has the hands of boards {boards}, so what they allow is not known.",
            len(boards),
            boards=", ".join(_ranges(boards)),
        )
    ]


def _to_be_solved(boards: list[int]) -> list[str]:
    if not boards:
        return []
    return [
        ngettext(
            "What board {boards} allows has not been worked out yet.",
            "What boards {boards} allow has not been worked out yet.",
            len(boards),
            boards=", ".join(_ranges(boards)),
        )
    ]


def _ranges(boards: list[int]) -> Iterator[str]:
    """`3`, `5–8` of 3, 5, 6, 7, 8."""
    for _, together in groupby(enumerate(boards), lambda numbered: numbered[1] - numbered[0]):
        numbers = [board for _, board in together]
        yield str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}{_TO}{numbers[-1]}"
