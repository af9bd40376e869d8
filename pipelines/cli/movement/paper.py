"""How the printed matter of a movement lies on paper. Lengths are in mm; everything fits both A4 and US Letter."""

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil
from types import MappingProxyType
from typing import NamedTuple

MARGIN = 10
UPRIGHT, LYING = (190, 258), (258, 189)
"""Width and height between the margins, of whichever of A4 and Letter is smaller."""
HEAD = 24
"""The height of a card without its rows: the edges, the title, the headings and two lines of small print."""
EDGE, GAP, _GAP_ON_SHEET = 4, 2.5, 1.5
"""The distance from the edge of a card to its words, and between its columns."""
POINTS = 72 / 25.4
"""Points in a mm."""
LEADING = 1.15
_LEAST_ROW, _LEAST_OF_TWO, _LARGEST_ROW = 5.1, 5.8, 8
_OF_ROW, _OF_ROW_OF_TWO = 0.72, 0.58
"""The size of letters as a part of the height of a row, without and with names that may take two lines."""
_LARGEST, _LETTER, OF_HEADING = 4.6, 0.66, 0.85
"""The largest letters, and as a part of the size of letters the width of a bold letter and the size of headings."""
_MOST_DOWN = 4
_MOST_TABLES = 20
_LETTERS_OF_NAMES = 22
_SHEET_TITLE, SHEET_LINE, LETTERS_IN_LINE, _SHEET_HEADINGS = 11, 3.9, 140, 10
NAMES_ACROSS, NAME_LINE, _LETTERS_IN_COLUMN = 3, 3.9, 42
_LEAST_ON_SHEET, _LARGEST_ON_SHEET = 6.3, 10.5
_LETTERS_OF_LINE, _LETTERS_OF_TWO_LINES, _MOST_LETTERS = 52, 52, 100


def wide(text: str) -> int:
    """Return the width of a text in letters; a Chinese, Japanese or Korean character takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


class Card(NamedTuple):
    """A card: its title, the headings of its columns, and its rows of words."""

    title: str
    headings: tuple[str, ...]
    rows: list[tuple[str, ...]]
    pairs: tuple[int, ...] = ()
    """The columns, from 0, that have numbers of pairs: names may stand next to these."""
    of: str = ""
    """The number of the pair whose card it is."""


class Sittings(NamedTuple):
    """Who sits where: the names of the players by pair number, and the letter of their line."""

    names: Mapping[int, str] = MappingProxyType({})
    line: str | None = None


NOBODY = Sittings()


class Layout(NamedTuple):
    """How the cards of one kind lie on sheets: across and down, the height of a row, and the size of letters."""

    across: int
    down: int
    row: float
    size: float
    is_lying: bool = False

    @property
    def letters(self) -> int:
        """The number of letters that fit where names stand; longer names are written smaller."""
        return _LETTERS_OF_TWO_LINES if self.is_lying else _LETTERS_OF_LINE

    @property
    def cards(self) -> int:
        """The number of cards on a sheet."""
        return self.across * self.down

    @property
    def box(self) -> tuple[float, float]:
        """The width and height of a card."""
        width, height = LYING if self.is_lying else UPRIGHT
        return width / self.across, height / self.down


class PrintedMatter(NamedTuple):
    """Everything printed for a movement. `sheet` has a row per round, with a column per table."""

    title: str
    sentences: list[str]
    sheet: Card
    tables: list[Card]
    guides: list[Card]
    foot: str = ""
    names: Mapping[str, str] = MappingProxyType({})
    """The names of the players by pair number."""
    line: str = ""
    turned: tuple[int, ...] = ()
    """The rows, from 0, of rounds with an arrow switch."""
    note: str = ""
    heading: str = ""
    """What the cards are, if they are not those of tables and pairs. Then there is no round sheet."""

    @property
    def sheets(self) -> list[Card]:
        """The round sheet in parts, each with as many tables as fit across the paper."""
        tables = len(self.sheet.headings) - 1
        parts = ceil(tables / _MOST_TABLES)
        ends = [1 + tables * part // parts for part in range(parts + 1)]
        cut = [(slice(0, 1), slice(first, last)) for first, last in pairwise(ends)]
        return [
            self.sheet._replace(
                headings=self.sheet.headings[left] + self.sheet.headings[part],
                rows=[row[left] + row[part] for row in self.sheet.rows],
            )
            for left, part in cut
        ]

    @property
    def of_sheet(self) -> Layout:
        """The layout of the round sheet: one sheet of paper if the letters then remain large enough to be read."""
        lines = sum(ceil(wide(sentence) / LETTERS_IN_LINE) for sentence in self.sentences)
        of_names = sum(ceil(wide(name) / _LETTERS_IN_COLUMN) for name in self.names.values())
        names = ceil(of_names / NAMES_ACROSS) * NAME_LINE + NAME_LINE / 2 if self.names else 0
        left = LYING[1] - _SHEET_TITLE - SHEET_LINE * lines - _SHEET_HEADINGS
        rows = len(self.sheet.rows)
        with_names = (left - names) / rows
        row = with_names if with_names >= _LEAST_ON_SHEET else left / rows
        row = min(_LARGEST_ON_SHEET, max(_LEAST_ON_SHEET, row))
        size = min(row / 2 / LEADING * 0.9, *(_fitting(part, LYING[0], gap=_GAP_ON_SHEET) for part in self.sheets))
        return Layout(1, 1, row, size, is_lying=True)

    @property
    def of_tables(self) -> Layout:
        """The layout of the table cards: with names, across a lying sheet."""
        return layout(self.tables, across=1, takes_two=bool(self.names))

    @property
    def of_guides(self) -> Layout:
        """The layout of the guide cards: two across, or one if there are names."""
        return layout(self.guides, across=1 if self.names else 2, names=bool(self.names))

    wide = staticmethod(wide)

    def name(self, pair: str) -> str:
        """Return the names of a pair, cut short if no card could hold them; "" if they are not known."""
        name = self.names.get(pair, "")
        while wide(name) > _MOST_LETTERS:
            name = f"{name[:-2].rstrip()}…"
        return name


def layout(cards: Sequence[Card], *, across: int, names: bool = False, takes_two: bool = False) -> Layout:
    """Return the layout of cards: as many on a sheet as can be read, in the largest letters that fit.

    `names` says that names stand next to the numbers of pairs, and `takes_two` that these may take two lines, on a
    lying sheet.
    """
    width, height = LYING if takes_two else UPRIGHT
    lines = max(len(card.rows) for card in cards)
    least = _LEAST_OF_TWO if takes_two else _LEAST_ROW
    down = max(1, min(_MOST_DOWN, int(height / (HEAD + lines * least)), ceil(len(cards) / across)))
    row = min(_LARGEST_ROW, (height / down - HEAD) / lines)
    named = names or takes_two
    fitting = min(_fitting(card, width / across - 2 * EDGE, named=named) for card in cards)
    size = min(_LARGEST, row * (_OF_ROW_OF_TWO if takes_two else _OF_ROW), fitting)
    return Layout(across, down, row, size, is_lying=takes_two)


def _fitting(card: Card, width: float, *, gap: float = GAP, named: bool = False) -> float:
    columns = zip(card.headings, *card.rows, strict=True)
    widest = (
        max(OF_HEADING * wide(heading), *(wide(part) for cell in cells for part in cell.split("\n")))
        for heading, *cells in columns
    )
    letters = sum(widest) + (_LETTERS_OF_NAMES * len(card.pairs) if named else 0)
    return (width - gap * len(card.headings)) / letters / _LETTER
