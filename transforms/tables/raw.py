"""Raw: the content of the landing folder as handed in. Every row has the file and the line from which it was read."""

import datetime as dt

import dataframely as dy

from transforms.tables import rule_words
from transforms.tables.messages import LANGUAGES
from transforms.tables.rule_words import words_of
from transforms.tables.shared import (
    CALL,
    CARD,
    DIRECTIONS,
    METHODS,
    ROW_NUMBER,
    SEATS,
    TEAM_SCORINGS,
    InClub,
    InCompetition,
    InLine,
    InSession,
    one_of,
    usual,
    warehouse_table,
)

KINDS = ("pairs", "butler", "cross_imp", "teams")

ADJUSTMENT_UNITS = ("points", "percent_of_top", "percent")

MOST_ROUNDS, HIGHEST_BOARD, HIGHEST_SCORE, LARGEST_AMOUNT = 10_000, 100_000, 100_000, 1_000_000
MOST_SESSIONS, MOST_GAMES = 10_000, 100_000
"""Limits far above any real number, but low enough that no sum of a season overflows or loses a printed decimal."""


def amount(*, nullable: bool = False, description: str | None = None) -> dy.Float64:
    """Return a column for points, IMPs or percentages: finite, and at most `LARGEST_AMOUNT` in size."""
    return dy.Float64(nullable=nullable, min=-LARGEST_AMOUNT, max=LARGEST_AMOUNT, description=description)


