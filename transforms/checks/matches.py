"""Checks of matches between teams or pairs: matches that are impossible, and values that contradict each other."""

from functools import partial

import polars as pl

from transforms.bridge.imps import MOST_IMPS
from transforms.bridge.rulings import is_played
from transforms.bridge.sessions import NOBODY, POINT_A_BOARD, VICTORY_POINTS
from transforms.checks.boards import ACCEPT
from transforms.checks.sessions import FEWEST_MEETINGS
from transforms.intake.check import check, first_of, in_variants, says, which
from transforms.intake.findings import PLACE
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase, some
from transforms.tables.schemas import LINE, MATCH, SESSION

_that_count = partial(check, stage="matches that count")
_AGAINST = "of team {team} against team {opponent} in round {round}"
_SO = "so the match is left out and the session is marked as doubtful"
_IN_FILE = (*SESSION, "scoring", "file_id")
_VALUES = ("boards", "imps", "vp", "points", "boards_other", "imps_other", "vp_other", "points_other")
_FIELDS = {
    "itself": "team",
    "half": "opponent",
    "nothing": "team",
    "vp": "vp",
    "imps": "imps",
    "no_boards": "boards",
    "too_many_imps": "imps",
    "points": "points",
    "boards": "boards",
}
_PLAYED = (pl.col("rounds") - pl.col("without")).cast(pl.String).str.strip_suffix(".0")
_CONTRADICTING = {"other_winner": "vp", "boards_of_lines": "boards"}


@check(
    "matches.impossible/no_teams",
    stage="matches of teams",
    row="left out",
    field="kind",
    one_per=(*SESSION, "file_id"),
    matches="lines",
)
@says(
    "in a session of kind {kind}, matches count only with victory points, so its rows of"
    " matches are left out (number of rows: {matches}): give the session the kind teams, or the victory points in vp,"
    " or delete the rows",
    not_all="some matches of session {session} have no victory points (how many: {without}; the first is that of pairs"
    " {one} and {other} in round {round}), although other matches have them, so the session is scored by its boards,"
    " and its rows of matches are left out (number of rows: {matches}): give the victory points of every match to both"
    ' pairs, or write by = "vp" in [event] to have them computed, or delete the rows',
)
def no_teams(matches: pl.LazyFrame, lacking: pl.LazyFrame) -> pl.LazyFrame:
    first = lacking.sort("round", "one", "other").group_by(SESSION, maintain_order=True)
    lacks = first.agg(pl.col("round", "one", "other").first(), without=pl.len())
    without = matches.filter(pl.col("scoring").is_null()).drop("round").join(lacks, on=SESSION, how="left")
    return without.sort("line_no").with_columns(which("no_teams", not_all=pl.col("without").is_not_null()))


@check("matches.impossible/other_scoring", row="left out", field="session_id", one_per=_IN_FILE)
@says(
    points_at_imps="points have no meaning in a session scored at IMPs, so matches that give only points are left out"
    " (number of matches: {matches}) and the session is marked as doubtful: give IMPs or victory points, or write"
    " point_a_board as team_scoring in the table sessions",
    imps_at_points="IMPs and victory points have no meaning in a session scored at point-a-board, so matches that"
    " give only these are left out (number of matches: {matches}) and the session is marked as doubtful: give points,"
    " or write imps as team_scoring in the table sessions",
)
def other_scoring(matches: pl.LazyFrame) -> pl.LazyFrame:
    alone = matches.filter(fault="other_scoring").sort(~pl.col("is_first"), "line_no")
    of_scoring = which("imps_at_points", points_at_imps=pl.col("scoring") == "imps")
    return alone.with_columns(of_scoring, matches=pl.col("is_first").sum().over(_IN_FILE))


