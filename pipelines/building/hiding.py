"""Who is not shown: in any club that knows this person, whatever becomes of the club that says so."""

from collections.abc import Collection

import polars as pl

from pipelines.building.clubs_run import ClubsRun
from pipelines.warehouse import Warehouse
from transforms.tables import Players
from transforms.tables.phrases import phrase

_PLAYERS = "raw.players"
_WITHHELD = f"from {_PLAYERS} where not public"
_KEY = Players.primary_key()
_IN_CLUB = phrase("{}/{}", "club", "player_id")


class Hiding:
    """What the pages of each club hide, and which of them are to be drawn anew because others are hidden by now.

    In this order: `hidden_elsewhere` as clubs are drawn, `take_over` as they are kept, `clubs_to_draw` once all are.

    Args:
        warehouse: the copy that is written, as it was before the build.
    """

    def __init__(self, warehouse: Warehouse) -> None:
        self._warehouse = warehouse
        self._before = self._hidden_now()
        self._drawn = _names_of(Players.create_empty())
        self._clubs_drawn: set[str] = set()

    def hidden_elsewhere(self, run: ClubsRun, clubs: Collection[str]) -> pl.DataFrame:
        """`Players` of other clubs who are not shown: who has the same `federation_id` is not shown in these either.

        Who was not shown before counts too, since a club that is set aside after this keeps what it had. If it is not
        set aside, the clubs that know this person are drawn again at the end. Notes what the pages of these clubs hide.
        """
        players = run.table(_PLAYERS)
        before = Players.cast(self._warehouse.sql(_WITHHELD))
        known = pl.concat(frame.select("club", "federation_id") for frame in (players, before))
        shared = known.group_by("federation_id").agg(pl.col("club").n_unique()).filter(pl.col("club") > 1)
        withheld = [
            players.filter(~pl.col("public")),
            before.filter(~pl.col("club").is_in(list(run.clubs))),
            before.join(shared, on="federation_id", how="semi"),
        ]
        hidden = pl.concat(withheld).unique()
        own = players.filter(pl.col("club").is_in(list(clubs)))
        self._forget(clubs)
        self._drawn = pl.concat([self._drawn, _names_of(own).join(_names_of(hidden), on="known_as", how="semi")])
        self._clubs_drawn |= set(clubs)
        return hidden.join(own, on=hidden.columns, how="anti", nulls_equal=True).drop_nulls("federation_id")

    def take_over(self, run: ClubsRun) -> None:
        """Hide in the warehouse whom clubs have asked to hide that are set aside: they keep the rest as it was."""
        failed = [failure.club for failure in run.failures]
        self._forget(failed)
        read = [club for club in failed if club in run.made_for.get(_PLAYERS, ())]
        if not read:
            return
        before = self._warehouse.read_all_seasons(_PLAYERS, read)
        asked = run.made[_PLAYERS].filter(pl.col("club").is_in(read), ~pl.col("public"))
        known = before.filter(~pl.col("public"))
        new = asked.join(known, on=[*_KEY, "federation_id", "name"], how="anti", nulls_equal=True)
        if not new.is_empty():
            rows = pl.concat([before.join(new, on=_KEY, how="anti"), new])
            clubs = new["club"].unique().to_list()
            self._warehouse.replace({_PLAYERS: rows.filter(pl.col("club").is_in(clubs))}, clubs)

    def clubs_to_draw(self) -> list[str]:
        """The clubs whose pages hide others than they are to hide, sorted."""
        now = self._hidden_now()
        if self._before.is_empty() and self._drawn.is_empty() and now.is_empty():
            return []
        names = _names_of(self._warehouse.read_all_seasons(_PLAYERS))
        as_before = names.filter(~pl.col("club").is_in(list(self._clubs_drawn)))
        hidden = pl.concat([self._drawn, as_before.join(self._before, on="known_as", how="semi")])
        to_hide = names.join(now, on="known_as", how="semi")
        differences = [
            to_hide.join(hidden, on=names.columns, how="anti"),
            hidden.join(to_hide, on=names.columns, how="anti"),
        ]
        return pl.concat(differences)["club"].unique().sort().to_list()

    def has_been_followed(self) -> None:
        """The clubs that were to be drawn have been drawn, or cannot be."""
        self._before = self._hidden_now()
        self._forget(list(self._clubs_drawn))

    def hides_anybody(self, club: str) -> bool:
        """Whether somebody in this club, whose pages were to be drawn, is not shown there."""
        return club in self._drawn["club"]

    def _forget(self, clubs: Collection[str]) -> None:
        self._drawn = self._drawn.filter(~pl.col("club").is_in(list(clubs)))
        self._clubs_drawn -= set(clubs)

    def _hidden_now(self) -> pl.DataFrame:
        return _names_of(Players.cast(self._warehouse.sql(_WITHHELD)))


def _names_of(players: pl.DataFrame) -> pl.DataFrame:
    """(club, known_as): what each of these players is known by, in the club and in the federation."""
    in_club = players.select("club", known_as=_IN_CLUB)
    in_federation = players.select("club", known_as="federation_id").drop_nulls()
    return pl.concat([in_club, in_federation]).unique()
