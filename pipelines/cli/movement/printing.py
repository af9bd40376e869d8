"""The printed matter of a movement: one HTML page, the same as PDF, and its schedule file."""

from pathlib import Path

from pipelines.cli.movement.cards_pdf import write_pdf
from pipelines.cli.movement.matter import PrintedMatter, in_short, printed_matter
from pipelines.cli.terminal.written_over import MADE_TO_PRINT, refuse_to_write_over, schedule_of
from pipelines.machine import clock
from pipelines.machine.disks import naming
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.reports.html import write_page
from pipelines.words.words import spoken_date
from transforms.balance.book.offers import Offer
from transforms.balance.schedule import write_schedule

_TEMPLATE = "movement.html"


def print_movement(
    offer: Offer, boards_in_set: int, absent: int | None, folder: Path, *, replaces: bool = False
) -> list[Path]:
    """Write `movement.html`, `movement.pdf` and `movement.txt` into a folder, which is made; return them.

    Raises:
        UnusableError: they cannot be written, or something else is there that may not go.
    """
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
    """Write all that is printed into one file, PDF or HTML by the end of its name; return it.

    Raises:
        UnusableError: its name ends otherwise, it cannot be written, or something else is there that may not go.
    """
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
    """With the movement and the day of printing below each card."""
    return matter._replace(foot=f"{matter.title} · {spoken_date(clock.today())}")