@warehouse_table("raw.competitions")
class Competitions(InCompetition):
    """One row per season of a competition: names, dates and all rules (docs/scoring_rules.md, docs/landing.md).

    Because a season is a row, transforms join the rules of many competitions instead of looping over competitions.
    """

    club_name = dy.String(metadata=usual("-"), description="Name of the club.")
    competition_name = dy.String(metadata=usual("-"), description="Name of the competition.")
    language = one_of(*LANGUAGES, nullable=True)
    """The language of the club's pages; null means the default language."""
    start = dy.Date(metadata=usual(dt.date.min), description="First day of the season.")
    end = dy.Date(metadata=usual(dt.date.max), description="Last day of the season.")
    # scoring
    profile = dy.String(metadata=usual("fonteintje"))
    """The scoring profile: a named set of values for the scoring rules."""
    not_played = one_of(*words_of(rule_words.NotPlayed), metadata=usual("neuberg"))
    """How a board with fewer results than expected is scored."""
    average = one_of(*words_of(rule_words.Average), metadata=usual("tie"))
    """How a line that a director ruled to be an average counts when the other lines are scored."""
    assigned = one_of(*words_of(rule_words.Assigned), metadata=usual("average"))
    """How a line with a percentage given by the director counts when the other lines are scored."""
    expected = one_of(*words_of(rule_words.Expected), metadata=usual("per_board"))
    """How many results are expected on a board."""
    line_decimals = dy.Int8(nullable=True, min=0, max=6)
    """The number of decimals to which the points of a result line are rounded; null means no rounding."""
    rounded = one_of(*words_of(rule_words.Rounded), metadata=usual("lines"))
    """Whether the points of each line are rounded, or only the totals."""
    average_plus = dy.Float64(min=50, max=100, metadata=usual(60.0), description="Percent for an average plus.")
    average_minus = dy.Float64(min=0, max=50, metadata=usual(40.0), description="Percent for an average minus.")
    shown = one_of(*words_of(rule_words.Shown), metadata=usual("as_scored"))
    """Which points a result file prints next to a line; this rule changes no result."""
    split = one_of(*words_of(rule_words.Split), metadata=usual("half_each"))
    """How a line with a split score counts when the other lines are scored."""
    few_results = one_of(*words_of(rule_words.FewResults), metadata=usual("neuberg"))
    """How a board with few results is scored."""
    sit_out = one_of(*words_of(rule_words.SitOut), metadata=usual("nothing"), description="What a sit-out brings.")
    datum_drop = dy.Int8(min=0, max=100, metadata=usual(0))
    """Butler: how many of the highest scores, and of the lowest, are left out of the datum."""
    datum_trim = dy.Float64(min=0, max=0.4, metadata=usual(0.0))
    """Butler: the share of the scores that is left out of the datum, both at the top and at the bottom."""
    datum_round_to = dy.Int32(min=1, max=100, metadata=usual(10))
    """Butler: the datum is rounded to a multiple of this number."""
    datum_half = one_of(*words_of(rule_words.DatumHalf), metadata=usual("away"))
    """Butler: how a datum halfway between two multiples is rounded. away: away from zero; even: to the even multiple,
    so 425 to 420."""
    imp_cap = dy.Int8(nullable=True, min=1, max=24)
    """Butler and cross-IMPs: the most IMPs that one comparison brings; null means no limit below the IMP scale."""
    cross_imps = one_of(*words_of(rule_words.CrossImps), metadata=usual("per_comparison"))
    """The number by which the cross-IMPs of a board are divided."""
    cross_imp_totals = one_of(*words_of(rule_words.CrossImpTotals), metadata=usual("as_played"))
    """Whether totals of cross-IMPs are as played, or scaled to a full set of boards; `per_board`: as played, and the
    file prints totals of IMPs per board."""
    average_plus_imps = dy.Float64(min=0, metadata=usual(3.0), description="IMPs for an average plus.")
    average_minus_imps = dy.Float64(max=0, metadata=usual(-3.0), description="IMPs for an average minus.")
    victory_points = one_of(*words_of(rule_words.VictoryPointScale), metadata=usual("wbf_continuous"))
    """The scale that converts IMPs to victory points."""
    vp_table = dy.String(nullable=True)
    """The club's own table of victory points, as CSV: margin or percentage, vp, and perhaps boards; null if none."""
    # rounds and events
    by = one_of(*words_of(rule_words.By), nullable=True)
    """What ranks the result list of pairs. vp: the victory points of matches; null: the points of the boards, unless a
    file gives victory points."""
    bye = dy.Float64(nullable=True, min=0, max=20)
    """Victory points for a round without an opponent. Null means the mean of the entrant's own matches."""
    bye_by_average = dy.Bool(metadata=usual(False), description="Whether the settings say so: bye is `average` there.")
    missed = dy.Float64(nullable=True, min=0, max=100)
    """The percentage for a missed session of an event. Null means that entrants who missed a session are not ranked."""
    ties = dy.List(one_of(*words_of(rule_words.TieBreak)), metadata=usual([]))
    """The tie-breaks for equal scores where matches count, in the order in which they apply. match: the matches that
    the tied entrants played against each other; quotient: IMPs won divided by IMPs lost; opponents: the opponents'
    victory points."""
    # ranking
    method = one_of(*METHODS, metadata=usual("balanced"))
    lines = dy.Int32(min=1, max=26, metadata=usual(3), description="How many lines the competition has.")
    top = dy.Float64(metadata=usual(100.0), description="The highest ranking points of the best line.")
    average_a = amount(nullable=True)
    """The ranking points of an average score in line A, as an alternative to `top`, which is then computed from it;
    null if `top` is given."""
    width = dy.Float64(min_exclusive=0, max=LARGEST_AMOUNT, metadata=usual(40.0))
    """The difference between the highest and the lowest ranking points of a line."""
    step = dy.Float64(min=0, max=LARGEST_AMOUNT, metadata=usual(10.0))
    """The difference between the highest ranking points of a line and those of the next line."""
    top_score_pairs = dy.Float64(min_exclusive=50, max=100, metadata=usual(63.5))
    """Matchpoints: the percentage that earns the highest ranking points of a line."""
    top_score_butler = dy.Float64(min_exclusive=0, max=LARGEST_AMOUNT, metadata=usual(2.0))
    """Butler and cross-IMPs: the IMPs per board that earn the highest ranking points of a line."""
    top_score_teams = dy.Float64(min_exclusive=10, max=25, metadata=usual(17.0))
    """Teams: the victory points per match that earn the highest ranking points of a line."""
    window = dy.Int32(min=1, max=MOST_SESSIONS, metadata=usual(6))
    """How many of a player's last sessions count in the ranking."""
    substitute_ranking = dy.Float64(min=-LARGEST_AMOUNT, max=LARGEST_AMOUNT, metadata=usual(70.0))
    round_stretch = dy.Bool(metadata=usual(False))
    """Whether `width` and `step` are rounded to whole numbers if a session has more or fewer lines than usual."""
    hand_on = dy.Bool(metadata=usual(True))
    """Whether players start the season from their final rankings in the last season that they played."""
    # championships
    individual_min = dy.Int32(nullable=True, min=1, max=MOST_SESSIONS, metadata=usual(20))
    """How many sessions must count in the individual championship; null if the rules require a share of the evenings.
    """
    individual_min_share = dy.Float64(nullable=True, min_exclusive=0, max=100)
    """Which percentage of the evenings so far must count in the individual championship; null if the rules require a
    number."""
    individual_drop = dy.Int32(min=0, max=MOST_SESSIONS, metadata=usual(5))
    """How many of the worst results beyond the required number may be dropped in the individual championship."""
    individual_show = dy.Bool(metadata=usual(True))
    """Whether pages and downloads include the individual championship."""
    pairs_together = dy.Int32(nullable=True, min=1, max=MOST_SESSIONS, metadata=usual(20))
    """How many results that a pair earned together must count in the pairs championship; null if the rules require a
    share of the evenings."""
    pairs_together_share = dy.Float64(nullable=True, min_exclusive=0, max=100)
    """Which percentage of the evenings so far must count in the pairs championship; null if the rules require a number.
    """
    pairs_substitutes = dy.Int32(min=0, max=MOST_SESSIONS, metadata=usual(5))
    """How many results with a substitute may count in the pairs championship, if the pair played too few sessions."""
    pairs_drop = dy.Int32(min=0, max=MOST_SESSIONS, metadata=usual(0))
    """How many of the worst results beyond the required number may be dropped in the pairs championship."""
    pairs_show = dy.Bool(metadata=usual(True))
    """Whether pages and downloads include the championship of pairs and trios."""
    # handicap lists
    handicap_system = one_of(*words_of(rule_words.HandicapSystem), nullable=True)
    """Where the handicaps come from: strength (the results of the evenings before), project52 (numbers from 52 to 0 in
    the table of players), table (percentage points in the table of players); null means that there are no handicap
    lists."""
    handicap_strata = dy.Int8(nullable=True, min=2, max=9)
    """The number of strata into which each field is divided, by strength; null means that there are none."""
    handicap_by = one_of(*words_of(rule_words.StrataBy), metadata=usual("handicap"))
    """Whether strata are by handicap or by ranking."""
    # strength
    strength_public = dy.Bool(metadata=usual(False))
    """Whether pages and downloads include the strength of players and pairs, and forecasts."""
    strength_spread = dy.Float64(min_exclusive=0, max=50, metadata=usual(3.2))
    """How much the strengths of newcomers differ: their standard deviation, in percent of a pair's score."""
    strength_partner = dy.Float64(min=0, max=1, metadata=usual(0.7))
    """How much newcomers are like the partners with whom they begin: the correlation of their strengths."""
    strength_form = dy.Float64(min=0, max=50, metadata=usual(2.0))
    """How much a pair's form differs from evening to evening: the standard deviation, in percent."""
    strength_board = dy.Float64(min_exclusive=0, max=100, metadata=usual(26.0))
    """The luck of one board: the standard deviation of a pair's score on it among many tables, in percent."""
    strength_drift = dy.Float64(min=0, max=50, metadata=usual(0.0))
    """How much the strength of a player changes in a year: the standard deviation, in percent."""


