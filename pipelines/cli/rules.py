"""The rules in use: scoring profiles, rating systems and schemes of points, by edition, with their sources."""

import datetime as dt
from collections.abc import Iterator

import polars as pl

from pipelines.machine.errors import UnusableError
from pipelines.settings.editions import editions, valid_on
from pipelines.settings.ratings import RATING_FILE
from pipelines.settings.scoring import PROFILE_FILE
from transforms.awards.schemes import SCHEMES
from transforms.tables.messages import gettext_noop
from transforms.tables.nearest_words import nearest_words

_SHAPE = {
    **dict.fromkeys(("kind", "name", "edition"), pl.String),
    **dict.fromkeys(("since", "until"), pl.Date),
    **dict.fromkeys(("changed", "source"), pl.String),
}
_FILES = {"scoring": PROFILE_FILE, "rating": RATING_FILE}


def rules(name: str | None, on: dt.date | None) -> pl.DataFrame:
    """Return a row per edition: `kind`, `name`, `edition`, `since`, `until`, `changed` (from the one before), `source`.

    `name` is that of a set of rules or of an edition. With `on`, only editions that are valid on that day are there.
    """
    rows = [*_of_files(on), *_of_schemes()]
    known = {str(row[word]) for row in rows for word in ("name", "edition")}
    if name is not None:
        wanted = name.strip().casefold()
        rows = [row for row in rows if wanted in (row["name"], row["edition"])]
        if not rows:
            near = ", ".join(nearest_words(wanted, known)[:3] or sorted(known))
            raise UnusableError(
                gettext_noop("{name}: no rules have this name; write one of {near}"), name=name, near=near
            )
    return pl.DataFrame(rows, schema=_SHAPE)


def _of_files(on: dt.date | None) -> Iterator[dict[str, object]]:
    for kind, file in _FILES.items():
        for of, every in editions(file).items():
            for one in every if on is None else (valid_on(on, every),):
                changed = "; ".join(f"{rule} = {value}" for rule, value in one.changed.items())
                days = {"since": one.since, "until": one.until}
                yield {"kind": kind, "name": of, "edition": one.name, **days, "changed": changed, "source": one.source}


def _of_schemes() -> Iterator[dict[str, object]]:
    for name, scheme in SCHEMES.items():
        yield {"kind": "points", "name": name, "edition": name, "changed": "", "source": scheme.source}


def at_a_glance(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the columns for a terminal, with the first and last day of an edition in one column."""
    ends = pl.concat_str(pl.col("since", "until").cast(pl.String).fill_null(""), separator=" – ")
    days = pl.when(pl.col("since").is_null() & pl.col("until").is_null()).then(pl.lit("")).otherwise(ends)
    return rows.select("kind", "edition", days.alias("days"), "changed", "source")
