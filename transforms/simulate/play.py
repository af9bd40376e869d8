"""Simulate bidding and play: a deal has a natural contract, from which each table deviates by skill and luck.

A deal is seen from the side with most of the high cards. Both sides misjudge their tricks a little, better players
less. The weaker side outbids the stronger if that seems to cost little. The number of tricks won is the double-dummy
number plus or minus some, because of cards that nobody sees before the play, skill and luck.
"""

import numpy as np
import polars as pl

from transforms.bridge.contracts import PASSED_OUT, contract_score, vulnerable
from transforms.bridge.rulings import AVERAGE, AWARDED, NOT_PLAYED
from transforms.simulate.dealing import Deals
from transforms.tables.schemas import SEATS

SUITS = ("C", "D", "H", "S")
_NO_TRUMP = len(SUITS)

_HANDS = np.array([[0, 2], [1, 3]])
_SHOWN = 0.5
"""The share of a hand's value, beyond points and fit, that the bidding reveals."""
_NO_OPENING = 12


def valued(deals: Deals, boards: int) -> pl.DataFrame:
    """Return what the two sides know about each deal, by session (from 0) and board (from 1).

    The stronger side has more points, or is the dealer's if both have the same number. `suit` is its best suit (an
    index into `SUITS`), `fit` the number of cards in it, `…_tricks` the tricks to expect, and `…_first` whether North
    or East would declare; the columns `weak_…` are about the weaker side. `flat` is true if no hand needs to open.
    """
    place = np.arange(len(deals.tricks))
    board = place % boards + 1
    points = deals.points()
    of_sides = points[:, _HANDS].sum(axis=2)
    strong = np.where(of_sides[:, 0] == of_sides[:, 1], (board - 1) % 2, of_sides.argmax(axis=1))
    weak_side = _side(deals, points, 1 - strong)
    return pl.DataFrame(
        {
            "session": place // boards,
            "board": board.astype(np.int32),
            "deal": place,
            "strong_is_ns": strong == 0,
            **_side(deals, points, strong),
            **{f"weak_{name}": weak_side[name] for name in ("suit", "fit")},
            **{f"weak_{name}": weak_side[f"suit_{name}"] for name in ("tricks", "first")},
            "flat": points.max(axis=1) <= _NO_OPENING,
        }
    )


def _side(deals: Deals, points: np.ndarray, side: np.ndarray) -> dict[str, np.ndarray]:
    place = np.arange(len(side))
    hands = _HANDS[side]
    first, second = hands.T
    edge = points[place, first] + points[place, second] - 20
    lengths = deals.lengths()[:, :, ::-1]
    fits = lengths[place, first] + lengths[place, second]
    is_major = np.arange(len(SUITS)) >= SUITS.index("H")
    suit = (fits + 1.5 * (is_major & (fits >= 8)) + 0.1 * np.arange(len(SUITS))).argmax(axis=1)
    fit = fits[place, suit]
    longer = lengths[place, first, suit] - lengths[place, second, suit]
    stronger_first = points[place, first] >= points[place, second]
    by_strain = deals.tricks[place[:, None], hands].mean(axis=1)
    return {
        "suit": suit,
        "fit": fit,
        "suit_tricks": _shown(7.9 + 0.35 * edge + 0.9 * (fit - 8), by_strain[place, _NO_TRUMP - suit]),
        "no_trump_tricks": _shown(6.1 + 0.5 * edge, by_strain[:, 0]),
        "suit_first": np.where(longer == 0, stronger_first, longer > 0),
        "no_trump_first": stronger_first,
    }


def _shown(promised: np.ndarray, double_dummy: np.ndarray) -> np.ndarray:
    return promised + _SHOWN * (double_dummy - promised)