@check(
    "matches.impossible",
    row="left out",
    field=_FIELDS,
    value="found",
    one_per=(*LINE, "round", "one_team", "other_team"),
    most=pl.lit(MOST_IMPS),
)
@says(
    itself=f"a team cannot play against itself, {_SO}: correct team or opponent",
    half=f"team {{opponent}} has no result against team {{team}} in round {{round}}, {_SO}: give a row for each team",
    nothing="the match of teams {team} and {opponent} in round {round} has neither a result nor result lines,"
    f" {_SO}: give a result, or delete the rows",
    vp=f"victory points {_AGAINST}: {{vp}}, and of the opponents: {{vp_other}}; a team has 0 at least and"
    f" {VICTORY_POINTS} at most, {_SO}: correct them",
    imps=f"IMPs {_AGAINST}: {{imps}}, and of the opponents: {{imps_other}}; one must be minus the other, {_SO}:"
    " correct them, or give the victory points if a ruling makes the IMPs differ",
    no_boards="the match of teams {team} and {opponent} in round {round} has no number of boards, and its"
    f" result cannot count without one, {_SO}: give the number of boards",
    too_many_imps="team {team} has {imps} IMPs against team {opponent} in round {round}, but a board is worth"
    f" {{most}} at most (boards: {{boards}}), {_SO}: correct IMPs or boards",
    points=f"points {_AGAINST}: {{points}}, and of the opponents: {{points_other}}; together they are not"
    f" {POINT_A_BOARD} per board (boards: {{boards}}), {_SO}: correct them",
    boards=f"boards {_AGAINST}: {{boards}}, but of the opponents: {{boards_other}}, {_SO}: correct them",
)
def impossible_match(matches: pl.LazyFrame) -> pl.LazyFrame:
    wrong = matches.filter(pl.col("fault").is_in(list(_FIELDS))).sort(~pl.col("is_first"))
    return _in_words(wrong.with_columns(pl.col("fault").alias(VARIANT)), _FIELDS)


@check("matches.impossible/bye", stage="matches", row="left out", field="opponent")
@says(
    "team {team} has a bye in round {round} and a match against team {against}, and only the match counts, so the bye"
    " is left out and the session is marked as doubtful: delete the row of the bye, or correct its round"
)
def bye_and_match(matches: pl.LazyFrame, met: pl.LazyFrame) -> pl.LazyFrame:
    both = met.filter(pl.col("opponent") == NOBODY, pl.col("against").is_not_null()).select(*MATCH, "against")
    return matches.join(both, on=MATCH, maintain_order="left")


@check("sessions.scoring/few_rounds", stage="rounds", field="team", played=_PLAYED)
@says(
    "team {team} of line {line} has matches or byes in only {played} of {rounds} rounds, and nothing gives the points"
    " of its other rounds, so it is not ranked: add the missing matches, or set bye in [event] to the"
    " victory points of a round without a match"
)
def few_rounds(unvalued: pl.LazyFrame) -> pl.LazyFrame:
    return first_of(unvalued.filter(pl.col("without") * 2 > pl.col("rounds")), (*LINE, "team"))


@check("sessions.scoring/no_match", stage="rounds", field="team", doubts={"no_match": "rounds"})
@says(
    "some entrants have neither a match nor a bye in a round in which others play, so the mean of fewer matches"
    " decides their places, and the session is marked as doubtful: {teams}; add the missing matches, or rows with bye,"
    " or set bye in [event] to the victory points of a round without a match; or, if the mean is right,"
    f" {ACCEPT} {{{{ no_match = {{rounds}} }}}}"
)
def no_match(lacking: pl.LazyFrame) -> pl.LazyFrame:
    in_round = lacking.sort(*LINE, "round", *PLACE, nulls_last=True).group_by(*LINE, "round", maintain_order=True)
    named = in_round.agg(pl.col(*PLACE, "team").first(), teams=some(pl.col("team"), ", "), rounds=pl.len())
    in_words = phrase("{} (round {}, line {})", "teams", "round", "line")
    of_session = named.group_by(SESSION, maintain_order=True)
    return of_session.agg(pl.col(*PLACE, "team").first(), pl.col("rounds").sum(), teams=some(in_words, "; "))


