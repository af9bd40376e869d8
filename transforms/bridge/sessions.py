"""How a session is scored, how the score of an entrant is computed, and which players of an entrant are the pair."""

import dataframely as dy
import polars as pl

from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.phrases import phrase
from transforms.tables.raw import MOST_ROUNDS
from transforms.tables.runs import run_number
from transforms.tables.schemas import COMPETITION, ENTRANT, FIELD, LINE, SESSION, Frame, Rows, Sessions
from transforms.tables.shared import in_shape

VICTORY_POINTS = 20  # the most that a team can win in a match
POINT_A_BOARD = 2

TEAMS = schemas.TEAM_SCORINGS
WITH_MAXIMUM = ("matchpoints", "point_a_board")  # scorings whose score is a percentage of a maximum
IN_IMPS = ("butler", "cross_imps")  # scorings whose score is IMPs per board
IN_VICTORY_POINTS = ("imps", "vp")  # scorings whose score is victory points per match: of teams, and of pairs
AVERAGES = {  # the average score in each scoring
    **{"matchpoints": 50.0, "butler": 0.0, "cross_imps": 0.0, "point_a_board": 50.0},
    **dict.fromkeys(IN_VICTORY_POINTS, VICTORY_POINTS / 2),
}

SCORING_OF_KIND = {"pairs": "matchpoints", "butler": "butler", "cross_imp": "cross_imps", "teams": "imps"}
_KIND_OF_SCORING = {"vp": "pairs", **{scoring: kind for kind, scoring in SCORING_OF_KIND.items()}}


def scoring_of(kind: pl.Expr, team_scoring: pl.Expr) -> pl.Expr:
    """Return the scoring (`SCORINGS`) of a session, from its `kind` and `team_scoring`: String."""
    return pl.when(kind == "teams").then(team_scoring).fill_null(kind.replace_strict(SCORING_OF_KIND))


def of_percentages(vp_table: pl.Expr) -> pl.Expr:
    """Return whether a table of victory points (`bridge/imps.py`) starts from percentages, not IMPs: false for null."""
    return vp_table.str.contains("percentage", literal=True).fill_null(value=False)


def with_scoring(sessions: pl.LazyFrame, matches: pl.LazyFrame, competitions: pl.LazyFrame) -> pl.LazyFrame:
    """Add `by` (the rule) and `scoring` of the result list: `vp` if pairs play matches (docs/scoring_rules.md)."""
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
    """Return the score of an entrant with these points in this scoring: Float64, null without a board or a match."""
    # The score is the percentage of the maximum, IMPs per board, or victory points per match. The maximum at victory
    # points is `VICTORY_POINTS` times the number of matches.
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
    """Return the score of a match for ranking points, in victory points: Float64, null if unknown."""
    return pl.coalesce(vp, quotient(VICTORY_POINTS * points, POINT_A_BOARD * boards))


def field_of(together: pl.Expr, line: pl.Expr) -> pl.Expr:
    """Return the field of a line: its group (`A+C`) in `together` (`A+C;B+D`), or the line if it is in no group."""
    group = together.str.replace_all(" ", "").str.extract(phrase("([A-Z+]*{}[A-Z+]*)", line))
    return pl.coalesce(group, line)


PARTNERS = "+"  # joins the numbers of two single players who sit together (`3+7`)
NOBODY = "-"  # the entrant on the empty side of a line with a result; its points belong to no entrant
DIRECTIONS_ABROAD = {"NZ": "NS", "OW": "EW", "EO": "EW", "ØV": "EW"}  # in Dutch, French or Norwegian -> as in tables


def as_in_tables(entrant: pl.Expr) -> pl.Expr:
    """Return an entrant as written in tables: the direction after a number becomes English (`3OW` becomes `3EW`)."""
    for abroad, direction in DIRECTIONS_ABROAD.items():
        entrant = entrant.str.replace(f"(?i)^([0-9]+) ?{abroad}$", f"${{1}}{direction}")
    return entrant


def by_entrant(rows: pl.LazyFrame, side: str) -> pl.LazyFrame:
    """Return a row for each entrant in `side` (one pair or two single players, not `NOBODY`), as `entrant`."""
    single_players = pl.col(side).str.contains(PARTNERS, literal=True)
    apart = pl.col(side).str.split(PARTNERS)
    of_two = rows.filter(single_players).with_columns(apart).explode(side, empty_as_null=False, keep_nulls=False)
    return pl.concat([rows.filter(~single_players & (pl.col(side) != NOBODY)), of_two]).rename({side: "entrant"})


def places(lines: pl.LazyFrame, sessions: Frame[Sessions]) -> pl.DataFrame:
    """Return the lines in `lines` with their fields: `place` (the number of the field), `FIELD` and line."""
    of_lines = (
        lines.select(LINE)
        .unique()
        .join(sessions.lazy().select(*SESSION, "together"), on=SESSION)
        .select(*SESSION, "line", field=field_of(pl.col("together"), pl.col("line")))
        .sort(*FIELD, "line")
        .collect()
    )
    return of_lines.select(run_number(FIELD).cast(pl.UInt32).alias("place"), *FIELD, "line")


def with_weights(matches: pl.LazyFrame) -> pl.LazyFrame:
    """Add `weight`, the share of a full match, to matches and byes of teams (docs/scoring_rules.md, half matches)."""
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


_IN_A_PAIR = 2


def extra_players(entries: Rows, of_pairs: Rows) -> pl.LazyFrame:
    """Return the extra players of pairs, (`ENTRANT`, player_id, has_pair), whose session counts for no partnership."""
    # If the players of a pair took turns (`rounds`), the two who played most rounds are the pair, and the others are
    # extra players. If a third player played as many rounds, all are extra players, and `has_pair` is false. `of_pairs`
    # lists the sessions (`SESSION`) that are not of teams.
    with_rounds = pl.col("rounds").is_not_null()
    entries = entries.lazy().filter(with_rounds.any())  # usually no pair took turns: then nothing is joined
    in_turns = entries.filter(with_rounds).select(ENTRANT).unique()
    in_turns = in_turns.join(of_pairs.lazy(), on=SESSION, how="semi")
    played = (pl.col("rounds").str.count_matches("+", literal=True) + 1).fill_null(MOST_ROUNDS + 1)
    is_of_pair = pl.col("played").rank("max", descending=True).over(ENTRANT) <= _IN_A_PAIR
    return (
        entries.join(in_turns, on=ENTRANT, how="semi")
        .with_columns(played=played)
        .with_columns(is_of_pair=is_of_pair)
        .with_columns(has_pair=pl.col("is_of_pair").sum().over(ENTRANT) == _IN_A_PAIR)
        .filter(~(pl.col("is_of_pair") & pl.col("has_pair")))
        .select(*ENTRANT, "player_id", "has_pair")
    )


def as_one_pair(entries: Frame[schemas.Entries], of_pairs: Rows) -> dy.LazyFrame[schemas.Entries]:
    """Drop the extra players of an entrant that has a pair, so that the entrant consists of that pair from here on."""
    extra = extra_players(entries, of_pairs).filter("has_pair")
    kept = entries.lazy().join(extra, on=[*ENTRANT, "player_id"], how="anti", maintain_order="left")
    return in_shape(schemas.Entries, kept)
