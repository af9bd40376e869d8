"""Scored: the points of each result line, the result lists, and the sheets for checking them."""

import dataframely as dy

from transforms.tables.raw import DIFFERING, STATED
from transforms.tables.rule_words import TieBreak, words_of
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

    Matchpoints: on a played line, `ns_points + ew_points = top`. If points are rounded, both sides may be rounded up,
    so that the sum is one unit of the last decimal higher. IMPs: `ns_points = -ew_points`, and `top` is null.
    Point-a-board: each side has 2, 1 or 0 points, and the top is 2. Points are null if the line earns none, for example
    because the board was not played. Sit-outs have no row. If a line with a result names only one side, the other side
    is `-`, and its points belong to no entrant. A board between two teams has two lines, one per table; each has the
    points at that table. The file and the place in it distinguish lines of the same teams on the same board, for
    example in a return match.
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

    The unit of `score` depends on `scoring`: the percentage of the maximum for matchpoints and point_a_board, IMPs per
    board for butler and cross_imps, victory points per match for imps (teams of four) and vp (pairs).
    """

    entrant = dy.String(primary_key=True)
    field = dy.String()
    """The entrants who are ranked together: a line (`A`), lines scored together (`A+C`), or one direction of such a
    field (`A NS`)."""
    boards = dy.Int32(min=0)
    """The number of boards that earned points, including sit-outs that earn points; for a team, the boards of its
    matches."""
    points = dy.Float64(nullable=True)
    """Matchpoints, IMPs or victory points, including adjustments. They are rounded if the rule `rounded` is `totals`,
    and scaled to a full set of boards if the rule `cross_imp_totals` is `full_set`."""
    maximum = dy.Float64(nullable=True)
    score = dy.Float64(nullable=True)
    """A percentage (0 to 100) at matchpoints and point_a_board, IMPs per board at butler and cross_imps, victory points
    per match at imps (teams of four) and vp (pairs). Null if the entrant played no board, if nothing could be
    compared, or if `is_nobody` is true."""
    rank = dy.Int32(nullable=True, min=1)
    decided_by = one_of(*words_of(TieBreak), nullable=True)
    """The tie-break of the rule `ties` that separated the entrant from others with the same score; null if none did."""
    club_points = dy.Int32(nullable=True, description="The club's own points for the place in the result list.")
    adjustment = dy.Float64(nullable=True)
    """Points added or taken away by the director, or carried forward; null if there are none."""
    scoring = one_of(*SCORINGS)
    is_nobody = dy.Bool(metadata=usual(False))
    """Whether the number belongs to nobody and is probably a slip: it has no players and no place in the file's own
    result list; other entrants of the line have players and played more than twice as many boards; and either another
    number lacks exactly these boards, or the opponents have a second result on them."""


@warehouse_table("scored.session_rounds")
class SessionRounds(InLine):
    """One row per entrant, round and opponent: the points that the result list prints by round."""

    entrant = dy.String(primary_key=True)
    round = dy.Int32(primary_key=True, min=0)
    """The round as played. If the file gives no rounds, each series of boards against one opponent counts as a round.
    """
    opponent = dy.String(primary_key=True)
    direction = one_of(*DIRECTIONS, primary_key=True, description="The direction in which the entrant sat.")
    first_board = dy.Int32(min=1)
    """The lowest board of the meeting, even if it earned no points; it identifies the group of boards."""
    boards = dy.Int32(min=1, description="On how many boards the entrant earned points.")
    points = dy.Float64(description="Points that the entrant won in the round against this opponent.")
    maximum = dy.Float64(nullable=True)


@warehouse_table("scored.match_results")
class MatchResults(InLine):
    """One row per team or pair and match: IMPs or points from the boards, and victory points."""

    round = dy.Int32(primary_key=True)
    team = dy.String(primary_key=True)
    opponent = dy.String(primary_key=True, description="The other team; `-` for a bye.")
    weight = dy.Float64(min=0, max=1, metadata=usual(1.0))
    """The share of a full match: 1, or less, for example 0.5 for each half match of a round with two opponents."""
    boards = dy.Int32(nullable=True, min=0, description="How many boards were played in the match.")
    imps = dy.Float64(nullable=True)
    """IMPs won against this opponent (negative: lost); null at point-a-board and matchpoints."""
    points = dy.Float64(nullable=True)
    """Points at point-a-board: two for a board won, one for a board tied."""
    imps_won = dy.Float64(nullable=True)
    """The IMPs of the boards that the team won; without boards, the IMPs of the match if the team won it."""
    vp = dy.Float64(nullable=True)
    """Victory points, from the file or else by the competition's scale, times `weight`; null at point-a-board."""
    vp_given = dy.Bool(description="Whether the victory points are given in the file.")