@warehouse_table("raw.files")
class Files(InClub):
    """One row per file read: its path, its format, and how many rows and findings it gave."""

    file_id = dy.String(primary_key=True)
    path = dy.String(description="The path within the landing folder.")
    format = dy.String(description="The format that was recognised.")
    sha256 = dy.String()
    modified_at = dy.Datetime(nullable=True, time_unit="us", time_zone="UTC")
    """When the file was last changed, according to the file system; null if the file cannot be opened."""
    ingested_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When it was read.")
    rows = dy.Int64(min=0, description="How many rows it gave.")
    settings = dy.String(nullable=True)
    """The text of the competition.toml that is in use: if the present text is unusable, the earlier one. Null for other
    files."""
    findings = dy.Int64(min=0, description="How many findings it gave.")


@warehouse_table(
    *("raw.findings", "scored.findings", "deals.findings", "awards.findings", "federation.findings"),
    "operations.findings",
)
class Findings(dy.Schema):
    """One row per finding: something that could not be used as it was, or that someone should check."""

    club = dy.String(nullable=True)
    competition = dy.String(nullable=True)
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)
    severity = one_of("error", "warning")
    field = dy.String(nullable=True, description="The column or key that is wrong.")
    value = dy.String(nullable=True, description="The value found there.")
    code = dy.String(description="The name of what is said, the same for every finding of its kind.")
    arguments = dy.String(nullable=True, description="What stands in its gaps, as a JSON object of texts.")
    message = dy.String(description="What is said, in English.")


