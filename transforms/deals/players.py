"""What players and partnerships make of their deals: tricks as declarer and defender, and the levels they bid."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import GAMES
from transforms.bridge.sessions import PARTNERS
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.schemas import DealLines, DealPartnerships, DealPlayers, Deals, Entries, Par, Sessions
from transforms.tables.shared import COMPETITION, LINE, SESSION, Frame, in_shape

FEW = 100
"""The number of boards below which a mean is unreliable: by chance it is off by a tenth of a trick, more than players
differ."""
_OF_ENTRANT = (*LINE, "entrant")
_BOARD = (*SESSION, "board", "deal_id")
_PAR = (*COMPETITION, "deal_id", "dealer", "vulnerable")
_SIDES = (("NS", "ns", ["N", "S"], 1), ("EW", "ew", ["E", "W"], -1))
_BIDS = ("reached", "over", "under")


class AtTheTable(NamedTuple):
    """The results of players and of partnerships on the deals of each season."""

    players: dy.LazyFrame[DealPlayers]
    partnerships: dy.LazyFrame[DealPartnerships]


def deal_players(
    lines: Frame[DealLines],
    par: Frame[Par],
    deals: Frame[Deals],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
) -> AtTheTable:
    """Return `DealPlayers` and `DealPartnerships`, by season.

    The declarer is known only if the seats are, as in the question `declarers` (docs/sql.md). A partnership declares as
    a whole, so its seats matter only in a team of four. A larger team, or one with members who played only some rounds,
    is left out. In an individual session, two players are a partnership as long as they sit together.
    """
    of_two = pl.col("entrant").str.split(PARTNERS)
    made = _made(lines, par, deals).with_columns(of_two, of_two.list.reverse().alias("with"))
    made = made.explode("entrant", "with", empty_as_null=False, keep_nulls=False)
    sitting = _sitting(entries, sessions)
    is_single = pl.col("entrant") != pl.col("with")
    seated = made.join(sitting, on=_OF_ENTRANT).filter(
        pl.col("sides").list.contains(pl.col("side")), ~is_single | (pl.col("players") == 1)
    )
    in_seat = ~is_single & pl.col("seats").list.contains(pl.col("declarer")).fill_null(value=False)
    of_players = _summed(seated.with_columns(declares=pl.col("declaring") & in_seat), ("player_id",))
    other = sitting.select(*LINE, "entrant", partner_id="player_id", of_partner="sides", partners="players").rename(
        {"entrant": "with"}
    )
    together = (
        seated.join(other, on=(*LINE, "with"))
        .filter(
            pl.col("player_id") < pl.col("partner_id"),
            pl.col("of_partner").list.contains(pl.col("side")),
            ~is_single | (pl.col("partners") == 1),
        )
        .with_columns(declares=pl.col("declaring"))
    )
    of_pairs = _summed(together, ("player_id", "partner_id"))
    return AtTheTable(in_shape(DealPlayers, of_players), in_shape(DealPartnerships, of_pairs))


def _made(lines: Frame[DealLines], par: Frame[Par], deals: Frame[Deals]) -> pl.LazyFrame:
    """Return the results of each entrant of a session by side and declaring seat, and whether the side was `declaring`.

    A row has the number of boards, the sum of the tricks gained and of their squares, and a count per word of `_BIDS`.
    """
    played = deals.lazy().select(*_BOARD, "dealer", "vulnerable")
    aims = {f"{column}_aim": _level_class(pl.col(f"{column}_best").str.extract(r" (\d\w)")) for _, column, *_ in _SIDES}
    of_boards = played.join(par.lazy().select(*_PAR, **aims), on=_PAR, how="left").drop("dealer", "vulnerable")
    with_aims = lines.lazy().join(of_boards, on=_BOARD, how="left").with_columns(own=_level_class(pl.col("contract")))
    return pl.concat(_made_by(with_aims, *side) for side in _SIDES)


def _made_by(lines: pl.LazyFrame, side: str, column: str, seats: list[str], sign: int) -> pl.LazyFrame:
    declaring = pl.col("declarer").is_in(seats)
    tricks = pl.when(declaring).then("gained").otherwise(-pl.col("gained")).cast(pl.Int64)
    bid = _bid(pl.col(f"{column}_aim"), declaring, sign)
    return (
        lines.select(*LINE, "declarer", entrant=column, tricks=tricks, bid=bid)
        .group_by(*_OF_ENTRANT, "declarer")
        .agg(
            boards=pl.col("tricks").count(),
            sum=pl.col("tricks").sum(),
            squares=(pl.col("tricks") * pl.col("tricks")).sum(),
            **{word: (pl.col("bid") == word).sum() for word in _BIDS},
        )
        .with_columns(side=pl.lit(side), declaring=declaring)
    )


def _bid(aim: pl.Expr, declaring: pl.Expr, sign: int) -> pl.Expr:
    own = pl.col("own")
    # If the opponents bought the contract, this side did well if it gets at least par for it.
    paid = sign * pl.col("double_dummy_score") >= sign * pl.col("par_score")
    declared = (
        pl.when(own > aim).then(pl.lit("over")).when(own < aim).then(pl.lit("under")).otherwise(pl.lit("reached"))
    )
    outcome = pl.when(declaring.fill_null(value=False)).then(declared).when(paid).then(pl.lit("reached"))
    return pl.when((sign * pl.col("par_score") > 0) & aim.is_not_null()).then(outcome.otherwise(pl.lit("under")))


def _level_class(contract: pl.Expr) -> pl.Expr:
    level = contract.str.slice(0, 1).cast(pl.Int8, strict=False)
    game = contract.str.slice(1, 1).replace_strict(GAMES, default=None, return_dtype=pl.Int8)
    return pl.when(level == 7).then(4).when(level == 6).then(3).when(level >= game).then(2).when(level < game).then(1)


def _sitting(entries: Frame[Entries], sessions: Frame[Sessions]) -> pl.LazyFrame:
    kinds = sessions.lazy().select(*SESSION, "kind")
    several = pl.when(pl.col("kind") == "teams").then(4).otherwise(2)
    known = (
        entries.lazy()
        .join(kinds, on=SESSION)
        .filter(
            pl.len().over(_OF_ENTRANT) <= several.first().over(_OF_ENTRANT),
            pl.col("rounds").count().over(_OF_ENTRANT) == 0,
        )
    )
    seat, in_team = pl.col("seat"), pl.col("kind") == "teams"

    def by_seat(first: list[str], of_first: list[str], of_others: list[str]) -> pl.Expr:
        return pl.when(seat.is_in(first)).then(pl.lit(of_first)).when(seat.is_not_null()).then(pl.lit(of_others))

    of_pair = by_seat(["N", "E"], ["N", "E"], ["S", "W"])
    seats = pl.when(in_team & seat.is_not_null()).then(pl.concat_list("seat")).when(~in_team).then(of_pair)
    twice = pl.len().over(*_OF_ENTRANT, "declares") > 1
    sides = pl.when(~in_team).then(pl.lit(["NS", "EW"])).otherwise(by_seat(["N", "S"], ["NS"], ["EW"]))
    return (
        known.with_columns(seats=seats, sides=sides, players=pl.len().over(_OF_ENTRANT))
        .with_columns(declares=pl.col("seats").list.join(""))
        .with_columns(seats=pl.when(~twice).then("seats"))
        .filter(pl.col("sides").is_not_null())
        .select(*_OF_ENTRANT, "player_id", "seats", "sides", "players")
    )


def _summed(rows: pl.LazyFrame, who: tuple[str, ...]) -> pl.LazyFrame:
    sums: dict[str, pl.Expr] = {}
    for name, condition in (("declared", pl.col("declares")), ("defended", ~pl.col("declaring"))):
        boards, total, squares = (pl.col(column).filter(condition).sum() for column in ("boards", "sum", "squares"))
        sums |= {name: boards.cast(pl.Int32), f"{name}_sum": total, f"{name}_squares": squares}
    bids = {word: pl.col(word).sum().cast(pl.Int32) for word in _BIDS}
    summed = rows.group_by(*COMPETITION, *who).agg(**sums, **bids).with_columns(bid=pl.sum_horizontal(_BIDS))
    measured = summed.with_columns(
        declarer_gained=_mean("declared"),
        declarer_sd=_deviation("declared"),
        defence_gained=_mean("defended"),
        defence_sd=_deviation("defended"),
        few=pl.col("declared") + pl.col("defended") < FEW,
    )
    return measured.filter(pl.col("declared") + pl.col("defended") + pl.col("bid") > 0).sort(*COMPETITION, *who)


def _mean(name: str) -> pl.Expr:
    return pl.when(pl.col(name) > 0).then(quotient(pl.col(f"{name}_sum"), pl.col(name)))


def _deviation(name: str) -> pl.Expr:
    count, total, squares = (pl.col(column).cast(pl.Int64) for column in (name, f"{name}_sum", f"{name}_squares"))
    return pl.when(count > 1).then(quotient(count * squares - total * total, count * (count - 1)).sqrt())
