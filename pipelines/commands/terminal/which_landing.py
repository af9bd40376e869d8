"""Which folder a build or a check reads: the usual one, what was built last, or the sample, where none is named."""

import os
from contextlib import suppress
from pathlib import Path

from pipelines.build_record import last
from pipelines.display.plain_text import typed
from pipelines.display.to_type import folder_word, other_word, to_type
from pipelines.environment import LANDING, WAREHOUSE, value_of
from pipelines.errors import UnusableError
from pipelines.paths import INSTALLED, SAMPLE, Paths
from pipelines.warehouse import Warehouse, exists
from transforms.messages import Message, gettext


def which_landing(named: Path | None, usual: Paths) -> tuple[Path, str]:
    """The folder to read, and what to say of it where nobody named it.

    Args:
        named: the folder on the command line.
        usual: the usual landing folder, and the warehouse that says what was built last.

    Raises:
        UnusableError: what was built last is gone: the sample would take the place of its pages. Or, when installed,
            nothing was built here.
    """
    if named is not None:
        return named, ""
    if usual.landing != SAMPLE or value_of(LANDING):
        return usual.landing, ""
    before = last_landing(usual)
    if before is None and INSTALLED:
        raise UnusableError(
            Message(
                "nothing was built here, and no folder is named: if you built before, go to that folder first (cd"
                " FOLDER); else begin with barometer new FOLDER, or see a made-up season with barometer demo"
            )
        )
    if before is None or _is_a_sample(before):
        own = to_type("new", folder_word())
        return SAMPLE, gettext(
            "No folder is named: this is the sample, a made-up season. Your own: {command}", command=own
        )
    if not before.is_dir():
        raise UnusableError(
            Message(
                "{before}: the last build read this folder, and it is not there any more; name the one to build"
                " now: {command}",
                before=before,
                command=to_type("build", folder_word(), warehouse=usual.warehouse),
            )
        )
    return before, gettext("No folder is named: this is the one of the last build, {folder}", folder=typed(before))


def refuse_to_replace(folder: Path, paths: Paths, *, is_named: bool) -> None:
    """Refuse a build by which the pages of another folder would go, where nobody said where its own are to be.

    Args:
        folder: what is to be built.
        paths: where its numbers would be.
        is_named: whether the command says which warehouse; so may BAROMETER_WAREHOUSE.

    Raises:
        UnusableError: the usual warehouse has the numbers of a folder that is still there, and is not part of this one.
    """
    if is_named or value_of(WAREHOUSE) or not folder.is_dir():
        return
    before = None
    with suppress(UnusableError):  # the build itself says what is wrong with a warehouse
        before = another_landing(folder, last_landing(paths))
    if before is None:
        return
    own = f"barometer build {typed(folder)}"
    raise UnusableError(
        Message(
            "{folder}: not built, since the numbers in {warehouse} and their pages are those of {before} and would be"
            " replaced. For pages of its own: {own}. To replace them all the same: {instead}",
            folder=folder,
            warehouse=paths.warehouse,
            before=before,
            own=f"{own} --warehouse {other_word()}.duckdb --reports {other_word()}",
            instead=f"{own} --warehouse {typed(paths.warehouse)}",
        )
    )


def another_landing(folder: Path, before: Path | None) -> Path | None:
    """What the last build read (`last_landing`), where it is still there and no part of a folder, and no sample."""
    if before is None or _is_a_sample(before) or not before.is_dir():
        return None
    here = folder.resolve()
    return None if here == before or here in before.parents else before


def last_landing(paths: Paths) -> Path | None:
    """The folder that the last build read; in a copy of everything the copy of it. None where nothing was built."""
    if not exists(paths.warehouse):
        return None
    with Warehouse(paths.warehouse, read_only=True) as opened:
        built = last(opened)
    if built.get("landing") is None:
        return None
    landing = Path(str(built["landing"]))
    return _copied_along(landing, Path(str(built.get("reports"))), paths) or landing


def _copied_along(landing: Path, reports: Path, paths: Paths) -> Path | None:
    """Where the copy of a landing folder is that was made together with the warehouse; None where that is no copy.

    It may have been moved there since: the folder that was copied is another one's all the same.

    Args:
        landing: what the last build read.
        reports: where it wrote the pages.
        paths: where the warehouse is now, and where its pages are to be.
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
