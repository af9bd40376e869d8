"""The schema of every table, once: names, types, keys and what must hold for a row.

Tables carry (club, competition, season) first. Ids are text, dates are dates, percentages run from 0 to
100, and null means "does not exist", never 0. Readers and transforms build these tables; `pipelines`
checks them where they enter and leave an asset. Names are those users see in SQL: `raw.results` is the
table `results` in the schema `raw`.
"""

import dataframely as dy
import polars as pl

COMPETITION = ("club", "competition", "season")
SESSION = (*COMPETITION, "session_id")

KINDS = ("pairs", "butler", "cross_imp", "teams")
SCORINGS = ("matchpoints", "butler", "cross_imps", "imps", "point_a_board")
"""How a result line is scored; the last two are those of teams of four."""
ADJUSTMENT_UNITS = ("points", "percent_of_top", "percent")
METHODS = ("place", "proportional", "balanced", "dynamic")
SEATS = ("N", "E", "S", "W")
RATING_METHODS = ("norm", "performance")
RATING_LISTS = ("ranking", "alphabetical")
RATING_FLAGS = ("turbo", "estimated", "overshoot", "gain_capped", "k_capped", "unlinked")
"""turbo: the larger K, since the season was far from the old rating; estimated: a performance at 0 or 100 %, to which
no difference belongs; overshoot: so many games at this K that the rating may swing past the strength it should find;
gain_capped: no further above the performance; k_capped: K lowered for the number of games; unlinked: no rating."""

DECIMALS = 9
"""Scores are compared to so many decimals: far finer than any rule distinguishes, and coarse enough that what is
equal in exact arithmetic is equal here. What is stored keeps its full precision."""

Frame = pl.DataFrame | pl.LazyFrame


def _one_of(*words: str, nullable: bool = False, primary_key: bool = False) -> dy.String:
    """A column of words from a fixed list."""
    return dy.String(nullable=nullable, primary_key=primary_key, regex=f"^({'|'.join(words)})$")


class InCompetition(dy.Schema):
    """Anything that belongs to one season of one competition of one club."""

    club = dy.String(primary_key=True, min_length=1)
    competition = dy.String(primary_key=True, min_length=1)
    season = dy.String(primary_key=True, min_length=1)


class InSession(InCompetition):
    """Anything that belongs to one session."""

    session_id = dy.String(primary_key=True, min_length=1)


# --- raw: as it was handed in -------------------------------------------------------------------


class Competitions(InCompetition):
    """One row a season of a competition: its names, dates and every rule that holds in it.

    A season is a row, so the rules of many competitions are joined, never looped over. The rules are
    described where they are set: `pipelines/settings.py`.
    """

    club_name = dy.String()
    competition_name = dy.String()
    start = dy.Date()
    end = dy.Date()
    # scoring
    profile = dy.String()
    not_played = _one_of("neuberg", "as_played")
    average = _one_of("tie", "neuberg")
    assigned = _one_of("average", "in_place")
    expected = _one_of("per_board", "per_session", "modal")
    line_decimals = dy.Int8(nullable=True, min=0, max=6)
    rounded = _one_of("lines", "totals")
    average_plus = dy.Float64(min=50, max=100)
    average_minus = dy.Float64(min=0, max=50)
    shown = _one_of("as_scored", "own_top")
    split = _one_of("half_each", "apart")
    few_results = _one_of("neuberg", "bonus")
    sit_out = _one_of("nothing", "own_average", "average", "average_plus")
    datum_drop = dy.Int8(min=0)
    datum_trim = dy.Float64(min=0, max=0.4)
    datum_round_to = dy.Int32(min=1)
    cross_imps = _one_of("sum", "per_comparison", "scaled")
    average_plus_imps = dy.Float64(min=0)
    average_minus_imps = dy.Float64(max=0)
    victory_points = _one_of("wbf_continuous", "wbf_discrete")
    # ranking
    method = _one_of(*METHODS)
    lines = dy.Int32(min=1, max=26)
    top = dy.Float64()
    average_a = dy.Float64(nullable=True)
    """Where the rules name the ranking points of an average score in line A: `top` follows from them."""
    width = dy.Float64(min_exclusive=0)
    step = dy.Float64(min=0)
    top_score_pairs = dy.Float64(min_exclusive=50, max=100)
    top_score_butler = dy.Float64(min_exclusive=0)
    top_score_teams = dy.Float64(min_exclusive=10, max=25)
    window = dy.Int32(min=1)
    substitute_ranking = dy.Float64()
    round_stretch = dy.Bool()
    hand_on = dy.Bool()
    """Whether players start the season from their final rankings of the last season they played."""
    # championships
    individual_min = dy.Int32(min=1)
    individual_drop = dy.Int32(min=0)
    pairs_together = dy.Int32(min=1)
    pairs_substitutes = dy.Int32(min=0)
    pairs_drop = dy.Int32(min=0)