_STRAINS = ("C", "D", "H", "S", "N")
_GAME_LEVELS = (5, 5, 4, 4, 3)
_GAME_FROM = (10.4, 10.4, 9.4, 9.4, 8.1)
_SMALL_SLAM_FROM, _GRAND_SLAM_FROM = 12.0, 13.6
_HEARTS = 2
_RULINGS_BELOW = {NOT_PLAYED: 0.003, AVERAGE: 0.0035, AWARDED.format(60, 40): 0.0042, AWARDED.format(40, 60): 0.0049}
_GAINED = (0.37, 0.22, 0.08, 0.03, 0.0, 0.0, 0.0)
"""Tricks that declarers win beyond double dummy at each level, because defenders do not see the cards. The mean is 0.37
at level 1, -0.09 for slams and 0.1 over all contracts, as in 30 million plays on OKBridge."""
_VARIES = (1.2, 1.1, 1.1, 0.85, 0.8, 0.7, 0.6)
"""How much the number of tricks varies at each level: in low contracts more depends on the play."""
_UNSEEN, _LUCK = 0.45, 0.55
"""The scales of two deviations in tricks (Laplace distributions): one for all tables of a board, one per table."""
_FARTHEST = 5.4
_TRICKS_OF_A_CLASS = 0.22
"""Extra tricks per board for a pair that is one unit of strength stronger than its opponents."""


def play(lines: pl.DataFrame, deals: Deals, boards: int, random: np.random.Generator) -> pl.LazyFrame:
    """Return the result lines with contract, declarer, tricks, score and ruling, in the same order.

    `lines` has session, board, ns, ew (null in a sit-out), ns_strength, ew_strength and other columns, which stay.
    `deals` has one deal for each of the `boards` boards of every session, in order.
    """
    at_tables = lines.lazy().with_columns(**_draws(lines.height, random))
    seen = valued(deals, boards).lazy().with_columns(unseen=pl.Series(random.laplace(0, _UNSEEN, len(deals.tricks))))
    dealt = at_tables.join(seen, on=["session", "board"], how="left", maintain_order="left")
    place = 20 * pl.col("deal") + 5 * pl.col("declarer") + _NO_TRUMP - pl.col("strain")  # of the tricks in `deals`
    return (
        dealt.with_columns(
            strong_skill=pl.when("strong_is_ns").then("ns_strength").otherwise("ew_strength"),
            weak_skill=pl.when("strong_is_ns").then("ew_strength").otherwise("ns_strength"),
        )
        .with_columns(_strain().alias("strain"))
        .with_columns(**_judgement())
        .with_columns(_level().alias("level"))
        .with_columns(**_competition())
        .with_columns(**_declaring_side())
        # The declarer's place, from North around the table.
        .with_columns(
            declarer=pl.when("declarer_is_ns").then(0).otherwise(1) + pl.when("first_hand").then(0).otherwise(2)
        )
        .with_columns(tricks_due=pl.lit(pl.Series(deals.tricks.ravel())).gather(place))
        .with_columns(**_end_of_play())
        .with_columns(**_slip())
        .with_columns(score=contract_score(*(pl.col(name) for name in ("board", "contract", "declarer", "tricks"))))
        .select(*lines.columns, "contract", "declarer", "tricks", "score", "ruling")
    )


def _draws(count: int, random: np.random.Generator) -> dict[str, pl.Series]:
    normal = ("strong_error", "weak_error")
    uniform = ("whim", "nerve", "doubt", "seat", "director")
    return (
        {name: pl.Series(random.standard_normal(count, dtype=np.float32)) for name in normal}
        | {name: pl.Series(random.random(count, dtype=np.float32)) for name in uniform}
        | {"luck": pl.Series(random.laplace(0, _LUCK, count).astype(np.float32))}
    )


def _strain() -> pl.Expr:
    is_major = pl.col("suit") >= _HEARTS
    in_suit = (is_major & (pl.col("fit") >= 8)) | (pl.col("suit_tricks") > pl.col("no_trump_tricks") + 1.8)
    return pl.when(in_suit != (pl.col("whim") < 0.1)).then("suit").otherwise(_NO_TRUMP)


def _judgement() -> dict[str, pl.Expr]:
    in_no_trump = pl.col("strain") == _NO_TRUMP
    tricks = pl.when(in_no_trump).then("no_trump_tricks").otherwise("suit_tricks")
    return {
        "strong_first": pl.when(in_no_trump).then("no_trump_first").otherwise("suit_first"),
        "strong_view": tricks + pl.col("strong_error") * _spread(pl.col("strong_skill")),
        "weak_view": pl.col("weak_tricks") + pl.col("weak_error") * _spread(pl.col("weak_skill")),
        "game": pl.col("strain").replace_strict(dict(enumerate(_GAME_LEVELS)), return_dtype=pl.Int32),
        "game_from": pl.col("strain").replace_strict(dict(enumerate(_GAME_FROM)), return_dtype=pl.Float64),
    }