@_that_count("matches.contradicting", field=_CONTRADICTING, value="found", doubts={"contradictions": pl.lit(1)})
@says(
    other_winner=f"IMPs {_AGAINST}: {{imps}}, but victory points: {{vp}}, and of the opponents: {{vp_other}}, so IMPs"
    " and victory points give different winners; the victory points count: correct one of them",
    boards_of_lines="boards of the match of teams {team} and {opponent} in round {round}: {boards}, but boards with"
    " results: {line_boards}; the results count: hand in the missing results, or correct boards",
)
def contradicting(matches: pl.LazyFrame) -> pl.LazyFrame:
    first = matches.filter("is_first")
    odd = {
        "other_winner": first.filter("both_vp", "is_turned"),
        "boards_of_lines": first.filter(pl.col("boards") != pl.col("line_boards")),
    }
    return _in_words(in_variants(odd), _CONTRADICTING)


@_that_count("matches.contradicting/vp_at_points", field="session_id", one_per=_IN_FILE, matches="lines")
@says(
    "victory points do not count in a session scored at point-a-board, but some of its matches have them (number of"
    " matches: {matches}); the points count: delete the victory points, or write imps as team_scoring in the table"
    " sessions"
)
def vp_at_points(matches: pl.LazyFrame) -> pl.LazyFrame:
    has_vp = pl.any_horizontal(pl.col("vp", "vp_other").is_not_null())
    return matches.filter("is_first", has_vp, scoring="point_a_board").sort("line_no")


@_that_count("matches.contradicting/team_without_players", field="team")
@says("team {team} of line {line} has matches but no players: add it to the entries, or correct its number")
def team_without_players(matches: pl.LazyFrame, entries: pl.LazyFrame) -> pl.LazyFrame:
    named = entries.select(*LINE, team="entrant").unique()
    return (
        matches.filter(~pl.col("has_lines"))
        .join(named, on=[*LINE, "team"], how="anti")
        .join(named, on=LINE, how="semi")
        .sort(*PLACE, nulls_last=True)
        .unique([*LINE, "team"], keep="first", maintain_order=True)
    )


@check("matches.contradicting/one_table", field="board", value="first", doubts={"missing": "lines"})
@says(
    "teams {team} and {other} have a result at one table only (boards: {boards}), which does not count: add the result"
    " of the other table, or a row for that table with the ruling not_played"
)
def one_table(results: pl.LazyFrame) -> pl.LazyFrame:
    team, other = pl.min_horizontal("ns", "ew"), pl.max_horizontal("ns", "ew")
    meeting = (*SESSION, "line", "round", "team", "other")
    boards = (
        results.filter(pl.col("kind") == "teams", pl.all_horizontal(pl.col("ns", "ew").is_not_null()))
        .with_columns(team=team, other=other)
        .group_by(*meeting, "board")
        .agg(pl.col(PLACE).first(), played=is_played(pl.col("ruling")).all(), lines=pl.len())
    )
    # For boards of pairs, `as_played` makes one finding for the whole session.
    is_once = (pl.col("lines") == 1).all().over(SESSION)
    of_pairs = is_once & (pl.struct("line", "team", "other").n_unique().over(SESSION) >= FEWEST_MEETINGS)
    return (
        boards.filter("played", ~of_pairs, lines=1)
        .sort(*PLACE, "board", nulls_last=True)
        .group_by(meeting, maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            pl.col("board").first().alias("first"),
            boards=pl.col("board").sort().cast(pl.String).str.join(", "),
            lines=pl.len(),
        )
    )


def _in_words(rows: pl.LazyFrame, fields: dict[str, str]) -> pl.LazyFrame:
    found = pl.coalesce(pl.when(variant=fault).then(pl.col(name).cast(pl.String)) for fault, name in fields.items())
    written = (pl.col(name).cast(pl.String).str.strip_suffix(".0").fill_null("none") for name in _VALUES)
    return rows.with_columns(found=found).with_columns(written)
