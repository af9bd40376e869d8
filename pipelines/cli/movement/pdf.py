"""Draw the printed matter of a movement as a PDF file of A4 sheets. Places and lengths are in mm from the top left."""

import io
import textwrap
from collections.abc import Iterator, Sequence
from functools import cache, partial
from math import ceil
from pathlib import Path

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font
from matplotlib.textpath import text_to_path

from pipelines.cli.movement.paper import (
    EDGE,
    GAP,
    LEADING,
    LETTERS_IN_LINE,
    LYING,
    MARGIN,
    NAME_LINE,
    NAMES_ACROSS,
    OF_HEADING,
    POINTS,
    SHEET_LINE,
    Card,
    Layout,
    PrintedMatter,
)
from pipelines.machine.errors import UnusableError
from transforms.tables.messages import gettext_noop

_DRAWS_BOXES = "Last Resort"
"""A font that comes with matplotlib, and draws a box with a number for each letter that there is."""
_A4 = (210, 297)
_MM_AN_INCH = 25.4
_USUAL = "DejaVu Sans"
_INK, _FAINT = "black", "0.6"
_OF_NAME, _OF_ROW = 0.8, 0.9
"""The size of names as a part of that of other letters, and the part of a row that two lines of them may take."""
_TITLE, _SUBTITLE, _SMALL, _OF_SHEET = 4.2, 3.6, 2.3, 3
_HEADINGS = 5
_BESIDE_NAMES = 0.62
"""The most of the width of a card that is not for names, if there are names."""
_CUT = (0, (4, 3))


def as_pdf(matter: PrintedMatter, maker: str, file: Path) -> bytes:
    """Return the content of a PDF file with this maker. `file` is named if no installed font has a letter (error)."""
    content = io.BytesIO()
    with rc_context({"font.family": _fonts(matter, file)}), PdfPages(content, metadata=_about(matter, maker)) as pdf:
        for page in pages(matter):
            pdf.savefig(page)
    _width.cache_clear()  # it holds for these fonts
    return content.getvalue()


def _about(matter: PrintedMatter, maker: str) -> dict[str, str]:
    return {"Title": matter.title, "Creator": maker}


def _fonts(matter: PrintedMatter, file: Path) -> list[str]:
    """Return the families of fonts that have all letters: the usual one, and more only if it lacks letters."""
    families = [_USUAL]
    lacking = {*map(ord, "".join((matter.title, *matter.names.values())))}
    lacking -= {*get_font(findfont(_USUAL)).get_charmap()}
    fonts = [font for font in fontManager.ttflist if not font.name.startswith(_DRAWS_BOXES)] if lacking else []
    for font in fonts:
        if found := lacking & {*get_font(font.fname).get_charmap()}:
            families.append(font.name)
            lacking -= found
    if lacking:
        sentence = gettext_noop(
            "{file}: no font on this computer can draw {letters} in a PDF; write {page} instead, and print it from a "
            "browser"
        )
        letters = " ".join(map(chr, sorted(lacking)))
        raise UnusableError(sentence, file=file, letters=letters, page=file.with_suffix(".html").name)
    return families


def pages(matter: PrintedMatter) -> Iterator[Figure]:
    """Yield the pages: the round sheet, the table cards, and the guide cards."""
    if not matter.heading:
        yield from _round_sheet(matter)
    if matter.tables:
        yield from _pages_of(matter.tables, matter.of_tables, matter)
    if matter.guides:
        yield from _pages_of(matter.guides, matter.of_guides, matter)


def _pages_of(cards: Sequence[Card], how: Layout, matter: PrintedMatter) -> Iterator[Figure]:
    for first in range(0, len(cards), how.cards):
        yield _page(cards[first : first + how.cards], how, matter)


def _paper(*, is_lying: bool) -> tuple[Figure, Axes]:
    width, height = _A4[::-1] if is_lying else _A4
    figure = Figure(figsize=(width / _MM_AN_INCH, height / _MM_AN_INCH))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.axis("off")
    axes.set(xlim=(-MARGIN, width - MARGIN), ylim=(height - MARGIN, -MARGIN))
    return figure, axes


def _round_sheet(matter: PrintedMatter) -> Iterator[Figure]:
    how = matter.of_sheet
    figure, axes = _paper(is_lying=True)
    _write(axes, 0, 6, matter.title, 5.5, weight="bold", most=LYING[0])
    top = 10.0
    for sentence in matter.sentences:
        for line in textwrap.wrap(sentence, LETTERS_IN_LINE):
            top += SHEET_LINE
            _write(axes, 0, top, line, _OF_SHEET, most=LYING[0])
    top += 2
    for part in matter.sheets:
        rows, first = part.rows, 0
        while first < len(rows):
            fitting = int((LYING[1] - top - _HEADINGS) / how.row + 1e-6)
            if fitting < min(len(rows) - first, 2):
                yield figure
                (figure, axes), top = _paper(is_lying=True), 0
                continue
            shown = part._replace(rows=rows[first : first + fitting])
            turned = tuple(row - first for row in matter.turned)
            _table(axes, shown, how, (0, top, LYING[0]), matter._replace(turned=turned))
            top += _HEADINGS + how.row * len(shown.rows)
            first += fitting
    if matter.names:
        down = ceil(len(matter.names) / NAMES_ACROSS)
        if top + (down + 0.5) * NAME_LINE > LYING[1]:
            yield figure
            (figure, axes), top = _paper(is_lying=True), 0
        across = LYING[0] / NAMES_ACROSS
        for place, pair in enumerate(matter.names):
            left, at = place // down * across, top + (place % down + 1.2) * NAME_LINE
            _write(axes, left, at, pair, _OF_SHEET, weight="bold")
            _write(axes, left + 6, at, matter.names[pair], _OF_SHEET, most=across - 6 - GAP)
    yield figure