@warehouse_table("raw.sessions")
class Sessions(InSession):
    """One row per session (usually an evening, with one result list)."""

    date = dy.Date(metadata=usual(dt.date.min))
    kind = one_of(*KINDS, metadata=usual("pairs"), description="How it was played: pairs, butler, cross_imp or teams.")
    together = dy.String(nullable=True)
    """The lines scored as one field, such as `A+C`; several groups are separated by `;`."""
    title = dy.String(nullable=True, description="Its name, if it has one.")
    winners = dy.Int8(min=1, max=2, metadata=usual(1))
    """1: all entrants of a field are ranked together; 2: North-South and East-West are ranked separately (Mitchell)."""
    team_scoring = one_of(*TEAM_SCORINGS, nullable=True)
    """How a board between two teams is scored; null counts as imps."""
    event = dy.String(nullable=True)
    """The event whose sessions, including this one, are added up; null for a session outside any event."""
    carry = dy.Float64(nullable=True, min=0, max=1)
    """The fraction of this session's result that counts in its event; null counts as 1."""
    datum_drop = dy.Int8(nullable=True, min=0, max=100)
    """Butler: how many scores are left out of the datum at each end, as the file says; null means as the rules say."""
    simultaneous = dy.String(nullable=True)
    """The event that several clubs play with the same deals; null if it is not named."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.entries")
class Entries(InSession):
    """One row per player who sat down: for which entrant, and as whose substitute.

    A player has only one row per session.
    """

    line = dy.String(regex="^[A-Z]$", metadata=usual("A"))
    entrant = dy.String(min_length=1)
    player_id = dy.String(primary_key=True, min_length=1)
    substitutes_for = dy.String(nullable=True)
    """The id of the player whom this player replaces; null for a player who replaces no one."""
    direction = one_of(*DIRECTIONS, nullable=True)
    """The direction in which this entrant sat in a session with two winners; null in other sessions."""
    seat = one_of(*SEATS, nullable=True)
    """The seat in which this player began: N, E, S or W; null if not known. When a pair changes direction, its players
    change between N and E, and between S and W."""
    rounds = dy.String(nullable=True, regex="^[0-9]+([+][0-9]+)*$")
    """The rounds that this player of a pair or team played, such as `1+3`; null means all rounds."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.results")
class Results(InSession):
    """One row per result line, ordered by line and board, then by file and place in the file.

    In a sit-out, one side is null. A side is also null if the line has a result but does not name that side. In an
    individual, a side is two entrants joined by `+` (`3+7`). `ruling` is null for a normal result;
    `docs/scoring_rules.md` lists its other values. `subfield` names the form of a fouled board (Law 87); it is null if
    the board has only one form. The official points are those that the file itself prints for the line; null if it
    prints none.
    """

    line = dy.String(regex="^[A-Z]$", metadata=usual("A"))
    round = dy.Int32(nullable=True, min=0, max=MOST_ROUNDS)
    table = dy.String(nullable=True, description="The table at which it was played, as named in the file.")
    board = dy.Int32(min=1, max=HIGHEST_BOARD)
    ns = dy.String(nullable=True)
    ew = dy.String(nullable=True)
    contract = dy.String(nullable=True)
    declarer = one_of(*SEATS, nullable=True)
    tricks = dy.Int8(nullable=True, min=0, max=13)
    score = dy.Int32(nullable=True, min=-HIGHEST_SCORE, max=HIGHEST_SCORE)
    """The score of the contract, seen from North-South."""
    ruling = dy.String(nullable=True)
    subfield = dy.String(nullable=True)
    official_ns_points = amount(nullable=True, description="The points of North-South that the file prints; else null.")
    official_ew_points = amount(nullable=True, description="The points of East-West that the file prints; else null.")
    official_centred = dy.Bool(nullable=True)
    """True if the file gives its official points relative to the average (points - top/2); null if it gives no points.
    """
    official_datum = amount(nullable=True, description="The datum that the file gives for the board (Butler).")
    lead = dy.String(nullable=True, regex=f"^{CARD}$")
    auction = dy.String(nullable=True, regex=f"^{CALL}!?( {CALL}!?)*$")
    """The calls in order from the dealer, such as `1NT Pass 3NT Pass Pass Pass`; `!` after a call: it was alerted."""
    play = dy.String(nullable=True, regex=f"^{CARD}( {CARD})*$")
    """The cards in the order in which they were played, such as `SQ S3 S5 SA`."""
    file_id = dy.String(primary_key=True, metadata=usual("-"))
    line_no = dy.Int64(primary_key=True, metadata=usual(ROW_NUMBER))