class Files(dy.Schema):
    """One row a file read: where it stood, what it was recognised as, and how it went."""

    club = dy.String(primary_key=True)
    competition = dy.String(primary_key=True)
    file_id = dy.String(primary_key=True)
    path = dy.String()
    """Within the landing folder."""
    format = dy.String()
    sha256 = dy.String()
    ingested_at = dy.Datetime(time_unit="us", time_zone="UTC")
    rows = dy.Int64(min=0)
    findings = dy.Int64(min=0)


class Findings(dy.Schema):
    """What could not be used as it stood, or deserves a look: file, line, field, value and the mend."""

    club = dy.String(nullable=True)
    competition = dy.String(nullable=True)
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)
    severity = _one_of("error", "warning")
    field = dy.String(nullable=True)
    value = dy.String(nullable=True)
    message = dy.String()


class Sessions(InSession):
    """One row a session (an evening with one result list)."""

    date = dy.Date()
    kind = _one_of(*KINDS)
    together = dy.String(nullable=True)
    """Lines scored as one field: `A+C`; several groups with `;` between."""
    title = dy.String(nullable=True)
    winners = dy.Int8(min=1, max=2)
    """1: all entrants of a field are ranked together; 2: North-South and East-West apart (Mitchell)."""
    team_scoring = _one_of("imps", "point_a_board", nullable=True)
    """How a board is scored between two teams; null counts as imps."""
    event = dy.String(nullable=True)
    """Sessions with the same event are added up; null for a session by itself."""
    carry = dy.Float64(nullable=True, min=0, max=1)
    """The part of this session's result that counts in its event; null counts as 1."""
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


class Entries(InSession):
    """One row a player who sat down: for which entrant, in whose place. No player twice in a session."""

    line = dy.String(regex="^[A-Z]$")
    entrant = dy.String(min_length=1)
    player_id = dy.String(primary_key=True, min_length=1)
    substitutes_for = dy.String(nullable=True)
    direction = _one_of("NS", "EW", nullable=True)
    """Where a session has two winners: the direction in which this entrant sat; else null."""
    rounds = dy.String(nullable=True, regex="^[0-9]+([+][0-9]+)*$")
    """The rounds that this member of a team played, as `1+3`; null for all."""
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


class Results(InSession):
    """One row a result line, in the order (line, board, as read).

    A sit-out has one side null. In an individual a side is two entrants, joined by `+` (`3+7`). `score` is seen
    from North-South. `ruling` is null for a board simply played; the words it may hold are those of
    `transforms/rulings.py`. `subfield` tells the forms of a fouled board apart (Law 87); null where there is one
    form only. The official points are what the file itself says the line was worth, as printed there; null
    where it does not say.
    """

    line = dy.String(regex="^[A-Z]$")
    round = dy.Int32(nullable=True)
    table = dy.String(nullable=True)
    board = dy.Int32(min=1)
    ns = dy.String(nullable=True)
    ew = dy.String(nullable=True)
    contract = dy.String(nullable=True)
    declarer = _one_of(*SEATS, nullable=True)
    tricks = dy.Int8(nullable=True, min=0, max=13)
    score = dy.Int32(nullable=True)
    ruling = dy.String(nullable=True)
    subfield = dy.String(nullable=True)
    official_ns_points = dy.Float64(nullable=True)
    official_ew_points = dy.Float64(nullable=True)
    official_centred = dy.Bool(nullable=True)
    """True where the file counts official points from the average (points - top/2); null where it has none."""
    official_datum = dy.Float64(nullable=True)
    """The datum that the file gives for the board (butler)."""
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


