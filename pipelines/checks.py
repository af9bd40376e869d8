"""What must be true of the data, beyond what the schemas of the tables already enforce.

Each check is a function that returns the rows that break it; it passes when there are none. One that fails
with severity ERROR stops the build there: nothing that follows from wrong numbers is computed or published.
"""

from collections.abc import Callable

import dagster as dg
import polars as pl

from pipelines.table_assets import asset_key, markdown
from pipelines.warehouse import Warehouse
from transforms.balance.played import FIELD, was_compared
from transforms.entrants import PARTNERS
from transforms.fields import field_of
from transforms.scoring import TEAMS
from transforms.tables import COMPETITION, SESSION

Offenders = Callable[..., pl.DataFrame]

SEAT = (*SESSION, "line", "entrant")

_TOLERANCE_OF_SUMS = 1e-6
_SHOWN = 20
_WHERE = (
    *("club", "competition", "season", "session_id", "field", "line", "board"),
    *("entrant", "player_id", "partnership_id", "file_id", "line_no"),
)
"""Columns that tell where a row is to be found, where a table has them."""

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
                description=None if rows.is_empty() else _in_words(offenders, rows),
                metadata={"offending_rows": len(rows), "first": dg.MetadataValue.md(markdown(rows.head(_SHOWN)))},
            )

        checks.append(check)
        return offenders

    return register


def _in_words(offenders: Offenders, rows: pl.DataFrame) -> str:
    """What does not hold, for how many rows, and which is the first."""
    first = rows.select(column for column in _WHERE if column in rows.columns).row(0, named=True)
    where = ", ".join(f"{column} {value}" for column, value in first.items() if value is not None)
    return f"{(offenders.__doc__ or '').rstrip('.')}; this fails for {len(rows)} rows, first of all {where}"


@holds_for("raw.findings", severity=dg.AssetCheckSeverity.WARN, findings="raw.findings")
def every_row_was_usable(findings: pl.DataFrame) -> pl.DataFrame:
    """No file, line or value had to be left out."""
    return findings.filter(pl.col("severity") == "error")


@holds_for("scored.boards", boards="scored.boards")
def both_sides_share_the_top(boards: pl.DataFrame) -> pl.DataFrame:
    """NS + EW = top on every line, and IMPs cancel out, as far as the rulings say so: every control sheet balances."""
    return boards.filter(~pl.col("balanced"))


@holds_for(
    "scored.session_results",
    results="scored.session_results",
    rounds="scored.session_rounds",
    matches="scored.match_results",
    competitions="raw.competitions",
)
def points_are_conserved(
    results: pl.DataFrame, rounds: pl.DataFrame, matches: pl.DataFrame, competitions: pl.DataFrame
) -> pl.DataFrame:
    """Every entrant has what its rounds or matches brought, and what the director gave or took, no more and no less."""
    entrant = [*SESSION, "line", "entrant"]
    of_matches = matches.select(*SESSION, "line", entrant="team", points=pl.coalesce("vp", "points"))
    brought = pl.concat([rounds.select(*entrant, "points"), of_matches]).group_by(entrant).agg(brought=pl.sum("points"))
    # Where totals are rounded, up to half of the last decimal comes or goes.
    half_a_unit = pl.when(pl.col("rounded") == "totals").then(0.5 / pl.lit(10.0).pow(pl.col("line_decimals")))
    without_sit_outs = competitions.filter(sit_out="nothing").select(*COMPETITION, half_a_unit=half_a_unit.fill_null(0))
    brought_or_given = pl.col("brought").fill_null(0) + pl.col("adjustment").fill_null(0)
    return (
        results.join(without_sit_outs, on=COMPETITION)
        .join(brought, on=entrant, how="left")
        .filter((pl.col("points").fill_null(0) - brought_or_given).abs() > pl.col("half_a_unit") + _TOLERANCE_OF_SUMS)
    )


