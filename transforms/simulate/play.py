"""What is bid and made: hands have a natural contract, and each table strays from it by skill and luck.

A deal is seen from the stronger side, the one with most of the high cards: how many tricks it takes in its
suit and in no-trump, and how many the weaker side takes in its own. Both sides misjudge this a little, the
less so the better they play. The weaker side outbids the stronger where that seems to lose little; if that
is a sacrifice it is usually doubled. The tricks taken follow the cards, the skill of both pairs, and luck.
"""

import numpy as np
import polars as pl

from transforms.contracts import STRAINS, contract_score, vulnerable

_NO_TRUMP = STRAINS.index("N")
_GAME_LEVELS = {"C": 5, "D": 5, "H": 4, "S": 4, "N": 3}
_SUIT_CHANCES = (0.22, 0.22, 0.27, 0.29)
_RULING_CHANCES = {"not_played": 0.003, "average": 0.0005, "a60_40": 0.0007, "a40_60": 0.0007}

_TRICKS_OF_A_CLASS = 0.35
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
            "suit_tricks": 8.0 + strength / 2.9 + 0.8 * (fit - 8) + random.normal(0, 0.6, count),
            "no_trump_tricks": 7.2 + strength / 2.4 + random.normal(0, 0.6, count),
            "weak_suit": (suit + random.integers(1, 4, count)) % 4,
            "weak_fit": weak_fit,
            "weak_tricks": 8.0 - strength / 2.9 + 0.8 * (weak_fit - 8) + random.normal(0, 0.6, count),
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
        .with_columns(**_final_contract())
        .with_columns(**_outcome())
        .with_columns(
            contract_score(*(pl.col(name) for name in ("board", "contract", "declarer", "tricks"))).alias("score")
        )
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
    """A major with a fit, else no-trump unless a minor takes two tricks more; one table in ten does otherwise."""
    is_major = pl.col("suit") >= STRAINS.index("H")
    in_suit = (is_major & (pl.col("fit") >= 8)) | (pl.col("suit_tricks") > pl.col("no_trump_tricks") + 1.5)
    return pl.when(in_suit != (pl.col("whim") < 0.1)).then("suit").otherwise(_NO_TRUMP)


def _judgement() -> dict[str, pl.Expr]:
    tricks = pl.when(pl.col("strain") == _NO_TRUMP).then("no_trump_tricks").otherwise("suit_tricks")
    return {
        "strong_tricks": tricks,
        "strong_view": tricks + pl.col("strong_error") * _spread(pl.col("strong_skill")),
        "weak_view": pl.col("weak_tricks") + pl.col("weak_error") * _spread(pl.col("weak_skill")),
        "game": pl.col("strain").replace_strict(dict(enumerate(_GAME_LEVELS.values())), return_dtype=pl.Int32),
    }


def _spread(skill: pl.Expr) -> pl.Expr:
    """The standard deviation, in tricks, with which a pair judges what it can make."""
    return (0.8 - 0.25 * skill).clip(0.2, 1.6)


def _level() -> pl.Expr:
    view, game = pl.col("strong_view"), pl.col("game")
    part_score = (view - 6.3).round().cast(pl.Int32).clip(1, game - 1)
    return (
        pl.when(view >= 12.8)
        .then(7)
        .when(view >= 11.7)
        .then(6)
        .when(view >= game + 5.6)
        .then(game)
        .otherwise(part_score)
        .cast(pl.Int32)
    )


def _competition() -> dict[str, pl.Expr]:
    """Whether the weaker side outbids the stronger, at what level, and how many tricks short it is then."""
    weak_level = pl.col("level") + (pl.col("weak_suit") < pl.col("strain")).cast(pl.Int32)
    weak_seat = pl.when("strong_is_ns").then(pl.lit("E")).otherwise(pl.lit("N"))
    seems_short = weak_level + 6 - pl.col("weak_view")
    against_game = pl.col("level") >= pl.col("game")
    bearable = pl.when(against_game).then(2.5).otherwise(1.0) - vulnerable(pl.col("board"), weak_seat).cast(pl.Int32)
    return {
        "outbid": (pl.col("weak_fit") >= 8) & (weak_level <= 5) & (seems_short <= bearable) & (pl.col("nerve") < 0.7),
        "weak_level": weak_level,
        "weak_short": weak_level + 6 - pl.col("weak_tricks"),
        "strong_short": pl.col("level") + 6 - pl.col("strong_tricks"),
        "sacrifice": against_game,
    }


def _final_contract() -> dict[str, pl.Expr]:
    outbid = pl.col("outbid")
    level = pl.when(outbid).then("weak_level").otherwise("level")
    strain = pl.when(outbid).then("weak_suit").otherwise("strain")
    short = pl.when(outbid).then("weak_short").otherwise("strong_short")
    chance_of_double = (
        pl.when(short < 0.5)
        .then(0.005)
        .when(outbid & pl.col("sacrifice"))
        .then(0.85)
        .when(short > 1.5)
        .then(0.3)
        .otherwise(0.05)
    )
    doubling = (
        pl.when(pl.col("doubt") < chance_of_double * 0.01)
        .then(pl.lit("XX"))
        .when(pl.col("doubt") < chance_of_double)
        .then(pl.lit("X"))
        .otherwise(pl.lit(""))
    )
    letter = strain.replace_strict(dict(enumerate(STRAINS)), return_dtype=pl.String)
    by_ns = pl.col("strong_is_ns") != outbid
    usual_hand = pl.when(outbid).then("weak_hand_first").otherwise("strong_hand_first")
    first_hand = usual_hand != (pl.col("seat") < 0.15)
    skill_difference = pl.when(outbid).then(-1).otherwise(1) * (pl.col("strong_skill") - pl.col("weak_skill"))
    expected = pl.when(outbid).then("weak_tricks").otherwise("strong_tricks")
    return {
        "bid": pl.concat_str(level.cast(pl.String), letter, doubling),
        "by": pl.when(by_ns)
        .then(pl.when(first_hand).then(pl.lit("N")).otherwise(pl.lit("S")))
        .otherwise(pl.when(first_hand).then(pl.lit("E")).otherwise(pl.lit("W"))),
        "taken": (expected + _TRICKS_OF_A_CLASS * skill_difference + 0.7 * pl.col("luck")).round().clip(0, 13),
    }


def _outcome() -> dict[str, pl.Expr]:
    """The contract as it stands on the score slip: nothing of it where nobody played or the director ruled."""
    ruling = pl.lit(None, pl.String)
    chance = sum(_RULING_CHANCES.values())
    for word, share in _RULING_CHANCES.items():
        ruling = pl.when(pl.col("director") < chance).then(pl.lit(word)).otherwise(ruling)
        chance -= share
    sat_out = pl.col("ew").is_null()
    ruling = pl.when(~sat_out).then(ruling)
    played = ~sat_out & ruling.is_null()
    passed_out = pl.col("flat") & (pl.col("nerve") > 0.8)
    return {
        "contract": pl.when(played).then(pl.when(passed_out).then(pl.lit("PASS")).otherwise("bid")),
        "declarer": pl.when(played & ~passed_out).then("by"),
        "tricks": pl.when(played & ~passed_out).then("taken").cast(pl.Int8),
        "ruling": ruling,
    }