class OfficialResults(InSession):
    """One row an entrant: the result that the file itself publishes, to compare with ours."""

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    entrant = dy.String(primary_key=True)
    points = dy.Float64(nullable=True)
    score = dy.Float64(nullable=True)
    """Percentage 0-100, or IMPs."""
    rank = dy.Int32(nullable=True)
    penalty = dy.Float64(nullable=True)
    """Points taken off by the director, as the file states them."""
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


class Adjustments(InSession):
    """One row an amount given (positive) or taken (negative) from an entrant: a penalty, or what is carried forward."""

    line = dy.String(regex="^[A-Z]$")
    entrant = dy.String(primary_key=True, min_length=1)
    amount = dy.Float64()
    unit = _one_of(*ADJUSTMENT_UNITS)
    """`points`: matchpoints, IMPs or victory points; `percent_of_top`: of a top on one board; `percent`: of the
    maximum."""
    reason = dy.String(nullable=True)
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


class Matches(InSession):
    """One row a team a match. Victory points given count; the rest counts where a match has no result lines."""

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    round = dy.Int32(primary_key=True)
    team = dy.String(primary_key=True)
    opponent = dy.String(primary_key=True)
    boards = dy.Int32(nullable=True, min=0)
    imps = dy.Float64(nullable=True)
    vp = dy.Float64(nullable=True)
    points = dy.Float64(nullable=True)
    """What the boards brought at point-a-board."""
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


class Partnerships(dy.Schema):
    """Those who compete for the pairs championship: two rows a pair, three a trio."""

    club = dy.String(primary_key=True)
    competition = dy.String(primary_key=True)
    partnership_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


class Players(dy.Schema):
    """One row a person in a competition."""

    club = dy.String(primary_key=True)
    competition = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    name = dy.String(nullable=True)
    member = dy.Bool(nullable=True)
    nationality = dy.String(nullable=True)
    substitute_ranking = dy.Float64(nullable=True)
    federation_id = dy.String(nullable=True)
    """By which the federation knows this person, in whatever club; null: nobody knows of other clubs."""
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


class Games(dy.Schema):
    """One row a game between two players, for the yearly ratings."""

    club = dy.String(primary_key=True)
    competition = dy.String(primary_key=True)
    game_id = dy.String(primary_key=True)
    date = dy.Date()
    event = dy.String(nullable=True)
    player_id = dy.String()
    opponent_id = dy.String()
    points = dy.Float64()
    opponent_points = dy.Float64()
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


class Ratings(dy.Schema):
    """One row a player a list: ratings that existed before the first season here.

    The bounds are wider than any scale of ratings, and so narrow that no sum of ratings leaves its type.
    """

    club = dy.String(primary_key=True)
    competition = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    player_id = dy.String(primary_key=True)
    rating = dy.Float64(min=-100_000, max=100_000)
    games = dy.Int32(nullable=True, min=0, max=100_000)
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


# --- scored -------------------------------------------------------------------------------------


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
    scoring = _one_of(*SCORINGS)


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
    scoring = _one_of(*SCORINGS)


class SessionRounds(InSession):
    """One row an entrant a round against one opponent: the points that the result list prints by round."""

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    entrant = dy.String(primary_key=True)
    round = dy.Int32(primary_key=True, min=1)
    """As played; where a file tells no rounds, the boards against one opponent, in order of the boards."""
    opponent = dy.String(primary_key=True)
    direction = _one_of("NS", "EW", primary_key=True)
    first_board = dy.Int32(min=1)
    """The lowest board of the meeting, whether it brought points or not: it tells the group of boards."""
    boards = dy.Int32(min=1)
    """Boards on which the entrant earned points."""
    points = dy.Float64()
    maximum = dy.Float64(nullable=True)


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
    scoring = _one_of(*SCORINGS)


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


class OfficialDifferences(dy.Schema):
    """One row a value that differs from what the file itself publishes, and the reason as far as known."""

    club = dy.String()
    competition = dy.String()
    season = dy.String()
    session_id = dy.String()
    line = dy.String()
    value = _one_of("ns_points", "ew_points", "datum", "points", "score", "rank", "imps", "vp")
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


# --- rankings -----------------------------------------------------------------------------------


