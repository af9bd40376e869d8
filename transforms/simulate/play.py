"""What is bid and made: hands have a natural contract, and each table strays from it by skill and luck.

A deal is seen from the stronger side, the one with most of the high cards: how many tricks it takes in its
suit and in no-trump, and how many the weaker side takes in its own. Both sides misjudge this a little, the
less so the better they play. The weaker side outbids the stronger where that seems to lose little; if that
is a sacrifice it is usually doubled. The tricks taken follow the cards, the skill of both pairs, and luck.
"""

import numpy as np
import polars as pl

from transforms.bridge.contracts import PASSED_OUT, contract_score, vulnerable
from transforms.bridge.rulings import AVERAGE, AWARDED, NOT_PLAYED

_STRAINS = ("C", "D", "H", "S", "N")
_GAME_LEVELS = (5, 5, 4, 4, 3)
_HEARTS, _NO_TRUMP = 2, 4
_SUIT_CHANCES = (0.22, 0.22, 0.27, 0.29)
_RULINGS_BELOW = {
    NOT_PLAYED: 0.003,
    AVERAGE: 0.0035,
    AWARDED.format(60, 40): 0.0042,
    AWARDED.format(40, 60): 0.0049,
}
"""The director's draw, from 0 to 1, below which each ruling is given."""
_LUCK = 0.85
"""The standard deviation of the tricks taken around those that cards and skill give."""
_TRICKS_OF_A_CLASS = 0.2
"""Tricks a board that a pair takes more than one that is a whole unit of strength weaker."""


def deals(sessions: int, boards: int, random: np.random.Generator) -> pl.DataFrame:
    """One row a deal, in order of session (from 0) and board (from 1): its cards, as this module sees them."""
    count = sessions * boards
    edge = random.normal(0, 4.8, count)
    strength = np.abs(edge)
    shape = random.normal(0, 0.6, count)
    fit, weak_fit = (np.rint(8.2 + shape + random.normal(0, 0.6, count)).clip(7, 11) for _ in range(2))
    suit = random.choice(4, count, p=_SUIT_CHANCES)
    return pl.DataFrame(
        {
            "session": np.repeat(np.arange(sessions), boards),
            "board": np.tile(np.arange(1, boards + 1, dtype=np.int32), sessions),
            "strong_is_ns": edge > 0,
            "suit": suit,
            "fit": fit,
            "suit_tricks": 7.8 + strength / 3.0 + 0.8 * (fit - 8) + random.normal(0, 0.6, count),
            "no_trump_tricks": 6.9 + strength / 2.5 + random.normal(0, 0.6, count),
            "weak_suit": (suit + random.integers(1, 4, count)) % 4,
            "weak_fit": weak_fit,
            "weak_tricks": 7.8 - strength / 3.0 + 0.8 * (weak_fit - 8) + random.normal(0, 0.6, count),
            "strong_hand_first": random.random(count) < 0.5,
            "weak_hand_first": random.random(count) < 0.5,
            "flat": (strength < 1.5) & (fit <= 8) & (weak_fit <= 8),
        }
    )


def play(lines: pl.DataFrame, deals: pl.DataFrame, random: np.random.Generator) -> pl.LazyFrame:
    """The result lines with contract, declarer, tricks, score and ruling, in the order given.

    Args:
        lines: session, board, ns and ew (null: a sit-out), ns_strength, ew_strength; other columns stay.
        deals: as `deals` makes them, for every session and board of the lines.
        random: where the draws come from.
    """
    at_tables = lines.lazy().with_columns(**_draws(lines.height, random))
    dealt = at_tables.join(deals.lazy(), on=["session", "board"], how="left", maintain_order="left")
    return (
        dealt.with_columns(**_sides())
        .with_columns(_strain().alias("strain"))
        .with_columns(**_judgement())
        .with_columns(_level().alias("level"))
        .with_columns(**_competition())
        .with_columns(**_declaring_side())
        .with_columns(**_end_of_play())
        .with_columns(**_slip())
        .with_columns(score=contract_score(*(pl.col(name) for name in ("board", "contract", "declarer", "tricks"))))
        .select(*lines.columns, "contract", "declarer", "tricks", "score", "ruling")
    )


def _draws(count: int, random: np.random.Generator) -> dict[str, pl.Series]:
    """What chance decides at each table: spreads around 0, and numbers from 0 to 1."""
    normal = ("strong_error", "weak_error", "luck")
    uniform = ("whim", "nerve", "doubt", "seat", "director")
    return {name: pl.Series(random.standard_normal(count, dtype=np.float32)) for name in normal} | {
        name: pl.Series(random.random(count, dtype=np.float32)) for name in uniform
    }


def _sides() -> dict[str, pl.Expr]:
    strong_is_ns = pl.col("strong_is_ns")
    return {
        "strong_skill": pl.when(strong_is_ns).then("ns_strength").otherwise("ew_strength"),
        "weak_skill": pl.when(strong_is_ns).then("ew_strength").otherwise("ns_strength"),
    }


