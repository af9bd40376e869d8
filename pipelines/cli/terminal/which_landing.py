"""Choose the folder that a build or a check reads by default, and protect results and pages from other folders."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from pipelines.intake.landing.folders import SETTINGS, folders_in
from pipelines.intake.landing.nearest_folders import refuse_pages
from pipelines.machine.environment import LANDING, REPORTS, WAREHOUSE, value_of
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import INSTALLED, SAMPLE, Paths, Place
from pipelines.reports.manifests import competitions_in
from pipelines.reports.page_names import CAREERS, lasting, places_ever
from pipelines.warehouse import Warehouse, exists
from pipelines.warehouse.build_record import last
from pipelines.words.lists import texts
from pipelines.words.plain_text import folder_word, other_word, to_type, typed
from pipelines.words.suggestions import some
from transforms.tables.messages import gettext

_WORDS = texts("which folder")
"""The message about the folder, or the reason to refuse it, by rule; docs/landing.md has the rules."""


def which_landing(named: Path | None, usual: Paths, say: Callable[[str], None]) -> Path:
    """Return the landing folder to read, by the first rule that holds; print the choice if it is not obvious."""
    is_set = bool(value_of(LANDING))
    own = usual.landing if is_set or usual.landing != SAMPLE else None
    before = None if named or own else last_folders(usual.warehouse).get("landing")
    candidates = (
        (named, ""),
        (own, "here" if own == Path.cwd() and not is_set else ""),
        (None if before == SAMPLE.resolve() else before, "last"),
        (None if before is None and INSTALLED else SAMPLE, "sample"),
    )
    folder, rule = next(((one, rule) for one, rule in candidates if one is not None), (None, "none"))
    gaps = {"build": to_type("build", folder_word(), warehouse=usual.warehouse), "new": to_type("new", folder_word())}
    if folder is None or (folder == before and not folder.is_dir()):
        raise UnusableError(_WORDS["none" if folder is None else "gone"], folder=folder, **gaps)
    refuse_pages(folder)
    if rule:
        say(gettext(_WORDS[rule], folder=typed(folder), **gaps))
    return folder


def refuse_to_replace(folder: Path, paths: Paths, *, is_named: bool) -> None:
    """Refuse to replace the results of another landing folder, or to begin a second set of results of this one.

    The first set is in a warehouse in a parent folder. If the user names a warehouse, nothing is refused.
    """
    if is_named or value_of(WAREHOUSE) or not folder.is_dir():
        return
    before, above = None, None
    with suppress(UnusableError):  # the build itself reports a faulty warehouse
        before = another_landing(folder, paths.warehouse)
        above = _built_from_above(folder, paths)
    if above is not None:
        raise UnusableError(_WORDS["above"], folder=folder, place=above, go=f"cd {typed(above.parent)}")
    if before is not None:
        instead = f"{to_type('build', folder, reports=paths.reports)} --warehouse {typed(paths.warehouse)}"
        gaps = {"warehouse": paths.warehouse, "before": before, "own": own_command(folder), "instead": instead}
        raise UnusableError(_WORDS["numbers"], folder=folder, **gaps)


def own_command(folder: Path) -> str:
    """Return the command that builds a folder into a separate warehouse and separate pages."""
    return f"barometer build {typed(folder)} --warehouse {other_word()}.duckdb --reports {other_word()}"


def _built_from_above(folder: Path, paths: Paths) -> Path | None:
    """Return the parent folder that has a warehouse of these files; None if the working folder itself has one."""
    own, here = paths.warehouse, folder.resolve()
    if not isinstance(own, Path) or exists(own) or Path.cwd() not in own.absolute().parents:
        return None
    for above in Path.cwd().parents:
        warehouse = above / own.absolute().relative_to(Path.cwd())
        with suppress(UnusableError, OSError):  # nobody named that folder, and it may be unreadable
            before = last_folders(warehouse).get("landing")
            if before is not None and (before == here or before in here.parents or here in before.parents):
                return warehouse.parent
    return None


def refuse_to_replace_pages(folder: Path, paths: Paths, *, is_named: bool) -> None:
    """Refuse to replace pages of other competitions that are not from this warehouse, unless their folder is named."""
    if is_named or value_of(REPORTS) or not paths.reports.exists():
        return
    written: Path | None = None
    with suppress(UnusableError):  # if another version wrote the warehouse, the owner of the pages is unknown
        written = last_folders(paths.warehouse).get("reports")
    if written is not None and written.resolve() == paths.reports.resolve():
        return
    others: list[str] = []
    with suppress(UnusableError):  # the build itself reports a faulty folder
        if there := competitions_in(paths.reports):
            here = {place for of in folders_in(folder) for place in places_ever(of.club, of.competition)}
            is_other = (path for path in there if path.name != CAREERS and lasting(path.as_posix()) not in here)
            others = [str(path) for path in is_other]
    if others:
        build = f"{to_type('build', folder, warehouse=paths.warehouse)} --reports"
        own, instead = f"{build} {typed(written or other_word())}", f"{build} {typed(paths.reports)}"
        gaps = {"reports": paths.reports, "others": some(others), "own": own, "instead": instead}
        raise UnusableError(_WORDS["pages"], folder=folder, **gaps)


def another_landing(folder: Path, warehouse: Place) -> Path | None:
    """Return the folder that the last build read; None if it is gone, is the sample, or is `folder` or inside it."""
    before, here = last_folders(warehouse).get("landing"), folder.resolve()
    if before is None or not before.is_dir() or before == SAMPLE.resolve() or here in (before, *before.parents):
        return None
    return before


def landing_around(folder: Path) -> Path:
    """Return the landing folder around a competition's folder; at the top of a disk, the competition's folder."""
    here = folder.resolve()
    return here.parents[1] if len(here.parents) > 1 else here


def landing_of(competition: Path, paths: Paths) -> Path:
    """Return the folder to build after a change in a competition's folder: the last one built, if it is around it."""
    built, here = last_folders(paths.warehouse).get("landing"), competition.resolve()
    return from_here(built) if built is not None and built in (here, *here.parents) else competition


