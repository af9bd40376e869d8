"""How a session is scored, and how the score of an entrant is computed."""

import polars as pl

from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, FIELD, LINE, SESSION, TEAM_SCORINGS, Frame, Sessions

VICTORY_POINTS = 20
"""The most victory points that a team can win in a match."""
POINT_A_BOARD = 2

TEAMS = TEAM_SCORINGS
WITH_MAXIMUM = ("matchpoints", "point_a_board")
"""The scorings whose points have a maximum. A score is a percentage of that maximum."""


IN_IMPS = ("butler", "cross_imps")
"""The scorings whose scores are IMPs per board."""
IN_VICTORY_POINTS = ("imps", "vp")
"""The scorings whose scores are victory points per match: of teams, and of pairs."""

AVERAGES = {
    **{"matchpoints": 50.0, "butler": 0.0, "cross_imps": 0.0, "point_a_board": 50.0},
    **dict.fromkeys(IN_VICTORY_POINTS, VICTORY_POINTS / 2),
}
"""The average score of each scoring: a percentage, IMPs per board, or victory points per match."""


SCORING_OF_KIND = {"pairs": "matchpoints", "butler": "butler", "cross_imp": "cross_imps", "teams": "imps"}
_KIND_OF_SCORING = {"vp": "pairs", **{scoring: kind for kind, scoring in SCORING_OF_KIND.items()}}


def scoring_of(kind: pl.Expr, team_scoring: pl.Expr) -> pl.Expr:
    """Return the scoring (`SCORINGS`) of a session, from its `kind` and `team_scoring`: String."""
    return pl.when(kind == "teams").then(team_scoring).fill_null(kind.replace_strict(SCORING_OF_KIND))


def of_percentages(vp_table: pl.Expr) -> pl.Expr:
    """Return whether a table of victory points (`bridge/imps.py`) starts from percentages, not IMPs: false for null."""
    return vp_table.str.contains("percentage", literal=True).fill_null(value=False)


def with_scoring(sessions: pl.LazyFrame, matches: pl.LazyFrame, competitions: pl.LazyFrame) -> pl.LazyFrame:
    """Add `by` (the rule of the competition) and `scoring` (that of the result list).

    For pairs, `scoring` is `vp` if the victory points of matches decide the result, else the scoring of the boards.
    Victory points decide if `matches` (`Matches`) has any for the session, or if the rule `by` is `vp`; at matchpoints,
    the competition also needs a table of victory points for percentages.
    """
    given = matches.group_by(SESSION).agg(has_vp=pl.col("vp").count() > 0)
    by_rule = (pl.col("by") == "vp") & ((pl.col("kind") != "pairs") | of_percentages(pl.col("vp_table")))
    is_by_vp = (pl.col("kind") != "teams") & pl.any_horizontal(pl.col("has_vp"), by_rule).fill_null(value=False)
    of_boards = scoring_of(pl.col("kind"), pl.col("team_scoring"))
    return (
        sessions.join(given, on=SESSION, how="left")
        .join(competitions.select(*COMPETITION, "by", "vp_table"), on=COMPETITION, how="left")
        .with_columns(scoring=pl.when(is_by_vp).then(pl.lit("vp")).otherwise(of_boards))
        .drop("has_vp", "vp_table")
    )


def kind_of(scoring: pl.Expr) -> pl.Expr:
    """Return the kind of a session, from the scoring of its lines: String; "teams" for any other scoring."""
    return scoring.replace_strict(_KIND_OF_SCORING, default="teams")


def has_maximum(scoring: pl.Expr) -> pl.Expr:
    """Return whether points have a maximum in this scoring: Boolean."""
    return scoring.is_in(WITH_MAXIMUM)


