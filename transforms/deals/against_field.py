"""Why a result brought its declarer's side little, or much: by the deal, and by the other tables of a field.

A reason is a code, for which `scorecards` has words. "Most" are at least half of the other tables, and
two at least. Tricks are the reason where they brought as much as all else, and else where there is no other.
"""

import polars as pl

from transforms.deals.possible import GAMES
from transforms.tables.schemas import BOARD

_GAME, _SLAM = 2, 3
_SAME_CARDS = (*BOARD, "cards")
_OF_SIDE = (*_SAME_CARDS, "declares")
_IN_STRAIN = (*_OF_SIDE, "strain")
_FEW = 3


def against_field(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with `lost` and `won`, codes of why declarer's side did badly or well, and `usual`, the strain of most.

    Null where nothing can be said. `lines` have `BOARD`, the parts of the result, what `possible` adds, and the
    score.
    """
    # Tables that had other cards, in another form of the board, or a ruling in the place of a score, say nothing; those
    # of lines with a deal of their own are compared with one another alone.
    is_simple = pl.col("subfield").is_null() & pl.col("score").is_not_null()
    is_whole = is_simple & (pl.col("declarer") != "") & pl.col("made").is_not_null()
    level, strain, doubled, made = (pl.when(is_whole).then(name) for name in ("level", "strain", "doubled", "made"))
    over = made.str.replace("=", "0", literal=True).cast(pl.Int32, strict=False)
    game = strain.replace_strict(GAMES, default=None, return_dtype=pl.Int32)
    known = lines.with_columns(
        compared=pl.when(is_simple).then("score"),
        strain=strain,
        height=pl.when(strain.is_not_null())
        .then(pl.when(level >= 6).then(_SLAM).when(level >= game).then(_GAME).otherwise(1))
        .fill_null(0),
        is_down=(over < 0).fill_null(value=False),
        is_doubled=(doubled != "").fill_null(value=False),
        tricks=level + over,
        is_passed=(is_simple & (pl.col("result") == "PASS")).fill_null(value=False),
    )
    known = known.with_columns(**_of_tables(), **_next_scores())
    known = known.with_columns(**_better_than_worse())
    why = known.select(
        lost=pl.when(is_simple).then(_lost()),
        won=pl.when(is_simple).then(_won()),
        usual=pl.when(pl.col("strain") != pl.col("mode")).then("mode"),
    )
    return lines.hstack(why)


def _of_tables() -> dict[str, pl.Expr]:

    def number(condition: pl.Expr, group: tuple[str, ...] = _OF_SIDE) -> pl.Expr:
        return condition.sum().over(group).cast(pl.Int32)

    is_made = ~pl.col("is_down") & pl.col("strain").is_not_null()
    games = is_made & (pl.col("height") >= _GAME)
    # A contract that is not known, as of tables that had other cards, is no strain that others were in.
    has_strain = pl.col("strain").is_not_null()
    in_strain = number(has_strain, _IN_STRAIN)
    return {
        "others": number(pl.col("compared").is_not_null(), _SAME_CARDS) - 1,
        "same_side": number(has_strain),
        "all_declared": number(has_strain, _SAME_CARDS),
        "made": number(is_made),
        "games": number(games),
        "all_games": number(games, _SAME_CARDS),
        "slams": number(is_made & (pl.col("height") == _SLAM)),
        "parts_made": number(is_made & (pl.col("height") == 1)),
        "down": number(pl.col("is_down")),
        "in_strain": in_strain,
        "usual_tricks": pl.col("tricks").median().over(_IN_STRAIN),
        "mode": pl.col("strain").sort_by(in_strain, "strain", descending=[True, False]).first().over(_OF_SIDE),
        "of_mode": in_strain.max().over(_OF_SIDE),
    }


def _next_scores() -> dict[str, pl.Expr]:
    in_order = pl.col("compared").sort_by("compared", nulls_last=True)
    # Of equal scores each has its twin next to it, so they have one reason.
    first, last = ((pl.col("compared").rank(method).over(_SAME_CARDS) - 1).cast(pl.Int64) for method in ("min", "max"))
    higher, lower = in_order.shift(-1).gather(first).over(_SAME_CARDS), in_order.shift(1).gather(last).over(_SAME_CARDS)
    of_ns = pl.col("declares") == "ns"
    return {
        "next_better": pl.when(of_ns).then(higher).otherwise(-lower),
        "next_worse": pl.when(of_ns).then(lower).otherwise(-higher),
        "double_dummy": pl.when(of_ns).then("double_dummy_score").otherwise(-pl.col("double_dummy_score")),
    }


def _better_than_worse() -> dict[str, pl.Expr]:
    in_order = pl.col("compared").drop_nulls().sort()
    of_ns = pl.col("declares") == "ns"
    ahead = {}
    for name, score in (("ahead", "compared"), ("ahead_double_dummy", "double_dummy_score")):
        below, up_to = (in_order.search_sorted(pl.col(score), side).over(_SAME_CARDS) for side in ("left", "right"))
        above = pl.col("others") + 1 - up_to.cast(pl.Int32)
        # The table itself is none of the others.
        beaten = below.cast(pl.Int32) - above + (pl.col("compared") - pl.col(score)).sign()
        ahead[name] = pl.when(of_ns).then(beaten).otherwise(-beaten)
    return ahead


def _most(tables: pl.Expr) -> pl.Expr:
    return (2 * tables >= pl.col("others")) & (pl.col("others") > 1)


def _lost() -> pl.Expr:
    height, is_down = pl.col("height"), pl.col("is_down")
    changes = (pl.col("gained") < 0) & (pl.col("next_better") <= pl.col("double_dummy"))
    by_tricks = pl.col("ahead") <= 2 * pl.col("ahead_double_dummy")
    others_declare = pl.col("all_declared") - pl.col("same_side")
    in_usual = _is_of_another_strain() & (2 * pl.col("of_mode") > pl.col("others")) & _most(pl.col("made"))
    too_high = pl.col("bid") == "too_high"
    # Others may have made what cannot be made, or nobody knows whether it can: then it is no fault to have missed it.
    slam = (height == _GAME) & ~is_down & _most(pl.col("slams"))
    game = (height == 1) & ~is_down & _most(pl.col("games"))
    lower = pl.when(height == _SLAM).then(pl.col("made") - pl.col("slams")).otherwise("parts_made")
    return _first_of(
        (pl.col("is_passed") & _most(pl.col("all_declared")), "passed"),
        (slam & pl.col("can_slam"), "slam"),
        (slam, "slam_of_others"),
        (game & pl.col("can_game"), "game"),
        (game, "game_of_others"),
        (changes & by_tricks, "tricks"),
        (too_high & in_usual & (pl.col("makes").str.tail(1) != pl.col("mode")), "strain"),
        (too_high & pl.col("makes").is_not_null(), "makes"),
        (too_high, "too_high"),
        ((pl.col("bid") == "slam") & (pl.col("slams") > 0), "slam"),
        ((pl.col("bid") == "game") & (pl.col("games") > 0), "game"),
        (is_down & (height > 1) & _most(lower), "stopped"),
        (is_down & _most(others_declare), "left_down"),
        (~is_down & (height > 0) & _most(others_declare), "left"),
        (is_down & pl.col("is_doubled"), "doubled"),
        ((pl.col("in_strain") >= _FEW) & (pl.col("tricks") < pl.col("usual_tricks")), "fewer"),
        (is_down & in_usual, "strain"),
        (is_down & _most(pl.col("made")), "down"),
        (_is_of_another_strain(), "strain"),
        (changes, "tricks"),
    )


def _won() -> pl.Expr:
    height, is_down = pl.col("height"), pl.col("is_down")
    is_made = ~is_down & (height > 0)
    changes = (pl.col("gained") > 0) & (pl.col("next_worse") >= pl.col("double_dummy"))
    others_declare = pl.col("all_declared") - pl.col("same_side")
    by_tricks = pl.col("ahead") >= 2 * pl.col("ahead_double_dummy")
    their_games = pl.col("all_games") - pl.col("games")
    return _first_of(
        (pl.col("is_passed") & _most(pl.col("all_declared")), "passed"),
        (changes & by_tricks, "tricks"),
        (is_made & pl.col("is_doubled"), "doubled"),
        (is_made & (height == _SLAM) & ~_most(pl.col("slams") - 1), "slam"),
        (is_made & (height == _GAME) & ~_most(pl.col("games") - 1), "game"),
        (is_down & _most(others_declare), "saved"),
        (is_made & _most(pl.col("down")), "stopped"),
        (is_made & (their_games > 1) & (3 * their_games >= pl.col("others")), "silent"),
        (is_made & _most(others_declare), "bought"),
        ((pl.col("in_strain") >= _FEW) & (pl.col("tricks") > pl.col("usual_tricks")), "more"),
        (_is_of_another_strain(), "strain"),
        (changes, "tricks"),
    )


def _is_of_another_strain() -> pl.Expr:
    return (pl.col("strain") != pl.col("mode")) & _most(pl.col("of_mode"))


def _first_of(*reasons: tuple[pl.Expr, str]) -> pl.Expr:
    return pl.coalesce(pl.when(holds).then(pl.lit(code)) for holds, code in reasons)
