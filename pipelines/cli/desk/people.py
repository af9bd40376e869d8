"""The screen of people: who is hidden, who is a guest, and which two names are one person."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from pipelines.cli.desk.changes import Cells, Row, people_of
from pipelines.cli.desk.clubs import Club, clubs
from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.screen import Act, Fields, text_of
from pipelines.machine.errors import UnusableError
from transforms.privacy.held_back import LIST
from transforms.tables.messages import gettext, gettext_noop

_Person = Mapping[str, Any]
_Decides = Callable[[Club, _Person, Mapping[str, _Person], Fields], None]
_PLAYERS = "players.csv"
_EVENING = ("competition", "season", "session_id")


class People:
    """Everybody of a club, with the decisions about each."""

    path, name, template = "/people", gettext_noop("People"), "desk_people.html"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return everybody of the club that the address names, or else of the first; and the person it names."""
        known = {one.club: one.club_name for one in self._desk.competitions()}
        wanted = text_of(query, "club") or min(known, default="")
        for club in clubs(self._desk, wanted):
            people = _people(club).to_dicts()
            chosen = next((row for row in people if row["player_id"] == text_of(query, "person")), None)
            return {"club": wanted, "clubs": sorted(known.items()), "people": people, "chosen": chosen}
        return {"template": "desk_nothing.html"}

    def acts(self) -> Mapping[str, Act]:
        """Return what the buttons do."""
        return {
            "/people/hide": lambda fields: self._decide(fields, self._hide),
            "/people/member": lambda fields: self._decide(fields, self._member),
            "/people/same": lambda fields: self._decide(fields, self._same),
        }

    def _decide(self, fields: Fields, decides: _Decides) -> str:
        for club in clubs(self._desk, text_of(fields, "club")):
            people = {row["player_id"]: row for row in _people(club).iter_rows(named=True)}
            if (person := people.get(text_of(fields, "person"))) is not None:
                decides(club, person, people, fields)
                self._desk.say(gettext("The web shows it when you publish again."))
                self._desk.job.start()
                return f"/people?club={club.id}"
        raise UnusableError("choose the person")

    def _hide(self, club: Club, person: _Person, people: Mapping[str, _Person], fields: Fields) -> None:
        del people, fields
        table = people_of(self._desk, next(iter(club.competitions.values()))).with_name(LIST)
        name = person["name"]
        if not person["is_hidden"]:
            change: Cells | Row = Row(table, {"player_id": person["player_id"], "public": "false"})
            said = gettext("{name} is not named any more", name=name)
        else:
            change = Cells(table, "player_id", person["player_id"], None)
            said = gettext("{name} is named again", name=name)
        self._desk.journal.write(said, change.path, change.content())

    def _member(self, club: Club, person: _Person, people: Mapping[str, _Person], fields: Fields) -> None:
        del people, fields
        is_member = not person["member"]
        said = gettext("{name} is a member", name=person["name"])
        if not is_member:
            said = gettext("{name} is a guest", name=person["name"])
        contents = dict[Path, bytes]()
        for place in person["places"]:
            folder = club.competitions[place["competition"]].folder
            own = folder / place["file_id"]
            table = own if own.suffix.lower() == ".csv" and own.is_file() else folder / _PLAYERS
            change = Cells(table, "player_id", person["player_id"], {"member": str(is_member).lower()})
            contents[change.path] = change.content()
        self._desk.journal.write_all(said, contents)

    def _same(self, club: Club, person: _Person, people: Mapping[str, _Person], fields: Fields) -> None:
        wanted = text_of(fields, "other")
        others = [id for id, row in people.items() if wanted in (id, row["name"]) and id != person["player_id"]]
        if len(others) != 1:
            raise UnusableError("{name}: write the name of one other person of the club", name=wanted or '""')
        table = people_of(self._desk, next(iter(club.competitions.values())))
        change = Row(table, {"alias": person["player_id"], "player_id": others[0]})
        names = {"one": person["name"], "other": people[others[0]]["name"]}
        self._desk.journal.write(gettext("{one} is {other}", **names), change.path, change.content())


def _people(club: Club) -> pl.DataFrame:
    """Return everybody of a club by name: whether hidden or a member, evenings played, and the tables that say so."""
    hidden = club.tables["hidden"]["player_id"].implode()
    evenings = club.tables["raw.entries"].unique([*_EVENING, "player_id"]).group_by("player_id").agg(evenings=pl.len())
    return (
        club.tables["raw.players"]
        .filter(pl.col("competition").is_in(list(club.competitions)))
        .group_by("player_id")
        .agg(
            name=pl.coalesce("name", "player_id").first(),
            member=pl.col("member").fill_null(value=True).any(),
            places=pl.struct("competition", "file_id").unique(maintain_order=True),
        )
        .join(evenings, on="player_id", how="left")
        .with_columns(pl.col("evenings").fill_null(0), is_hidden=pl.col("player_id").is_in(hidden))
        .sort(pl.col("name").str.to_lowercase(), "player_id")
    )