@holds_for(
    "rankings.ranking_points",
    points="rankings.ranking_points",
    results="scored.session_results",
    entries="raw.entries",
    matches="scored.match_results",
)
def whoever_played_earned(
    points: pl.DataFrame, results: pl.DataFrame, entries: pl.DataFrame, matches: pl.DataFrame
) -> pl.DataFrame:
    """Every player of an entrant with a score has ranking points, save who of a team sat out all that was played."""
    with_score = results.filter(pl.col("score").is_not_null())
    seated = entries.join(with_score.select(*SEAT, "scoring"), on=SEAT)
    without_points = seated.join(points, on=[*SESSION, "player_id"], how="anti")
    played = matches.filter(pl.col("vp").is_not_null() | (pl.col("points").is_not_null() & (pl.col("boards") > 0)))
    of_teams = played.select(*SESSION, "line", "round", entrant="team")
    listed = pl.col("rounds").str.split("+").list.contains(pl.col("round").cast(pl.String))
    sat_in_one = without_points.join(of_teams, on=SEAT).filter(listed)
    sat_out = (
        without_points.filter(pl.col("scoring").is_in(TEAMS) & pl.col("rounds").is_not_null())
        .join(sat_in_one, on=[*SESSION, "player_id"], how="anti")
        .select(*SESSION, "player_id")
    )
    return without_points.join(sat_out, on=[*SESSION, "player_id"], how="anti").drop("scoring")


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


@holds_for("movements.session_balance", balance="movements.session_balance", board_scores="scored.board_scores")
def every_session_has_its_balance(balance: pl.DataFrame, board_scores: pl.DataFrame) -> pl.DataFrame:
    """Every line of which boards were compared has the balance of its movement."""
    line = [*SESSION, "line"]
    return board_scores.filter(was_compared()).select(line).unique().join(balance, on=line, how="anti").sort(line)


@holds_for("movements.season_scores", scores="movements.season_scores")
def scores_hold_both_ways(scores: pl.DataFrame) -> pl.DataFrame:
    """What a good result of the one costs the other, a good result of the other costs the one."""
    two = [*COMPETITION, "entrant", "other"]
    counted = ["sessions", "meetings", "score"]
    other_way = scores.rename({"entrant": "other", "other": "entrant"}).select(*two, *counted)
    return scores.join(other_way, on=[*two, *counted], how="anti")


@holds_for(
    "movements.season_scores",
    scores="movements.season_scores",
    board_scores="scored.board_scores",
    sessions="raw.sessions",
    entries="raw.entries",
)
def scores_add_up_to_half_tops(
    scores: pl.DataFrame, board_scores: pl.DataFrame, sessions: pl.DataFrame, entries: pl.DataFrame
) -> pl.DataFrame:
    """The scores of a season add up to half a top for all on every board; not asked where it is not told who sat."""
    by_place = board_scores.filter(was_compared()).join(sessions.select(*SESSION, "together"), on=SESSION)
    seats = pl.concat(
        by_place.select(
            *SESSION,
            "line",
            "board",
            field=field_of(pl.col("together"), pl.col("line")),
            form=pl.col("subfield").fill_null(""),
            entrant=pl.col(side).str.split(PARTNERS),
        )
        for side in ("ns", "ew")
    ).with_columns(tables=pl.len().over(*FIELD, "board", "form") // 2)
    half_tops = seats.explode("entrant", empty_as_null=True, keep_nulls=True).with_columns(tables=pl.col("tables") - 1)
    as_known = pl.struct(*SESSION, pl.coalesce("substitutes_for", "player_id"))
    unknown = pl.concat(
        [
            half_tops.join(entries, on=SEAT, how="anti").select(COMPETITION),
            entries.filter(as_known.is_duplicated()).select(COMPETITION),
        ]
    ).unique()
    fair = (
        half_tops.join(unknown, on=COMPETITION, how="anti").group_by(COMPETITION).agg(half_tops=pl.col("tables").sum())
    )
    added = scores.group_by(COMPETITION).agg(pl.col("score").sum())
    return fair.join(added, on=COMPETITION, how="left").filter(
        pl.col("half_tops").cast(pl.Int64) != pl.col("score").fill_null(0)
    )