def from_here(folder: Path) -> Path:
    """Return the path of a folder relative to the working folder, if it is inside."""
    return folder.relative_to(Path.cwd()) if Path.cwd() in folder.parents else folder


def was_moved_into(landing: Path, paths: Paths) -> bool:
    """Return whether the folder that the last build read is gone and `landing` now has one of its competitions."""
    before = last_folders(paths.warehouse).get("landing")
    if before is None or before.is_dir():
        return False
    here = {place for file in landing.glob(f"*/*/{SETTINGS}") for place in places_ever(*file.parts[-3:-1])}
    return not here.isdisjoint(lasting(path.as_posix()) for path in competitions_in(paths.reports))


def last_folders(warehouse: Place) -> dict[str, Path]:
    """Return `folders_of` for the last build; empty if nothing was built."""
    if not exists(warehouse):
        return {}
    with Warehouse(warehouse, read_only=True) as opened:
        return folders_of(last(opened), warehouse)


def folders_of(built: Mapping[str, object], warehouse: Place) -> dict[str, Path]:
    """Return the folders that a build (of `operations.builds`) read and wrote: `landing` and `reports`.

    If they were copied together with the warehouse, return the copies, which have the same paths from the warehouse.
    """
    folders = {name: Path(str(built[name])) for name in ("landing", "reports") if built.get(name) is not None}
    if not isinstance(warehouse, Path):
        return folders
    with suppress(ValueError):  # two drives, a relative path, or no build
        above = Path(os.path.commonpath(folders.values()))
        for folder in takewhile(lambda parent: parent != above, warehouse.resolve().parents):
            copies = {name: folder / original.relative_to(above) for name, original in folders.items()}
            if all(copy.is_dir() for copy in copies.values()):
                return copies
    return folders
