"""Assign pairs to lines: the strongest of the pairs and trios present play in the highest line.

A trio is treated like a pair, and its ranking is comparable with those of pairs. It plays as the trio, whichever two of
its players sit down. Source: the club ranking's chapters on rankings of pairs and of trios.
"""

from collections.abc import Sequence
from string import ascii_uppercase

import dataframely as dy
import polars as pl

from transforms.rankings.rankings import current_rankings
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import steady_means
from transforms.tables.messages import Message
from transforms.tables.schemas import COMPETITION, DECIMALS, PARTNERSHIP, Frame, Rows
from transforms.tables.shared import in_shape

PAIR = (*COMPETITION, "player_id", "partner_id")


def with_thirds(pairs: pl.LazyFrame, season_partnerships: Frame[schemas.SeasonPartnerships]) -> pl.LazyFrame:
    """Add `third_id` to the pairs: the third player of their trio, or null for a pair.

    Two players play as a trio if exactly one trio has both, unless they are also declared as a pair. If `pairs` has a
    `partnership_id` with both players, it decides which pair or trio they are.
    """
    named_pairs = pairs
    if "partnership_id" not in pairs.collect_schema().names():
        named_pairs = pairs.with_columns(partnership_id=pl.lit(None, pl.String))
    members = season_partnerships.lazy().select(*PARTNERSHIP, "player_id")
    others = pl.col("members").list.set_difference(pl.concat_list("player_id", "partner_id"))
    both = (
        members.join(members.rename({"player_id": "partner_id"}), on=PARTNERSHIP)
        .filter(pl.col("player_id") != pl.col("partner_id"))
        .join(members.group_by(PARTNERSHIP).agg(members="player_id"), on=PARTNERSHIP)
        .select(*PAIR, "partnership_id", third_id=others.list.first())
    )
    found = (
        both.group_by(PAIR)
        .agg(is_pair=pl.col("third_id").is_null().any(), trios=pl.col("third_id").drop_nulls().unique())
        .with_columns(
            third_found=pl.when(~pl.col("is_pair"), pl.col("trios").list.len() == 1).then(pl.col("trios").list.first())
        )
    )
    named = both.select(*PAIR, "partnership_id", "third_id", is_named=pl.lit(value=True))
    return (
        named_pairs.with_columns(pl.col("partnership_id").cast(pl.String))
        .join(found.select(*PAIR, "third_found"), on=PAIR, how="left")
        .join(named, on=[*PAIR, "partnership_id"], how="left")
        .with_columns(third_id=pl.when("is_named").then("third_id").otherwise("third_found"))
        .select(*pairs.collect_schema().names(), "third_id")
    )


def without_thirds_elsewhere(lines: pl.DataFrame) -> pl.DataFrame:
    """Set `third_id` to null if the third player of a trio sits in another pair, so that everybody occurs once."""
    sit_down = pl.concat([lines.select(*COMPETITION, third_id=one) for one in PAIR[-2:]]).unique()
    elsewhere = lines.join(
        sit_down.with_columns(sits=pl.lit(value=True)), on=(*COMPETITION, "third_id"), how="left", maintain_order="left"
    )
    return elsewhere.with_columns(third_id=pl.when(pl.col("sits").is_null()).then("third_id")).drop("sits")


