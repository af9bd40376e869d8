"""Conditions that computed tables must meet, in addition to the rules of their schemas.

The docstring of a check is the condition as users see it. If rows break a condition of severity error, their clubs are
not published, and nothing that depends on the wrong numbers is computed for these clubs.
"""

import inspect
from collections.abc import Callable

import polars as pl

from transforms.awards.schemes import COMPUTED, CURVED
from transforms.balance.played.movement_played import was_compared
from transforms.bridge.sessions import PARTNERS, TEAMS, places
from transforms.intake.check import CHECKS, Check, F, Severity, check, says
from transforms.official.lines import is_doubtful
from transforms.results.sit_outs import with_boards_counted
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.tolerance import SUMS_HAIR
from transforms.tables.runs import facts_of_runs, first_of_runs
from transforms.tables.schemas import COMPETITION, ENTRANT, LINE, SESSION, Competitions, Sessions
from transforms.tables.shared import in_shape

STAGE = "computed"
_WHERE = (
    *("club", "competition", "season", "session_id", "field", "line", "board"),
    *("entrant", "list_date", "list", "game_id", "player_id", "partnership_id", "expected", "file_id", "line_no"),
)

_AWARD_EVENT = ("scheme", *SESSION, "of", "field")


_OTHERS = {
    **{"results": "scored.session_results", "rounds": "scored.session_rounds", "matches": "scored.match_results"},
    **{"board_scores": "scored.board_scores", "entries": "raw.entries", "sessions": "raw.sessions"},
    **{"competitions": "raw.competitions", "totals": "raw.totals", "made": "ratings.elo"},
}


def holds_for(table: str, *, severity: Severity = "error") -> Callable[[F], F]:
    """Declare the decorated function as a condition on `table`, its first argument. The docstring is the message."""

    def declare(offenders: F) -> F:
        name, words = getattr(offenders, "__name__", ""), (offenders.__doc__ or "").rstrip(".")
        first, *others = inspect.signature(offenders).parameters
        reads = {first: table, **{other: _OTHERS[other] for other in others}}
        declared = check(f"computed.fails/{name}", stage=STAGE, reads=reads, severity=severity, field="")
        return declared(says(words)(offenders))

    return declare


def conditions() -> list[Check]:
    """Return all conditions on computed tables, in the order in which the tables of a season are computed."""
    return [one for one in CHECKS.values() if one.stage == STAGE]


def in_words(condition: Check, rows: pl.DataFrame) -> str:
    """Return which condition fails, how many rows break it, and where the first of these rows is."""
    first = rows.select(column for column in _WHERE if column in rows.columns).row(0, named=True)
    where = ", ".join(f"{column} {value}" for column, value in first.items() if value is not None)
    return f"{condition.says[condition.name]}; this fails for {len(rows)} rows, first of all {where}"


@holds_for("raw.findings", severity="warning")
def every_row_was_usable(findings: pl.DataFrame) -> pl.DataFrame:
    """No file, line or value had to be left out."""
    return findings.filter(pl.col("severity") == "error")


@holds_for("scored.boards")
def both_sides_share_the_top(boards: pl.DataFrame) -> pl.DataFrame:
    """On each line NS + EW = top, IMPs cancel out, and both tables of a match agree, unless a ruling says otherwise."""
    return boards.filter(~pl.col("balanced"))


