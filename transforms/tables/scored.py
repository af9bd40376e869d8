"""Scored: the points of each result line, the result lists, and the sheets to check them."""

import dataframely as dy

from transforms.tables.raw import DIFFERING, STATED
from transforms.tables.shared import (
    DIRECTIONS,
    ROW_NUMBER,
    SCORINGS,
    InCompetition,
    InLine,
    InSession,
    one_of,
    usual,
    warehouse_table,
)


@warehouse_table("scored.board_scores")
class BoardScores(InLine):
    """One row per result line, with the points of both sides.

    Matchpoints: `ns_points + ew_points = top` on a played line; where points are rounded, both halves may be rounded
    up, and the sum is then higher by one unit of the last decimal. IMPs: `ns_points = -ew_points`, and `top` is null.
    Point-a-board: 2, 1 or 0 of a top of 2. Points are null where the line earns none, as when the board was not played.
    Sit-outs have no row. Where a line with a result names one side only, the other is `-`, and the points of that side
    belong to no entrant. A board between two teams has two lines; each gives the points of the team that sits there.
    The file and the place in it distinguish lines of the same teams on the same board, as in a return match.
    """

    round = dy.Int32(nullable=True)
    table_no = dy.String(nullable=True)
    board = dy.Int32(primary_key=True, min=1)
    ns = dy.String(primary_key=True)
    ew = dy.String(primary_key=True)
    contract = dy.String(nullable=True)
    declarer = dy.String(nullable=True)
    tricks = dy.Int8(nullable=True)
    score = dy.Int32(nullable=True)
    ruling = dy.String(nullable=True)
    subfield = dy.String(nullable=True)
    ns_points = dy.Float64(nullable=True)
    ew_points = dy.Float64(nullable=True)
    top = dy.Float64(nullable=True, description="The most points that a side could earn on this line; null at IMPs.")
    datum = dy.Float64(nullable=True, description="At Butler: the score with which this score is compared.")
    scoring = one_of(*SCORINGS)
    file_id = dy.String(primary_key=True, metadata=usual("-"))
    line_no = dy.Int64(primary_key=True, metadata=usual(ROW_NUMBER))


@warehouse_table("scored.session_results")
class SessionResults(InLine):
    """One row per entrant: the result list of a session.

    The meaning of `score` depends on `scoring`. matchpoints and point_a_board: the percentage of the maximum; butler
    and cross_imps: IMPs per board; imps (teams of four) and vp (pairs): victory points per match.
    """

    entrant = dy.String(primary_key=True)
    field = dy.String()
    """The entrants ranked together: a line (`A`), lines scored together (`A+C`), or one direction of these (`A NS`)."""
    boards = dy.Int32(min=0)
    """How many boards brought points, sit-outs included where they do; for a team, the boards of its matches."""
    points = dy.Float64(nullable=True)
    """Matchpoints, IMPs, or victory points; adjustments are included. Rounded if the rule `rounded` is `totals`; for a
    full set of boards if the rule `cross_imp_totals` is `full_set`."""
    maximum = dy.Float64(nullable=True)
    score = dy.Float64(nullable=True)
    """A percentage (0 to 100) at matchpoints and point_a_board; IMPs a board at butler and cross_imps; victory points a
    match at imps (teams of four) and vp (pairs); null when the entrant played no board, when nothing could be compared,
    and where `is_nobody`."""
    rank = dy.Int32(nullable=True, min=1)
    club_points = dy.Int32(nullable=True, description="Points of the club's own, by the place in the result list.")
    adjustment = dy.Float64(nullable=True)
    """Points given or taken by the director, or carried forward; null where there are none."""
    scoring = one_of(*SCORINGS)
    is_nobody = dy.Bool(metadata=usual(False))
    """Whether the number is nobody's, as a slip is: it has no players and no place in the file's own result list,
    others of the line have players and played more than twice as many boards, and another number lacks just these
    boards, or who met it has a second result on them."""


@warehouse_table("scored.session_rounds")
class SessionRounds(InLine):
    """One row per entrant, round and opponent: the points that the result list prints by round."""

    entrant = dy.String(primary_key=True)
    round = dy.Int32(primary_key=True, min=0)
    """The round as played; where the file gives none, each series of boards against one opponent counts as a round."""
    opponent = dy.String(primary_key=True)
    direction = one_of(*DIRECTIONS, primary_key=True, description="The direction in which the entrant sat.")
    first_board = dy.Int32(min=1)
    """The lowest board of the meeting, even if it brought no points; it identifies the group of boards."""
    boards = dy.Int32(min=1, description="How many boards brought the entrant points.")
    points = dy.Float64(description="Points that the entrant won in the round against this opponent.")
    maximum = dy.Float64(nullable=True)


@warehouse_table("scored.match_results")
class MatchResults(InLine):
    """One row per team or pair and match: IMPs or points from the boards, and the victory points."""

    round = dy.Int32(primary_key=True)
    team = dy.String(primary_key=True)
    opponent = dy.String(primary_key=True, description="The other team; `-` for a bye.")
    weight = dy.Float64(min=0, max=1, metadata=usual(1.0))
    """The share of a match that it is: 1, or for example 0.5 for each half match of a round with two opponents."""
    boards = dy.Int32(nullable=True, min=0, description="How many boards were played in the match.")
    imps = dy.Float64(nullable=True)
    """IMPs won (or lost: negative) against this opponent; null at point-a-board and matchpoints."""
    points = dy.Float64(nullable=True)
    """At point-a-board: two points for a board won, one for a board tied."""
    vp = dy.Float64(nullable=True)
    """Victory points, as given or else by the competition's scale, times `weight`; null at point-a-board."""
    vp_given = dy.Bool(description="Whether the victory points are those given.")