def _page(cards: Sequence[Card], how: Layout, matter: PrintedMatter) -> Figure:
    figure, axes = _paper(is_lying=how.is_lying)
    width, height = how.box
    cut = partial(axes.plot, color=_FAINT, linewidth=0.6, linestyle=_CUT)
    for place, card in enumerate(cards):
        row, column = divmod(place, how.across)
        left, top = column * width, row * height
        _card(axes, card, how, (left, top), matter)
        cut((left, left + width), (top + height, top + height))
        if column:
            cut((left, left), (top, top + height))
    return figure


def _card(axes: Axes, card: Card, how: Layout, place: tuple[float, float], matter: PrintedMatter) -> None:
    width, height = how.box
    left, top, inside = place[0] + EDGE, place[1] + 2, width - 2 * EDGE
    title = " · ".join(filter(None, (card.title, matter.line)))
    _write(axes, left, top + _TITLE, title, _TITLE, weight="bold", most=inside)
    after = _width(title, "bold") * _TITLE + 3
    _write(axes, left + after, top + _TITLE, matter.name(card.of), _SUBTITLE, weight="bold", most=inside - after)
    _table(axes, card, how, (left, top + _TITLE + 1.5, inside), matter)
    below = place[1] + height - 2.5
    _write(axes, left, below, matter.foot, _SMALL, most=inside)
    _write(axes, left, below - 3.2, matter.note, _SMALL, weight="bold", most=inside)


def _table(axes: Axes, card: Card, how: Layout, place: tuple[float, float, float], matter: PrintedMatter) -> None:
    """Draw the headings and the rows of a card. `place` is the left, the top and the width."""
    left, top, width = place
    widths, size = _columns(card, how.size, width, matter)
    weights = ["bold", *("bold" if row in matter.turned else "normal" for row in range(len(card.rows)))]
    for number, (line, weight) in enumerate(zip((card.headings, *card.rows), weights, strict=True)):
        height = how.row if number else _HEADINGS
        at = left
        for column, (cell, wide) in enumerate(zip(line, widths, strict=True)):
            name = matter.name(cell) if number and column in card.pairs else ""
            _cell(axes, (at, top + height / 2), cell, size if number else size * OF_HEADING, weight)
            if name:
                begins = max(_width(cell, "bold"), _width("00", "bold")) * size + 1.2
                two = min(size * _OF_NAME, how.row * _OF_ROW / 2 / LEADING)
                room = (at + begins, top + height / 2, wide - GAP - begins)
                _name(axes, room, name, (size * _OF_NAME, two), weight)
            at += wide
        top += height
        axes.plot((left, left + width), (top, top), color=_FAINT if number else _INK, linewidth=0.5 if number else 1)


def _columns(card: Card, size: float, width: float, matter: PrintedMatter) -> tuple[list[float], float]:
    """Return the widths of the columns and the size of letters, smaller if the columns would not fit otherwise."""
    natural = [
        max(
            OF_HEADING * _width(heading, "bold"), *(_width(part, "bold") for cell in cells for part in cell.split("\n"))
        )
        for heading, *cells in zip(card.headings, *card.rows, strict=True)
    ]
    has_names = bool(matter.names) and bool(card.pairs)
    most = width - GAP * len(natural)
    for_letters = most * _BESIDE_NAMES if has_names else most
    size = min(size, for_letters / sum(natural))
    spread = card.pairs if has_names else range(len(natural))
    slack = (most - size * sum(natural)) / len(spread)
    return [size * wide + GAP + (slack if column in spread else 0) for column, wide in enumerate(natural)], size


def _cell(axes: Axes, place: tuple[float, float], cell: str, size: float, weight: str) -> None:
    parts = cell.split("\n")
    left, middle = place
    for line, part in enumerate(parts):
        below = middle + (line - (len(parts) - 1) / 2) * size * LEADING + 0.36 * size
        _write(axes, left, below, part, size, weight=weight)


def _name(axes: Axes, room: tuple[float, float, float], name: str, sizes: tuple[float, float], weight: str) -> None:
    """Write names on one line, in letters of at most the first size, or on two lines if the second size is larger."""
    (left, middle, most), (size, of_two) = room, sizes
    spaces = [at for at, letter in enumerate(name) if letter == " "]
    if spaces and most / _width(name, weight) < of_two:
        half = min(spaces, key=lambda at: abs(at - len(name) / 2))
        name, size = f"{name[:half]}\n{name[half + 1 :]}", of_two
    widest = max(_width(part, weight) for part in name.split("\n"))
    _cell(axes, (left, middle), name, min(size, most / widest), weight)


@cache
def _width(text: str, weight: str) -> float:
    """Return the width of a text in letters of size 1."""
    points, _, _ = text_to_path.get_text_width_height_descent(
        text, FontProperties(weight=weight, size=100), ismath=False
    )
    return points / 100


def _write(
    axes: Axes, left: float, below: float, text: str, size: float, *, weight: str = "normal", most: float | None = None
) -> None:
    """Write a text on a baseline, in smaller letters if it would otherwise be wider than `most`."""
    if text:
        size = size if most is None else min(size, most / _width(text, weight))
        axes.text(left, below, text, size=size * POINTS, weight=weight, color=_INK, va="baseline", parse_math=False)
