"""Scoring: the points of each result line at matchpoints, Butler, cross-IMPs and teams; `score` is for notebooks."""

from collections.abc import Mapping
from functools import reduce

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import contract_of, contract_score
from transforms.bridge.rulings import is_played, is_ruling
from transforms.scoring.imp_scoring import butler_scores, cross_imp_scores
from transforms.scoring.matchpoints import matchpoint_scores
from transforms.scoring.teams import team_scores
from transforms.tables.arithmetic.rounding import zero_without_sign
from transforms.tables.filling import AnyFrame, face, filled, handed_in, scoring_rules, with_rules
from transforms.tables.schemas import COMPETITION, SESSION, BoardScores, Competitions, Frame, Results, Sessions
from transforms.tables.shared import in_shape

__all__ = ["RULES", "board_scores", "score"]

RULES = (
    *("not_played", "average", "assigned", "expected", "line_decimals", "rounded", "average_plus", "average_minus"),
    *("split", "few_results", "datum_drop", "datum_trim", "datum_round_to", "datum_half"),
    *("imp_cap", "cross_imps", "average_plus_imps", "average_minus_imps"),
)


@face
def score(
    results: AnyFrame, kind: str = "pairs", profile: Mapping[str, object] | None = None, **rules: object
) -> dy.DataFrame[BoardScores]:
    """Score result lines as sessions of pairs, butler, cross_imp or teams, sorted by session, line and board.

    `results` has one row per result line. Four columns are enough: `board`, `ns`, `ew` and `score`, seen from
    North-South. Instead of `score` you may give `contract` (`4SX`, or as files write it: `3NT`, `4♠x`, `Pass`),
    `declarer` (`N`) and `tricks`. A director's decision is in `ruling`, written as in `transforms.bridge.rulings`:
    `average`, `a60_40`, `not_played`. It is null or empty if the board was simply played. Other columns of `Results`
    are optional. Without `session_id` and `line`, all rows belong to one line of one session. Each line is a field,
    unless the column `together` of `raw.sessions` names lines to score as one field: `A+B`. An impossible score is
    scored like any other.

    `profile` has the rules of a scoring profile: a value of `pipelines.settings.scoring.scoring_profiles()`
    (docs/python.md). The default is `fonteintje`. `rules` are any of `RULES` that differ from the profile;
    `line_decimals` may be "none". Rules of totals are for `result_list`.

    Raises:
        ValueError: a column or rule does not exist, is missing, or has an impossible value; the message names it.

    Matchpoints, two for each result beaten and one for each equal result:

    >>> import polars as pl
    >>> from transforms import scoring
    >>> pairs = {"ns": ["1", "2", "3", "4"], "ew": ["5", "6", "7", "8"]}
    >>> board = pl.DataFrame({"board": [1, 1, 1, 1], **pairs, "score": [420, 450, 420, -50]})
    >>> scoring.score(board)["ns_points"].to_list()
    [3.0, 6.0, 3.0, 0.0]

    IMPs against the datum (Butler), and against every other table (cross-IMPs):

    >>> scoring.score(board, kind="butler").select("datum", "ns_points").rows()
    [(310.0, 3.0), (310.0, 4.0), (310.0, 3.0), (310.0, -8.0)]
    >>> scoring.score(board, kind="cross_imp", cross_imps="sum")["ns_points"].to_list()
    [9.0, 13.0, 9.0, -31.0]

    An average that does not affect the other results, with points to two decimals:

    >>> ruled = board.with_columns(ruling=pl.Series([None, "average", None, None]))
    >>> scoring.score(ruled, average="neuberg", rounded="lines", line_decimals=2)["ns_points"].to_list()
    [4.33, 3.0, 4.33, 0.33]
    """
    given = handed_in(results, ("board", "ns", "ew"), (*Results.column_names(), "together"))
    lines = filled(Results, given.drop("together", strict=False))
    lines = lines.with_columns(pl.col("contract", "ruling").replace("", None))
    lines = filled(Results, lines.with_columns(contract=pl.coalesce(contract_of(pl.col("contract")), "contract")))
    _check(lines)
    of_sessions = [name for name in (*SESSION, "together") if name in given.columns]
    sessions = filled(Sessions, given.select(of_sessions or [pl.lit("1").alias("session_id")]).unique(), kind=kind)
    chosen = scoring_rules(profile, rules, RULES)
    competitions = with_rules(Competitions, lines.select(COMPETITION).unique(maintain_order=True), chosen, RULES)
    return filled(BoardScores, board_scores(lines, sessions, competitions).collect())


def _check(lines: dy.DataFrame[Results]) -> None:
    contract = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    has_score = pl.coalesce(pl.col("score"), contract).is_not_null() | ~is_played(pl.col("ruling"))
    sat_out = pl.col("ns").is_null() | pl.col("ew").is_null()
    no_contract = pl.col("contract").is_not_null() & contract_of(pl.col("contract")).is_null()
    meeting = pl.struct(*SESSION, "line", "round", "board", "ns", "ew")
    for wrong, what in (
        ((pl.col("ns") == "") | (pl.col("ew") == ""), "an empty text for a side: write null where a side is missing"),
        (pl.col("ns") == pl.col("ew"), "{ns} cannot play against itself: correct ns or ew"),
        (meeting.is_duplicated(), "{ns} and {ew} are there twice in one round: give each line once"),
        (~is_ruling(pl.col("ruling")), "ruling = {ruling!r} is no ruling, as average, a60_40 or not_played"),
        (no_contract, "contract = {contract!r} is no contract, as 4SX, 3NT or PASS"),
        (
            ~has_score & ~sat_out,
            "neither a score, nor a contract (4SX), declarer (N) and tricks that give one: contract = {contract!r}, "
            "declarer = {declarer!r}, tricks = {tricks}",
        ),
    ):
        if (found := lines.filter(wrong.fill_null(value=False))).height:
            row = found.row(0, named=True)
            raise ValueError(f"line {row['line_no']}, board {row['board']}: {what.format(**row)}")


_BY_KIND = {"pairs": matchpoint_scores, "butler": butler_scores, "cross_imp": cross_imp_scores, "teams": team_scores}


def board_scores(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[BoardScores]:
    """Score every result line, by the kind of its session."""
    held = in_shape(Sessions, sessions.lazy().collect())
    kinds = _BY_KIND.keys() & set(held["kind"].unique()) or {"pairs"}
    scored = [score(results, held, competitions) for kind, score in _BY_KIND.items() if kind in kinds]
    # Each frame is sorted, and a session is in only one of them.
    together = reduce(lambda some, others: some.merge_sorted(others, SESSION), scored)
    return in_shape(BoardScores, together.with_columns(zero_without_sign(pl.col("ns_points", "ew_points", "datum"))))
