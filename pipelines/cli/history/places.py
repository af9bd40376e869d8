"""Where sessions and players are looked for, also those that are gone."""

from typing import NamedTuple

import polars as pl

from pipelines.cli.terminal.selection import nearest_sessions, one_competition, one_player, one_session, session_meant
from pipelines.warehouse import Warehouse
from transforms.messages import Message
from transforms.published.kinds import KINDS, RESULTS
from transforms.published.shown import AND
from transforms.published.trail import PAST
from transforms.tables import CLUB, SESSION


class Places(NamedTuple):
    """Where sessions and players are looked for."""

    sessions: pl.DataFrame
    """`SESSION`, also of those that are gone."""
    people: pl.DataFrame
    """(club, player_id, name), also of those who are gone."""
    season: str | None
    competitions: pl.DataFrame | None
    """`CLUB` of the one that is named; None: all."""

    @classmethod
    def of(cls, warehouse: Warehouse, competition: str | None, season: str | None) -> "Places":
        """Those of a warehouse, of a competition and a season where they are named."""
        chosen = None
        if competition is not None:
            chosen = one_competition(warehouse.read("raw.competitions"), competition).select(CLUB).unique()
        published = [warehouse.read(kind.table) for kind in KINDS]
        past = warehouse.read_distinct(PAST, [*SESSION, "kind"]).filter(kind=RESULTS.name)
        known = pl.concat(rows.select(SESSION) for rows in (warehouse.read("raw.sessions"), published[0]))
        # Where its id is known, an evening that has left another season or competition does not stand beside it.
        left = past.select(SESSION).join(known, on=["club", "session_id"], how="anti")
        sessions = pl.concat([known, left])
        players = warehouse.read("raw.players").select(*CLUB, "player_id", "name")
        gone = pl.concat(_players_of(rows) for rows in published).join(players, on=[*CLUB, "player_id"], how="anti")
        people = pl.concat([players, gone.with_columns(name=pl.lit(None, pl.String))])
        if chosen is not None:
            sessions, people = (rows.join(chosen, on=CLUB, how="semi") for rows in (sessions, people))
        if season is not None:
            sessions = sessions.filter(season=season)
        return cls(sessions.unique().sort(SESSION), people.unique().sort(*CLUB, "player_id"), season, chosen)

    def session(self, wanted: str, *, is_sure: bool) -> dict[str, str] | None:
        """The only session with this id; None where there is none, unless it is sure to be one."""
        meant = session_meant(wanted, self.sessions["session_id"])
        if not is_sure and self.sessions.filter(session_id=meant).is_empty():
            return None
        return one_session(self.sessions, wanted)

    def has_player(self, wanted: str) -> bool:
        """Whether this is the id of a player."""
        return not self.people.filter(player_id=wanted).is_empty()

    def player(self, wanted: str, *, or_session: bool) -> tuple[str, str]:
        """(club, player_id) of the player who is named, where it is no session."""
        near = nearest_sessions(wanted, self.sessions) if or_session else ""
        nobody = Message("{wanted}: there is no such session{near}, and no such player", wanted=wanted, near=near)
        return one_player(self.people, wanted, nobody if near else None)

    def within(self, values: dict[str, str]) -> pl.Expr:
        """The rows with these values, and of the competition and season that are named."""
        given = {**values, **({} if self.season is None else {"season": self.season})}
        if self.competitions is not None:
            given |= self.competitions.row(0, named=True)
        return pl.all_horizontal(pl.col(name) == value for name, value in given.items())


def _players_of(published: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, player_id) of everybody in a table of publications."""
    if "player_id" in published.columns:
        return published.select(*CLUB, "player_id").unique()
    rows = published.select(*CLUB, player_id=pl.col("players").str.split(AND)).explode("player_id")
    return rows.drop_nulls().unique()
