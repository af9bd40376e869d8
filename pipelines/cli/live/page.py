"""The page of an evening that is being played, and the line in the terminal that says how far it is."""

import datetime as dt
import os
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from pipelines.cli.live.evening import Provisional
from pipelines.intake.landing.followed import is_provisional
from pipelines.machine import waits
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.reports.content import grouped
from pipelines.reports.html import as_file, filled
from pipelines.words.languages import speaking
from pipelines.words.words import counted, entrant_kind
from transforms.tables.messages import gettext, ngettext

PAGE = "live.html"


class Look(NamedTuple):
    """What every page of an evening has: the title of the competition, and its language."""

    name: str
    language: str


def provisional_page(look: Look, known: Provisional | None, silent: dt.datetime | None) -> bytes:
    """Return the page. `known` is None before the first result; `silent` is the time when the source fell silent."""
    with speaking(look.language):
        content = {"state": how_far(known), "lists": _lists(known), "silent": silent and f"{silent:%H:%M}"}
        return _filled(name=look.name, reload=waits.RELOAD_PAGE, page=None, **content)


def page_that_leads_on(look: Look, page: Path, live: Path) -> bytes:
    """Return the page that takes the place of the provisional page at `live`, and leads to the evening's own page."""
    address = quote(Path(os.path.relpath(page, live.parent)).as_posix())
    with speaking(look.language):
        return _filled(name=look.name, reload=0, page=address, lists=[], silent=None)


def _filled(**content: Any) -> bytes:
    return as_file(filled("live.html", content))


def _lists(known: Provisional | None) -> list[dict[str, Any]]:
    rows = [] if known is None else known.lists.filter("came").to_dicts()
    lists = grouped(rows, "session_id", "field", "scoring")
    return [
        {
            "field": field,
            "scoring": scoring,
            "kind": entrant_kind(scoring, (len(row["players"] or ()) for row in of)),
            "rows": of,
        }
        for (_, field, scoring), of in lists
    ]


def put(page: Path, content: bytes) -> None:
    """Write the page as a whole, unless it is there with this content. UnusableError: it is another program's file."""
    there = page.read_bytes() if page.is_file() else None
    if there is not None and not is_provisional(there):
        raise UnusableError("{page}: barometer live did not make this file; name another page with --page", page=page)
    if there != content:
        page.parent.mkdir(parents=True, exist_ok=True)
        put_whole(page, content)


def how_far(known: Provisional | None) -> str:
    """Return how far the evening is: `provisional, 14 of 24 boards, table 3 is a round behind`."""
    said = [gettext("provisional")]
    if known is None or known.lists.is_empty():
        return ", ".join([*said, gettext("no results yet")])
    if known.boards.is_empty():
        return said[0]
    *_, boards, of = known.boards.row(-1)
    said.append(counted(boards, "board") if of is None else gettext("{boards} of {all} boards", boards=boards, all=of))
    of_several = known.lists["line"].n_unique() > 1
    for *_, line, table, rounds in known.behind.rows():
        named = f"{line}{table}" if of_several else table
        said.append(
            ngettext("table {table} is a round behind", "table {table} is {number} rounds behind", rounds, table=named)
        )
    return ", ".join(said)
