"""The printed matter of a movement as files: one HTML page, the same as PDF on sheets of A4, and its schedule file."""

import io
from collections.abc import Sequence
from pathlib import Path

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from pipelines.cli.movement.matter import Card, PrintedMatter, in_short, printed_matter
from pipelines.cli.terminal.files import MADE_TO_PRINT, refuse_to_write_over, schedule_of
from pipelines.machine import clock
from pipelines.machine.disks import naming
from pipelines.machine.files import put_whole
from pipelines.reports.html import write_page
from pipelines.words.words import spoken_date
from transforms.balance.book.offers import Offer
from transforms.balance.schedule import write_schedule


def print_cards(
    offer: Offer, boards_in_set: int, absent: int | None, files: Sequence[Path], *, replaces: bool = False
) -> None:
    """Write the cards and the round sheet of a movement to files: `.html`, `.pdf`, or `.txt` for its schedule alone."""
    matter = printed_matter(offer, boards_in_set, absent)
    matter = matter._replace(foot=f"{matter.title} · {spoken_date(clock.today())}")
    with naming(files[-1].parent):
        refuse_to_write_over(files, replaces=replaces, kind=MADE_TO_PRINT)
        for file in files:
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.suffix.lower() == ".pdf":
                write_pdf(file, matter)
            elif file.suffix.lower() == ".txt":
                movement = write_schedule(offer.movement)
                put_whole(file, schedule_of(MADE_TO_PRINT, in_short(offer, boards_in_set), movement))
            else:
                write_page(file, "movement.html", matter=matter, up=None, schedule=None)


_UPRIGHT, _ACROSS = (8.27, 11.69), (11.69, 8.27)
"""A4, in inches."""
_LARGEST, _LEADING, _POINTS_AN_INCH = 11, 1.75, 72
_LETTER = 0.62
"""The width of a letter beside its height, at most."""
_BASELINE, _NEXT_PART = 0.45, 0.75
"""How far below the top of a line its letters stand, and below those the next part of a cell; in lines."""
_FAINT = "0.75"
"""The grey of lines."""


def write_pdf(path: Path, matter: PrintedMatter) -> None:
    """Write it all on sheets of A4."""
    sheets = io.BytesIO()
    with PdfPages(sheets, metadata={"Title": matter.title, "Creator": MADE_TO_PRINT}) as pdf:
        pdf.savefig(_sheet(matter))
        for cards, across, down in ((matter.tables, 1, 3), (matter.guides, 2, 3)):
            for first in range(0, len(cards), across * down):
                pdf.savefig(_page(cards[first : first + across * down], across, down, matter.foot))
    put_whole(path, sheets.getvalue())


def _sheet(matter: PrintedMatter) -> Figure:
    figure = Figure(figsize=_ACROSS)
    figure.text(0.05, 0.94, matter.title, size=15, weight="bold")
    figure.text(0.05, 0.925, "\n".join(matter.told), size=9, va="top", linespacing=1.4, wrap=True)
    _draw(figure, (0.05, 0.04, 0.9, 0.74), matter.sheet)
    return figure


def _page(cards: Sequence[Card], across: int, down: int, foot: str) -> Figure:
    figure = Figure(figsize=_UPRIGHT)
    width, height = 1 / across, 1 / down
    for place, card in enumerate(cards):
        row, column = divmod(place, across)
        left, bottom = (column + 0.07) * width, (down - row - 0.95) * height
        _draw(figure, (left, bottom, 0.86 * width, 0.88 * height), card)
        figure.text(left, bottom - 0.02 * height, foot, size=6, color="0.4", va="top")
    return figure


def _draw(figure: Figure, box: tuple[float, float, float, float], card: Card) -> None:
    """Draw a card into a box: left, bottom, width and height, as shares of the page."""
    axes = figure.add_axes(box)
    axes.axis("off")
    lines = [[cell.split("\n") for cell in line] for line in (card.headings, *card.rows)]
    heights = [max(map(len, line)) for line in lines]
    longest = [max(len(part) for cell in column for part in cell) + 2 for column in zip(*lines, strict=True)]
    points = figure.get_size_inches() * _POINTS_AN_INCH
    high, wide = box[3] * points[1], box[2] * points[0]
    size = min(_LARGEST, high / _LEADING / (sum(heights) + 2), wide / _LETTER / sum(longest))
    step = size * _LEADING / high
    axes.text(0, 1, card.title, size=1.3 * size, weight="bold", va="top")
    top = 1 - 1.8 * step
    for line, height in zip(lines, heights, strict=True):
        left, weight = 0.0, "bold" if line is lines[0] else "normal"
        for cell, letters in zip(line, longest, strict=True):
            for number, part in enumerate(cell):
                below = top - (_BASELINE + _NEXT_PART * number) * step
                axes.text(left, below, part, size=size, weight=weight, va="baseline")
            left += letters / sum(longest)
        top -= height * step
        axes.axhline(top + 0.3 * step, color=_FAINT, linewidth=0.5)
    axes.set(xlim=(0, 1), ylim=(0, 1))
