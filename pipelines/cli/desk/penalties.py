"""The screen of penalties: points that a pair loses or gets on one evening, by a decision of the director."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

import polars as pl

from pipelines.cli.desk.changes import Row
from pipelines.cli.desk.clubs import Club, clubs
from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.screen import Act, Fields, text_of
from pipelines.machine.errors import UnusableError
from transforms.results.people_shown import names_of_pairs
from transforms.tables.arithmetic.as_shown import number_said
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.shared import natural

_EVENING = ("competition", "season", "session_id")
_MOST_EVENINGS = 30
_TABLE = "penalties.csv"
_UNITS = {
    "percent_of_top": gettext_noop("percent of the top of one board"),
    "percent": gettext_noop("percent of the whole evening"),
    "points": gettext_noop("points: matchpoints, IMPs or victory points"),
}
_SIGNS = {"loses": "-", "gets": ""}


class Penalties:
    """The penalties of the last evenings, and a form for another."""

    path, name, template = "/penalties", gettext_noop("Penalties"), "desk_penalties.html"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return the last evenings; for the evening that the address names, also its entrants and its penalties."""
        evenings, entrants, given = list[dict[str, Any]](), list[dict[str, Any]](), list[dict[str, Any]]()
        wanted = text_of(query, "evening")
        for club in clubs(self._desk):
            last = _evenings(club).to_dicts()
            evenings += last
            for row in (row for row in last if row["id"] == wanted):
                entrants, given = _entrants(club, row), _given(club, row)
        if not evenings:
            return {"template": "desk_nothing.html"}
        evenings.sort(key=lambda row: str(row["date"]), reverse=True)
        return {"evenings": evenings, "evening": wanted, "entrants": entrants, "given": given, "units": _units()}

    def acts(self) -> Mapping[str, Act]:
        """Return what the button does."""
        return {"/penalties": self._add}

    def _add(self, fields: Fields) -> str:
        wanted, who = text_of(fields, "evening"), text_of(fields, "entrant")
        back = f"/penalties?evening={wanted}"
        for club in clubs(self._desk):
            for row in _evenings(club).iter_rows(named=True):
                entrant = next((one for one in _entrants(club, row) if one["id"] == who), None)
                if row["id"] == wanted and entrant is not None:
                    self._write(club, row, entrant, fields)
                    return back
        raise UnusableError("choose the evening and the pair")

    def _write(self, club: Club, evening: Mapping[str, Any], entrant: Mapping[str, Any], fields: Fields) -> None:
        unit, sign = text_of(fields, "unit"), _SIGNS.get(text_of(fields, "sign"))
        if unit not in _UNITS or sign is None:
            raise UnusableError("choose how much the pair loses or gets")
        amount = _amount(text_of(fields, "amount"))
        cells = {
            **{"session_id": evening["session_id"], "line": entrant["line"], "entrant": entrant["entrant"]},
            **{"amount": f"{sign}{amount}", "unit": unit, "reason": text_of(fields, "reason")},
        }
        change = Row(club.competitions[evening["competition"]].folder / _TABLE, cells)
        said = gettext("Penalty for {who}: {amount}", who=entrant["who"], amount=f"{sign}{amount}")
        self._desk.journal.write(said, change.path, change.content())
        self._desk.job.start()


def _amount(text: str) -> Decimal:
    try:
        amount = Decimal(text.replace(",", "."))
    except InvalidOperation:
        amount = Decimal(0)
    if not (amount.is_finite() and 0 < amount <= 1000):
        raise UnusableError("{text}: write a number above 0, such as 10", text=text or '""')
    return amount.normalize() if amount % 1 else Decimal(int(amount))


def _evenings(club: Club) -> pl.DataFrame:
    """Return the last evenings of a club with result lists of its own competitions, the latest first."""
    names = {id: one.name for id, one in club.competitions.items()}
    sessions = club.tables["raw.sessions"].filter(pl.col("competition").is_in(list(names)))
    seated = club.tables["raw.entries"].select(_EVENING).unique()
    last = sessions.join(seated, on=_EVENING, how="semi").sort("date", "session_id", descending=True, nulls_last=True)
    rows = last.unique(_EVENING, keep="first", maintain_order=True).head(_MOST_EVENINGS)
    return rows.select(
        *_EVENING,
        "date",
        id=pl.concat_str(pl.lit(club.id), *_EVENING, separator="/"),
        named=pl.col("competition").replace(names),
    )


def _entrants(club: Club, evening: Mapping[str, Any]) -> list[dict[str, Any]]:
    of = {name: evening[name] for name in _EVENING}
    pairs = names_of_pairs(club.tables).filter(**of).sort("line", natural(pl.col("entrant")))
    return pairs.select(
        "line",
        "entrant",
        id=pl.concat_str("line", "entrant", separator=" "),
        who=pl.concat_str("line", number_said(pl.col("entrant")), "names", separator=" ", ignore_nulls=True),
    ).to_dicts()


def _given(club: Club, evening: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the penalties of an evening: whose, how much, and why."""
    of = {name: evening[name] for name in _EVENING}
    who = {row["id"]: row["who"] for row in _entrants(club, evening)}
    rows = club.tables["raw.adjustments"].filter(**of).to_dicts()
    said = dict(_units())
    place = "{line} {entrant}".format_map
    return [row | {"who": who.get(place(row), row["entrant"]), "said": said[row["unit"]]} for row in rows]


def _units() -> list[tuple[str, str]]:
    return [(unit, gettext(words)) for unit, words in _UNITS.items()]
