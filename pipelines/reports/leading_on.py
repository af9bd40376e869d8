"""Pages at addresses that an older version gave: each leads on to the page of now, as long as there is one."""

import os
from collections.abc import Iterable
from pathlib import Path

from pipelines.reports.files import Files
from pipelines.reports.html import asset
from pipelines.reports.page_names import lasting, page_name

_PAGE, _SCRIPT = ".html", "moved.js"


def lead_on(owner: tuple[str, str], files: Files, between: tuple[Path, Path], named: Iterable[Path]) -> None:
    """Draw a page that leads on for each page of a competition that the site has by a name of an older version."""
    site, aside = between
    folder = Path(*map(page_name, owner))
    pages = [folder / page for page in files.now if page.endswith(_PAGE)]
    there = {lasting(page.as_posix()): page for page in pages}
    left = {folder: files} | {before: Files(aside / before, site / before) for before in named if before != folder}
    leads_on = False
    for before, of_before in left.items():
        for name in sorted(of_before.before - of_before.now):
            if page := there.get(lasting((before / name).as_posix())):
                leads_on = True
                root, to = (Path(os.path.relpath(place, (before / name).parent)).as_posix() for place in (folder, page))
                of_before.page(name, "leads_on.html", root=f"{root}/", page=to)
        if of_before is not files:
            of_before.finish()
    if leads_on:
        files.write(_SCRIPT, asset(_SCRIPT))
