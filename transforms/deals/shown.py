"""The deals of sessions, what they allow, and what players made of theirs, as pages show them."""

import dataframely as dy
import polars as pl

from transforms.deals.lines import DEAL
from transforms.tables import BOARD, COMPETITION, PLAYER, SESSION, ControlSheet, DealPlayers, Deals, DoubleDummy, Par
from transforms.tables.arithmetic.as_shown import shown
from transforms.tables.report import PeopleShown
from transforms.tables.report_of_deals import AtTheTableShown, HandsShown

_ROLES = {"declarer": "declared", "defence": "defended"}


def hands(
    control_sheet: dy.DataFrame[ControlSheet],
    deals: dy.DataFrame[Deals],
    double_dummy: dy.DataFrame[DoubleDummy],
    par: dy.DataFrame[Par],
) -> dy.LazyFrame[HandsShown]:
    """Every deal of every board of a field, with its double-dummy table and par, as far as they are known.

    A board has one deal, unless lines that are scored together played several; then `lines` says which.
    """
    dealt = deals.select(*SESSION, "board", "deal_id", "dealer", "vulnerable", "deal", of="lines")
    is_of_line = pl.col("of").is_null() | pl.col("of").str.split("+").list.contains(pl.col("line"))
    known = (
        control_sheet.select(*BOARD, "line")
        .unique()
        .join(dealt, on=(*SESSION, "board"))
        .filter(is_of_line)
        .group_by(*BOARD, "deal_id")
        .agg(pl.col("dealer", "vulnerable", "deal").first(), lines=pl.col("line").unique().sort().str.join("+"))
        .join(double_dummy, on=DEAL, how="left")
        .join(par, on=[*DEAL, "dealer", "vulnerable"], how="left")
    )
    return shown(HandsShown, known.sort(*BOARD, "lines"))


def at_the_table(
    players: dy.DataFrame[DealPlayers], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[AtTheTableShown]:
    """What every player made of the deals of a season, next to the mean over all boards of all its players."""
    made = [f"{role}_{what}" for role in _ROLES for what in ("gained", "of_field", "sd")]
    named = players.with_columns(_of_field(role).alias(f"{role}_of_field") for role in _ROLES).join(
        people.select(*PLAYER, "name"), on=PLAYER, how="left"
    )
    return shown(AtTheTableShown, named.sort(PLAYER).with_columns(exact=pl.struct(made)))


def _of_field(role: str) -> pl.Expr:
    many = pl.col(_ROLES[role])
    boards, gained = many.sum().over(COMPETITION), (pl.col(f"{role}_gained") * many).sum().over(COMPETITION)
    return pl.when(boards > 0).then(gained / boards)
