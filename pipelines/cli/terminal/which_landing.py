"""Choose the folder that a build or a check reads by default, and protect the numbers and pages of other folders."""

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
from pipelines.reports.page_names import lasting, places_ever
from pipelines.warehouse import Warehouse, exists
from pipelines.warehouse.build_record import last
from pipelines.words.plain_text import folder_word, other_word, to_type, typed
from pipelines.words.suggestions import some
from transforms.tables.messages import gettext, gettext_noop

_HERE = gettext_noop("No folder is named: this is the one where you are, {folder}")
_OF_THE_LAST_BUILD = gettext_noop("No folder is named: this is the one of the last build, {folder}")
_SAMPLE = gettext_noop("No folder is named: this is the sample, a made-up season. Your own: {new}")
_NONE = gettext_noop(
    "nothing was built here, and no folder is named: if your results are here, name their folder: {build}; if you"
    " built elsewhere, go to that folder first (cd FOLDER); else begin with barometer new FOLDER, or see a made-up"
    " season with barometer demo"
)
_GONE = gettext_noop(
    "{folder}: the last build read this folder, and it is not there any more; name the one to build now: {build}"
)


def which_landing(named: Path | None, usual: Paths, say: Callable[[str], None]) -> Path:
    """Return the folder to read (docs/landing.md); `say` names it if the choice is not obvious."""
    is_set = bool(value_of(LANDING))
    own = usual.landing if is_set or usual.landing != SAMPLE else None
    before = None if named or own else last_folders(usual.warehouse).get("landing")
    candidates = (
        (named, ""),
        (own, _HERE if own == Path.cwd() and not is_set else ""),
        (None if before is None or _is_a_sample(before) else before, _OF_THE_LAST_BUILD),
        (None if before is None and INSTALLED else SAMPLE, _SAMPLE),
    )
    folder, words = next(((one, words) for one, words in candidates if one is not None), (None, _NONE))
    gaps = {"build": to_type("build", folder_word(), warehouse=usual.warehouse), "new": to_type("new", folder_word())}
    if folder is None or (folder == before and not folder.is_dir()):
        raise UnusableError(_NONE if folder is None else _GONE, folder=folder, **gaps)
    refuse_pages(folder)
    if words:
        say(gettext(words, folder=typed(folder), **gaps))
    return folder


def refuse_to_replace(folder: Path, paths: Paths, *, is_named: bool) -> None:
    """Refuse to replace the numbers of another folder that still exists, if no warehouse is named.

    Also refuse a second set of numbers, if a build in a folder above has made numbers of this folder.
    """
    if is_named or value_of(WAREHOUSE) or not folder.is_dir():
        return
    before, above = None, None
    with suppress(UnusableError):  # the build itself reports a faulty warehouse
        before = another_landing(folder, paths.warehouse)
        above = _built_from_above(folder, paths)
    if above is not None:
        raise UnusableError(
            "{folder}: not built, since its numbers and pages are in {place}, and a second set would begin here. "
            "To build the first, go there: {go}, then run: barometer build. For a second set, add --warehouse "
            "FILE",
            folder=folder,
            place=above,
            go=f"cd {typed(above.parent)}",
        )
    if before is not None:
        raise UnusableError(
            "{folder}: not built, since it would replace the numbers in {warehouse} and their pages, which are "
            "those of {before}. For pages of its own: {own}. To replace them all the same: {instead}",
            folder=folder,
            warehouse=paths.warehouse,
            before=before,
            own=own_command(folder),
            instead=f"{to_type('build', folder, reports=paths.reports)} --warehouse {typed(paths.warehouse)}",
        )


def own_command(folder: Path) -> str:
    """Return the command that builds a folder into its own warehouse and pages."""
    return f"barometer build {typed(folder)} --warehouse {other_word()}.duckdb --reports {other_word()}"


def _built_from_above(folder: Path, paths: Paths) -> Path | None:
    """Return the folder of a warehouse built from these files in a folder above, unless one exists here."""
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
    """Refuse to replace pages of other competitions that this warehouse did not write, if no folder is named."""
    from pipelines.reports.files import competitions_in  # not at the top: a check needs no code that draws pages

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
            others = [str(path) for path in there if lasting(path.as_posix()) not in here]
    if others:
        own = to_type("build", folder, warehouse=paths.warehouse)
        raise UnusableError(
            "{folder}: not built, since it would replace the pages in {reports}, which are those of {others}. For"
            " pages of its own: {own}. To replace them all the same: {instead}",
            folder=folder,
            reports=paths.reports,
            others=some(others),
            own=f"{own} --reports {typed(other_word() if written is None else written)}",
            instead=f"{own} --reports {typed(paths.reports)}",
        )


def another_landing(folder: Path, warehouse: Place) -> Path | None:
    """Return the folder that the last build read, if it exists, is not a sample, and is not part of this folder."""
    before, here = last_folders(warehouse).get("landing"), folder.resolve()
    is_another = before is not None and before.is_dir() and not _is_a_sample(before)
    return before if is_another and before != here and here not in before.parents else None


def landing_around(folder: Path) -> Path:
    """Return the landing folder around the folder of a competition, or that folder itself at the top of a disk."""
    here = folder.resolve()
    return here.parents[1] if len(here.parents) > 1 else here


def from_here(folder: Path) -> Path:
    """Return the folder as typed in the working folder."""
    return folder.relative_to(Path.cwd()) if Path.cwd() in folder.parents else folder


def was_moved_into(landing: Path, paths: Paths) -> bool:
    """Whether the folder that the last build read is gone, and one of its competitions is now in this folder."""
    from pipelines.reports.files import competitions_in  # not imported at the top, as above

    before = last_folders(paths.warehouse).get("landing")
    if before is None or before.is_dir():
        return False
    here = {place for file in landing.glob(f"*/*/{SETTINGS}") for place in places_ever(*file.parts[-3:-1])}
    return not here.isdisjoint(lasting(path.as_posix()) for path in competitions_in(paths.reports))


def last_folders(warehouse: Place) -> dict[str, Path]:
    """Return `folders_of` the last build; empty if nothing was built."""
    if not exists(warehouse):
        return {}
    with Warehouse(warehouse, read_only=True) as opened:
        return folders_of(last(opened), warehouse)


def folders_of(built: Mapping[str, object], warehouse: Place) -> dict[str, Path]:
    """Return `landing`, the folder that a build (a row of `operations.builds`) read, and `reports`, its pages.

    If everything was copied, these are the copies, in the same places relative to the warehouse.
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


def _is_a_sample(folder: Path) -> bool:
    """Whether this is the sample, or the sample of another Barometer installation that is gone."""
    return folder == SAMPLE.resolve() or (not folder.exists() and folder.parts[-2:] == SAMPLE.parts[-2:])