def _strain() -> pl.Expr:
    """A major with a fit, else no-trump unless a minor takes a trick more; one table in ten does otherwise."""
    is_major = pl.col("suit") >= _HEARTS
    in_suit = (is_major & (pl.col("fit") >= 8)) | (pl.col("suit_tricks") > pl.col("no_trump_tricks") + 1.0)
    return pl.when(in_suit != (pl.col("whim") < 0.1)).then("suit").otherwise(_NO_TRUMP)


def _judgement() -> dict[str, pl.Expr]:
    tricks = pl.when(pl.col("strain") == _NO_TRUMP).then("no_trump_tricks").otherwise("suit_tricks")
    return {
        "strong_tricks": tricks,
        "strong_view": tricks + pl.col("strong_error") * _spread(pl.col("strong_skill")),
        "weak_view": pl.col("weak_tricks") + pl.col("weak_error") * _spread(pl.col("weak_skill")),
        "game": pl.col("strain").replace_strict(dict(enumerate(_GAME_LEVELS)), return_dtype=pl.Int32),
    }


def _spread(skill: pl.Expr) -> pl.Expr:
    """The standard deviation, in tricks, with which a pair judges what it can make."""
    return (0.8 - 0.15 * skill).clip(0.4, 1.4)


def _level() -> pl.Expr:
    view, game = pl.col("strong_view"), pl.col("game")
    modesty = pl.when(pl.col("strain") == _NO_TRUMP).then(6.5).otherwise(6.1)
    part_score = (view - modesty).round().cast(pl.Int32).clip(1, game - 1)
    return (
        pl.when(view >= 13.1)
        .then(7)
        .when(view >= 11.8)
        .then(6)
        .when(view >= game + 5.4)
        .then(game)
        .otherwise(part_score)
        .cast(pl.Int32)
    )


def _competition() -> dict[str, pl.Expr]:
    """Whether the weaker side outbids the stronger, at which level, and whether that is a sacrifice."""
    weak_level = pl.col("level") + (pl.col("weak_suit") < pl.col("strain")).cast(pl.Int32)
    weak_seat = pl.when("strong_is_ns").then(pl.lit("E")).otherwise(pl.lit("N"))
    seems_short = weak_level + 6 - pl.col("weak_view")
    against_game = pl.col("level") >= pl.col("game")
    bearable = pl.when(against_game).then(2.5).otherwise(1.0) - vulnerable(pl.col("board"), weak_seat).cast(pl.Int32)
    outbid = (pl.col("weak_fit") >= 8) & (weak_level <= 5) & (seems_short <= bearable) & (pl.col("nerve") < 0.85)
    return {"outbid": outbid, "weak_level": weak_level, "sacrifice": outbid & against_game}


def _declaring_side() -> dict[str, pl.Expr]:
    """The contract without doubles, and of the side that plays it: what it can make, and who it is."""
    outbid = pl.col("outbid")
    stronger_by = pl.col("strong_skill") - pl.col("weak_skill")
    return {
        "level": pl.when(outbid).then("weak_level").otherwise("level"),
        "strain": pl.when(outbid).then("weak_suit").otherwise("strain"),
        "tricks_due": pl.when(outbid).then("weak_tricks").otherwise("strong_tricks"),
        "stronger_by": pl.when(outbid).then(-stronger_by).otherwise(stronger_by),
        "declarer_is_ns": pl.col("strong_is_ns") != outbid,
        "first_hand": pl.when(outbid).then("weak_hand_first").otherwise("strong_hand_first") != (pl.col("seat") < 0.15),
    }


def _end_of_play() -> dict[str, pl.Expr]:
    """How the board would end were it played: contract with doubles, declarer, tricks taken."""
    letter = pl.col("strain").replace_strict(dict(enumerate(_STRAINS)), return_dtype=pl.String)
    ns_hand = pl.when("first_hand").then(pl.lit("N")).otherwise(pl.lit("S"))
    ew_hand = pl.when("first_hand").then(pl.lit("E")).otherwise(pl.lit("W"))
    tricks = pl.col("tricks_due") + _TRICKS_OF_A_CLASS * pl.col("stronger_by") + _LUCK * pl.col("luck")
    return {
        "contract": pl.concat_str(pl.col("level").cast(pl.String), letter, _doubling()),
        "declarer": pl.when("declarer_is_ns").then(ns_hand).otherwise(ew_hand),
        "tricks": tricks.round().clip(0, 13).cast(pl.Int8),
        "passed_out": pl.col("flat") & (pl.col("nerve") > 0.6),
    }


def _doubling() -> pl.Expr:
    """Nearly every sacrifice is doubled, some other contracts that are too high, and hardly any that is sound."""
    short = pl.col("level") + 6 - pl.col("tricks_due")
    chance = pl.when(short < 0.5).then(0.005).when("sacrifice").then(0.85).when(short > 1.5).then(0.3).otherwise(0.05)
    doubt = pl.col("doubt")
    redoubled = pl.when(doubt < chance * 0.01).then(pl.lit("XX"))
    return redoubled.when(doubt < chance).then(pl.lit("X")).otherwise(pl.lit(""))


def _slip() -> dict[str, pl.Expr]:
    """What the score slip says: nothing of the play where nobody played or the director ruled."""
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