@warehouse_table("raw.official_results")
class OfficialResults(InLine):
    """One row per entrant: the result that the file itself publishes, to compare with ours.

    An entrant whom the file lists without a result has a row with null values.
    """

    entrant = dy.String(primary_key=True)
    points = amount(nullable=True, description="The total that the file prints.")
    score = amount(nullable=True, description="A percentage (0 to 100), or IMPs.")
    rank = dy.Int32(nullable=True, min=0, max=HIGHEST_BOARD)
    penalty = amount(nullable=True, description="The penalty points that the director took, as the file gives them.")
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


LISTED_RESULT = ("points", "score", "rank")
"""Columns of `OfficialResults`. If all of them are null, the row only shows that an entrant took part."""
LISTED = (*LISTED_RESULT, "penalty")

DIFFERING = ("lines", "datums", "scores", "totals", "ranks", "matches", "victory_points")
STATED = (
    *("sections", "entrants", "rounds", "tables", "boards", "results"),
    *("team_matches", "cut_off", "schedule", "no_match", "contradictions", "missing"),
)


@warehouse_table("raw.stated")
class Stated(InSession):
    """One row per count that a file gives, such as its number of boards, to compare with the rows read."""

    what = one_of(*STATED, primary_key=True)
    """What is counted. team_matches: the matches of teams, if some are left out; cut_off: rows cut off; schedule: rows
    that contradict the schedule; no_match: rounds of an entrant without match or bye; contradictions: rows that
    contradict each other; missing: missing results. The other words explain themselves."""
    value = dy.Int32(min=0, description="How many, as the file says.")
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.schedule")
class Schedule(InSession):
    """One row per table, round and board of the movement in a file, with the pairs that should play the board.

    A side is null if nobody should sit there, for example opposite a missing pair.
    """

    line = dy.String(primary_key=True, regex="^[A-Z]$", metadata=usual("A"))
    round = dy.Int32(primary_key=True, min=0, max=MOST_ROUNDS)
    table = dy.String(primary_key=True, description="The table at which it was played, as named in the file.")
    board = dy.Int32(primary_key=True, min=1, max=HIGHEST_BOARD)
    ns = dy.String(nullable=True)
    ew = dy.String(nullable=True)
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.adjustments")
class Adjustments(InSession):
    """One row per amount that an entrant gains (positive) or loses (negative): a penalty, or points carried forward."""

    line = dy.String(regex="^[A-Z]$")
    entrant = dy.String(primary_key=True, min_length=1)
    amount = amount(description="What is gained, or lost if negative.")
    unit = one_of(*ADJUSTMENT_UNITS)
    """`points`: matchpoints, IMPs or victory points; `percent_of_top`: percent of the top of one board; `percent`:
    percent of the maximum."""
    reason = dy.String(nullable=True, description="Why, in the director's words.")
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


