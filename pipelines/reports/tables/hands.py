"""The deals of sessions as the report shows them, what they allow, and what players made of theirs."""

import polars as pl

from transforms.tables import BOARD, COMPETITION, FIELD, PLAYER, Tables
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.deals import TABLE

PAR = ("par_score", "par_contracts", "ns_best", "ns_best_score", "ew_best", "ew_best_score")
_DEAL = (*COMPETITION, "deal_id")
_ROLES = (("declared", "declarer"), ("defended", "defence"))


def hands(tables: Tables) -> pl.DataFrame:
    """Every deal of every board of a field, with its double-dummy table and par, as far as they are known.

    A board has one deal, unless lines that are scored together played several; then `lines` says which.
    """
    played = tables["scored.control_sheet"].select(*BOARD, "line").unique()
    is_of_line = pl.col("lines").is_null() | pl.col("lines").str.split("+").list.contains(pl.col("line"))
    dealt = played.join(tables["raw.deals"].drop("double_dummy", "date"), on=(*FIELD[:-1], "board")).filter(is_of_line)
    return (
        dealt.group_by(*BOARD, "deal_id")
        .agg(
            pl.col("dealer", "vulnerable", "deal").first(),
            lines=pl.col("line").unique().sort().str.join("+"),
        )
        .join(tables["deals.double_dummy"].drop("source"), on=_DEAL, how="left")
        .join(tables["deals.par"], on=[*_DEAL, "dealer", "vulnerable"], how="left")
        .sort(*BOARD, "lines")
        .select(*BOARD, "lines", "dealer", "vulnerable", "deal", *TABLE, *PAR)
    )


def at_the_table(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """What every player made of the deals of a season, beside what all players of the season did (`_of_field`).

    `exact` holds the means and deviations before they are rounded.
    """
    players = tables["deals.players"]
    made = [f"{role}_{what}" for _, role in _ROLES for what in ("gained", "of_field", "sd")]
    return (
        players.with_columns(_of_field(many, role).alias(f"{role}_of_field") for many, role in _ROLES)
        .join(people.select(*PLAYER, "name"), on=PLAYER, how="left")
        .sort(PLAYER)
        .select(
            *PLAYER,
            "name",
            *(
                column
                for many, role in _ROLES
                for column in (many, *(to_decimals(pl.col(f"{role}_{what}")) for what in ("gained", "of_field", "sd")))
            ),
            *("bid", "reached", "over", "under", "few"),
            exact=pl.struct(made),
        )
    )


def _of_field(many: str, role: str) -> pl.Expr:
    """The mean over all boards of all players of a season."""
    boards = pl.col(many).sum().over(COMPETITION)
    gained = (pl.col(f"{role}_gained") * pl.col(many)).sum().over(COMPETITION)
    return pl.when(boards > 0).then(gained / boards)
