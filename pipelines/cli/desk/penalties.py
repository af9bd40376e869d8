"""The screen of penalties: points that a pair loses or gets on one evening, by a decision of the director."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import urlencode

import polars as pl

from pipelines.cli.desk.changes import Change, LineRemoved, Row
from pipelines.cli.desk.clubs import Club, clubs
from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.screen import Act, Fields, number_of, text_of
from pipelines.machine.errors import UnusableError
from pipelines.words.words import short
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
        """Return the last evenings, and the entrants and penalties of the one in the address, or else of the last."""
        found = [(club, row) for club in clubs(self._desk) for row in _evenings(club).iter_rows(named=True)]
        if not found:
            return {"template": "desk_nothing.html"}
        found.sort(key=lambda one: str(one[1]["date"]), reverse=True)
        wanted = text_of(query, "evening")
        club, chosen = next((one for one in found if one[1]["id"] == wanted), found[0])
        return {
            "evenings": [row for _, row in found],
            "evening": chosen,
            "entrants": _entrants(club, chosen),
            "given": _given(club, chosen),
            "units": _units(),
        }

    def acts(self) -> Mapping[str, Act]:
        """Return what the buttons do."""
        return {"/penalties": self._add, "/penalties/remove": self._remove}

    def _add(self, fields: Fields) -> str:
        club, evening = self._chosen(fields)
        who = text_of(fields, "entrant")
        entrant = next((one for one in _entrants(club, evening) if one["id"] == who), None)
        if entrant is None:
            raise UnusableError("choose the evening and the pair")
        unit, sign = text_of(fields, "unit"), _SIGNS.get(text_of(fields, "sign"))
        if unit not in _UNITS or sign is None:
            raise UnusableError("choose how much the pair loses or gets")
        amount = f"{sign}{_amount(text_of(fields, 'amount'))}"
        cells = {
            **{"session_id": evening["session_id"], "line": entrant["line"], "entrant": entrant["entrant"]},
            **{"amount": amount, "unit": unit, "reason": text_of(fields, "reason")},
        }
        change = Row(club.competitions[evening["competition"]].folder / _TABLE, cells)
        gaps = {"who": entrant["who"], "amount": short(float(amount)), "unit": gettext(_UNITS[unit])}
        return self._write(evening, gettext("Penalty for {who}: {amount} ({unit})", **gaps), change)

    def _remove(self, fields: Fields) -> str:
        club, evening = self._chosen(fields)
        at = text_of(fields, "file"), number_of(fields, "line_no")
        row = next((one for one in _given(club, evening) if (one["file_id"], one["line_no"]) == at), None)
        if row is None or not row["can_be_removed"]:
            raise UnusableError("this penalty is not there any more")
        gaps = {"who": row["who"], "amount": short(row["amount"]), "unit": row["said"]}
        said = gettext("Penalty removed for {who}: {amount} ({unit})", **gaps)
        folder = club.competitions[evening["competition"]].folder
        return self._write(evening, said, LineRemoved(folder / at[0], at[1], row["sha256"]))

    def _write(self, evening: Mapping[str, Any], said: str, change: Change) -> str:
        """Write a change, and build; return the address of the evening."""
        self._desk.journal.write(said, change.path, change.content())
        self._desk.say(gettext("The list shows it when the pages are made."))
        self._desk.job.start()
        return f"{self.path}?{urlencode({'evening': evening['id']})}"

    def _chosen(self, fields: Fields) -> tuple[Club, Mapping[str, Any]]:
        wanted = text_of(fields, "evening")
        for club in clubs(self._desk):
            for row in _evenings(club).iter_rows(named=True):
                if row["id"] == wanted:
                    return club, row
        raise UnusableError("choose the evening and the pair")


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
    """Return the penalties of an evening: whose, how much, why, and whether their row can be removed from a table."""
    of = {name: evening[name] for name in _EVENING}
    who = {row["id"]: row["who"] for row in _entrants(club, evening)}
    files = club.tables["raw.files"].select("competition", "file_id", "sha256")
    rows = club.tables["raw.adjustments"].filter(**of).join(files, on=["competition", "file_id"], how="left")
    said = dict(_units())
    return [
        row
        | {"who": who.get("{line} {entrant}".format_map(row), row["entrant"]), "said": said[row["unit"]]}
        | {"can_be_removed": row["file_id"].endswith(".csv")}
        for row in rows.sort("file_id", "line_no").iter_rows(named=True)
    ]


def _units() -> list[tuple[str, str]]:
    return [(unit, gettext(words)) for unit, words in _UNITS.items()]
