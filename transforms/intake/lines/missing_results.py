"""Results that seem to be missing: two pairs have fewer boards together than all others of their round have."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.tables import LINE, LISTED_RESULT, SESSION, Findings
from transforms.tables.phrases import phrase, some

_ROUND = (*LINE, "round")
_MEETING = (*_ROUND, "one", "other")
_FEWEST_OTHERS = 2
"""So many other meetings of the round, at least, have the whole set."""
_MOST_SHORT = 1 / 4
"""Of the meetings of a round; where more are short, the round was played so."""
_NAMED = 3
_FILE = pl.col("file_id")


def missing_results(met: pl.LazyFrame, official: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each session in which meetings lack boards that all others of their round have.

    A board that was not played, or on which the director ruled, is there. A set of boards is known by the meetings that
    have all of them: of those short, only such a set says what is missing, which holds what they have. Sessions whose
    files have a result list are left out: there each missing line contradicts the list, or the list lacks it too.

    Args:
        met: `lines_of_meetings` of every session.
        official: `OfficialResults`.
    """
    says_result = pl.any_horizontal(pl.col(LISTED_RESULT).is_not_null())
    asked = met.filter(pl.col("round").is_not_null()).join(
        official.filter(says_result).select(SESSION), on=SESSION, how="anti"
    )
    meetings = (
        asked.group_by(_MEETING)
        .agg(pl.col("board").unique().sort())
        .with_columns(boards=pl.col("board").list.len())
        .with_columns(most=pl.col("boards").max().over(_ROUND))
        .with_columns(is_short=pl.col("boards") < pl.col("most"))
        .collect()
    )
    is_whole = ~pl.col("is_short")
    short = meetings.filter(
        is_whole.sum().over(_ROUND) >= _FEWEST_OTHERS, pl.col("is_short").mean().over(_ROUND) <= _MOST_SHORT
    ).filter("is_short")
    sets = meetings.filter(is_whole).select(*LINE, "most", whole="board").unique()
    played = meetings.select(*LINE, "one", "other", "round", "board").explode("board", empty_as_null=False)
    lacking = (
        short.join(sets, on=[*LINE, "most"])
        .with_columns(missing=pl.col("whole").list.set_difference("board").list.sort())
        .filter(pl.col("missing").list.len() == pl.col("most") - pl.col("boards"))
        .unique([*_MEETING, "missing"])
        .filter(pl.len().over(_MEETING) == 1)
        .pipe(_without_other_rounds, played)
        .sort(_MEETING)
    )
    places = met.join(lacking.lazy(), on=_MEETING, how="semi").group_by(_MEETING)
    of_first_line = places.agg(pl.col(PLACE).sort_by(*PLACE).first()).collect()
    placed = lacking.join(of_first_line, on=_MEETING, maintain_order="left").with_columns(
        _FILE.first().over(SESSION, order_by=_MEETING).alias("first_file")
    )
    told = placed.group_by(SESSION, maintain_order=True).agg(
        pl.col("first_file").first().alias("file_id"),
        results=pl.col("missing").list.len().sum(),
        met_at=some(_shown(), "; ", _NAMED),
    )
    return warning_on(
        told.lazy().with_columns(line_no=pl.lit(None, pl.Int64)),
        "results.missing",
        "results seem to be missing: {met_at}; how many: {results}; all others of the round have a whole set of boards:"
        " add them there, or give them as not_played",
        field="session_id",
    )


def _shown() -> pl.Expr:
    """What is missing, and beside which row of the file it belongs, where that is the file of the finding.

    The finding itself is at no row: those that are there are right.
    """
    boards = pl.col("missing").cast(pl.List(pl.String)).list.join(", ")
    of = (boards, "one", "other", "line", "round")
    row = pl.when(pl.col("first_file") == _FILE).then("line_no")
    return pl.coalesce(
        phrase("board {} of {} - {} (line {}, round {}, beside row {})", *of, row),
        phrase("board {} of {} - {} (line {}, round {})", *of),
    )


def _without_other_rounds(lacking: pl.DataFrame, played: pl.DataFrame) -> pl.DataFrame:
    """The meetings of whose missing boards the pairs have none in another round; else it is the round that is wrong."""
    elsewhere = (
        lacking.select(*_MEETING, "missing")
        .explode("missing", empty_as_null=False, keep_nulls=False)
        .join(played, left_on=[*LINE, "one", "other", "missing"], right_on=[*LINE, "one", "other", "board"])
        .filter(pl.col("round") != pl.col("round_right"))
    )
    return lacking.join(elsewhere, on=_MEETING, how="anti", maintain_order="left")
