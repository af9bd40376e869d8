"""The printed matter of a movement as files: one HTML page, the same as PDF on sheets of A4, and its schedule file."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from pipelines.cli.movement.matter import Card, PrintedMatter, in_short, printed_matter
from pipelines.cli.terminal.files import MADE_TO_PRINT, refuse_to_write_over, schedule_of
from pipelines.machine import clock
from pipelines.machine.disks import naming
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.reports.html import write_page
from pipelines.words.words import spoken_date
from transforms.balance.book.offers import Offer
from transforms.balance.schedule import write_schedule

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TEMPLATE = "movement.html"


def print_movement(
    offer: Offer, boards_in_set: int, absent: int | None, folder: Path, *, replaces: bool = False
) -> list[Path]:
    """Write `movement.html`, `movement.pdf` and `movement.txt` into a folder, which is made; return them."""
    matter = _dated(printed_matter(offer, boards_in_set, absent))
    page, pdf, schedule = (folder / f"movement.{kind}" for kind in ("html", "pdf", "txt"))
    movement = write_schedule(offer.movement)
    with naming(folder):
        refuse_to_write_over(
            [page, pdf, schedule], replaces=replaces, kind=MADE_TO_PRINT, schedules={schedule: movement}
        )
        folder.mkdir(parents=True, exist_ok=True)
        write_page(page, _TEMPLATE, matter=matter, up=None, schedule=None)
        write_pdf(pdf, matter)
        put_whole(schedule, schedule_of(MADE_TO_PRINT, in_short(offer, boards_in_set), movement))
    return [page, pdf, schedule]


def print_one_file(
    offer: Offer, boards_in_set: int, absent: int | None, file: Path, *, replaces: bool = False
) -> list[Path]:
    """Write all that is printed into one file, PDF or HTML by the end of its name; return it."""
    matter, kind = _dated(printed_matter(offer, boards_in_set, absent)), file.suffix.lower()
    if kind not in (".pdf", ".html", ".htm"):
        raise UnusableError("--print {file}: end the name in .pdf or .html", file=file)
    with naming(file):
        refuse_to_write_over([file], replaces=replaces, kind=MADE_TO_PRINT)
        if kind == ".pdf":
            write_pdf(file, matter)
        else:
            write_page(file, _TEMPLATE, matter=matter, up=None, schedule=None)
    return [file]


def _dated(matter: PrintedMatter) -> PrintedMatter:
    return matter._replace(foot=f"{matter.title} · {spoken_date(clock.today())}")


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
    lines = [card.headings, *card.rows]
    heights = [1 + max(cell.count("\n") for cell in line) for line in lines]
    longest = [
        max(len(part) for line in lines for part in line[column].split("\n")) + 2 for column in range(len(lines[0]))
    ]
    points = figure.get_size_inches() * _POINTS_AN_INCH
    high, wide = box[3] * points[1], box[2] * points[0]
    size = min(_LARGEST, high / _LEADING / (sum(heights) + 2), wide / _LETTER / sum(longest))
    step = size * _LEADING / high
    axes.text(0, 1, card.title, size=1.3 * size, weight="bold", va="top")
    top = 1 - 1.8 * step
    for line, height in zip(lines, heights, strict=True):
        _draw_line(axes, line, longest, top, step=step, size=size, is_heading=line is card.headings)
        top -= height * step
        axes.axhline(top + 0.3 * step, color=_FAINT, linewidth=0.5)
    axes.set(xlim=(0, 1), ylim=(0, 1))


def _draw_line(
    axes: "Axes",
    cells: Sequence[str],
    longest: Sequence[int],
    top: float,
    *,
    step: float,
    size: float,
    is_heading: bool,
) -> None:
    left = 0.0
    for cell, letters in zip(cells, longest, strict=True):
        for number, part in enumerate(cell.split("\n")):
            weight = "bold" if is_heading else "normal"
            axes.text(
                left, top - (_BASELINE + _NEXT_PART * number) * step, part, size=size, weight=weight, va="baseline"
            )
        left += letters / sum(longest)
