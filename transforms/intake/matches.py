"""Matches between teams as given: those that cannot be, and how many of them are left out."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.imps import MOST_IMPS
from transforms.bridge.rulings import is_played
from transforms.bridge.sessions import POINT_A_BOARD, VICTORY_POINTS, scoring_of
from transforms.intake.findings import PLACE, error_on, once, warning_on
from transforms.tables import DECIMALS, LINE, MATCH, SESSION, Findings, Stated
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.finding_words import gaps_of
from transforms.tables.shared import types_of

_TEAMS = (*SESSION, "line", "team", "opponent")
_LEFT_OUT = "so the match is left out and the session is marked"
_FAULTS = {
    "itself": ("matches.itself", "team", f"a team cannot play against itself, {_LEFT_OUT}: mend team or opponent"),
    "half": (
        "matches.half",
        "opponent",
        f"team {{opponent}} has no result against team {{team}} in round {{round}}, {_LEFT_OUT}: give a row"
        " for each of the two",
    ),
    "nothing": (
        "matches.nothing",
        "team",
        f"the match of teams {{team}} and {{opponent}} in round {{round}} has neither a result nor result lines,"
        f" {_LEFT_OUT}: give a result, or take the rows out",
    ),
    "vp": (
        "matches.vp",
        "vp",
        "victory points of team {team} against team {opponent} in round {round}: {vp}, and of the other: {vp_other},"
        f" but a match has {VICTORY_POINTS} at most and 0 at least, {_LEFT_OUT}: mend them",
    ),
    "imps": (
        "matches.imps",
        "imps",
        "IMPs of team {team} against team {opponent} in round {round}: {imps}, and of the other: {imps_other},"
        f" not the opposite, {_LEFT_OUT}: mend them, or give the victory points if a ruling makes them differ",
    ),
    "no_boards": (
        "matches.no_boards",
        "boards",
        "the match of teams {team} and {opponent} in round {round} has no number of boards, without which its result"
        f" brings nothing, {_LEFT_OUT}: give the boards",
    ),
    "too_many_imps": (
        "matches.too_many_imps",
        "imps",
        "team {team} has {imps} IMPs against team {opponent} in round {round}, but a board has {most} at most"
        f" (boards: {{boards}}), {_LEFT_OUT}: mend IMPs or boards",
    ),
    "points": (
        "matches.points",
        "points",
        f"points of team {{team}} against team {{opponent}} in round {{round}}: {{points}}, and of the other:"
        f" {{points_other}}, together not {POINT_A_BOARD} a board (boards: {{boards}}), {_LEFT_OUT}: mend them",
    ),
    "boards": (
        "matches.boards",
        "boards",
        f"boards of team {{team}} against team {{opponent}} in round {{round}}: {{boards}}, and of the other:"
        f" {{boards_other}}, {_LEFT_OUT}: mend them",
    ),
}
"""Fault of a match -> code, the column that is wrong, and the sentence; the first that holds is told."""
_OF_OTHER_SCORING = {
    "imps": (
        "matches.points_alone",
        "points mean nothing in a session that is scored at IMPs, so its matches with nothing else are left out (how"
        " many: {matches}) and it is marked: give IMPs or victory points, or point_a_board as team_scoring in the"
        " table sessions",
    ),
    "point_a_board": (
        "matches.imps_alone",
        "IMPs and victory points mean nothing in a session that is scored at point-a-board, so its matches with"
        " nothing else are left out (how many: {matches}) and it is marked: give points, or imps as team_scoring in"
        " the table sessions",
    ),
}
"""Scoring of teams -> code and sentence where the matches have nothing but values of another."""


class CheckedMatches(NamedTuple):
    """The matches that can be, and what was said of the others."""

    rows: pl.LazyFrame
    findings: list[dy.LazyFrame[Findings]]
    given: pl.LazyFrame
    """Rows of `Stated`: how many `team_matches` a file gives, for each file of which some are left out."""


def checked_matches(
    matches: pl.LazyFrame, results: pl.LazyFrame, sessions: pl.LazyFrame, entries: pl.LazyFrame
) -> CheckedMatches:
    """Leave out the matches of teams whose two rows cannot both be right, that bring nothing, or are of no teams.

    IMPs and points count only for a match without result lines, so only there they are compared, and the boards are
    compared with those of the lines; where both teams have victory points these count, and what contradicts beside them
    is a warning.

    Args:
        matches: `Matches`.
        results: `Results`.
        sessions: `Sessions`.
        entries: `Entries`; a warning names the teams that have none.
    """
    handed_in = matches.collect()
    if handed_in.is_empty():
        return CheckedMatches(matches, [], pl.LazyFrame(schema=types_of(Stated)))
    first = once(handed_in.lazy(), MATCH, "team")
    of_teams = pl.when(pl.col("kind") == "teams")
    scoring = sessions.select(
        *SESSION, "kind", scoring=of_teams.then(scoring_of(pl.col("kind"), pl.col("team_scoring")))
    )
    every = first.rows.join(scoring, on=SESSION, how="left").collect()
    rows = every.lazy().filter(pl.col("scoring").is_not_null())
    judged = _beside(rows, results).with_columns(_fault()).collect().lazy()
    left_out = judged.filter(pl.col("fault").is_not_null())
    told = left_out.filter(_is_told())
    counted = judged.filter(pl.col("fault").is_null())
    only_doubtful = counted.filter(_is_told(), _contradicts() & (pl.col("both_vp")))
    return CheckedMatches(
        rows.join(left_out.select(MATCH), on=MATCH, how="anti").drop("kind", "scoring"),
        [
            *first.findings,
            *_of_other_scoring(told.filter(fault="other_scoring")),
            _of_no_teams(every.lazy().filter(pl.col("scoring").is_null())),
            _vp_at_points(counted.filter(_is_told())),
            _without_entry(counted, entries),
            *(_finding(told.filter(fault=fault), *of_fault) for fault, of_fault in _FAULTS.items()),
            warning_on(
                only_doubtful,
                "matches.beside_vp",
                "the boards or IMPs of teams {team} and {opponent} in round {round} contradict each other; the victory"
                " points that are given count: mend the others",
                field="team",
            ),
            warning_on(
                counted.filter(_is_told(), "both_vp", ~_contradicts(), _is_turned()),
                "matches.other_winner",
                "IMPs of team {team} against team {opponent} in round {round}: {imps}, and victory points: {vp}, and"
                " of the other: {vp_other}, which makes another winner; the victory points count: mend one of them",
                field="vp",
                **{name: _written(name) for name in ("imps", "vp", "vp_other")},
            ),
            warning_on(
                counted.filter(_is_told(), pl.col("boards") != pl.col("line_boards")),
                "matches.boards_of_lines",
                "boards of the match of teams {team} and {opponent} in round {round}: {boards}, and boards with"
                " results: {line_boards}; the results count: hand in those that are missing, or mend boards",
                field="boards",
            ),
        ],
        _given(rows, left_out),
    )


def at_one_table(results: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each match of which boards were played at one table only, so that they bring nothing.

    Args:
        results: those that count, with the `kind` of their session.
    """
    team, other = pl.min_horizontal("ns", "ew"), pl.max_horizontal("ns", "ew")
    meeting = (*SESSION, "line", "round", "team", "other")
    boards = (
        results.filter(pl.col("kind") == "teams", pl.all_horizontal(pl.col("ns", "ew").is_not_null()))
        .with_columns(team=team, other=other)
        .group_by(*meeting, "board")
        .agg(pl.col(PLACE).first(), played=is_played(pl.col("ruling")).all(), lines=pl.len())
    )
    half = (
        boards.filter("played", lines=1)
        .sort(*PLACE, "board", nulls_last=True)
        .group_by(meeting, maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            pl.col("board").first().alias("first"),
            boards=pl.col("board").sort().cast(pl.String).str.join(", "),
        )
    )
    return warning_on(
        half,
        "matches.one_table",
        "teams {team} and {other} have a result at one table only (boards: {boards}), which brings nothing, so the"
        " match is scored without: add the other result, or a row of it with the ruling not_played",
        field="board",
        value="first",
    )