class RankingPoints(InSession):
    """One row a player a session: what the session earned that player, and what it follows from.

    `high` and `low` are the span of the line; `middle` is what an average score earned: the middle of that span,
    or under `dynamic` the mean ranking of the field, and for teams that of the opponents met. `score` is the
    entrant's; of a member of a team, the mean of the matches he or she sat in.
    """

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    line = dy.String()
    entrant = dy.String()
    points = dy.Float64()
    method = _one_of(*METHODS, "teams")
    score = dy.Float64()
    high = dy.Float64()
    low = dy.Float64()
    middle = dy.Float64()


class PlayerRankings(InSession):
    """One row a player a session played: the ranking after it, over the sessions in the window."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    ranking_before = dy.Float64()
    ranking = dy.Float64()
    sessions_counted = dy.Int32(min=1)


class SeasonPartnerships(InCompetition):
    """Who competes as a pair or trio this season: as declared, or else those who sat down together."""

    partnership_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    declared = dy.Bool()


class PairRankings(InCompetition):
    """One row a pair or trio: its ranking now, from those of its players."""

    partnership_id = dy.String(primary_key=True)
    ranking = dy.Float64()


class LineAssignment(InCompetition):
    """One row a pair present: the line it plays in next, by its ranking."""

    player_id = dy.String(primary_key=True)
    partner_id = dy.String()
    ranking = dy.Float64()
    """The rankings of both together."""
    place = dy.Int32(min=1)
    line = dy.String(regex="^[A-Z]$")


class Backtest(InCompetition):
    """One row a method: how well the rankings that it makes foretell who beats whom in the next session."""

    method = _one_of(*METHODS, primary_key=True)
    sessions = dy.Int32(min=0)
    """In which the rankings told anybody apart: the others have no tau."""
    compared = dy.Int64(min=0)
    """Pairs of entrants in one field, of all sessions, whose scores differ."""
    right = dy.Float64(min=0)
    """Ordered as their rankings foretold; equal rankings count half."""
    share = dy.Float64(nullable=True, min=0, max=1)
    """Right, as a part of compared."""
    tau = dy.Float64(nullable=True, min=-1, max=1)
    """Kendall's tau-b of a session, the mean over the sessions."""


class OtherMethods(InCompetition):
    """One row a player a method: where the season would have brought that player by it, the competition's own too."""

    method = _one_of(*METHODS, primary_key=True)
    player_id = dy.String(primary_key=True, min_length=1)
    ranking = dy.Float64()
    """After the last session played."""
    place = dy.Int32(min=1)
    """By ranking, equal rankings share one."""
    average = dy.Float64(nullable=True)
    """In the individual championship."""
    rank = dy.Int32(nullable=True, min=1)
    """In that championship, among those eligible; null for the others."""


class OtherLines(InCompetition):
    """One row a pair or trio that competes, a method: the line in which its ranking by that method would put it."""

    method = _one_of(*METHODS, primary_key=True)
    partnership_id = dy.String(primary_key=True)
    ranking = dy.Float64()
    line = dy.String(regex="^[A-Z]$")
    """Of as many lines as the competition has, all those who compete spread evenly over them."""
    line_today = dy.String(regex="^[A-Z]$")
    """By the competition's own method."""


# --- championships ------------------------------------------------------------------------------