@holds_for("scored.session_results")
def points_are_conserved(  # noqa: PLR0917 - the tables of a check, by position
    results: pl.DataFrame,
    rounds: pl.DataFrame,
    matches: pl.DataFrame,
    competitions: pl.DataFrame,
    totals: pl.DataFrame,
    sessions: pl.DataFrame,
) -> pl.DataFrame:
    """Every entrant has exactly the points of its rounds or matches, plus or minus the director's adjustments."""
    entrant = [*SESSION, "line", "entrant"]
    of_matches = matches.select(*SESSION, "line", entrant="team", points=pl.coalesce("vp", "points"))
    of_rounds = rounds.join(results.filter(scoring="vp"), on=SESSION, how="anti").select(*entrant, "points")
    brought = pl.concat([of_rounds, of_matches]).group_by(entrant).agg(brought=pl.sum("points"))
    # Rounded totals may be off by up to half a unit of the last decimal.
    half_a_unit = pl.when(pl.col("rounded") == "totals").then(0.5 / pl.lit(10.0).pow(pl.col("line_decimals")))
    without_sit_outs = competitions.filter(sit_out="nothing").select(*COMPETITION, half_a_unit=half_a_unit.fill_null(0))
    to_full_set = pl.when(pl.col("counted") > pl.col("boards"), ~pl.col("is_nobody")).then(
        quotient(pl.col("counted"), pl.col("boards"))
    )
    brought_or_given = pl.col("brought").fill_null(0) * to_full_set.fill_null(1) + pl.col("adjustment").fill_null(0)
    in_fields = results.lazy().join(sessions.lazy().select(*SESSION, "together"), on=SESSION, how="left")
    return (
        with_boards_counted(in_fields, in_shape(Competitions, competitions.lazy()))
        .collect()
        .join(totals, on=SESSION, how="anti")
        .join(without_sit_outs, on=COMPETITION)
        .join(brought, on=entrant, how="left")
        .filter((pl.col("points").fill_null(0) - brought_or_given).abs() > pl.col("half_a_unit") + SUMS_HAIR)
    )


@holds_for("rankings.ranking_points")
def whoever_played_earned(
    points: pl.DataFrame, results: pl.DataFrame, entries: pl.DataFrame, matches: pl.DataFrame
) -> pl.DataFrame:
    """Every player of an entrant with a score has ranking points, except team members who sat out the whole session."""
    with_score = results.filter(pl.col("score").is_not_null())
    seated = entries.join(with_score.select(*ENTRANT, "scoring"), on=ENTRANT)
    without_points = seated.join(points, on=[*SESSION, "player_id"], how="anti")
    played = matches.filter(pl.col("vp").is_not_null() | (pl.col("points").is_not_null() & (pl.col("boards") > 0)))
    of_teams = played.select(*SESSION, "line", "round", entrant="team")
    listed = pl.col("rounds").str.split("+").list.contains(pl.col("round").cast(pl.String))
    sat_in_one = without_points.join(of_teams, on=ENTRANT).filter(listed)
    sat_out = (
        without_points.filter(pl.col("scoring").is_in(TEAMS) & pl.col("rounds").is_not_null())
        .join(sat_in_one, on=[*SESSION, "player_id"], how="anti")
        .select(*SESSION, "player_id")
    )
    return without_points.join(sat_out, on=[*SESSION, "player_id"], how="anti").drop("scoring")


@holds_for("rankings.player_rankings")
def window_is_kept(rankings: pl.DataFrame, competitions: pl.DataFrame) -> pl.DataFrame:
    """No ranking counts more sessions than the window of its competition."""
    windows = competitions.select(*COMPETITION, "window")
    return rankings.join(windows, on=COMPETITION).filter(pl.col("sessions_counted") > pl.col("window"))


@holds_for("championships.individual")
def champions_played_enough(standing: pl.DataFrame) -> pl.DataFrame:
    """Everybody who is eligible has at least the required number of sessions."""
    return standing.filter(pl.col("eligible") & (pl.col("counted") < pl.col("sessions_required")))


@holds_for("championships.pairs")
def pairs_played_enough(standing: pl.DataFrame) -> pl.DataFrame:
    """Every pair or trio that is eligible has at least the required number of sessions."""
    return standing.filter(pl.col("eligible") & (pl.col("counted") < pl.col("sessions_required")))


@holds_for("ratings.games")
def a_game_is_worth_two_points(games: pl.DataFrame) -> pl.DataFrame:
    """A rated game has two rows, which share 2 points and 100 percent."""
    game = [*COMPETITION, "game_id"]
    rows, points, expected = pl.len().over(game), pl.col("points").sum().over(game), pl.col("expected")
    shares = expected.is_null() | (expected.sum().over(game) == 100)
    return games.filter((rows != 2) | ((points - 2).abs() > SUMS_HAIR) | ~shares)


