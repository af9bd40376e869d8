"""The day of a session, where a PBN file says it many times: what most of its boards say."""

import datetime as dt
import re
from collections import Counter
from typing import NamedTuple

from pipelines.intake.readers.pbn.text import Document, Tag
from pipelines.intake.readers.reading import Finding, warning

_WHERE = ("date", "eventdate", "ContestDate", "Date")
"""Tags of boards, then remarks, that may have a date, the best first."""
_WELL_FORMED = re.compile(r"[0-9]{4}[.-][0-9][0-9][.-][0-9][0-9]")


class Dated(NamedTuple):
    """The date as it is written, where it is, and what contradicts it."""

    tag: Tag | None
    findings: list[Finding]


def date_of(found: Document, tags: dict[str, Tag]) -> Dated:
    """The date that most tags `Date` say; of two equally frequent ones that of the contest, else the first.

    Without such a tag it is the date of the event, which may begin on an earlier day, or else that of the contest.

    Args:
        found: the file.
        tags: the first value of each tag, and of each remark.
    """
    said = [tag for game in found.games if (tag := game.tags.get("date")) and _WELL_FORMED.fullmatch(tag.value)]
    contest = tags.get("ContestDate")
    of_contest = _plain(contest) if contest and _is_day(_plain(contest)) else None
    counts = Counter(_plain(tag) for tag in said)
    if counts:
        # The order is that of the file, so of equal ones the first is chosen.
        chosen = max(counts, key=lambda day: (_is_day(day), counts[day], day == of_contest))
        first: Tag | None = next(tag for tag in said if _plain(tag) == chosen)
    else:
        dates = [tags[name] for name in _WHERE if name in tags]
        first = next(iter([*(tag for tag in dates if _WELL_FORMED.fullmatch(tag.value)), *dates]), None)
    if first is None or not _WELL_FORMED.fullmatch(first.value):
        return Dated(first, [])
    day = _plain(first)
    others = [tag for tag in [*said, *([contest] if contest and of_contest else [])] if _plain(tag) != day]
    return Dated(first, [_contradicted(day, counts[day], others)] if others else [])


def _contradicted(day: str, agreeing: int, others: list[Tag]) -> Finding:
    first = others[0]
    return warning(
        "pbn.dates",
        "this file says {other} too (how often: {others}); it counts as of {date} (how many [Date] say so: {dates}):"
        " mend the wrong ones",
        line_no=first.line_no,
        field="Date",
        value=first.value,
        other=", ".join(dict.fromkeys(map(_plain, others))),
        others=len(others),
        date=day,
        dates=agreeing,
    )


def _plain(tag: Tag) -> str:
    return tag.value.replace(".", "-")


def _is_day(day: str) -> bool:
    """Whether there is such a day."""
    try:
        dt.date.fromisoformat(day)
    except ValueError:
        return False
    return _WELL_FORMED.fullmatch(day) is not None
