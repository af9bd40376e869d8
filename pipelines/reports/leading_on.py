"""Pages at addresses that an older version gave: each leads on to the page of now, as long as there is one.

Whoever is no longer shown has no page by an id of their own, so nothing leads there; and nothing else stays.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from pipelines.reports.files import Files, competitions_of
from pipelines.reports.page_names import lasting, page_name

_PAGE = ".html"


def lead_on(owner: tuple[str, str], files: Files, site: Path, aside: Path) -> None:
    """Draw a page that leads on for each page of a competition that the site has by a name of an older version.

    Args:
        owner: club and competition.
        files: those of the competition, all of them but these.
        site: the folder of the site.
        aside: where to draw.
    """
    folder = Path(*map(page_name, owner))
    pages = [folder / page for page in files.now if page.endswith(_PAGE)]
    there = {lasting(page.as_posix()): page for page in pages}
    _lead_on(files, folder, there)
    for earlier in competitions_of(site, *owner):
        if earlier != folder:
            left = Files(aside / earlier, site / earlier)
            _lead_on(left, earlier, there)
            left.finish()


def _lead_on(files: Files, folder: Path, there: Mapping[str, Path]) -> None:
    for name in sorted(files.before - files.now):
        page = there.get(lasting((folder / name).as_posix()))
        if page is not None:
            files.page(name, "leads_on.html", page=Path(os.path.relpath(page, (folder / name).parent)).as_posix())