@holds_for("ratings.games")
def norms_add_up(games: pl.DataFrame, made: pl.DataFrame) -> pl.DataFrame:
    """For everybody rated by norms, the games, points and norm are the sums over the games that count."""
    player = [*COMPETITION, "player_id"]
    counted = (
        games.filter("counted").group_by(player).agg(counted=pl.len(), scored=pl.sum("points"), norms=pl.sum("norm"))
    )
    differs = (
        (pl.col("games").fill_null(0) != pl.col("counted").fill_null(0))
        | _differ("points", "scored")
        | _differ("norm", "norms")
    )
    return made.filter(method="norm").join(counted, on=player, how="left").filter(differs)


@holds_for("ratings.lists")
def lists_are_of_one_another(lists: pl.DataFrame, made: pl.DataFrame) -> pl.DataFrame:
    """The alphabetical list has everybody with a rating, the ranking list only such people; nobody is listed twice."""
    on = [*COMPETITION, "list_date", "player_id", "rating"]
    rated, of_all = made.filter(pl.col("rating").is_not_null()), lists.filter(list="alphabetical")
    return pl.concat(
        [
            lists.filter(pl.struct([*COMPETITION, "list_date", "list", "player_id"]).is_duplicated()),
            lists.filter(list="ranking").join(of_all, on=on, how="anti"),
            of_all.join(rated, on=on, how="anti"),
            rated.join(of_all, on=on, how="anti"),
        ],
        how="diagonal",
    )


@holds_for("ratings.elo", severity="warning")
def no_rating_overshoots(made: pl.DataFrame) -> pl.DataFrame:
    """Nobody played so many games with this K that the rating may overshoot the player's real strength."""
    return made.filter(pl.col("flags").str.contains("overshoot"))


@holds_for("ratings.corrections", severity="warning")
def published_ratings_stand(corrections: pl.DataFrame) -> pl.DataFrame:
    """Every published rating is equal to the rating computed from the games known now."""
    return corrections


@holds_for("awards.findings", severity="warning")
def every_award_was_usable(findings: pl.DataFrame) -> pl.DataFrame:
    """No award of a federation had to be left out."""
    return findings.filter(pl.col("severity") == "error")