def score_of(scoring: pl.Expr, points: pl.Expr, maximum: pl.Expr, boards: pl.Expr) -> pl.Expr:
    """Return the score of an entrant with these points in this scoring: Float64, null without a board or a match.

    For matchpoints and point-a-board, the score is the percentage of the maximum. For Butler and cross-IMPs, it is IMPs
    per board. For teams at IMPs and pairs by matches, it is victory points per match, and the maximum is
    `VICTORY_POINTS` times the number of matches.
    """
    score = (
        pl.when(has_maximum(scoring))
        .then(quotient(100 * points, maximum))
        .when(scoring.is_in(IN_VICTORY_POINTS))
        .then(quotient(VICTORY_POINTS * points, maximum))
        .otherwise(quotient(points, boards))
    )
    return pl.when(pl.when(scoring.is_in(IN_IMPS)).then(boards).otherwise(maximum) > 0).then(score)


def average_score(scoring: pl.Expr) -> pl.Expr:
    """Return the average score of this scoring, in the unit of `score_of`: Float64."""
    return scoring.replace_strict(AVERAGES, return_dtype=pl.Float64)


def match_score(vp: pl.Expr, points: pl.Expr, boards: pl.Expr) -> pl.Expr:
    """Return the score from which ranking points for a match are computed, in victory points: Float64, null if unknown.

    At point-a-board, winning all boards is worth `VICTORY_POINTS`. With 0 boards the result is NaN.
    """
    return pl.coalesce(vp, quotient(VICTORY_POINTS * points, POINT_A_BOARD * boards))


def field_of(together: pl.Expr, line: pl.Expr) -> pl.Expr:
    """Return the field of a line: its group (`A+C`) in `together` (`A+C;B+D`), or the line if it has no group."""
    group = together.str.replace_all(" ", "").str.extract(phrase("([A-Z+]*{}[A-Z+]*)", line))
    return pl.coalesce(group, line)


PARTNERS = "+"
"""The character that joins the numbers of two single players who sit together (`3+7`)."""

NOBODY = "-"
"""The entrant on the empty side of a line with a result. This side has points, but they belong to no entrant."""


DIRECTIONS_ABROAD = {"NZ": "NS", "OW": "EW", "EO": "EW", "ØV": "EW"}
"""The direction as written in tables, by the direction in Dutch, French or Norwegian files."""


def as_in_tables(entrant: pl.Expr) -> pl.Expr:
    """Return an entrant as written in tables: the direction after a number becomes English (`3OW` becomes `3EW`)."""
    for abroad, direction in DIRECTIONS_ABROAD.items():
        entrant = entrant.str.replace(f"(?i)^([0-9]+) ?{abroad}$", f"${{1}}{direction}")
    return entrant


def by_entrant(rows: pl.LazyFrame, side: str) -> pl.LazyFrame:
    """Return each row once for every entrant in its column `side`, which is renamed to `entrant`.

    A row is returned once for a pair, and twice for two single players who sit together. Rows in which the side is null
    or `NOBODY` are left out.
    """
    single_players = pl.col(side).str.contains(PARTNERS, literal=True)
    apart = pl.col(side).str.split(PARTNERS)
    of_two = rows.filter(single_players).with_columns(apart).explode(side, empty_as_null=False, keep_nulls=False)
    return pl.concat([rows.filter(~single_players & (pl.col(side) != NOBODY)), of_two]).rename({side: "entrant"})


def places(lines: pl.LazyFrame, sessions: Frame[Sessions]) -> pl.DataFrame:
    """Return the lines that occur and their fields: `place` (the number of the field), `FIELD` and line."""
    of_lines = (
        lines.select(LINE)
        .unique()
        .join(sessions.lazy().select(*SESSION, "together"), on=SESSION)
        .select(*SESSION, "line", field=field_of(pl.col("together"), pl.col("line")))
        .sort(*FIELD, "line")
        .collect()
    )
    fields = of_lines.select(FIELD).unique(maintain_order=True).with_row_index("place")
    return of_lines.join(fields, on=FIELD, maintain_order="left").select("place", *FIELD, "line")
