"""What was published of a session or a player, what of it would now be another, and the files behind it, in time."""

import datetime as dt
from typing import NamedTuple

import polars as pl

from pipelines.cli.history.events import about, events
from pipelines.cli.history.places import Places
from pipelines.cli.history.printing import at_a_glance
from pipelines.cli.terminal.whole_commands import build_again
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse, build_record, trail
from pipelines.words.to_type import to_type
from transforms.messages import Message, gettext
from transforms.published.following import When
from transforms.published.trail import corrected


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
    """Everything that is known of the publications of one session or one player.

    Args:
        path: the warehouse.
        wanted: the id of a session, also of one that is gone; or a player: an id, a name or a part of a name.
        kind: `session` or `player`; None: whichever there is.
        competition: its id, its name, or `club/competition`; None: all.
        season: its name; None: all.

    Raises:
        UnusableError: there is no such warehouse, session or player; or several may be meant.
    """
    with Warehouse(path, read_only=True) as warehouse:
        places = Places.of(warehouse, competition, season)
        if kind != "player" and (session := places.session(wanted, is_sure=kind == "session")) is not None:
            if kind is None and places.has_player(wanted):
                raise UnusableError(
                    "{wanted}: that is a session and a player; add --as session or --as player", wanted=wanted
                )
            club, fits, of = session["club"], places.within(session), pl.DataFrame([session])
            title = gettext("{club}/{competition}, {season}, session {session_id}", **session)
        else:
            club, player = places.player(wanted, or_session=kind is None)
            fits, of = about(player) & places.within({"club": club}), None
            title = gettext("{player} of {club}", player=player, club=club)
        before, made = trail.remembered(warehouse, club), trail.AsAsked(warehouse, club)
        warnings = []
        last = build_record.last(warehouse)
        ended = last.get("finished_at")
        if last and ended is None:
            warnings.append(
                Message(
                    "the last build did not come to its end, so this is as it was before: run {command}",
                    command=build_again(warehouse, path),
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