@warehouse_table("scored.event_results")
class EventResults(InCompetition):
    """One row per entrant of an event: the sum of its results in the sessions of the event."""

    event = dy.String(primary_key=True, min_length=1)
    entrant = dy.String(primary_key=True)
    """The ids of the players, joined by ` + `; for a team or an entrant without players, its number."""
    sessions = dy.Int32(min=0, description="How many of its sessions the entrant played.")
    missed = dy.Int32(min=0, description="How many sessions fewer than the entrant who played most sessions.")
    boards = dy.Int32(min=0, description="How many boards earned points.")
    points = dy.Float64(nullable=True, description="The points of its sessions, added up.")
    maximum = dy.Float64(nullable=True)
    due = dy.Float64(nullable=True)
    """The part of `points` that the rule `missed` gives for missed sessions; null if there is none."""
    score = dy.Float64(nullable=True, description="The score in the unit of `score` in `scored.session_results`.")
    rank = dy.Int32(nullable=True, min=1)
    """The rank by score; null if the entrant missed a session, unless the rule `missed` gives a percentage for it."""
    decided_by = one_of(*words_of(TieBreak), nullable=True)
    """The tie-break of the rule `ties` that separated the entrant from others with the same score; null if none did."""
    scoring = one_of(*SCORINGS)


@warehouse_table("scored.control_sheet")
class ControlSheet(InSession):
    """One row per meeting on a board, as on the control sheet: the points of both sides, the score and the result."""

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
    """The contract and result, such as `N4S!-6`: North, four spades doubled, six down (`+1`: one over, `=`: just made);
    or `PASS`; or the ruling in words."""
    worth = dy.String(nullable=True)
    """The North-South points of each outcome of a weighted score, such as `30 % of 4 + 70 % of 0`; null if not known.
    """
    ruling = dy.String(nullable=True)
    subfield = dy.String(nullable=True)
    """The form of a fouled board that was played at this table; null if the board has only one form."""
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


@warehouse_table("scored.boards")
class Boards(InSession):
    """One row per board of a field: its top or datum, the points given, and whether the points balance."""

    field = dy.String(primary_key=True)
    board = dy.Int32(primary_key=True, min=1)
    results = dy.Int32(min=0, description="How many result lines have points.")
    top = dy.Float64(nullable=True, description="The most points that a side could earn on the board; null at IMPs.")
    datum = dy.Float64(nullable=True, description="The score with which the scores are compared at Butler.")
    ns_points = dy.Float64(nullable=True)
    ew_points = dy.Float64(nullable=True)
    balanced = dy.Bool()
    """Whether the points of both sides add up to the top (matchpoints) or to 0 (IMPs) on every line, except where a
    ruling or a rule requires another sum. In a match, each team must also have the same points at both tables."""
    as_ruled = dy.Bool()
    """Whether the board balances only because a ruling, or a rule for few results, gives a line more or less than the
    full points."""


@warehouse_table("scored.frequencies")
class Frequencies(InSession):
    """One row per score on a board of a field: how often it occurred, and the points for it."""

    field = dy.String(primary_key=True)
    board = dy.Int32(primary_key=True, min=1)
    subfield = dy.String(primary_key=True)
    """The form of a fouled board. It is part of the key, so it is an empty text, not null, if the board has only one
    form."""
    score = dy.Int32(primary_key=True)
    times = dy.Float64()
    """How often the score occurred; each outcome of a weighted score counts by its weight."""
    ns_points = dy.Float64(nullable=True)
    ew_points = dy.Float64(nullable=True)


@warehouse_table("scored.official_differences")
class OfficialDifferences(dy.Schema):
    """One row per computed value that differs from the value in the file, with the reason if it is known."""

    club = dy.String()
    competition = dy.String()
    season = dy.String()
    session_id = dy.String()
    line = dy.String()
    value = one_of("ns_points", "ew_points", "datum", "points", "score", "rank", "imps", "vp")
    """The kind of value that differs."""
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
    """One row per session and kind of value that differs from the file, for no known reason or because of the rules."""

    what = one_of(*DIFFERING, *STATED, primary_key=True)
    """The kind of value: a published result (points of result lines, datums, the result list, matches), or a count in
    the file."""
    differing = dy.Int32(min=1, description="How many values of this kind differ.")
    of = dy.Int32(min=1, description="How many values of this kind the file gives.")
    first = dy.String(nullable=True)
    """The place of the first difference: a board and the entrants there, or an entrant; null for a count."""
    official = dy.Float64(description="The first value that differs, as the file gives it.")
    computed = dy.Float64(nullable=True, description="The first value that differs, computed from the result lines.")
    severe = dy.Bool(description="Whether something is missing, or places in the result list may be wrong.")
    accepted = dy.String(nullable=True)
    """The director's reason why the difference is right; null if no reason is given."""
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)