def line_assignment(
    attendance: Rows,
    player_rankings: Frame[schemas.PlayerRankings],
    season_partnerships: Frame[schemas.SeasonPartnerships],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
    *,
    sizes: Sequence[int] | None = None,
) -> dy.LazyFrame[schemas.LineAssignment]:
    """Return the line of every pair present, sorted by competition and place.

    The strength of a pair is the sum of the rankings of its players. Two players of a trio (`with_thirds`) have two
    thirds of the sum of all three. A player who has not played yet has the substitute ranking. Equally strong pairs are
    sorted by ids.

    `attendance` has one row per pair: (club, competition, season, player_id, partner_id). Nobody may be in two pairs of
    one competition. Two more columns are optional: `partnership_id`, the pair or trio as which the two play, and
    `line`, the line in which they last played. `sizes` has the number of pairs in each line, from the highest line
    down. Without `sizes`, lines are as in `even_lines`.

    Raises:
        ValueError: the sum of `sizes` is not the number of pairs present, a size is below 1, or there are more than 26
            sizes.
    """
    # Collected, because the players are looked up separately: pairs are few, and computing them may take long.
    seated = with_thirds(attendance.lazy(), season_partnerships)
    last = pl.col("line") if "line" in seated.collect_schema().names() else pl.lit(None, pl.String)
    pairs = seated.select(*PAIR, "third_id", played_in=last).collect().lazy()
    ordered = (
        _with_rankings(pairs, player_rankings, players, competitions)
        .join(competitions.lazy().select(*COMPETITION, "lines"), on=COMPETITION)
        .with_columns(pl.col("members").list.get(place, null_on_oob=True).alias(name) for place, name in _IN_ORDER)
        .pipe(strongest_first, [name for _, name in _IN_ORDER])
        .collect()
    )
    if sizes is None:
        line = even_lines(pl.col("place"), pl.col("present"), pl.col("lines").cast(pl.Int64))
    else:
        _check(sizes, ordered["present"])
        letters = [letter for letter, size in zip(ascii_uppercase, sizes, strict=False) for _ in range(size)]
        line = pl.lit(pl.Series(letters, dtype=pl.String)).gather("place")
    return in_shape(
        schemas.LineAssignment,
        ordered.lazy()
        .with_columns(place=pl.col("place") + 1, line=line)
        .select(schemas.LineAssignment.column_names())
        .cast({"place": pl.Int32}),
    )


def strongest_first(present: pl.LazyFrame, ids: Sequence[str]) -> pl.LazyFrame:
    """Return the pairs or players present, in the order in which they fill the lines.

    `present` has one row for each, with (club, competition, season), `ranking` and the columns `ids`. Rankings are
    compared to nine decimals, and equal ones are sorted by `ids`. Adds `place` in the competition (Int64, from 0) and
    `present` (Int64), the number of rows of the competition.
    """
    downwards = [*(False for _ in COMPETITION), True, *(False for _ in ids)]
    return present.sort(*COMPETITION, pl.col("ranking").round(DECIMALS), *ids, descending=downwards).with_columns(
        place=pl.int_range(pl.len()).over(COMPETITION), present=pl.len().over(COMPETITION).cast(pl.Int64)
    )


def even_lines(place: pl.Expr, present: pl.Expr, lines: pl.Expr) -> pl.Expr:
    """Return the letter of the line of a place (from 0).

    All lines have the same number of places, except that the first lines have one more if places are left over.
    """
    size, left_over = present // lines, present % lines
    in_larger_lines = left_over * (size + 1)
    line = (
        pl.when(place < in_larger_lines)
        .then(place // (size + 1))
        .otherwise(left_over + (place - in_larger_lines) // size)
    )
    return line.replace_strict(dict(enumerate(ascii_uppercase)), return_dtype=pl.String)


_IN_ORDER = tuple(enumerate(("first", "second", "third")))  # ids in order, whichever two of a trio play


def _with_rankings(
    pairs: pl.LazyFrame,
    player_rankings: Frame[schemas.PlayerRankings],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> pl.LazyFrame:
    """Add `members`, the ids of all players in order, and `ranking`, twice the mean of the players' rankings."""
    everybody = pl.concat_list("player_id", "partner_id", "third_id").list.drop_nulls().list.sort()
    with_members = pairs.with_columns(members=everybody)
    one_by_one = with_members.select(*COMPETITION, who="player_id", partner_id="partner_id", player_id="members")
    ranked = current_rankings(one_by_one.explode("player_id"), player_rankings, players, competitions)
    means = steady_means(ranked, (*COMPETITION, "who", "partner_id"), "ranking").rename({"who": "player_id"})
    return with_members.join(means.with_columns(pl.col("ranking") * 2), on=PAIR)


def _check(sizes: Sequence[int], present: pl.Series) -> None:
    in_words, misfits = ", ".join(map(str, sizes)), present.filter(present != sum(sizes))
    if len(sizes) > len(ascii_uppercase) or any(size < 1 for size in sizes):
        raise ValueError(
            Message(
                "lines of {sizes} pairs are not possible: every line needs at least one pair, and there are at "
                "most 26 lines, A to Z",
                sizes=in_words,
            )
        )
    if len(misfits):
        gaps = {"sizes": in_words, "sum": sum(sizes), "present": misfits[0]}
        raise ValueError(Message("lines of {sizes} pairs hold {sum} pairs, but {present} are present", **gaps))
