"""Alerts: what is wrong now, what was tried again, and what is well again; each is sent once, as soon as it can be.

What is wrong follows from the warehouse and from runs that ended. `Known` is all that is remembered between two looks;
who looks keeps it: the sensor of Dagster as its cursor, and `barometer alerts` in a file next to the warehouse.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple, Self

import polars as pl

from pipelines.building.hiding import withheld_in
from pipelines.building.season_end import alike_once, last_day_over, owed_in_words, owed_now, reasons_once, why_left
from pipelines.machine import clock
from pipelines.machine.paths import Paths
from pipelines.machine.sending import NotSentError, send
from pipelines.warehouse import as_it_is
from pipelines.warehouse.build_record import FINDINGS, last_number
from pipelines.words.plain_text import finding_in_words
from transforms.tables.messages import gettext, gettext_noop

_SUBJECT = "Barometer"
_MOST_LINES, _MOST_KEPT = 20, 200
"""The most lines of a message, and the most messages that wait for a receiver."""
_ERROR, _OWED, _RUN = "error", "owed", "run"
_OVERDUE = 2
"""After this number of tries, something owed is an alert even if no reason is known."""


class Ran(NamedTuple):
    """A run that ended."""

    what: str
    """The job, and the group of clubs if it has one; or the unit of systemd."""
    is_well: bool
    why: str = ""
    times: int = 1
    """How often it was begun."""
    is_season_end: bool = False


@dataclass
class Trouble:
    """Something that is wrong, as it was said."""

    said: str
    since: str
    tried: int = 0


@dataclass
class Known:
    """What was wrong at the last look, and the messages that did not arrive yet."""

    troubles: dict[str, Trouble] = field(default_factory=dict[str, Trouble])
    waiting: list[str] = field(default_factory=list[str])
    seen: str = ""
    runs: str = ""
    """Up to where the runs of Dagster were read."""

    @classmethod
    def from_text(cls, text: str | None) -> Self:
        """Return what `as_text` wrote; nothing if there is no such text."""
        try:
            read: dict[str, Any] = json.loads(text or "{}")
            troubles = {key: Trouble(**one) for key, one in read.get("troubles", {}).items()}
            return cls(troubles, [*read.get("waiting", ())], read.get("seen", ""), read.get("runs", ""))
        except (ValueError, TypeError, AttributeError):  # of another version
            return cls()

    def as_text(self) -> str:
        """Return all of it as text."""
        return json.dumps(asdict(self))


def look(paths: Paths, known: Known, ran: Iterable[Ran] = ()) -> None:
    """Add to `known` what is wrong now and was not said, and what is well again. `ran` are runs since the last look."""
    runs = list(ran)
    lines = list(_of_runs(known, runs))
    day = last_day_over(paths)
    with as_it_is(paths.warehouse) as warehouse:
        seen = f"{last_number(warehouse)} {day}"
        if runs or seen != known.seen:
            now = owed_now(warehouse, paths)
            why = why_left(warehouse, paths, now.clubs) if now.clubs else {}
            tries = sum(run.is_season_end for run in runs)
            with_reason = {*owed_in_words(now.of(why), why)}
            lines += reasons_once(_of_owed(known, owed_in_words(now, why), with_reason, tries))
            found = pl.concat(warehouse.read_of(table, severity="error") for table in FINDINGS)
            shown = withheld_in(warehouse, {"operations.findings": found}).shown("operations.findings", found)
            lines += _of_errors(known, shown)
    known.seen = seen
    if lines:
        lines = "\n".join(lines).splitlines()
        more = len(lines) - _MOST_LINES
        kept = lines[:_MOST_LINES] + ([gettext("more lines: {number}", number=more)] if more > 0 else [])
        at = f"{clock.local():%Y-%m-%d %H:%M}"
        known.waiting = [*known.waiting, "\n".join([f"{_SUBJECT}, {at}", *kept])][-_MOST_KEPT:]


def deliver(known: Known) -> str | None:
    """Send the messages that wait, as one. If they cannot be sent, they wait for the next time; return why."""
    if not known.waiting:
        return None
    try:
        send(_SUBJECT, "\n\n".join(known.waiting))
    except NotSentError as wrong:
        return str(wrong)
    known.waiting = []
    return None


_RUN_FAILED = gettext_noop("{what} failed. {why}")
_RUN_FAILED_AGAIN = gettext_noop("{what} failed, although it was begun {times} times. {why}")
_RUN_WELL = gettext_noop("{what} is well again. Failures since {since}: {number}.")
_STILL = gettext_noop("Tries so far: {number}. {said}")
_DONE = gettext_noop("Published, and well again: {what}. Tries: {number}.")
_WELL = gettext_noop("Well again (wrong since {since}): {said}")


def _of_runs(known: Known, runs: Iterable[Ran]) -> Iterator[str]:
    for run in runs:
        key = f"{_RUN} {run.what}"
        before = known.troubles.get(key)
        if run.is_well:
            if before is not None:
                del known.troubles[key]
                yield gettext(_RUN_WELL, what=run.what, number=before.tried, since=before.since)
            continue
        said = gettext(_RUN_FAILED_AGAIN if run.times > 1 else _RUN_FAILED, what=run.what, times=run.times, why=run.why)
        if before is None or before.said != said:
            yield said
        known.troubles[key] = Trouble(
            said, before.since if before else _now(), (before.tried if before else 0) + run.times
        )


def _of_owed(known: Known, now: dict[str, str], with_reason: set[str], tries: int) -> Iterator[str]:
    for what, said in now.items():
        key = f"{_OWED} {what}"
        before = known.troubles.get(key)
        tried = before.tried + tries if before else min(tries, 1)  # earlier tries were before it was owed
        is_said = what in with_reason or tried >= _OVERDUE
        if is_said and (before is None or tries or before.said != said):
            yield gettext(_STILL, said=said, number=tried) if tried else said
        known.troubles[key] = Trouble(said if is_said else "", before.since if before else _now(), tried)
    for key in [key for key in known.troubles if key.startswith(_OWED)]:
        what = key.removeprefix(f"{_OWED} ")
        if what not in now and (trouble := known.troubles.pop(key)).said:
            yield gettext(_DONE, what=what, number=trouble.tried + tries)


def _of_errors(known: Known, found: pl.DataFrame) -> Iterator[str]:
    now: dict[str, str] = {}
    for row in found.sort("club", "competition", "file_id", "line_no", nulls_last=False).to_dicts():
        said = finding_in_words(row)
        now[f"{_ERROR} {row['club'] or ''} {_digest(said)}"] = said
    new: dict[str, list[str]] = {}
    for key, said in now.items():
        if key not in known.troubles:
            known.troubles[key] = Trouble(said, _now())
            new.setdefault(key.split(" ")[1], []).append(said)
    for club, lines in new.items():
        yield from alike_once(club, lines)
    for key in [key for key in known.troubles if key.startswith(_ERROR) and key not in now]:
        trouble = known.troubles.pop(key)
        yield gettext(_WELL, since=trouble.since, said=trouble.said)


def _now() -> str:
    return f"{clock.local():%Y-%m-%d %H:%M}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