@warehouse_table("scored.event_results")
class EventResults(InCompetition):
    """One row per entrant of an event: the results of its sessions, added up."""

    event = dy.String(primary_key=True, min_length=1)
    entrant = dy.String(primary_key=True)
    """The players, joined by ` + `; for a team, or an entrant without players, the number."""
    sessions = dy.Int32(min=0, description="How many of its sessions the entrant played.")
    missed = dy.Int32(min=0, description="How many sessions fewer that is than the most that anybody played.")
    boards = dy.Int32(min=0, description="How many boards brought points.")
    points = dy.Float64(nullable=True, description="The points of its sessions, added up.")
    maximum = dy.Float64(nullable=True)
    score = dy.Float64(nullable=True, description="The score in the unit of `score` in `scored.session_results`.")
    rank = dy.Int32(nullable=True, min=1)
    """The rank by score; null for who missed a session, unless the rule `missed` gives a percentage for it."""
    scoring = one_of(*SCORINGS)


@warehouse_table("scored.control_sheet")
class ControlSheet(InSession):
    """One row per meeting on a board, as the control sheet prints it: points of both sides, score and result."""

    field = dy.String(primary_key=True)
    board = dy.Int32(primary_key=True, min=1)
    line = dy.String(primary_key=True, regex="^[A-Z]$")
    ns = dy.String(primary_key=True)
    ew = dy.String(primary_key=True)
    round = dy.Int32(nullable=True)
    table_no = dy.String(nullable=True)
    ns_points = dy.Float64(nullable=True)
    ew_points = dy.Float64(nullable=True)
    score = dy.Int32(nullable=True)
    result = dy.String(nullable=True)
    """`N4S!-6`: North, four spades doubled, six down (`+`: over, `=`: just made); or `PASS`; or the ruling in words."""
    worth = dy.String(nullable=True)
    """The North-South points of each outcome of a weighted score, where known: `30 % of 4 + 70 % of 0`."""
    ruling = dy.String(nullable=True)
    subfield = dy.String(nullable=True)
    """The form of a fouled board that was played there; null where the board has only one form."""
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


@warehouse_table("scored.boards")
class Boards(InSession):
    """One row per board of a field: its top or datum, the points given, and whether the sheet balances."""

    field = dy.String(primary_key=True)
    board = dy.Int32(primary_key=True, min=1)
    results = dy.Int32(min=0, description="How many result lines have points.")
    top = dy.Float64(nullable=True, description="The most points that a side could earn on the board; null at IMPs.")
    datum = dy.Float64(nullable=True, description="At Butler: the score with which the scores are compared.")
    ns_points = dy.Float64(nullable=True)
    ew_points = dy.Float64(nullable=True)
    balanced = dy.Bool()
    """Whether the points of both sides of every line add up to its top (matchpoints) or to 0 (IMPs), except where a
    ruling or a rule gives them another sum. In a match, both tables must also give the same points to each team."""
    as_ruled = dy.Bool()
    """Whether it balances only because a ruling or a rule for few results gives a line more or less than the whole."""


@warehouse_table("scored.frequencies")
class Frequencies(InSession):
    """One row per score on a board of a field: how often it occurred, and the points for it."""

    field = dy.String(primary_key=True)
    board = dy.Int32(primary_key=True, min=1)
    subfield = dy.String(primary_key=True)
    """The form of a fouled board; an empty text where the board has only one form, since it is part of the key: in the
    result lines that is null."""
    score = dy.Int32(primary_key=True)
    times = dy.Float64()
    """How often the score occurred; an outcome of a weighted score counts for its weight."""
    ns_points = dy.Float64(nullable=True)
    ew_points = dy.Float64(nullable=True)


@warehouse_table("scored.official_differences")
class OfficialDifferences(dy.Schema):
    """One row per value that differs from the value that the file itself publishes, with the reason where known."""

    club = dy.String()
    competition = dy.String()
    season = dy.String()
    session_id = dy.String()
    line = dy.String()
    value = one_of("ns_points", "ew_points", "datum", "points", "score", "rank", "imps", "vp")
    """Which value differs."""
    board = dy.Int32(nullable=True)
    ns = dy.String(nullable=True)
    ew = dy.String(nullable=True)
    entrant = dy.String(nullable=True)
    round = dy.Int32(nullable=True, description="The round of a match; null for other values.")
    official = dy.Float64(description="As the file gives it.")
    computed = dy.Float64(nullable=True, description="As it follows from the result lines.")
    reason = dy.String(description="The rule that explains it, or what it may be.")
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


@warehouse_table("scored.doubts")
class Doubts(InSession):
    """One row per kind of value in which a session is not what its file says, and no known rule explains it."""

    what = one_of(*DIFFERING, *STATED, primary_key=True)
    """Values that the file publishes (points of result lines, the result list, matches), or a number of something."""
    differing = dy.Int32(min=1, description="How many of these values differ.")
    of = dy.Int32(min=1, description="How many such values the file gives.")
    first = dy.String(nullable=True)
    """Where the first one is: a board and the entrants there, or an entrant; null for a number."""
    official = dy.Float64(description="This first value, in the file.")
    computed = dy.Float64(nullable=True, description="The same, from the result lines.")
    severe = dy.Bool(description="Whether something is missing, or places in the result list may be wrong.")
    accepted = dy.String(nullable=True)
    """The director's reason why this is known and right; null: nobody has said so."""
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)