@warehouse_table("raw.matches")
class Matches(InLine):
    """One row per team and match. Victory points always count; other values count only without result lines."""

    round = dy.Int32(primary_key=True, min=0, max=MOST_ROUNDS)
    team = dy.String(primary_key=True)
    opponent = dy.String(primary_key=True, description="The other team; `-` for a bye, a round without an opponent.")
    boards = dy.Int32(nullable=True, min=0, max=HIGHEST_BOARD, description="How many boards were played in the match.")
    imps = amount(nullable=True, description="IMPs won in the match, or lost if negative.")
    vp = amount(nullable=True, description="Victory points of the match, as the file gives them.")
    points = amount(nullable=True, description="The points from the boards at point-a-board.")
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.totals")
class Totals(InLine):
    """One row per entrant of a session of which only the result list is known, without result lines and matches.

    The result is a percentage, IMPs or victory points, as the session is scored.
    """

    entrant = dy.String(primary_key=True, min_length=1)
    boards = dy.Int32(min=1, max=HIGHEST_BOARD, description="How many boards the entrant played.")
    percentage = dy.Float64(nullable=True, min=0, max=100, description="At matchpoints and point-a-board.")
    imps = amount(nullable=True, description="At Butler and cross-IMPs: the IMPs of all boards together.")
    vp = amount(nullable=True, description="For teams at IMPs: the victory points of all matches together.")
    rank = dy.Int32(nullable=True, min=1, max=HIGHEST_BOARD, description="The rank in the list, to compare with ours.")
    points = amount(nullable=True, description="The points behind the percentage; they need a maximum.")
    maximum = dy.Float64(nullable=True, min=1, max=LARGEST_AMOUNT)
    """The most points, or victory points (20 per match), that could be won; null if the list does not give it."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.ranking_points")
class EarnedPoints(InSession):
    """One row per player and session: ranking points earned under another program, taken as they are."""

    player_id = dy.String(primary_key=True, min_length=1)
    points = amount(description="The ranking points, on the scale of the competition.")
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.partnerships")
class Partnerships(InClub):
    """One row per player of each pair and trio in the pairs championship: two rows for a pair, three for a trio."""

    partnership_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.people")
class People(InClub):
    """One row per line of people.csv: the person who is also known as `alias` has the id `player_id`.

    A line that has the same id twice states that this id is a separate person.
    """

    alias = dy.String(min_length=1, description="The name or id under which the person is also found.")
    player_id = dy.String(min_length=1)
    since = dy.Date(nullable=True, description="The first day on which this holds; null: from the beginning.")
    until = dy.Date(nullable=True, description="The last day on which this holds; null: to this day.")
    why = dy.String(nullable=True, description="A remark of the director; nothing is made of it.")
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


class _KnownPlayer(InClub):
    player_id = dy.String(primary_key=True)
    name = dy.String(nullable=True)
    member = dy.Bool(nullable=True, description="Whether a member; null where nobody says.")
    nationality = dy.String(nullable=True, description="Country, in letters.")
    substitute_ranking = amount(nullable=True)
    handicap = dy.Float64(nullable=True, min=-100, max=100)
    """Percentage points to add to the score, or the number of Project 52 (docs/handicap.md); null if not known."""
    federation_id = dy.String(nullable=True)
    """The person's id in the federation, the same in all clubs; null if not known, so that other clubs cannot recognise
    the person."""
    birth_year = dy.Int32(nullable=True, min=1850, max=2199)
    """The year of birth, for rating systems that have special rules for juniors."""
    public = dy.Bool(nullable=True)
    """Whether pages name this person; if false, they show "a member". Null counts as true."""
    namesake_of = dy.String(nullable=True)
    """The id of another person in this competition, who asks not to be named and has the same name in some file; null
    if there is none."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.players")
class Players(_KnownPlayer):
    """One row per person in a competition."""

    seasons = dy.List(
        dy.Struct(
            {
                "season": dy.String(),
                "member": dy.Bool(nullable=True),
                "substitute_ranking": dy.Float64(nullable=True),
                "handicap": dy.Float64(nullable=True),
            }
        ),
        nullable=True,
    )
    """The values that replace `member`, `substitute_ranking` and `handicap` in single seasons; null if these always
    hold."""


class PlayersOfFiles(_KnownPlayer):
    """One row per line of a table of players, as files have it."""

    season = dy.String(nullable=True)
    """The season in which `member`, `substitute_ranking` and `handicap` hold; null: all seasons without a line of their
    own."""


@warehouse_table("raw.games")
class Games(InClub):
    """One row per game between two players, for the yearly ratings."""

    game_id = dy.String(primary_key=True)
    date = dy.Date(metadata=usual(dt.date.min))
    event = dy.String(nullable=True)
    player_id = dy.String()
    opponent_id = dy.String()
    points = amount(description="Points of the player, of 2.")
    opponent_points = amount(description="Points of the player met, of 2.")
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.ratings")
class Ratings(InClub):
    """One row per player and list: ratings to start from, and lists that were published elsewhere.

    The limits are wider than any scale of ratings, but narrow enough that no sum of ratings overflows.
    """

    list_date = dy.Date(primary_key=True, metadata=usual(dt.date.min))
    player_id = dy.String(primary_key=True)
    rating = dy.Float64(min=-100_000, max=100_000, description="The rating on that list.")
    games = dy.Int32(nullable=True, min=0, max=100_000, description="Games played up to that list; null: not known.")
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


_LIMITS = ("games_to", "rating_below", "age_to")


