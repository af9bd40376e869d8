"""Raw: the landing folder as it was handed in; every row knows its file and line."""

import datetime as dt

import dataframely as dy

from transforms.tables import rule_words
from transforms.tables.rule_words import words_of
from transforms.tables.shared import (
    DIRECTIONS,
    METHODS,
    ROW_NUMBER,
    SEATS,
    TEAM_SCORINGS,
    InCompetition,
    InSession,
    one_of,
    usual,
    warehouse_table,
)

KINDS = ("pairs", "butler", "cross_imp", "teams")

ADJUSTMENT_UNITS = ("points", "percent_of_top", "percent")


@warehouse_table("raw.competitions")
class Competitions(InCompetition):
    """One row a season of a competition: its names, dates and every rule that holds in it.

    A season is a row, so the rules of many competitions are joined, never looped over. The rules are
    described where they are set: `pipelines/settings/competition.py`.
    """

    club_name = dy.String(metadata=usual("-"))
    competition_name = dy.String(metadata=usual("-"))
    start = dy.Date(metadata=usual(dt.date.min))
    end = dy.Date(metadata=usual(dt.date.max))
    # scoring
    profile = dy.String(metadata=usual("fonteintje"))
    not_played = one_of(*words_of(rule_words.NotPlayed), metadata=usual("neuberg"))
    average = one_of(*words_of(rule_words.Average), metadata=usual("tie"))
    assigned = one_of(*words_of(rule_words.Assigned), metadata=usual("average"))
    expected = one_of(*words_of(rule_words.Expected), metadata=usual("per_board"))
    line_decimals = dy.Int8(nullable=True, min=0, max=6)
    rounded = one_of(*words_of(rule_words.Rounded), metadata=usual("lines"))
    average_plus = dy.Float64(min=50, max=100, metadata=usual(60.0))
    average_minus = dy.Float64(min=0, max=50, metadata=usual(40.0))
    shown = one_of(*words_of(rule_words.Shown), metadata=usual("as_scored"))
    split = one_of(*words_of(rule_words.Split), metadata=usual("half_each"))
    few_results = one_of(*words_of(rule_words.FewResults), metadata=usual("neuberg"))
    sit_out = one_of(*words_of(rule_words.SitOut), metadata=usual("nothing"))
    datum_drop = dy.Int8(min=0, metadata=usual(0))
    datum_trim = dy.Float64(min=0, max=0.4, metadata=usual(0.0))
    datum_round_to = dy.Int32(min=1, metadata=usual(10))
    cross_imps = one_of(*words_of(rule_words.CrossImps), metadata=usual("per_comparison"))
    average_plus_imps = dy.Float64(min=0, metadata=usual(3.0))
    average_minus_imps = dy.Float64(max=0, metadata=usual(-3.0))
    victory_points = one_of(*words_of(rule_words.VictoryPointScale), metadata=usual("wbf_continuous"))
    # ranking
    method = one_of(*METHODS, metadata=usual("balanced"))
    lines = dy.Int32(min=1, max=26, metadata=usual(3))
    top = dy.Float64(metadata=usual(100.0))
    average_a = dy.Float64(nullable=True)
    """Where the rules name the ranking points of an average score in line A: `top` follows from them."""
    width = dy.Float64(min_exclusive=0, metadata=usual(40.0))
    step = dy.Float64(min=0, metadata=usual(10.0))
    top_score_pairs = dy.Float64(min_exclusive=50, max=100, metadata=usual(63.5))
    top_score_butler = dy.Float64(min_exclusive=0, metadata=usual(2.0))
    top_score_teams = dy.Float64(min_exclusive=10, max=25, metadata=usual(17.0))
    window = dy.Int32(min=1, metadata=usual(6))
    substitute_ranking = dy.Float64(metadata=usual(70.0))
    round_stretch = dy.Bool(metadata=usual(False))
    hand_on = dy.Bool(metadata=usual(False))
    """Whether players start the season from their final rankings of the last season they played."""
    # championships
    individual_min = dy.Int32(min=1, metadata=usual(20))
    individual_drop = dy.Int32(min=0, metadata=usual(5))
    pairs_together = dy.Int32(min=1, metadata=usual(20))
    pairs_substitutes = dy.Int32(min=0, metadata=usual(5))
    pairs_drop = dy.Int32(min=0, metadata=usual(0))


