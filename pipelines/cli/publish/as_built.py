"""The site as a build left it, while a later build may already put other pages in their places."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import Timeout

from pipelines.building.sent_aside import ASIDE, sending
from pipelines.cli.publish.site_copy import files_of
from pipelines.machine.errors import UnusableError

_PATIENCE = 60.0
"""Seconds to wait: a build may be removing what a sending that was killed left, a second name of every page."""


@contextmanager
def as_built(site: Path, *, patience: float = _PATIENCE) -> Iterator[Path]:
    """A folder with the files of the site as they are now, which stays so until it is no longer needed.

    A build replaces each file by one rename and changes none, so a second name for each file is enough; where the disk
    knows no second names, the files are copied. Make it while no build puts pages in their places.

    Args:
        site: the folder of the site, on the disk of which the folder is made.
        patience: seconds to wait for whoever else has the site.

    Raises:
        UnusableError: the site is being sent by another, still.
        OSError: the folder cannot be made.
    """
    with ExitStack() as held:
        try:
            held.enter_context(sending(site, patience=patience))
        except Timeout as wrong:
            raise UnusableError(
                "{site}: another barometer publish is sending it; wait until that is done", site=site
            ) from wrong
        aside = Path(
            held.enter_context(tempfile.TemporaryDirectory(prefix=ASIDE, dir=site, ignore_cleanup_errors=True))
        )
        for name in files_of(site):
            place = aside / name
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(site / name, place)
            except OSError:
                shutil.copy2(site / name, place)
        yield aside
