"""With whom a player sat and whom a player met over a season, as the report shows it."""

import polars as pl

from transforms.arithmetic.division import quotient
from transforms.arithmetic.rounding import to_decimals
from transforms.arithmetic.sums import steady_mean, steady_sum
from transforms.bridge.sessions import PARTNERS
from transforms.tables import ENTRANT, LINE, PLAYER
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
        player_sessions.select(*ENTRANT, "player_id", "scoring", one="partners")
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
    points, maximum = (steady_sum(pl.col(name).filter(of_top)) for name in ("points", "maximum"))
    return (
        rounds.select(*ENTRANT, "opponent", "boards", "points", "maximum")
        .with_columns(pl.col("opponent").str.split(PARTNERS))
        .explode("opponent", empty_as_null=False, keep_nulls=False)
        .join(seated, on=ENTRANT)
        .join(others, on=[*LINE, "opponent"])
        .group_by(*PLAYER, "opponent_id")
        .agg(
            opponent=pl.col("met").first(),
            linked=pl.lit(value=True),
            boards=pl.col("boards").sum(),
            share=to_decimals(pl.when(maximum > 0).then(quotient(100 * points, maximum))),
        )
        .sort(*PLAYER, "boards", "opponent", "opponent_id", descending=[*[False] * len(PLAYER), True, False, False])
    )