@warehouse_table("raw.files")
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


@warehouse_table("raw.findings", "awards.findings")
class Findings(dy.Schema):
    """What could not be used as it stood, or deserves a look: file, line, field, value and the mend."""

    club = dy.String(nullable=True)
    competition = dy.String(nullable=True)
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)
    severity = one_of("error", "warning")
    field = dy.String(nullable=True)
    value = dy.String(nullable=True)
    message = dy.String()


@warehouse_table("raw.sessions")
class Sessions(InSession):
    """One row a session (an evening with one result list)."""

    date = dy.Date(metadata=usual(dt.date.min))
    kind = one_of(*KINDS, metadata=usual("pairs"))
    together = dy.String(nullable=True)
    """Lines scored as one field: `A+C`; several groups with `;` between."""
    title = dy.String(nullable=True)
    winners = dy.Int8(min=1, max=2, metadata=usual(1))
    """1: all entrants of a field are ranked together; 2: North-South and East-West apart (Mitchell)."""
    team_scoring = one_of(*TEAM_SCORINGS, nullable=True)
    """How a board is scored between two teams; null counts as imps."""
    event = dy.String(nullable=True)
    """Sessions with the same event are added up; null for a session by itself."""
    carry = dy.Float64(nullable=True, min=0, max=1)
    """The part of this session's result that counts in its event; null counts as 1."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.entries")
class Entries(InSession):
    """One row a player who sat down: for which entrant, in whose place. No player twice in a session."""

    line = dy.String(regex="^[A-Z]$", metadata=usual("A"))
    entrant = dy.String(min_length=1)
    player_id = dy.String(primary_key=True, min_length=1)
    substitutes_for = dy.String(nullable=True)
    direction = one_of(*DIRECTIONS, nullable=True)
    """Where a session has two winners: the direction in which this entrant sat; else null."""
    rounds = dy.String(nullable=True, regex="^[0-9]+([+][0-9]+)*$")
    """The rounds that this member of a team played, as `1+3`; null for all."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.results")
class Results(InSession):
    """One row a result line, in the order (line, board, as read).

    A sit-out has one side null. In an individual a side is two entrants, joined by `+` (`3+7`). `score` is seen
    from North-South. `ruling` is null for a board simply played; the words it may hold are those of
    `transforms/bridge/rulings.py`. `subfield` tells the forms of a fouled board apart (Law 87); null where there is one
    form only. The official points are what the file itself says the line was worth, as printed there; null
    where it does not say.
    """

    line = dy.String(regex="^[A-Z]$", metadata=usual("A"))
    round = dy.Int32(nullable=True)
    table = dy.String(nullable=True)
    board = dy.Int32(min=1)
    ns = dy.String(nullable=True)
    ew = dy.String(nullable=True)
    contract = dy.String(nullable=True)
    declarer = one_of(*SEATS, nullable=True)
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
    file_id = dy.String(primary_key=True, metadata=usual("-"))
    line_no = dy.Int64(primary_key=True, metadata=usual(ROW_NUMBER))


@warehouse_table("raw.official_results")
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


@warehouse_table("raw.adjustments")
class Adjustments(InSession):
    """One row an amount given (positive) or taken (negative) from an entrant: a penalty, or what is carried forward."""

    line = dy.String(regex="^[A-Z]$")
    entrant = dy.String(primary_key=True, min_length=1)
    amount = dy.Float64()
    unit = one_of(*ADJUSTMENT_UNITS)
    """`points`: matchpoints, IMPs or victory points; `percent_of_top`: of a top on one board; `percent`: of the
    maximum."""
    reason = dy.String(nullable=True)
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


@warehouse_table("raw.matches")
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


@warehouse_table("raw.partnerships")
class Partnerships(dy.Schema):
    """Those who compete for the pairs championship: two rows a pair, three a trio."""

    club = dy.String(primary_key=True)
    competition = dy.String(primary_key=True)
    partnership_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.players")