class RatingRules(dy.Schema):
    """The dates and the rules of a season of a rating system."""

    system = dy.String(min_length=1, metadata=usual("kndb"))
    edition = dy.String(min_length=1, metadata=usual("kndb"))
    """The edition of the rules of the system that the season takes: the one named, or the one valid on its last day."""
    start = dy.Date(metadata=usual(dt.date.min), description="First day of the rating season.")
    list_date = dy.Date(metadata=usual(dt.date.max))
    """The last day of the season. Games on the first day of the season and on this day count."""
    games_from = one_of(*words_of(rule_words.RatedBy), metadata=usual("games"))
    """Whether players are rated by their games, or teams by their matches."""
    established_games = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(25))
    """A player with at least this many games before the season is rated by norms; with fewer, by performance."""
    games_if_unknown = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(25))
    """The number of games assumed for a player whose rating is given without a number of games."""
    first_rating_games = dy.Int32(nullable=True, min=1, max=MOST_GAMES)
    """The number of games against rated opponents needed for a first rating; only such games then count in a
    performance. Null means any number of games, and newcomers who met are rated together."""
    added_draws = dy.Int32(nullable=True, min=1, max=100)
    """The number of draws that are added to the games of a performance; null means none."""
    added_draws_rating = dy.Int32(nullable=True, min=0, max=MOST_GAMES)
    """The rating of the opponents in the draws of `added_draws`."""
    first_rating_at_most = dy.Int32(nullable=True, min=0, max=MOST_GAMES)
    """The highest rating that a performance gives; null means no limit."""
    floor = dy.Int32(nullable=True, min=0, max=MOST_GAMES)
    """The lowest rating: who would get less has no rating, and starts anew. Null means none."""
    k_points = dy.Int32(min=1, max=2, metadata=usual(2))
    """How many points a game is worth on the scale for which K is stated."""
    k_steps = dy.List(
        dy.Struct({**{limit: dy.Int32(nullable=True) for limit in _LIMITS}, "k": dy.Float64(min=0)}),
        min_length=1,
        metadata=usual([{**dict.fromkeys(_LIMITS), "games_to": 125, "k": 7.5}, {**dict.fromkeys(_LIMITS), "k": 5.0}]),
    )
    """The values of K, with limits on games, rating and age; the first step whose limits a player meets is used."""
    turbo_k = dy.Float64(nullable=True, min=0, max=100, metadata=usual(10.0))
    """K after a season in which the performance was far from the old rating; null means that there is no special K."""
    turbo_deviation = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(100))
    """`turbo_k` is used only if performance and old rating differ by more than this number of points."""
    turbo_min_games = dy.Int32(min=1, max=MOST_GAMES, metadata=usual(1))
    """`turbo_k` is used only after at least this number of rated games in the season."""
    turbo_performance = one_of(*words_of(rule_words.TurboPerformance), metadata=usual("exact"))
    """Whether the performance is compared with the old rating as it is (exact) or after rounding (rounded)."""
    rounded = one_of(*words_of(rule_words.RoundedRating), metadata=usual("rating"))
    """What is rounded to a whole number: the new rating, or its change."""
    difference_cap = dy.Int32(nullable=True, min=1, max=MOST_GAMES)
    """A larger difference in rating counts as this number; null means no limit."""
    difference_cap_below = dy.Int32(nullable=True, min=0, max=MOST_GAMES)
    """Only players below this rating have the limit of `difference_cap`; null means all players."""
    difference_at_100 = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(736))
    """The difference in rating added to the opponents' rating for a score of 100 %, and subtracted for 0 %."""
    max_gain_over_performance = dy.Int32(nullable=True, min=0, max=MOST_GAMES)
    """How far above the performance a rating may rise; null means no limit."""
    k_games_cap = dy.Int32(nullable=True, min=1, max=MOST_GAMES)
    """The maximum of K times the number of games; null means no limit."""
    overshoot_beyond = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(350))
    """Players are flagged if K times their number of games exceeds this number."""
    nationalities = dy.List(dy.String(), nullable=True, metadata=usual(["NED", "NLD", "NL"]))
    """Players of these nationalities are on the ranking list even if they are not members; null means all players."""
    list_games = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(25))
    """The total number of games needed for the ranking list."""
    list_recent_games = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(6))
    """The number of games in this season and the one before that is needed for the ranking list."""
    difference_cap_below_since = dy.Date(nullable=True)
    """The day from which games follow `difference_cap_below`; null means all games of the season."""


@warehouse_table("raw.rating_seasons")
class RatingSeasons(InCompetition, RatingRules):
    """One row per season of a rating system: its dates, the source of its games, and all its rules.

    A competition has one system, and its seasons do not overlap. `docs/ratings.md` describes the rules.
    """

    rated_in = one_of(*words_of(rule_words.RatedIn), metadata=usual("competition"))
    """competition: the games count for the list of this competition alone. federation: they count for the list of the
    federation as well."""


