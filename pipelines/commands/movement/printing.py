"""The printed matter of a movement: one HTML page, the same as PDF, and its schedule file."""

from pathlib import Path

from pipelines.commands.movement.cards_pdf import write_pdf
from pipelines.commands.movement.matter import printed_matter
from pipelines.disks import naming
from pipelines.reports.html import write_page
from transforms.balance.book.offers import Offer
from transforms.balance.schedule import write_schedule


def print_movement(offer: Offer, boards_in_set: int, absent: int | None, folder: Path) -> list[Path]:
    """Write `movement.html`, `movement.pdf` and `movement.txt` into a folder, which is made; return them.

    Raises:
        UnusableError: they cannot be written.
    """
    matter = printed_matter(offer, boards_in_set, absent)
    page, pdf, schedule = (folder / f"movement.{kind}" for kind in ("html", "pdf", "txt"))
    with naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
        write_page(page, "movement.html", matter=matter)
        write_pdf(pdf, matter)
        schedule.write_text(f"# {matter.title}\n{write_schedule(offer.movement)}", encoding="utf-8")
    return [page, pdf, schedule]