class IndividualSessions(InSession):
    """One row a player a session: what it brings to the individual championship, and if it counts."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64()
    counts = dy.Bool()


class PairSessions(InSession):
    """One row a partnership a session: its result together or with a substitute, and if it counts."""

    partnership_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64()
    together = dy.Bool()
    """False: a partner played with a substitute standing in for the other."""
    counts = dy.Bool()


class IndividualChampionship(InCompetition):
    """One row a player a season. `rank` is among those eligible, and null for the others."""

    player_id = dy.String(primary_key=True)
    played = dy.Int32(min=0)
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_needed = dy.Int32(min=0)


class PairsChampionship(InCompetition):
    """One row a pair or trio a season. `played`: sessions together; `with_substitute`: the others."""

    partnership_id = dy.String(primary_key=True)
    played = dy.Int32(min=0)
    with_substitute = dy.Int32(min=0)
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_needed = dy.Int32(min=0)


# --- movements ----------------------------------------------------------------------------------


class SessionBalance(InSession):
    """One row a line of a session: the balance of the movement as it was played, in the field of that line.

    Factors run from 0 to 100, where 100 is perfect; null where the scores they are made of add up to 0: where h is 0.
    """

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    field = dy.String()
    """Those compared with one another: the line (`A`), or a group (`A+C`), whose numbers these are."""
    pairs = dy.Int64(min=2)
    """That played a board; single players in an individual."""
    rounds = dy.Int64(min=1)
    h = dy.Int64(min=0)
    """Half a top, on the board set played least."""
    uneven = dy.Bool()
    """Whether other board sets were played more often."""
    s = dy.Int64()
    """The sum of the scores of each two."""
    ss = dy.Int64(min=0)
    """The sum of their squares."""
    qc = dy.Float64(nullable=True)
    """Quality against scores that are all equal."""
    qf = dy.Float64(nullable=True)
    """Quality against the most even whole numbers."""
    qo = dy.Float64(nullable=True)
    """Quality of the meetings alone."""
    sd = dy.Float64(min=0)
    """The standard deviation of the scores."""
    s4 = dy.Float64(min=0)
    """The sum of the fourth powers of the scores around their mean."""
    qf_absent_mean = dy.Float64(nullable=True)
    """The mean of `qf` with each of them absent in turn."""
    qf_highest_absent = dy.Float64(nullable=True)
    """`qf` with the highest number absent."""


class Luck(InSession):
    """One row an entrant: what the movement gave it (negative: took), by estimate, and its result without that.

    In the unit of `score` in `SessionResults`, with what it follows from; null where too little came before.
    How it is estimated: `transforms/balance/luck.py`.
    """

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    entrant = dy.String(primary_key=True)
    score = dy.Float64()
    """As published."""
    ranking_above_mean = dy.Float64()
    """The ranking of its players before the session, above the mean of the field; in points of ranking."""
    worth_of_a_point = dy.Float64(nullable=True, min=0)
    """Of ranking, in the unit of the score, by the sessions before; null where these have too few results."""
    strength = dy.Float64(nullable=True)
    """How far above the mean of the field it was expected to end: ranking above the mean x worth of a point."""
    half_tops = dy.Int64(min=1)
    """Of the boards that it played, each board set counted as in `SessionBalance`."""
    movement = dy.Float64(nullable=True)
    """What it gained since it met or was compared with some more than with others; an estimate."""
    level_score = dy.Float64(nullable=True)
    """The result under equal opposition and comparison: score less movement; an estimate."""


class SeasonScores(InCompetition):
    """Each two entrants that were in one field in the season, both ways: what its sessions bring together.

    The score says how much a good result of the one hurts the other: `docs/balance.md`.
    """

    entrant = dy.String(primary_key=True, min_length=1)
    """The players, joined by ` + `, as in `EventResults`; a substitute counts as who is stood in for."""
    other = dy.String(primary_key=True, min_length=1)
    """Any other entrant."""
    sessions = dy.Int64(min=1)
    """In which both were in one field."""
    meetings = dy.Int64(min=0)
    """How often they sat at one table as opponents."""
    score = dy.Int64()
    """Of all these sessions, counted by the board, each board with its own half top."""
    fair = dy.Float64()
    """What the score would be, had everybody in these sessions been compared with everybody by the same weight."""


# --- ratings ------------------------------------------------------------------------------------


class RatingTable(dy.Schema):
    """The table between a difference in rating and a score: 51 classes, as in data/reference/rating_table.csv."""

    difference = dy.Int32(nullable=True)
    """The difference that belongs to the percentage; the last class has none."""
    least = dy.Int32(primary_key=True, min=0)
    most = dy.Int32(nullable=True, min=0)
    """The class of differences, both ends in it; the last one is open."""
    higher = dy.Int32(min=50, max=100)
    lower = dy.Int32(min=0, max=50)
    """What is expected of the higher and of the lower rated player, as percentages."""


class RatingSeasons(InCompetition):
    """One row a season of a rating system: its games, its list, and every rule that holds in it.

    A competition has one system, and its seasons do not overlap. The rules are described where they are set:
    `pipelines/rating_systems.py`.
    """

    system = dy.String(min_length=1)
    start = dy.Date()
    list_date = dy.Date()
    """The last day of the season; the games of both days count."""
    games_from = _one_of("games", "matches")
    """Whether players are rated by their games, or teams by their matches."""
    established_games = dy.Int32(min=0)
    games_if_unknown = dy.Int32(min=0)
    k_points = dy.Int32(min=1, max=2)
    k_steps = dy.List(
        dy.Struct(
            {
                "games_to": dy.Int32(nullable=True, min=0),
                "rating_below": dy.Int32(nullable=True),
                "k": dy.Float64(min=0),
            }
        ),
        min_length=1,
    )
    turbo_k = dy.Float64(nullable=True, min=0)
    turbo_deviation = dy.Int32(min=0)
    turbo_min_games = dy.Int32(min=1)
    turbo_performance = _one_of("exact", "rounded")
    rounded = _one_of("rating", "change")
    difference_cap = dy.Int32(nullable=True, min=1)
    difference_at_100 = dy.Int32(min=0)
    max_gain_over_performance = dy.Int32(nullable=True, min=0)
    k_games_cap = dy.Int32(nullable=True, min=1)
    overshoot_beyond = dy.Int32(min=0)
    nationalities = dy.List(dy.String(), nullable=True)
    list_games = dy.Int32(min=0)
    list_recent_games = dy.Int32(min=0)


class Elo(InCompetition):
    """One row a player a list: the rating, and all that made it. No number for a group with no link to a rating.

    Games are worth 2 points. By norms: `games`, `points` and `norm` are those against rated opponents this season.
    By performance: `games` and `points` are those of all seasons that made it, and there is no norm. Whoever did
    not play keeps the rating, and has none of these.
    """

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    player_id = dy.String(primary_key=True)
    rating_before = dy.Int32(nullable=True)
    method = _one_of(*RATING_METHODS, nullable=True)
    games = dy.Int32(nullable=True, min=1)
    points = dy.Float64(nullable=True, min=0)
    norm = dy.Float64(nullable=True, min=0)
    performance = dy.Int32(nullable=True)
    k = dy.Float64(nullable=True, min=0)
    change = dy.Int32(nullable=True)
    rating = dy.Int32(nullable=True)
    played = dy.Int32(min=0)
    """Games this season, whether they count or not."""
    recent = dy.Int32(min=0)
    """Those and the games of the season before."""
    games_total = dy.Int32(min=0)
    """Games up to this list; those at the start of the season decide on method and K."""
    flags = dy.String(nullable=True)
    """Words of `RATING_FLAGS`, with a comma between."""
    unlinked_group = dy.String(nullable=True)
    """Without a rating: the first player of the group of unrated players that met only one another."""


class RatingList(InCompetition):
    """One row a player on a printed list: the ranking list of active members, and the alphabetical one of everybody."""

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    list = _one_of(*RATING_LISTS, primary_key=True)
    position = dy.Int32(min=1)
    """On the ranking list, players with the same rating share the best position."""
    player_id = dy.String(primary_key=True)
    name = dy.String(nullable=True)
    rating_before = dy.Int32(nullable=True)
    games = dy.Int32(nullable=True)
    points = dy.Float64(nullable=True)
    norm = dy.Float64(nullable=True)
    performance = dy.Int32(nullable=True)
    k = dy.Float64(nullable=True)
    rating = dy.Int32()
    change = dy.Int32(nullable=True)


class RatedGames(InCompetition):
    """Two rows a game of a rating season, one for each player: what the ratings made likely, and what was scored.

    Ratings are those frozen at the list before. Games are worth 2 points.
    """

    system = dy.String(min_length=1)
    list_date = dy.Date()
    game_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    opponent_id = dy.String()
    date = dy.Date()
    event = dy.String(nullable=True)
    rating = dy.Int32(nullable=True)
    opponent_rating = dy.Int32(nullable=True)
    difference = dy.Int32(nullable=True)
    """Own rating less the opponent's, as the system caps it; null where one of the two had none."""
    expected = dy.Int32(nullable=True, min=0, max=100)
    """Percentage, from the rating table."""
    norm = dy.Float64(nullable=True)
    """That percentage of the 2 points."""
    points = dy.Float64(min=0, max=2)
    counted = dy.Bool()
    """Whether it counts in the player's change by norms; false for whoever is rated by performance."""


