"""With whom a player sat and whom a player met over a season, as the report shows it."""

import polars as pl

from transforms.bridge.sessions import PARTNERS
from transforms.tables import ENTRANT, LINE, PLAYER
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.arithmetic.sums import steady_mean, sums_of_lists
from transforms.tables.phrases import phrase

_PERCENTAGES = "matchpoints"


def partners(player_sessions: pl.DataFrame, session_results: pl.DataFrame) -> pl.DataFrame:
    """With whom each player sat, most often first: `PLAYER`, partner_id, partner, linked, evenings, lines, score.

    `lines` has the lines they sat in, that of most evenings first: `A (21), B (2)`, or `A`. `score` is the mean
    percentage of the evenings together that were scored by matchpoints.

    Args:
        player_sessions: the table of this name of the report.
        session_results: the same, for the scores before they are rounded.
    """
    of_percentages = pl.col("exact_score").filter(pl.col("scoring") == _PERCENTAGES)
    two = [*PLAYER, "partner_id"]
    together = (
        player_sessions.filter("came")
        .select(*ENTRANT, "player_id", "scoring", one="partners")
        .drop_nulls("one")
        .join(session_results.select(*ENTRANT, "exact_score"), on=ENTRANT, how="left")
        .explode("one", empty_as_null=False, keep_nulls=False)
        .with_columns(partner_id=pl.col("one").struct.field("player_id"))
    )
    lines = (
        together.group_by(*two, "line")
        .agg(evenings=pl.len())
        .sort(*two, "evenings", "line", descending=[*[False] * len(two), True, False])
        .group_by(two, maintain_order=True)
        .agg(pl.when(pl.len() == 1).then("line").otherwise(phrase("{} ({})", "line", "evenings")).str.join(", "))
        .rename({"line": "lines"})
    )
    return (
        together.group_by(two)
        .agg(
            partner=pl.col("one").struct.field("name").first(),
            linked=pl.col("one").struct.field("linked").first(),
            evenings=pl.len(),
            score=to_decimals(steady_mean(of_percentages.drop_nulls())),
        )
        .join(lines, on=two)
        .select(*two, "partner", "linked", "evenings", "lines", "score")
        .sort(*PLAYER, "evenings", "partner", "partner_id", descending=[*[False] * len(PLAYER), True, False, False])
    )


def opponents(rounds: pl.DataFrame, player_sessions: pl.DataFrame) -> pl.DataFrame:
    """Whom each player met, on most boards first: `PLAYER`, opponent_id, opponent, linked, boards, share.

    Of two single players who sat together each was met.

    `share` is the percentage of the points on boards scored by matchpoints that the player's side had against them.

    Args:
        rounds: `SessionRounds`.
        player_sessions: the table of this name of the report.
    """
    seated = player_sessions.select(*ENTRANT, "player_id", "name").unique()
    others = seated.select(*LINE, opponent="entrant", opponent_id="player_id", met="name")
    of_top = pl.col("maximum").is_not_null() & pl.col("points").is_not_null()
    earned = [pl.when(of_top).then(name).alias(name) for name in ("points", "maximum")]
    share = quotient(100 * pl.col("points"), pl.col("maximum"))
    return (
        rounds.select(*ENTRANT, pl.col("opponent").str.split(PARTNERS), "boards", *earned)
        .explode("opponent", empty_as_null=False, keep_nulls=False)
        .join(seated, on=ENTRANT)
        .join(others, on=[*LINE, "opponent"])
        .group_by(*PLAYER, "opponent_id")
        .agg(
            *(pl.col(name).drop_nulls() for name in ("points", "maximum")),
            opponent=pl.col("met").first(),
            linked=pl.lit(value=True),
            boards=pl.col("boards").sum(),
        )
        .with_columns(sums_of_lists("points", "maximum"))
        .with_columns(share=to_decimals(pl.when(pl.col("maximum") > 0).then(share)))
        .drop("points", "maximum")
        .sort(*PLAYER, "boards", "opponent", "opponent_id", descending=[*[False] * len(PLAYER), True, False, False])
    )
