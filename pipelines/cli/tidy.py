"""`barometer tidy`: delete the old states of a lake while nothing else writes to it."""

import datetime as dt
from collections.abc import Callable

from pipelines.building.lock import build_lock
from pipelines.machine.paths import Lake, Place
from pipelines.warehouse import Warehouse, no_warehouse
from pipelines.warehouse.tidying import tidy as tidy_lake
from transforms.tables.messages import gettext, ngettext, written


def tidy(place: Place, days: int, say: Callable[[str], None] = lambda _: None) -> list[str]:
    """Delete what a lake has not used for `days` days, and merge small files; return lines that say what was done."""
    if not isinstance(place, Lake):
        if not place.exists():
            raise no_warehouse(place)
        with Warehouse(place, read_only=True) as warehouse:
            warehouse.tables()  # refuses the database of another program
        return [gettext("{warehouse} is a single file without old data, so there is nothing to tidy.", warehouse=place)]
    keep = dt.timedelta(days=days)
    with build_lock(place, "barometer tidy", say=say):
        done = tidy_lake(place, keep)
    return [
        ngettext(
            "{number} old state of the lake, from before {date}, was removed.",
            "{number} old states of the lake, from before {date}, were removed.",
            done.forgotten,
            date=(dt.datetime.now(dt.UTC) - keep).date(),
        ),
        ngettext(
            "{number} small or half-empty file was merged.",
            "{number} small or half-empty files were merged.",
            done.joined,
        ),
        ngettext(
            "{number} file that is no longer needed was deleted ({size} MB).",
            "{number} files that are no longer needed were deleted ({size} MB).",
            done.deleted,
            size=written(f"{done.bytes / 1e6:.1f}"),
        ),
    ]