class Calibration(InCompetition):
    """One row a season a percentage expected of the higher rated: what they scored.

    Only games between two players with a rating count, each once; percentages from 50 to 100.
    """

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    expected = dy.Int32(primary_key=True, min=50, max=100)
    games = dy.Int32(min=1)
    scored = dy.Float64(min=0, max=100)
    """Percentage scored by the higher rated (either of the two at 50 %: the one with the lower id)."""


class Foretelling(InCompetition):
    """One row a season: how well the ratings foretold its games, beside saying 50 % of every game."""

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    games = dy.Int32(min=1)
    log_loss = dy.Float64(min=0)
    """Mean over games, natural logarithm; 0 and 100 % count as half a percent from there."""
    brier = dy.Float64(min=0)
    """Mean squared difference of share expected and share scored."""
    log_loss_even = dy.Float64(min=0)
    brier_even = dy.Float64(min=0)
    """Both for 50 % on every game."""


class PublishedRatings(InCompetition):
    """One row a player a list that was published: the rating as it stood there.

    A list is recorded here when it is published, or handed in as `ratings` with the date of a list; what is recorded
    goes before what is handed in, and no build changes it.
    """

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    player_id = dy.String(primary_key=True)
    rating = dy.Int32()
    games_total = dy.Int32(nullable=True, min=0)
    published_at = dy.Datetime(nullable=True, time_unit="us", time_zone="UTC")
    """When it was recorded; null for a list that was handed in."""