def _spread(skill: pl.Expr) -> pl.Expr:
    return (0.8 - 0.15 * skill).clip(0.4, 1.4)


def _level() -> pl.Expr:
    view, game = pl.col("strong_view"), pl.col("game")
    modesty = pl.when(pl.col("strain") == _NO_TRUMP).then(6.3).otherwise(5.8)
    part_score = (view - modesty).round().cast(pl.Int32).clip(1, game - 1)
    return (
        pl.when(view >= _GRAND_SLAM_FROM)
        .then(7)
        .when(view >= _SMALL_SLAM_FROM)
        .then(6)
        .when(view >= pl.col("game_from"))
        .then(game)
        .otherwise(part_score)
        .cast(pl.Int32)
    )


def _competition() -> dict[str, pl.Expr]:
    weak_level = pl.col("level") + (pl.col("weak_suit") < pl.col("strain")).cast(pl.Int32)
    weak_seat = pl.when("strong_is_ns").then(pl.lit("E")).otherwise(pl.lit("N"))
    seems_short = weak_level + 6 - pl.col("weak_view")
    against_game = pl.col("level") >= pl.col("game")
    bearable = pl.when(against_game).then(2.1).otherwise(1.4) - vulnerable(pl.col("board"), weak_seat).cast(pl.Int32)
    outbid = (pl.col("weak_fit") >= 8) & (weak_level <= 5) & (seems_short <= bearable) & (pl.col("nerve") < 0.85)
    return {"outbid": outbid, "weak_level": weak_level, "sacrifice": outbid & against_game}


def _declaring_side() -> dict[str, pl.Expr]:
    outbid = pl.col("outbid")
    stronger_by = pl.col("strong_skill") - pl.col("weak_skill")
    return {
        "level": pl.when(outbid).then("weak_level").otherwise("level"),
        "strain": pl.when(outbid).then("weak_suit").otherwise("strain"),
        "stronger_by": pl.when(outbid).then(-stronger_by).otherwise(stronger_by),
        "declarer_is_ns": pl.col("strong_is_ns") != outbid,
        "first_hand": pl.when(outbid).then("weak_first").otherwise("strong_first") != (pl.col("seat") < 0.15),
    }


def _end_of_play() -> dict[str, pl.Expr]:
    letter = pl.col("strain").replace_strict(dict(enumerate(_STRAINS)), return_dtype=pl.String)
    gained, varies = (pl.lit(pl.Series(of_level)).gather(pl.col("level") - 1) for of_level in (_GAINED, _VARIES))
    more = gained + varies * (pl.col("unseen") + pl.col("luck")) + _TRICKS_OF_A_CLASS * pl.col("stronger_by")
    return {
        "contract": pl.concat_str(pl.col("level").cast(pl.String), letter, _doubling()),
        "declarer": pl.col("declarer").replace_strict(dict(enumerate(SEATS)), return_dtype=pl.String),
        "tricks": (pl.col("tricks_due") + more.clip(-_FARTHEST, _FARTHEST)).round().clip(0, 13).cast(pl.Int8),
        "passed_out": pl.col("flat") & (pl.col("nerve") > 0.7),
    }


def _doubling() -> pl.Expr:
    short = pl.col("level") + 6 - pl.col("tricks_due")
    chance = pl.when(short < 0.5).then(0.005).when("sacrifice").then(0.85).when(short > 1.5).then(0.3).otherwise(0.05)
    doubt = pl.col("doubt")
    redoubled = pl.when(doubt < chance * 0.01).then(pl.lit("XX"))
    return redoubled.when(doubt < chance).then(pl.lit("X")).otherwise(pl.lit(""))


def _slip() -> dict[str, pl.Expr]:
    rulings = (pl.when(pl.col("director") < bound).then(pl.lit(word)) for word, bound in _RULINGS_BELOW.items())
    ruling = pl.when(pl.col("ew").is_not_null()).then(pl.coalesce(*rulings))
    played = pl.col("ew").is_not_null() & ruling.is_null()
    bid = played & ~pl.col("passed_out")
    return {
        "contract": pl.when(bid).then("contract").when(played).then(pl.lit(PASSED_OUT)),
        "declarer": pl.when(bid).then("declarer"),
        "tricks": pl.when(bid).then("tricks"),
        "ruling": ruling,
    }
