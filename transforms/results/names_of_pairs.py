"""Who sits where, by name: everybody is named on the desk."""

from collections.abc import Mapping

import polars as pl

from transforms.intake.entrants import lone_players
from transforms.results.people_shown import unnamed_partner
from transforms.tables.arithmetic.as_shown import names_of

_BETWEEN_IDS = " + "
PERSON = ("competition", "player_id")
"""A person in the tables of one club: an id may be another one's in another competition."""
PAIR = ("competition", "season", "session_id", "line", "entrant")


def with_names_of_pairs(lines: pl.DataFrame, of_pairs: pl.DataFrame) -> pl.DataFrame:
    """Result lines with `ns_names` and `ew_names`, as `names_of_pairs` has them."""
    for side in ("ns", "ew"):
        of_side = of_pairs.rename({"entrant": side, "names": f"{side}_names"})
        lines = lines.join(of_side, on=[*PAIR[:-1], side], how="left", maintain_order="left")
    return lines


def names_of_pairs(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """`PAIR` and `names`: of all who sit there, and that there is a partner whom nobody names."""
    seated = tables["raw.entries"].join(names(tables["raw.players"]), on=PERSON, how="left", maintain_order="left")
    alone = lone_players(tables["raw.entries"], tables["raw.sessions"])
    people = (
        seated.select(*PAIR, name=pl.coalesce("name", "player_id")),
        alone.select(*PAIR, name=pl.lit(unnamed_partner())),
    )
    return pl.concat(people).group_by(PAIR, maintain_order=True).agg(names=names_of(pl.col("name")))


def names_by_row(rows: pl.DataFrame, ids: pl.Expr, players: pl.DataFrame) -> pl.DataFrame:
    """(number, named): the people of each numbered row, whose ids stand in one text."""
    return (
        rows.select("number", "competition", player_id=ids.str.split(_BETWEEN_IDS))
        .explode("player_id", empty_as_null=False)
        .drop_nulls("player_id")
        .join(names(players), on=PERSON, how="left", maintain_order="left")
        .group_by("number", maintain_order=True)
        .agg(named=names_of(pl.coalesce("name", "player_id")))
    )


def names(players: pl.DataFrame) -> pl.DataFrame:
    """`PERSON` and name, of whom has one."""
    return players.drop_nulls("name").unique(PERSON, keep="first", maintain_order=True).select(*PERSON, "name")