def _beside(rows: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of teams, each with the values of its opponent (`imps_other` ...), and whether the boards are here."""
    values = ("boards", "imps", "vp", "points")
    other = rows.select(
        *SESSION,
        *("line", "round"),
        *(pl.col(value).alias(f"{value}_other") for value in values),
        team="opponent",
        opponent="team",
        has_other=pl.lit(value=True),
    )
    played = pl.concat(
        results.filter(pl.all_horizontal(pl.col("ns", "ew").is_not_null())).select(
            *SESSION, "line", "round", "board", team=side, opponent=against
        )
        for side, against in (("ns", "ew"), ("ew", "ns"))
    )
    in_round = played.filter(pl.col("round").is_not_null()).group_by(MATCH).agg(in_round=pl.col("board").n_unique())
    in_any = played.filter(pl.col("round").is_null()).group_by(_TEAMS).agg(in_any=pl.col("board").n_unique())
    # Lines without rounds are of one match only where the teams meet once.
    of_this_match = pl.coalesce("in_round", pl.when(pl.len().over(_TEAMS) == 1).then("in_any"))
    return (
        rows.join(other, on=MATCH, how="left")
        .join(in_round, on=MATCH, how="left")
        .join(in_any, on=_TEAMS, how="left")
        .with_columns(
            pl.col("has_other").fill_null(value=False),
            has_lines=pl.any_horizontal(pl.col("in_round", "in_any").is_not_null()),
            line_boards=of_this_match,
            both_vp=pl.all_horizontal(pl.col("vp", "vp_other").is_not_null()) & (pl.col("scoring") == "imps"),
        )
    )


def _fault() -> pl.Expr:
    """The name of the first fault, the same for both rows of a match: String, null where there is none."""
    at_imps = pl.col("scoring") == "imps"
    own, other = (
        (at_imps & pl.col(f"vp{of}").is_not_null())
        | (~pl.col("has_lines") & pl.when(at_imps).then(f"imps{of}").otherwise(f"points{of}").is_not_null())
        for of in ("", "_other")
    )
    # The vp of one team alone are made whole by IMPs or boards of both.
    both_have = pl.col("has_lines") & pl.col("has_other")
    half = pl.when(pl.col("has_other")).then((own != other) & ~both_have).otherwise(own)
    outside = pl.any_horizontal(
        (pl.col(f"vp{of}") < -HAIR) | (pl.col(f"vp{of}") > VICTORY_POINTS + HAIR) for of in ("", "_other")
    )
    by_values = ~pl.col("both_vp")
    is_empty = ~own & ~other & ~pl.col("has_lines")
    has_wrong = pl.any_horizontal(
        pl.when(at_imps).then(f"points{of}").otherwise(pl.coalesce(f"imps{of}", f"vp{of}")).is_not_null()
        for of in ("", "_other")
    )
    no_boards = pl.any_horizontal(pl.col("boards", "boards_other").fill_null(0) == 0) & ~pl.col("has_lines")
    return (
        pl.when(pl.col("team") == pl.col("opponent"))
        .then(pl.lit("itself"))
        .when(half)
        .then(pl.lit("half"))
        .when(is_empty & has_wrong)
        .then(pl.lit("other_scoring"))
        .when(is_empty)
        .then(pl.lit("nothing"))
        .when(at_imps & outside.fill_null(value=False))
        .then(pl.lit("vp"))
        .when(by_values & _unlike_imps())
        .then(pl.lit("imps"))
        .when(by_values & no_boards)
        .then(pl.lit("no_boards"))
        .when(by_values & _too_many_imps())
        .then(pl.lit("too_many_imps"))
        .when(_unlike_points())
        .then(pl.lit("points"))
        .when(by_values & _unlike_boards())
        .then(pl.lit("boards"))
        .alias("fault")
    )


def _contradicts() -> pl.Expr:
    return _unlike_imps() | _unlike_boards() | _too_many_imps()


def _unlike_imps() -> pl.Expr:
    unlike = (pl.col("imps") + pl.col("imps_other")).abs() > HAIR
    return (~pl.col("has_lines") & (pl.col("scoring") == "imps") & unlike).fill_null(value=False)


def _unlike_points() -> pl.Expr:
    together = pl.col("points") + pl.col("points_other")
    unlike = (together - POINT_A_BOARD * pl.col("boards")).abs() > HAIR
    below = pl.min_horizontal("points", "points_other") < -HAIR
    at_points = pl.col("scoring") == "point_a_board"
    return (~pl.col("has_lines") & at_points & (unlike.fill_null(value=False) | below)).fill_null(value=False)


def _unlike_boards() -> pl.Expr:
    return (~pl.col("has_lines") & (pl.col("boards") != pl.col("boards_other"))).fill_null(value=False)


def _too_many_imps() -> pl.Expr:
    of_most = pl.max_horizontal(pl.col("imps", "imps_other").abs()) > MOST_IMPS * pl.max_horizontal(
        "boards", "boards_other"
    )
    return (~pl.col("has_lines") & (pl.col("scoring") == "imps") & of_most).fill_null(value=False)


def _is_turned() -> pl.Expr:
    """Whether the victory points have a winner and the IMPs have another, or none."""
    by_vp = (pl.col("vp") - pl.col("vp_other")).round(DECIMALS).sign()
    by_imps = pl.col("imps").round(DECIMALS).sign()
    return (~pl.col("has_lines") & (by_vp != 0) & (by_imps != by_vp)).fill_null(value=False)


def _is_told() -> pl.Expr:
    """Whether this is the row of the two that is told: a match has one finding."""
    return ~pl.col("has_other") | (pl.col("team") <= pl.col("opponent"))


def _finding(rows: pl.LazyFrame, code: str, field: str, sentence: str) -> dy.LazyFrame[Findings]:
    gaps = {gap: pl.lit(MOST_IMPS) if gap == "most" else _written(gap) for gap in gaps_of(sentence)}
    return error_on(rows, code, sentence, field=field, **gaps)


def _written(name: str) -> pl.Expr:
    return pl.col(name).cast(pl.String).str.strip_suffix(".0").fill_null("none")


def _of_no_teams(rows: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """One error for all matches of a session that is not of teams."""
    in_file = rows.group_by(*SESSION, "kind", "file_id").agg(pl.col("line_no").min(), matches=pl.len())
    return error_on(
        in_file,
        "matches.no_teams",
        "this session is of kind {kind}, which has no matches of teams; its rows of matches are left out (how many:"
        " {matches}): give the session the kind teams, or take them out",
        field="kind",
    )


def _of_other_scoring(matches: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """One error for all matches of a session that have nothing but values of another scoring."""
    in_file = _in_file(matches)
    return [
        error_on(in_file.filter(scoring=scoring), code, sentence, field="session_id", matches="matches")
        for scoring, (code, sentence) in _OF_OTHER_SCORING.items()
    ]


def _vp_at_points(matches: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """One warning for all matches of a session at point-a-board that have victory points too."""
    has_vp = pl.any_horizontal(pl.col("vp", "vp_other").is_not_null())
    return warning_on(
        _in_file(matches.filter(has_vp, scoring="point_a_board")),
        "matches.vp_at_points",
        "victory points count for nothing in a session that is scored at point-a-board, and some of its matches have"
        " them (how many: {matches}); the points count: take them out, or give imps as team_scoring in the table"
        " sessions",
        field="session_id",
    )


def _in_file(matches: pl.LazyFrame) -> pl.LazyFrame:
    return matches.group_by(*SESSION, "scoring", "file_id").agg(pl.col("line_no").min(), matches=pl.len())


def _without_entry(rows: pl.LazyFrame, entries: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each team with matches, but without lines or players, where others of its line have players."""
    named = entries.select(*LINE, team="entrant").unique()
    unknown = (
        rows.filter(~pl.col("has_lines"))
        .join(named, on=[*LINE, "team"], how="anti")
        .join(named.select(LINE).unique(), on=LINE, how="semi")
        .sort(*PLACE, nulls_last=True)
        .unique([*LINE, "team"], keep="first", maintain_order=True)
    )
    return warning_on(
        unknown,
        "matches.team_without_players",
        "team {team} of line {line} has matches but no players: add it to the entries, or mend its number",
        field="team",
    )


def _given(rows: pl.LazyFrame, left_out: pl.LazyFrame) -> pl.LazyFrame:
    """Rows of `Stated` for the files of which matches are left out."""
    in_file = (*SESSION, "file_id")
    two = pl.struct("line", "round", pl.min_horizontal("team", "opponent"), other=pl.max_horizontal("team", "opponent"))
    counted = rows.group_by(in_file).agg(value=two.n_unique().cast(pl.Int32))
    first = left_out.group_by(in_file).agg(pl.col("line_no").min())
    return counted.join(first, on=in_file).select(*SESSION, "file_id", "value", "line_no", what=pl.lit("team_matches"))