@warehouse_table("raw.awards")
class ImportedAwards(InSession):
    """One row per award that the federation gave to an entrant or to one of its players."""

    scheme = dy.String(min_length=1)
    line = dy.String(nullable=True, regex="^[A-Z]$")
    """The letter of the line; may be null if the entrant or player is on only one line of the session."""
    entrant = dy.String(nullable=True)
    player_id = dy.String(nullable=True)
    points = amount(description="The points awarded.")
    total = amount(nullable=True)
    """The sum of all awards of this scheme for the session; null if the federation does not give it."""
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


@warehouse_table("raw.award_choices")
class AwardChoices(dy.Schema):
    """One row per award scheme that a competition has chosen, with its options."""

    club = dy.String()
    competition = dy.String()
    season = dy.String()
    scheme = dy.String(min_length=1)
    of = one_of(*words_of(rule_words.AwardedAs), metadata=usual("session"))
    """session: each session is awarded separately; event: the sessions of an event are awarded together, other sessions
    separately."""
    only = dy.String(nullable=True)
    """The session or event to which this choice applies instead of the general choices; null means the whole
    competition."""
    whole_points = dy.Bool(metadata=usual(False))
    """Whether points are rounded to whole points by largest remainder, in schemes that allow it."""
    ties = one_of(*words_of(rule_words.Ties), metadata=usual("mean"))
    """mean: tied entrants share the awards of their places; rank: each gets the award of the best of these places."""


SETTLED = r"^([A-Z])\s+([0-9]{1,4})\s+(\S+)$"
"""The form in which a director names a result: line, board and a pair, such as `A 3 12`."""


@warehouse_table("raw.session_settings")
class SessionSettings(InClub):
    """One row per `[[session]]` of competition.toml: the director's settings for one session."""

    place = dy.Int32(primary_key=True, min=1, description="The first `[[session]]` of the file is 1.")
    session_id = dy.String(nullable=True)
    """The id of the session, even if the settings name it by its files; null if these files contain no session."""
    files = dy.List(dy.String())
    """The files that form this session, as paths from the folder of the competition; empty if the session is named by
    its id."""
    date = dy.Date(nullable=True)
    together = dy.String(nullable=True)
    """The lines scored as one field, such as `A+C`, whatever the files say; null means as in the files."""
    kind = one_of(*KINDS, nullable=True)
    """How the session was played, whatever the files say; null means as in the files."""
    winners = dy.Int8(nullable=True, min=1, max=2)
    """How many winners a field has, whatever the files say; null means as in the files."""
    team_scoring = one_of(*TEAM_SCORINGS, nullable=True)
    """How a board between two teams is scored, whatever the files say; null means as in the files."""
    event = dy.String(nullable=True, min_length=1)
    """The event in which this session is added up, whatever the files say; null means as in the files."""
    carry = dy.Float64(nullable=True, min=0, max=1)
    """The fraction of this session's result that counts in its event, whatever the files say; null means as in the
    files."""
    simultaneous = dy.String(nullable=True, min_length=1)
    """The event that several clubs play with the same deals, whatever the files say; null means as in the files."""
    supersedes = dy.List(dy.String(), description="Sessions or files that this session replaces.")
    keep_both = dy.Bool(metadata=usual(False))
    """Whether the session counts even though another session seems to be the same evening."""
    accept = dy.String(nullable=True)
    """The reason why official results of this session may differ from ours; null if no reason is given."""
    accept_at_most = dy.String(nullable=True)
    """How many values of a kind may differ or be missing, such as `{"boards": 1}`; null means that any number may
    differ, but none may be missing."""
    settled = dy.List(dy.String(), nullable=True)
    """Results that the director has checked and found right: line, board and a pair, such as `A 3 12`."""


_COLOUR = "^#[0-9a-f]{6}$"


@warehouse_table("raw.looks")
class Looks(InClub):
    """One row per competition of a club with a picture, colour or text for its pages, from `[page]` of club.toml."""

    colour = dy.String(nullable=True, regex=_COLOUR, description="That of links on light pages, `#rrggbb`.")
    colour_in_the_dark = dy.String(nullable=True, regex=_COLOUR, description="That of links on dark pages.")
    mark_format = one_of("png", "jpg", "svg", nullable=True, description="What kind of picture the mark is.")
    mark = dy.String(nullable=True, description="The bytes of the picture, in base64.")
    welcome = dy.String(nullable=True)
    """A text for the first page and the pages of seasons; empty lines separate paragraphs."""