class Corrections(InCompetition):
    """One row a player a published list on which the rating would now be another: late or changed results."""

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    player_id = dy.String(primary_key=True)
    published = dy.Int32(nullable=True)
    """Null: was not on the list."""
    recomputed = dy.Int32(nullable=True)
    """Null: has no rating now."""
    difference = dy.Int32(nullable=True)


# --- awards -------------------------------------------------------------------------------------


class ImportedAwards(InSession):
    """One row an award that the federation gave itself: to an entrant, or to one of its players."""

    scheme = dy.String(min_length=1)
    line = dy.String(nullable=True, regex="^[A-Z]$")
    """Null where the entrant or player stands on one line of the session only."""
    entrant = dy.String(nullable=True)
    player_id = dy.String(nullable=True)
    points = dy.Float64()
    total = dy.Float64(nullable=True)
    """What all awards of this scheme for the session add up to, where the federation says so."""
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


class AwardChoices(dy.Schema):
    """One row a scheme that a competition awards its events by."""

    club = dy.String()
    competition = dy.String()
    season = dy.String()
    scheme = dy.String(min_length=1)
    of = _one_of("session", "event")
    """event: the sessions of an event of several sessions are awarded together, those by themselves one by one."""
    only = dy.String(nullable=True)
    """The session or event for which this choice holds, instead of those of the whole competition; null: all."""
    whole_points = dy.Bool()


class AwardPoints(InSession):
    """One row a player a scheme: what an event brought, by its result list.

    An event is the field of a session, or with `of` = event several sessions scored together: then `session_id` is
    the name of the event, and `line` names all lines on which the entrant played, with `+` between.
    """

    scheme = dy.String(primary_key=True, min_length=1)
    of = _one_of("session", "event", primary_key=True)
    line = dy.String(primary_key=True)
    entrant = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True, min_length=1)
    entrants = dy.Int32(nullable=True, min=1)
    """Ranked in the event."""
    rank = dy.Int32(nullable=True, min=1)
    points = dy.Float64(min=0)


class AwardTotals(InCompetition):
    """One row a player a scheme: all awards of a season in one competition."""

    scheme = dy.String(primary_key=True, min_length=1)
    player_id = dy.String(primary_key=True, min_length=1)
    events = dy.Int32(min=1)
    awarded = dy.Int32(min=0)
    """Events that brought points."""
    points = dy.Float64(min=0)
    rank = dy.Int32(min=1)
    """Among the players of the competition."""


class FederationAwards(dy.Schema):
    """One row a person a scheme: all awards of a season in all clubs."""

    scheme = dy.String(primary_key=True, min_length=1)
    season = dy.String(primary_key=True, min_length=1)
    """By its name: seasons of the same name count together, whatever their dates."""
    person = dy.String(primary_key=True, min_length=1)
    """The federation's id where the club tells it; else club and player, as `club/player`."""
    federation_id = dy.String(nullable=True)
    name = dy.String(nullable=True)
    clubs = dy.Int32(min=1)
    events = dy.Int32(min=1)
    awarded = dy.Int32(min=0)
    points = dy.Float64(min=0)
    rank = dy.Int32(min=1)


