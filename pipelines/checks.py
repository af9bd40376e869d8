"""What must be true of the data, beyond what the schemas of the tables already enforce.

Each check is a function that returns the rows that break it; it passes when there are none. One that fails
with severity ERROR stops the build there: nothing that follows from wrong numbers is computed or published.
"""

from collections.abc import Callable

import dagster as dg
import polars as pl

from pipelines.table_assets import asset_key, markdown
from pipelines.warehouse import Warehouse
from transforms.tables import COMPETITION, SESSION

Offenders = Callable[..., pl.DataFrame]

_TOLERANCE = 1e-9
_SHOWN = 20

checks: list[dg.AssetChecksDefinition] = []


def holds_for(
    table: str, *, severity: dg.AssetCheckSeverity = dg.AssetCheckSeverity.ERROR, **reads: str
) -> Callable[[Offenders], Offenders]:
    """Register a check of a table: a function of other tables (parameter -> table) that finds offending rows."""

    def register(offenders: Offenders) -> Offenders:
        @dg.asset_check(
            asset=asset_key(table),
            name=offenders.__name__,
            description=offenders.__doc__,
            blocking=severity is dg.AssetCheckSeverity.ERROR,
            additional_deps=[asset_key(read) for read in reads.values() if read != table],
            required_resource_keys={"warehouse"},
        )
        def check(context: dg.AssetCheckExecutionContext) -> dg.AssetCheckResult:
            warehouse: Warehouse = context.resources.warehouse
            rows = offenders(**{parameter: warehouse.read(read) for parameter, read in reads.items()})
            return dg.AssetCheckResult(
                passed=rows.is_empty(),
                severity=severity,
                metadata={"offending_rows": len(rows), "first": dg.MetadataValue.md(markdown(rows.head(_SHOWN)))},
            )

        checks.append(check)
        return offenders

    return register


@holds_for("raw.findings", severity=dg.AssetCheckSeverity.WARN, findings="raw.findings")
def every_row_was_usable(findings: pl.DataFrame) -> pl.DataFrame:
    """No file, line or value had to be left out."""
    return findings.filter(pl.col("severity") == "error")


@holds_for("scored.board_scores", scores="scored.board_scores", competitions="raw.competitions")
def both_sides_share_the_top(scores: pl.DataFrame, competitions: pl.DataFrame) -> pl.DataFrame:
    """NS + EW = top on every line that was played; two halves rounded up may make one last decimal more."""
    rounding = pl.lit(0.1).pow(pl.col("line_decimals")).fill_null(0)
    difference = (pl.col("ns_points") + pl.col("ew_points") - pl.col("top")).abs()
    return scores.join(competitions.select(*COMPETITION, "line_decimals"), on=COMPETITION).filter(
        pl.col("ruling").is_null() & (difference > rounding + _TOLERANCE)
    )


@holds_for("scored.session_results", results="scored.session_results", scores="scored.board_scores")
def points_are_conserved(results: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """The entrants of a session together have the points that its boards gave."""
    given = scores.group_by(SESSION).agg(given=pl.sum("ns_points") + pl.sum("ew_points"))
    received = results.group_by(SESSION).agg(received=pl.sum("points"))
    return given.join(received, on=SESSION, how="left").filter(
        (pl.col("given") - pl.col("received").fill_null(0)).abs() > 1e-6
    )


@holds_for(
    "rankings.ranking_points",
    points="rankings.ranking_points",
    results="scored.session_results",
    entries="raw.entries",
)
def whoever_played_earned(points: pl.DataFrame, results: pl.DataFrame, entries: pl.DataFrame) -> pl.DataFrame:
    """Every player of an entrant with a score has ranking points."""
    played = results.filter(pl.col("score").is_not_null())
    seat = [*SESSION, "line", "entrant"]
    return entries.join(played, on=seat, how="semi").join(points, on=[*SESSION, "player_id"], how="anti")


@holds_for("rankings.player_rankings", rankings="rankings.player_rankings", competitions="raw.competitions")
def window_is_kept(rankings: pl.DataFrame, competitions: pl.DataFrame) -> pl.DataFrame:
    """No ranking counts more sessions than the window of its competition."""
    windows = competitions.select(*COMPETITION, "window")
    return rankings.join(windows, on=COMPETITION).filter(pl.col("sessions_counted") > pl.col("window"))


@holds_for("championships.individual", standing="championships.individual", competitions="raw.competitions")
def champions_played_enough(standing: pl.DataFrame, competitions: pl.DataFrame) -> pl.DataFrame:
    """Who is eligible counts at least the sessions asked for."""
    asked = competitions.select(*COMPETITION, "individual_min")
    return standing.join(asked, on=COMPETITION).filter(
        pl.col("eligible") & (pl.col("counted") < pl.col("individual_min"))
    )


@holds_for("championships.pairs", standing="championships.pairs", competitions="raw.competitions")
def pairs_played_enough(standing: pl.DataFrame, competitions: pl.DataFrame) -> pl.DataFrame:
    """Which pair or trio is eligible counts at least the sessions asked for."""
    asked = competitions.select(*COMPETITION, "pairs_together")
    return standing.join(asked, on=COMPETITION).filter(
        pl.col("eligible") & (pl.col("counted") < pl.col("pairs_together"))
    )


@holds_for(
    "scored.official_differences",
    severity=dg.AssetCheckSeverity.WARN,
    differences="scored.official_differences",
)
def differences_are_explained(differences: pl.DataFrame) -> pl.DataFrame:
    """Every value that differs from the official one has a reason."""
    return differences.filter(pl.col("reason") == "unexplained")
