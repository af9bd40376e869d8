"""Break ties in the standings of sessions and events that count matches."""

from collections.abc import Sequence

import polars as pl

from transforms.bridge.sessions import NOBODY, POINT_A_BOARD
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.rule_words import TieBreak, words_of
from transforms.tables.schemas import DECIMALS, LINE, Frame

_AMONG, _QUOTIENT, _OPPONENTS = words_of(TieBreak)


def with_ranks(listed: pl.LazyFrame, met: pl.LazyFrame, key: Sequence[str], field: Sequence[str]) -> pl.LazyFrame:
    """Add `rank`, and `decided_by`: the last tie-break (docs/scoring_rules.md) that separated equal scores.

    `listed` has `compared` (the score), `points` and the list `ties` of each entrant, and `met` is a result of
    `matches_met`. `key` identifies an entrant in both, with `entrant` last, and `field` those who are ranked together.
    """
    ranked = listed.with_columns(rank=pl.col("compared").rank("min", descending=True).over(field)).collect()
    is_tied = pl.col("rank").is_not_null() & (pl.col("ties").list.len() > 0) & (pl.len().over(*field, "rank") > 1)
    tied = ranked.filter(is_tied).with_columns(shared=pl.struct(field).rank("dense"))
    if tied.is_empty():
        return ranked.lazy().with_columns(decided_by=pl.lit(None, pl.String))
    tied = tied.select(*key, "shared", "rank", "ties", decided_by=pl.lit(None, pl.String))
    played = met.filter(pl.col("of_match").is_not_null()).collect().join(tied.select(key), on=key, how="semi")
    won, lost = (steady_sum(pl.col(name).drop_nulls()) for name in ("won", "lost"))
    # The share won sorts like the quotient, and exists even if nothing was lost.
    shares = played.group_by(key).agg(quotient(won, won + lost).fill_nan(None).alias(_QUOTIENT))
    of_others = played.join(ranked.select(*key[:-1], opponent="entrant", theirs="points"), on=[*key[:-1], "opponent"])
    theirs = of_others.group_by(key).agg(steady_sum(pl.col("theirs") * pl.col("weight")).alias(_OPPONENTS))
    tied = tied.join(shares, on=key, how="left").join(theirs, on=key, how="left")
    group, tie, value = ["shared", "rank"], pl.col("tie"), pl.col("value")
    is_known = value.count().over(group) == pl.len().over(group)
    behind = pl.when(is_known).then(value.rank("min", descending=True).over(group) - 1).fill_null(0)
    for step in range(tied.select(pl.col("ties").list.len().max().fill_null(0)).item()):
        others = tied.select(*key[:-1], *group, opponent="entrant")
        among = (
            played.join(tied.select(*key, *group), on=key)
            .join(others, on=[*key[:-1], "opponent", *group])
            .group_by(*key, *group)
            .agg(
                quotient(steady_sum(pl.col("of_match")), steady_sum(pl.col("weight"))).alias(_AMONG),
                met=pl.col("opponent").n_unique(),
            )
        )
        has_met_all = pl.col("met") == pl.len().over(group) - 1
        values = {_AMONG: pl.when(has_met_all).then(_AMONG), _QUOTIENT: _QUOTIENT, _OPPONENTS: _OPPONENTS}
        tied = (
            tied.join(among, on=[*key, *group], how="left")
            .with_columns(tie=pl.col("ties").list.get(step, null_on_oob=True))
            .with_columns(
                value=pl.coalesce(pl.when(tie == name).then(of) for name, of in values.items()).round(DECIMALS)
            )
            .with_columns(behind=behind)
            .with_columns(
                decided_by=pl.when(pl.col("behind").max().over(group) > 0).then("tie").otherwise("decided_by")
            )
            .with_columns(rank=pl.col("rank") + pl.col("behind"))
            .drop(_AMONG, "met")
        )
    broken = tied.lazy().select(*key, "decided_by", broken="rank")
    return ranked.lazy().join(broken, on=key, how="left").with_columns(rank=pl.coalesce("broken", "rank"))


def matches_met(match_results: Frame[schemas.MatchResults]) -> pl.LazyFrame:
    """Return opponent, weight, of_match (victory points, or points), won and lost (IMPs, or points), without byes."""
    lost = pl.coalesce(pl.col("imps_won") - pl.col("imps"), POINT_A_BOARD * pl.col("boards") - pl.col("points"))
    return (
        match_results.lazy()
        .filter(pl.col("opponent") != NOBODY)
        .select(
            *(*LINE, "opponent", "weight"),
            entrant="team",
            of_match=pl.coalesce("vp", "points"),
            won=pl.coalesce("imps_won", "points"),
            lost=lost,
        )
    )