# --- operations ---------------------------------------------------------------------------------


class Builds(dy.Schema):
    """One row a build: what went in, with which version of the code, and how it went.

    The row is there from the moment the first file is read; what is known at the end only is null until then.
    """

    started_at = dy.Datetime(time_unit="us", time_zone="UTC", primary_key=True)
    finished_at = dy.Datetime(time_unit="us", time_zone="UTC", nullable=True)
    """Null: the build did not come to its end, and nothing in the warehouse can be relied on."""
    landing = dy.String()
    landing_sha256 = dy.String(nullable=True)
    """Over the path and content of every file in the landing folder."""
    code_sha256 = dy.String()
    """Over the code and reference data that computed the numbers."""
    reports = dy.String()
    only_season = dy.String(nullable=True)
    """The one season built; null: all."""
    pages = dy.Int64(nullable=True, min=0)
    errors = dy.Int64(nullable=True, min=0)
    warnings = dy.Int64(nullable=True, min=0)


LANDING: dict[str, type[dy.Schema]] = {
    "sessions": Sessions,
    "entries": Entries,
    "results": Results,
    "official_results": OfficialResults,
    "adjustments": Adjustments,
    "matches": Matches,
    "partnerships": Partnerships,
    "players": Players,
    "games": Games,
    "ratings": Ratings,
    "awards": ImportedAwards,
}
"""The tables that a file in the landing folder may hold."""

WAREHOUSE: dict[str, type[dy.Schema]] = {
    "raw.competitions": Competitions,
    "raw.files": Files,
    "raw.sessions": Sessions,
    "raw.entries": Entries,
    "raw.results": Results,
    "raw.adjustments": Adjustments,
    "raw.matches": Matches,
    "raw.partnerships": Partnerships,
    "raw.players": Players,
    "raw.games": Games,
    "raw.ratings": Ratings,
    "raw.rating_seasons": RatingSeasons,
    "raw.awards": ImportedAwards,
    "raw.award_choices": AwardChoices,
    "raw.official_results": OfficialResults,
    "raw.findings": Findings,
    "scored.board_scores": BoardScores,
    "scored.match_results": MatchResults,
    "scored.session_results": SessionResults,
    "scored.session_rounds": SessionRounds,
    "scored.event_results": EventResults,
    "scored.control_sheet": ControlSheet,
    "scored.boards": Boards,
    "scored.frequencies": Frequencies,
    "scored.official_differences": OfficialDifferences,
    "movements.session_balance": SessionBalance,
    "movements.season_scores": SeasonScores,
    "rankings.ranking_points": RankingPoints,
    "rankings.player_rankings": PlayerRankings,
    "rankings.partnerships": SeasonPartnerships,
    "movements.luck": Luck,
    "rankings.pair_rankings": PairRankings,
    "rankings.next_lines": LineAssignment,
    "rankings.backtest": Backtest,
    "rankings.other_methods": OtherMethods,
    "championships.individual_sessions": IndividualSessions,
    "championships.pair_sessions": PairSessions,
    "championships.individual": IndividualChampionship,
    "championships.pairs": PairsChampionship,
    "rankings.other_lines": OtherLines,
    "ratings.elo": Elo,
    "ratings.lists": RatingList,
    "ratings.games": RatedGames,
    "ratings.calibration": Calibration,
    "ratings.foretelling": Foretelling,
    "ratings.published": PublishedRatings,
    "ratings.corrections": Corrections,
    "awards.points": AwardPoints,
    "awards.totals": AwardTotals,
    "awards.federation": FederationAwards,
    "awards.findings": Findings,
    "operations.builds": Builds,
}
"""Every table of the warehouse, in the order in which a season makes them."""

IN_RATING_SEASONS = [name for name in WAREHOUSE if name == "raw.rating_seasons" or name.startswith("ratings.")]
"""Tables whose seasons are those of a rating system, named after both years; they end on its list day, whatever seasons
competition.toml has."""

RECORDED = ("ratings.published",)
"""Tables that remember what was done, and that no build could make again."""