@holds_for("awards.points")
def awards_fall_with_rank(points: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """By a scheme with a rule nobody has more points than an entrant ranked above in the same event."""
    above = pl.col("fewest").shift().over(_AWARD_EVENT)
    of_rank = (
        _of_entrants(points, results)
        .group_by(*_AWARD_EVENT, "rank")
        .agg(pl.col("line", "entrant").first(), most=pl.max("points"), fewest=pl.min("points"))
        .sort(*_AWARD_EVENT, "rank")
    )
    return of_rank.filter(pl.col("most") > above + SUMS_HAIR)


@holds_for("awards.points")
def awards_make_the_total(points: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """If all entrants have players, points of the FFB and FSB add up to the event's total, exact or rounded."""
    of_event = (
        _of_entrants(points, results)
        .filter(pl.col("scheme").is_in(list(CURVED)))
        .group_by(_AWARD_EVENT)
        .agg(pl.col("line", "entrant").first(), pl.sum("points"), size=pl.len(), entrants=pl.first("entrants"))
        .filter(pl.col("size") == pl.col("entrants"))
    )
    sizes = of_event["entrants"].cast(pl.Int64).to_numpy()
    totals = of_event.select(
        pl.coalesce(pl.when(scheme=name).then(pl.Series(total(sizes))) for name, total in CURVED.items())
    ).to_series()
    made = of_event.with_columns(expected=totals)
    off = (pl.col("points") - pl.col("expected")).abs() > SUMS_HAIR
    is_nearest = (pl.col("points") == pl.col("points").round()) & ((pl.col("points") - pl.col("expected")).abs() <= 0.5)
    return made.filter(off & ~is_nearest)


@holds_for("scored.official_differences", severity="warning")
def differences_are_explained(differences: pl.DataFrame) -> pl.DataFrame:
    """Every value that differs from the official one is explained by a known rule."""
    return differences.filter(is_doubtful(pl.col("reason")))


@holds_for("movements.session_balance")
def every_session_has_its_balance(balance: pl.DataFrame, board_scores: pl.DataFrame) -> pl.DataFrame:
    """For every line with boards that were compared, the balance of its movement is computed."""
    line = [*SESSION, "line"]
    return board_scores.filter(was_compared()).select(line).unique().join(balance, on=line, how="anti").sort(line)


@holds_for("movements.season_scores")
def scores_hold_both_ways(scores: pl.DataFrame) -> pl.DataFrame:
    """A good result of one entrant costs a second entrant as much as a good result of the second costs the first."""
    two = [*COMPETITION, "entrant", "other"]
    counted = ["sessions", "meetings", "score"]
    other_way = scores.rename({"entrant": "other", "other": "entrant"}).select(*two, *counted)
    return scores.join(other_way, on=[*two, *counted], how="anti")


@holds_for("movements.season_scores")
def scores_add_up_to_half_tops(
    scores: pl.DataFrame, board_scores: pl.DataFrame, sessions: pl.DataFrame, entries: pl.DataFrame
) -> pl.DataFrame:
    """The scores of a season add up to half a top for everybody on every board, if it is known who sat everywhere."""
    compared = board_scores.filter(was_compared())
    of_lines = places(first_of_runs(compared, LINE).lazy(), in_shape(Sessions, sessions))
    facts = facts_of_runs(compared, LINE, of_lines.select(*LINE, "place", of_line=pl.int_range(pl.len())))
    lines = pl.concat(
        [compared.select("board", "ns", "ew", form=pl.col("subfield").fill_null("")), facts], how="horizontal"
    )
    sides = pl.concat(lines.select("of_line", entrant=side).unique() for side in ("ns", "ew"))
    seated = (
        sides.join(of_lines.select(*LINE).with_row_index("of_line"), on="of_line")
        .with_columns(pl.col("entrant").str.split(PARTNERS))
        .explode("entrant", empty_as_null=True, keep_nulls=True)
    )
    as_known = pl.struct(*SESSION, pl.coalesce("substitutes_for", "player_id"))
    unknown = pl.concat(
        [
            seated.join(entries, on=ENTRANT, how="anti").select(COMPETITION),
            entries.filter(as_known.is_duplicated()).select(COMPETITION),
        ]
    ).unique()
    at_table = pl.sum_horizontal(pl.col(side).str.count_matches(PARTNERS, literal=True) + 1 for side in ("ns", "ew"))
    fair = (
        lines.with_columns(entrants=at_table)
        .group_by("place", "board", "form")
        .agg(half_tops=pl.col("entrants").sum().cast(pl.Int64) * (pl.len().cast(pl.Int64) - 1))
        .join(of_lines.unique("place"), on="place")
        .join(unknown, on=COMPETITION, how="anti")
        .group_by(COMPETITION)
        .agg(pl.col("half_tops").sum())
    )
    added = scores.group_by(COMPETITION).agg(pl.col("score").sum())
    return fair.join(added, on=COMPETITION, how="left").filter(pl.col("half_tops") != pl.col("score").fill_null(0))


def _of_entrants(points: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    fields = results.select(*ENTRANT, "field", of=pl.lit("session"))
    return (
        points.filter(pl.col("scheme").is_in(COMPUTED))
        .unique(["scheme", "of", *ENTRANT])
        .join(fields, on=[*ENTRANT, "of"], how="left")
        .with_columns(pl.col("field").fill_null(""))
    )


def _differ(one: str, other: str) -> pl.Expr:
    return (pl.col(one).fill_null(0) - pl.col(other).fill_null(0)).abs() > SUMS_HAIR
