"""Publish the seasons and rating lists that are over, from the folders of the last build."""

from collections.abc import Callable
from pathlib import Path

from pipelines.building.season_end import Ended, end_seasons
from pipelines.cli.terminal.which_landing import last_folders
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths, Place
from pipelines.warehouse import exists
from pipelines.warehouse.errors import no_warehouse


def publish_season_end(
    place: Place,
    target: str | None = None,
    *,
    reports: Path | None = None,
    accepts: str | None = None,
    is_trial: bool = False,
    say: Callable[[str], None] = lambda _: None,
    **others: object,
) -> Ended:
    """Build what changed, and publish what `owed` returns. UnusableError: an option that does not belong to this."""
    if target is not None or any(others.values()):
        raise UnusableError(
            "--season-end publishes what is over, and copies nothing: leave out the other "
            "arguments, except --accept, --dry-run and --reports; to copy the site, run barometer publish TARGET next"
        )
    if accepts is not None and not accepts.strip():
        raise UnusableError('--accept: no reason is given; write one between quotes, like --accept "WHY"')
    if not exists(place):
        raise no_warehouse(place)
    folders = last_folders(place)
    if (landing := folders.get("landing")) is None:
        raise no_warehouse(place)
    paths = Paths(landing, place, reports or folders["reports"])
    return end_seasons(paths, accepts=accepts, is_trial=is_trial, say=say)
