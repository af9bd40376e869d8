"""What was published of a session or a player, what of it would now differ, and the files behind it."""

import datetime as dt
from typing import NamedTuple

import polars as pl

from pipelines.cli.history.events import about, at_a_glance, events
from pipelines.cli.terminal.selection import nearest_sessions, one_competition, one_player, one_session, session_meant
from pipelines.cli.terminal.which_landing import build_again
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse, build_record, trail
from pipelines.words.to_type import to_type
from transforms.published.following import When
from transforms.published.kinds import KINDS, RESULTS
from transforms.published.shown import AND
from transforms.published.trail import PAST, corrected
from transforms.tables.messages import Message, gettext
from transforms.tables.schemas import CLUB, SESSION


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

    def within(self, values: dict[str, str]) -> pl.Expr:
        """The rows with these values, and of the competition and season that are named."""
        given = {**values, **({} if self.season is None else {"season": self.season})}
        if self.competitions is not None:
            given |= self.competitions.row(0, named=True)
        return pl.all_horizontal(pl.col(name) == value for name, value in given.items())


def _players_of(published: pl.DataFrame) -> pl.DataFrame:
    if "player_id" in published.columns:
        return published.select(*CLUB, "player_id").unique()
    rows = published.select(*CLUB, player_id=pl.col("players").str.split(AND)).explode("player_id")
    return rows.drop_nulls().unique()


class History(NamedTuple):
    """What is told of one session or one player."""

    title: str
    rows: pl.DataFrame
    """As `events` gives them, in order of time."""
    warnings: list[Message]
    names: dict[str, str]
    """Id of a player -> name."""

    def for_programs(self) -> pl.DataFrame:
        """The rows, with times as ISO texts and files as one text."""
        return self.rows.with_columns(pl.col("at", "until_at").dt.to_string("iso:strict"))

    def at_a_glance(self) -> pl.DataFrame:
        """The few columns that are printed in a terminal."""
        return at_a_glance(self.rows, self.names)


def history(
    path: Place, wanted: str, kind: str | None = None, *, competition: str | None = None, season: str | None = None
) -> History:
    """Everything that is known of the publications of one session, also of one that is gone, or of one player.

    `wanted` is the id of a session; or of a player the id, the name or a part of it. `kind` (`session`, `player`) says
    which, `competition` (id, name, or `club/competition`) and `season` where.
    """
    with Warehouse(path, read_only=True) as warehouse:
        places = Places.of(warehouse, competition, season)
        if kind != "player" and (session := places.session(wanted, is_sure=kind == "session")) is not None:
            if kind is None and not places.people.filter(player_id=wanted).is_empty():
                raise UnusableError(
                    "{wanted}: that is a session and a player; add --as session or --as player", wanted=wanted
                )
            club, fits, of = session["club"], places.within(session), pl.DataFrame([session])
            title = gettext("{club}/{competition}, {season}, session {session_id}", **session)
        else:
            near = "" if kind else nearest_sessions(wanted, places.sessions)
            nobody = Message("{wanted}: there is no such session{near}, and no such player", wanted=wanted, near=near)
            club, player = one_player(places.people, wanted, nobody if near else None)
            fits, of = about(player) & places.within({"club": club}), None
            title = gettext("{player} of {club}", player=player, club=club)
        before, made = trail.remembered(warehouse, club), trail.AsAsked(warehouse, club)
        warnings, last = [], build_record.last(warehouse)
        ended = last.get("finished_at")
        if last and ended is None:
            again = build_again(warehouse, path)
            warnings.append(
                Message(
                    "the last build did not come to its end, so this is as it was before: run {command}", command=again
                )
            )
        else:
            at = ended if isinstance(ended, dt.datetime) else dt.datetime.now(dt.UTC)
            before |= corrected(before, made, When(at, trail.number_of_last_build(warehouse)))
        rows = events(before, made, fits, of)
    if rows.filter(event="published").is_empty():
        publish = to_type("publish", warehouse=path)
        warnings.append(
            Message("nothing of this was published: {command} records what the last build shows", command=publish)
        )
    names = places.people.filter(club=club).drop_nulls("name").select("player_id", "name")
    what = gettext("{what}: what was published, and what changed since", what=title)
    return History(what, rows, warnings, dict(names.iter_rows()))
