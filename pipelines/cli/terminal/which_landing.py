"""Which folder a build or a check reads: the usual one, what was built last, or the sample, where none is named."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pipelines.intake.landing.folders import SETTINGS, folders_in
from pipelines.intake.landing.meant_folders import refuse_pages
from pipelines.machine.environment import LANDING, REPORTS, WAREHOUSE, value_of
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import INSTALLED, SAMPLE, Paths, Place
from pipelines.reports.page_names import lasting, places_ever
from pipelines.warehouse import Warehouse, exists
from pipelines.warehouse.build_record import last
from pipelines.words.plain_text import typed
from pipelines.words.suggestions import some
from pipelines.words.to_type import folder_word, other_word, to_type
from transforms.tables.messages import gettext


def which_landing(named: Path | None, usual: Paths) -> tuple[Path, str]:
    """The folder to read, and what to say of it where nobody named it.

    Args:
        named: the folder on the command line.
        usual: the usual landing folder, and the warehouse that says what was built last.

    Raises:
        UnusableError: what is named is a folder of pages; what was built last is gone, and the sample would take the
            place of its pages; or, when installed, nothing was built here.
    """
    if named is not None:
        refuse_pages(named)
        return named, ""
    if usual.landing != SAMPLE or value_of(LANDING):
        refuse_pages(usual.landing)
        here = gettext("No folder is named: this is the one where you are, {folder}", folder=typed(usual.landing))
        return usual.landing, here if usual.landing == Path.cwd() and not value_of(LANDING) else ""
    before = last_landing(usual)
    if before is None and INSTALLED:
        raise UnusableError(
            "nothing was built here, and no folder is named: if your results are here, name their folder:"
            " {command}; if you built elsewhere, go to that folder first (cd FOLDER); else begin with barometer new"
            " FOLDER, or see a made-up season with barometer demo",
            command=to_type("build", folder_word(), warehouse=usual.warehouse),
        )
    if before is None or _is_a_sample(before):
        own = to_type("new", folder_word())
        return SAMPLE, gettext(
            "No folder is named: this is the sample, a made-up season. Your own: {command}", command=own
        )
    if not before.is_dir():
        raise UnusableError(
            "{before}: the last build read this folder, and it is not there any more; name the one to build"
            " now: {command}",
            before=before,
            command=to_type("build", folder_word(), warehouse=usual.warehouse),
        )
    return before, gettext("No folder is named: this is the one of the last build, {folder}", folder=typed(before))


def refuse_to_replace(folder: Path, paths: Paths, *, is_named: bool) -> None:
    """Refuse a build that would replace the pages of another folder, where nobody said where its own are to be.

    Raises:
        UnusableError: the warehouse, which is not named (`is_named`, or BAROMETER_WAREHOUSE), has the numbers of a
            folder that is still there and is not part of this one.
    """
    if is_named or value_of(WAREHOUSE) or not folder.is_dir():
        return
    before = None
    with suppress(UnusableError):  # the build itself says what is wrong with a warehouse
        before = another_landing(folder, last_landing(paths))
    if before is None:
        return
    gaps = {
        **{"folder": folder, "warehouse": paths.warehouse, "before": before},
        "own": f"barometer build {typed(folder)} --warehouse {other_word()}.duckdb --reports {other_word()}",
        "instead": f"{to_type('build', folder, reports=paths.reports)} --warehouse {typed(paths.warehouse)}",
    }
    if before in folder.resolve().parents:
        raise UnusableError(
            "{folder}: not built by itself, since it lies in {before}, whose numbers are in {warehouse}, and they"
            " and their pages would be replaced. To build it together with all that is there: {together}. For pages"
            " of its own: {own}. For this one in place of all those: {instead}",
            **gaps,
            together=to_type("build", from_here(before), warehouse=paths.warehouse, reports=paths.reports),
        )
    raise UnusableError(
        "{folder}: not built, since the numbers in {warehouse} and their pages are those of {before} and would be"
        " replaced. For pages of its own: {own}. To replace them all the same: {instead}",
        **gaps,
    )


def refuse_a_second_set(folder: Path, paths: Paths, *, is_named: bool) -> None:
    """Refuse to begin numbers and pages of a folder that a build further up has already, where nobody said so.

    Raises:
        UnusableError: no warehouse is named, and a folder above the working folder has one in the same place, of this
            folder.
    """
    here, own = Path.cwd(), paths.warehouse
    if is_named or value_of(WAREHOUSE) or not isinstance(own, Path) or exists(own):
        return
    if here not in own.absolute().parents:
        return
    inside = own.absolute().relative_to(here)
    for above in here.parents:
        warehouse = above / inside
        before = None
        with suppress(UnusableError, OSError):  # nobody asked for that folder, which may be closed
            before = last_landing(replace(paths, warehouse=warehouse, reports=warehouse.with_name("reports")))
        if before is None or not (together := _around(folder.resolve(), before)):
            continue
        from_there = together.relative_to(above) if above in together.parents else together
        raise UnusableError(
            "{folder}: not built, since its numbers and pages are in {place}, and others would begin here. To build"
            " those, go to their folder first: {go}, then {build}. For others all the same: {own}",
            folder=folder,
            place=warehouse.parent,
            go=f"cd {typed(above)}",
            build=f"barometer build {typed(from_there)}",
            own=f"barometer build {typed(folder)} --warehouse {typed(inside)}",
        )


def _around(one: Path, other: Path) -> Path | None:
    if one == other or other in one.parents:
        return other
    return one if one in other.parents else None


def refuse_to_replace_pages(folder: Path, paths: Paths, *, is_named: bool) -> None:
    """Refuse a build that would replace the pages of other numbers, where nobody said where its own are to be.

    Raises:
        UnusableError: this warehouse did not write the pages that are there, and they are of other competitions.
    """
    from pipelines.reports.files import competitions_in  # not at the top: a check has no use for what draws pages

    if is_named or value_of(REPORTS) or not paths.reports.exists():
        return
    written: Path | None = None
    with suppress(UnusableError):  # whose the pages are is not known where another version wrote the warehouse
        written = last_reports(paths.warehouse)
    is_its_own = written is not None and written.resolve() == paths.reports.resolve()
    if is_its_own or not (there := competitions_in(paths.reports)):
        return
    try:
        here = {place for of in folders_in(folder) for place in places_ever(of.club, of.competition)}
    except UnusableError:  # the build itself says what is wrong with a folder
        return
    others = [str(path) for path in there if lasting(path.as_posix()) not in here]
    if not others:
        return
    own = to_type("build", folder, warehouse=paths.warehouse)
    raise UnusableError(
        "{folder}: not built, since the pages in {reports} are those of {others} and would be replaced. For pages"
        " of its own: {own}. To replace them all the same: {instead}",
        folder=folder,
        reports=paths.reports,
        others=some(others),
        own=f"{own} --reports {typed(other_word() if written is None else written)}",
        instead=f"{own} --reports {typed(paths.reports)}",
    )


def another_landing(folder: Path, before: Path | None) -> Path | None:
    """What the last build read (`last_landing`), where it is still there and no part of a folder, and no sample."""
    if before is None or _is_a_sample(before) or not before.is_dir():
        return None
    here = folder.resolve()
    return None if here == before or here in before.parents else before


def landing_around(folder: Path) -> Path:
    """The landing folder in which that of a competition would lie; itself where nothing is around it, as on a disk."""
    here = folder.resolve()
    return here.parents[1] if len(here.parents) > 1 else here


def from_here(folder: Path) -> Path:
    """The folder as one types it where one is."""
    return folder.relative_to(Path.cwd()) if Path.cwd() in folder.parents else folder


def was_moved_into(landing: Path, paths: Paths) -> bool:
    """Whether what the last build read is gone, and a competition whose pages are there lies in this folder now."""
    from pipelines.reports.files import competitions_in  # not at the top: as above

    before = last_landing(paths)
    if before is None or before.is_dir():
        return False
    here = {place for file in landing.glob(f"*/*/{SETTINGS}") for place in places_ever(*file.parts[-3:-1])}
    return not here.isdisjoint(lasting(path.as_posix()) for path in competitions_in(paths.reports))


def last_landing(paths: Paths) -> Path | None:
    """The folder that the last build read; in a copy of everything the copy of it. None where nothing was built."""
    built = _last_build(paths.warehouse)
    if built.get("landing") is None:
        return None
    landing, reports = Path(str(built["landing"])), Path(str(built.get("reports")))
    copy = _copy_beside(landing, reports, paths.warehouse)
    return copy.landing if copy else _copied_along(landing, reports, paths) or landing


def last_reports(warehouse: Place) -> Path | None:
    """Where the last build wrote its pages; in a copy of everything the copy of it. None where nothing was built."""
    return reports_of(_last_build(warehouse), warehouse)


def reports_of(built: Mapping[str, object], warehouse: Place) -> Path | None:
    """Where a build (a row of `operations.builds`) wrote its pages, or where their copy is; None: there is no build."""
    if built.get("reports") is None:
        return None
    reports = Path(str(built["reports"]))
    copy = _copy_beside(Path(str(built.get("landing"))), reports, warehouse)
    return copy.reports if copy else reports


def build_again(warehouse: Warehouse, place: Place) -> str:
    """The command that builds once more what was built last, by the open warehouse of `place`, or a copy of it."""
    return to_type("build", warehouse=place, reports=last(warehouse).get("reports"))


class _Copy(NamedTuple):
    landing: Path
    reports: Path


def _last_build(warehouse: Place) -> dict[str, object]:
    if not exists(warehouse):
        return {}
    with Warehouse(warehouse, read_only=True) as opened:
        return last(opened)


def _copy_beside(landing: Path, reports: Path, warehouse: Place) -> _Copy | None:
    """The copies of both folders, lying around the warehouse as the originals lay; None where that is no copy."""
    if not isinstance(warehouse, Path):
        return None
    try:
        above = Path(os.path.commonpath([landing, reports]))
    except ValueError:  # two drives, or a path that is not whole
        return None
    for folder in warehouse.resolve().parents:
        if folder == above:
            return None
        copy = _Copy(folder / landing.relative_to(above), folder / reports.relative_to(above))
        if copy.landing.is_dir() and copy.reports.is_dir():
            return copy
    return None


def _copied_along(landing: Path, reports: Path, paths: Paths) -> Path | None:
    """Where the copy is of a landing folder that was copied with the warehouse; None where that is no copy.

    It may have been moved there since: the folder that was copied is another one's all the same.
    """
    if not isinstance(paths.warehouse, Path) or not reports.is_absolute():
        return None
    try:
        above = Path(os.path.commonpath([landing, reports]))
    except ValueError:  # two drives
        return None
    inside, here = reports.relative_to(above).parts, paths.reports.resolve()
    copy = here.parents[len(inside) - 1] if 0 < len(inside) < len(here.parts) else here
    if copy == above or here.parts[len(copy.parts) :] != inside or copy not in paths.warehouse.resolve().parents:
        return None
    return copy / landing.relative_to(above)


def _is_a_sample(folder: Path) -> bool:
    """Whether this is the sample, or that of a Barometer that was installed elsewhere and is gone."""
    return folder == SAMPLE.resolve() or (not folder.exists() and folder.parts[-2:] == SAMPLE.parts[-2:])
