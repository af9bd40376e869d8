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

    Args:
        warehouse: the copy that is written, as it was before the build.
    """

    def __init__(self, warehouse: Warehouse) -> None:
        self._warehouse = warehouse
        self._before = self._now()
        self._drawn: dict[str, frozenset[str]] = {}

    def elsewhere(self, run: ClubsRun, clubs: Collection[str]) -> pl.DataFrame:
        """`Players` of other clubs who are not shown: who has the same `federation_id` is not shown in these either.

        Who was not shown before counts too, since a club that is set aside after this keeps what it had. If it is not
        set aside, the clubs that know this person are drawn again at the end.
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
        self._drawn |= dict.fromkeys(clubs, frozenset(_names_of(hidden)["said"]))
        own = players.filter(pl.col("club").is_in(list(clubs)))
        return hidden.join(own, on=hidden.columns, how="anti", nulls_equal=True).drop_nulls("federation_id")

    def keep(self, run: ClubsRun) -> None:
        """Hide in the warehouse whom clubs have asked to hide that are set aside: they keep the rest as it was."""
        failed = [failure.club for failure in run.failures]
        for club in failed:
            self._drawn.pop(club, None)
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
        now = self._now()
        of_clubs: dict[frozenset[str], list[str]] = {}
        for club, hidden in self._drawn.items():
            of_clubs.setdefault(hidden, []).append(club)
        drawn = pl.col("club").is_in(list(self._drawn))
        differences = {self._before ^ now: ~drawn}
        for hidden, clubs in of_clubs.items():
            difference = hidden ^ now
            differences[difference] = differences.get(difference, pl.lit(value=False)) | pl.col("club").is_in(clubs)
        differences.pop(frozenset(), None)
        if not differences:
            return []
        names = _names_of(self._warehouse.read_all_seasons(_PLAYERS))
        others = [
            names.filter(of_these, pl.col("said").is_in(list(difference)))["club"]
            for difference, of_these in differences.items()
        ]
        return pl.concat(others).unique().sort().to_list()

    def has_been_followed(self) -> None:
        """The clubs that were to be drawn have been drawn, or cannot be."""
        self._before = self._now()
        self._drawn.clear()

    def hides(self, run: ClubsRun, club: str) -> bool:
        """Whether somebody in a club whose pages were to be drawn is not shown there."""
        names = _names_of(run.table(_PLAYERS, [club]))
        return not self._drawn.get(club, frozenset()).isdisjoint(names["said"])

    def _now(self) -> frozenset[str]:
        return frozenset(_names_of(self._warehouse.sql(_WITHHELD))["said"])


def _names_of(players: pl.DataFrame) -> pl.DataFrame:
    """(club, said): what each of these players is known by, in the club and in the federation."""
    in_club = players.select("club", said=_IN_CLUB)
    in_federation = players.select("club", said="federation_id").drop_nulls()
    return pl.concat([in_club, in_federation]).unique()
