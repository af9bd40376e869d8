"""Scored: what each line was worth, the result lists, and the sheets to check them by."""

import dataframely as dy

from transforms.tables.shared import DIRECTIONS, SCORINGS, InCompetition, InSession, one_of, warehouse_table


@warehouse_table("scored.board_scores")
class BoardScores(InSession):
    """One row a result line between two sides, with what it was worth to each.

    Matchpoints: `ns_points + ew_points = top` on a played line; where lines are rounded, two halves rounded up
    may make a last decimal more. IMPs: `ns_points = -ew_points`, and there is no top. Point-a-board: 2, 1 or 0
    of a top of 2. Points are null where the line earns none (not played), `top` is the most a side could earn
    there. Sit-outs have no row. Between two teams a board has two lines, and each says what the board brought
    to the team that sits there.
    """

    line = dy.String(primary_key=True, regex="^[A-Z]$")
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
    top = dy.Float64(nullable=True)
    datum = dy.Float64(nullable=True)
    """Butler: the score that this one is compared with."""
    scoring = one_of(*SCORINGS)


@warehouse_table("scored.session_results")
class SessionResults(InSession):
    """One row an entrant: the result list of a session.

    What score means depends on `scoring`: matchpoints and point_a_board, the percentage of the maximum; butler
    and cross_imps, IMPs per board; imps (teams of four), victory points per match.
    """

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    entrant = dy.String(primary_key=True)
    field = dy.String()
    """Those ranked together: a line (`A`), a group (`A+C`), or one direction of it (`A NS`)."""
    boards = dy.Int32(min=0)
    """Boards that brought points, sit-outs among them where they do; those of the matches of a team."""
    points = dy.Float64(nullable=True)
    """Matchpoints, IMPs, or victory points; adjustments are in it. Rounded where totals are (rule `rounded`)."""
    maximum = dy.Float64(nullable=True)
    score = dy.Float64(nullable=True)
    """Null when the entrant played no board."""
    rank = dy.Int32(nullable=True, min=1)
    club_points = dy.Int32(nullable=True)
    adjustment = dy.Float64(nullable=True)
    """Points given or taken by the director, or carried forward; null where there are none."""
    scoring = one_of(*SCORINGS)


@warehouse_table("scored.session_rounds")
class SessionRounds(InSession):
    """One row an entrant a round against one opponent: the points that the result list prints by round."""

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    entrant = dy.String(primary_key=True)
    round = dy.Int32(primary_key=True, min=1)
    """As played; where a file tells no rounds, the boards against one opponent, in order of the boards."""
    opponent = dy.String(primary_key=True)
    direction = one_of(*DIRECTIONS, primary_key=True)
    first_board = dy.Int32(min=1)
    """The lowest board of the meeting, whether it brought points or not: it tells the group of boards."""
    boards = dy.Int32(min=1)
    """Boards on which the entrant earned points."""
    points = dy.Float64()
    maximum = dy.Float64(nullable=True)


@warehouse_table("scored.match_results")
class MatchResults(InSession):
    """One row a team a match: IMPs or points from the boards, and the victory points they make."""

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    round = dy.Int32(primary_key=True)
    team = dy.String(primary_key=True)
    opponent = dy.String(primary_key=True)
    boards = dy.Int32(nullable=True, min=0)
    imps = dy.Float64(nullable=True)
    """Won or lost against this opponent; null at point-a-board."""
    points = dy.Float64(nullable=True)
    """At point-a-board: two for a board won, one for a board tied."""
    vp = dy.Float64(nullable=True)
    """As given, or else by the competition's scale; null at point-a-board."""
    vp_given = dy.Bool()


@warehouse_table("scored.event_results")
class EventResults(InCompetition):
    """One row an entrant of an event: what its sessions bring together."""

    event = dy.String(primary_key=True, min_length=1)
    entrant = dy.String(primary_key=True)
    """The players, joined by ` + `; or a team's number."""
    sessions = dy.Int32(min=1)
    boards = dy.Int32(min=0)
    points = dy.Float64(nullable=True)
    maximum = dy.Float64(nullable=True)
    score = dy.Float64(nullable=True)
    """As in `SessionResults`."""
    rank = dy.Int32(nullable=True, min=1)
    scoring = one_of(*SCORINGS)


@warehouse_table("scored.control_sheet")
class ControlSheet(InSession):
    """One row a meeting on a board, as the control sheet prints it: points of both, score, contract and result."""

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
    """`N4S!-6`: North, four spades doubled, six down; `+` over, `-` down, `=` made; `PASS`; or the ruling in words."""
    worth = dy.String(nullable=True)
    """What the outcomes of a weighted score were worth to North-South, as far as told: `30 % of 4 + 70 % of 0`."""
    ruling = dy.String(nullable=True)
    subfield = dy.String(nullable=True)
    """The form of a fouled board that was played there."""


@warehouse_table("scored.boards")
class Boards(InSession):
    """One row a board of a field: what it was worth, and whether the sheet balances."""

    field = dy.String(primary_key=True)
    board = dy.Int32(primary_key=True, min=1)
    results = dy.Int32(min=0)
    """Lines with points."""
    top = dy.Float64(nullable=True)
    datum = dy.Float64(nullable=True)
    ns_points = dy.Float64(nullable=True)
    ew_points = dy.Float64(nullable=True)
    balanced = dy.Bool()
    """Whether both sides of every line share its top (matchpoints) or cancel out (IMPs), as its ruling says."""
    as_ruled = dy.Bool()
    """Whether it balances only since a ruling, or a rule for few results, gives a line more or less than the whole."""


@warehouse_table("scored.frequencies")
class Frequencies(InSession):
    """One row a score on a board of a field: how often it came, and what it was worth."""

    field = dy.String(primary_key=True)
    board = dy.Int32(primary_key=True, min=1)
    subfield = dy.String(primary_key=True)
    """Empty where the board has one form only."""
    score = dy.Int32(primary_key=True)
    times = dy.Float64()
    """A weighted score counts for its weight."""
    ns_points = dy.Float64(nullable=True)
    ew_points = dy.Float64(nullable=True)


@warehouse_table("scored.official_differences")
class OfficialDifferences(dy.Schema):
    """One row a value that differs from what the file itself publishes, and the reason as far as known."""

    club = dy.String()
    competition = dy.String()
    season = dy.String()
    session_id = dy.String()
    line = dy.String()
    value = one_of("ns_points", "ew_points", "datum", "points", "score", "rank", "imps", "vp")
    board = dy.Int32(nullable=True)
    ns = dy.String(nullable=True)
    ew = dy.String(nullable=True)
    entrant = dy.String(nullable=True)
    round = dy.Int32(nullable=True)
    """Of a match."""
    official = dy.Float64()
    computed = dy.Float64(nullable=True)
    reason = dy.String()
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)