class Players(dy.Schema):
    """One row a person in a competition."""

    club = dy.String(primary_key=True, metadata=usual("-"))
    competition = dy.String(primary_key=True, metadata=usual("-"))
    player_id = dy.String(primary_key=True)
    name = dy.String(nullable=True)
    member = dy.Bool(nullable=True)
    nationality = dy.String(nullable=True)
    substitute_ranking = dy.Float64(nullable=True)
    federation_id = dy.String(nullable=True)
    """By which the federation knows this person, in whatever club; null: nobody knows of other clubs."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.games")
class Games(dy.Schema):
    """One row a game between two players, for the yearly ratings."""

    club = dy.String(primary_key=True, metadata=usual("-"))
    competition = dy.String(primary_key=True, metadata=usual("-"))
    game_id = dy.String(primary_key=True)
    date = dy.Date(metadata=usual(dt.date.min))
    event = dy.String(nullable=True)
    player_id = dy.String()
    opponent_id = dy.String()
    points = dy.Float64()
    opponent_points = dy.Float64()
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.ratings")
class Ratings(dy.Schema):
    """One row a player a list: ratings that existed before the first season here.

    The bounds are wider than any scale of ratings, and so narrow that no sum of ratings leaves its type.
    """

    club = dy.String(primary_key=True, metadata=usual("-"))
    competition = dy.String(primary_key=True, metadata=usual("-"))
    list_date = dy.Date(primary_key=True, metadata=usual(dt.date.min))
    player_id = dy.String(primary_key=True)
    rating = dy.Float64(min=-100_000, max=100_000)
    games = dy.Int32(nullable=True, min=0, max=100_000)
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.rating_seasons")
class RatingSeasons(InCompetition):
    """One row a season of a rating system: its games, its list, and every rule that holds in it.

    A competition has one system, and its seasons do not overlap. The rules are described where they are set:
    `pipelines/settings/ratings.py`.
    """

    system = dy.String(min_length=1, metadata=usual("kndb"))
    start = dy.Date(metadata=usual(dt.date.min))
    list_date = dy.Date(metadata=usual(dt.date.max))
    """The last day of the season; the games of both days count."""
    games_from = one_of(*words_of(rule_words.RatedBy), metadata=usual("games"))
    """Whether players are rated by their games, or teams by their matches."""
    established_games = dy.Int32(min=0, metadata=usual(25))
    games_if_unknown = dy.Int32(min=0, metadata=usual(25))
    k_points = dy.Int32(min=1, max=2, metadata=usual(2))
    k_steps = dy.List(
        dy.Struct(
            {
                "games_to": dy.Int32(nullable=True, min=0),
                "rating_below": dy.Int32(nullable=True),
                "k": dy.Float64(min=0),
            }
        ),
        min_length=1,
        metadata=usual(
            [{"games_to": 125, "rating_below": None, "k": 7.5}, {"games_to": None, "rating_below": None, "k": 5.0}]
        ),
    )
    turbo_k = dy.Float64(nullable=True, min=0, metadata=usual(10.0))
    turbo_deviation = dy.Int32(min=0, metadata=usual(100))
    turbo_min_games = dy.Int32(min=1, metadata=usual(1))
    turbo_performance = one_of(*words_of(rule_words.TurboPerformance), metadata=usual("exact"))
    rounded = one_of(*words_of(rule_words.RoundedRating), metadata=usual("rating"))
    difference_cap = dy.Int32(nullable=True, min=1)
    difference_at_100 = dy.Int32(min=0, metadata=usual(736))
    max_gain_over_performance = dy.Int32(nullable=True, min=0)
    k_games_cap = dy.Int32(nullable=True, min=1)
    overshoot_beyond = dy.Int32(min=0, metadata=usual(350))
    nationalities = dy.List(dy.String(), nullable=True, metadata=usual(["NED", "NLD", "NL"]))
    list_games = dy.Int32(min=0, metadata=usual(25))
    list_recent_games = dy.Int32(min=0, metadata=usual(6))


@warehouse_table("raw.awards")
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


@warehouse_table("raw.award_choices")
class AwardChoices(dy.Schema):
    """One row a scheme that a competition awards its events by."""

    club = dy.String()
    competition = dy.String()
    season = dy.String()
    scheme = dy.String(min_length=1)
    of = one_of(*words_of(rule_words.AwardedAs))
    """event: the sessions of an event of several sessions are awarded together, those by themselves one by one."""
    only = dy.String(nullable=True)
    """The session or event for which this choice holds, instead of those of the whole competition; null: all."""
    whole_points = dy.Bool()
