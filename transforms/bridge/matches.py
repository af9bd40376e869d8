"""The share of a match that two teams or pairs play in a round."""

import polars as pl

from transforms.bridge.sessions import NOBODY
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.schemas import LINE


def with_weights(matches: pl.LazyFrame) -> pl.LazyFrame:
    """Add `weight`, the share of a match: 1, or less where a team meets more opponents in a round on fewer boards.

    If numbers of boards are missing, three teams who all meet in a round play parts of a match, unless each of them has
    at most as many matches as there are rounds: these three play whole matches over several rounds.

    Args:
        matches: `MATCH` and `boards`, a row for each of the two teams, and one for a bye.
    """
    in_round = (*LINE, "round")
    met = pl.when(pl.col("opponent") != NOBODY).then(pl.len().over(*in_round, "team"))
    others = (pl.col("opponent").min().over(*in_round, "team"), pl.col("opponent").max().over(*in_round, "team"))
    three = pl.when(met == 2).then(pl.concat_list("team", *others).list.sort().list.join("\n"))
    has_more = pl.len().over(*LINE, "team") > pl.col("round").n_unique().over(LINE)
    is_short = pl.col("boards") < pl.col("boards").max().over(LINE)
    lacks_boards = (pl.col("boards").is_null() & (pl.col("opponent") != NOBODY)).any().over(LINE)
    of_three = pl.col("three").is_not_null() & (pl.col("team").n_unique().over(*in_round, "three") == 3)
    share_three = lacks_boards & of_three & pl.col("has_more").any().over(*in_round, "three")
    share = pl.when(is_short | share_three).then(quotient(met.min().over(LINE), met)).fill_null(1.0)
    two = (*in_round, pl.min_horizontal("team", "opponent"), pl.max_horizontal("team", "opponent").alias("other"))
    return (
        matches.with_columns(three=three, has_more=has_more)
        .with_columns(weight=share)
        .with_columns(weight=pl.col("weight").max().over(two))
        .drop("three", "has_more")
    )
