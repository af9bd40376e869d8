"""Raw: the content of the landing folder as handed in. Every row names its file and its line there."""

import datetime as dt

import dataframely as dy

from transforms.tables import rule_words
from transforms.tables.messages import LANGUAGES
from transforms.tables.rule_words import words_of
from transforms.tables.shared import (
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
"""Far beyond anything played, and so small that no sum of a season overflows or loses a decimal that is shown."""


def amount(*, nullable: bool = False, description: str | None = None) -> dy.Float64:
    """A number of points, IMPs or percents: finite, and no larger than `LARGEST_AMOUNT`."""
    return dy.Float64(nullable=nullable, min=-LARGEST_AMOUNT, max=LARGEST_AMOUNT, description=description)


@warehouse_table("raw.competitions")
class Competitions(InCompetition):
    """One row per season of a competition: names, dates and all rules (docs/scoring_rules.md, docs/landing.md).

    Since a season is a row, transforms join the rules of many competitions instead of looping over competitions.
    """

    club_name = dy.String(metadata=usual("-"), description="Name of the club.")
    competition_name = dy.String(metadata=usual("-"), description="Name of the competition.")
    language = one_of(*LANGUAGES, nullable=True)
    """The language of the club's pages; null for the usual one."""
    start = dy.Date(metadata=usual(dt.date.min), description="First day of the season.")
    end = dy.Date(metadata=usual(dt.date.max), description="Last day of the season.")
    # scoring
    profile = dy.String(metadata=usual("fonteintje"))
    """The scoring profile: a named set of the rules that follow."""
    not_played = one_of(*words_of(rule_words.NotPlayed), metadata=usual("neuberg"))
    """How a board with fewer results than expected is scored."""
    average = one_of(*words_of(rule_words.Average), metadata=usual("tie"))
    """What a line with an average counts as for the others."""
    assigned = one_of(*words_of(rule_words.Assigned), metadata=usual("average"))
    """What a percentage that the director gave counts as for the others."""
    expected = one_of(*words_of(rule_words.Expected), metadata=usual("per_board"))
    """How many results are expected on a board."""
    line_decimals = dy.Int8(nullable=True, min=0, max=6)
    """Decimals to which the points of a result line are rounded; null: they are not."""
    rounded = one_of(*words_of(rule_words.Rounded), metadata=usual("lines"))
    """Whether the points of lines are rounded, or the totals."""
    average_plus = dy.Float64(min=50, max=100, metadata=usual(60.0), description="Percent for an average plus.")
    average_minus = dy.Float64(min=0, max=50, metadata=usual(40.0), description="Percent for an average minus.")
    shown = one_of(*words_of(rule_words.Shown), metadata=usual("as_scored"))
    """What a result file prints next to a line; it changes no result."""
    split = one_of(*words_of(rule_words.Split), metadata=usual("half_each"))
    """What a line with a split score counts as for the others."""
    few_results = one_of(*words_of(rule_words.FewResults), metadata=usual("neuberg"))
    """How a board with few results is scored."""
    sit_out = one_of(*words_of(rule_words.SitOut), metadata=usual("nothing"), description="What a sit-out brings.")
    datum_drop = dy.Int8(min=0, max=100, metadata=usual(0))
    """At Butler: how many scores are left out of the datum at each end."""
    datum_trim = dy.Float64(min=0, max=0.4, metadata=usual(0.0))
    """At Butler: the share of scores left out of the datum at each end."""
    datum_round_to = dy.Int32(min=1, max=100, metadata=usual(10))
    """At Butler: the datum is rounded to a multiple of this."""
    cross_imps = one_of(*words_of(rule_words.CrossImps), metadata=usual("per_comparison"))
    """What cross-IMPs of a board are divided by."""
    cross_imp_totals = one_of(*words_of(rule_words.CrossImpTotals), metadata=usual("as_played"))
    """Whether totals of cross-IMPs are as played, or for a full set of boards."""
    average_plus_imps = dy.Float64(min=0, metadata=usual(3.0), description="IMPs for an average plus.")
    average_minus_imps = dy.Float64(max=0, metadata=usual(-3.0), description="IMPs for an average minus.")
    victory_points = one_of(*words_of(rule_words.VictoryPointScale), metadata=usual("wbf_continuous"))
    """The scale from IMPs to victory points."""
    vp_table = dy.String(nullable=True)
    """A table of victory points of its own, as CSV: margin or percentage, vp, and perhaps boards; null: none."""
    # rounds and events
    by = one_of(*words_of(rule_words.By), nullable=True)
    """By what the result list of pairs goes: vp, the victory points of matches; null: the points of the boards, unless
    a file gives victory points."""
    bye = dy.Float64(nullable=True, min=0, max=20)
    """Victory points for a round without an opponent; null: the mean of the entrant's own matches."""
    missed = dy.Float64(nullable=True, min=0, max=100)
    """The percentage that counts for a missed session of an event; null: who missed one is not ranked."""
    # ranking
    method = one_of(*METHODS, metadata=usual("balanced"))
    lines = dy.Int32(min=1, max=26, metadata=usual(3), description="How many lines the competition has.")
    top = dy.Float64(metadata=usual(100.0), description="The highest ranking points of the best line.")
    average_a = amount(nullable=True)
    """The ranking points of an average score in line A, where the rules name them; `top` then follows from it."""
    width = dy.Float64(min_exclusive=0, max=LARGEST_AMOUNT, metadata=usual(40.0))
    """Ranking points between the highest and the lowest of a line."""
    step = dy.Float64(min=0, max=LARGEST_AMOUNT, metadata=usual(10.0))
    """Ranking points between the highest of a line and of the next."""
    top_score_pairs = dy.Float64(min_exclusive=50, max=100, metadata=usual(63.5))
    """The percentage that earns the highest ranking points of a line."""
    top_score_butler = dy.Float64(min_exclusive=0, max=LARGEST_AMOUNT, metadata=usual(2.0))
    """The IMPs a board that earn the highest ranking points of a line."""
    top_score_teams = dy.Float64(min_exclusive=10, max=25, metadata=usual(17.0))
    """The victory points a match that earn the highest ranking points of a line."""
    window = dy.Int32(min=1, max=MOST_SESSIONS, metadata=usual(6))
    """How many of the last sessions a ranking counts."""
    substitute_ranking = dy.Float64(min=-LARGEST_AMOUNT, max=LARGEST_AMOUNT, metadata=usual(70.0))
    round_stretch = dy.Bool(metadata=usual(False))
    """Whether width and step are rounded where they are stretched."""
    hand_on = dy.Bool(metadata=usual(True))
    """Whether players start the season from their final rankings of the last season they played."""
    # championships
    individual_min = dy.Int32(nullable=True, min=1, max=MOST_SESSIONS, metadata=usual(20))
    """Sessions that must count in the individual championship; null where a share of the evenings must."""
    individual_min_share = dy.Float64(nullable=True, min_exclusive=0, max=100)
    """The percentage of the evenings of the season so far that must count there; null where a number is given."""
    individual_drop = dy.Int32(min=0, max=MOST_SESSIONS, metadata=usual(5))
    """How many of the worst beyond them may be dropped."""
    individual_show = dy.Bool(metadata=usual(True))
    """Whether pages and downloads have the individual championship."""
    pairs_together = dy.Int32(nullable=True, min=1, max=MOST_SESSIONS, metadata=usual(20))
    """Results together that must count in the pairs championship; null where a share of the evenings must."""
    pairs_together_share = dy.Float64(nullable=True, min_exclusive=0, max=100)
    """The percentage of the evenings of the season so far that must count there; null where a number is given."""
    pairs_substitutes = dy.Int32(min=0, max=MOST_SESSIONS, metadata=usual(5))
    """How many results with a substitute may fill them up."""
    pairs_drop = dy.Int32(min=0, max=MOST_SESSIONS, metadata=usual(0))
    """How many of the worst may be dropped."""
    pairs_show = dy.Bool(metadata=usual(True))
    """Whether pages and downloads have the championship of pairs and trios."""


@warehouse_table("raw.files")
class Files(InClub):
    """One row per file read: its path, the format recognised, and how many rows and findings it gave."""

    file_id = dy.String(primary_key=True)
    path = dy.String(description="The path within the landing folder.")
    format = dy.String(description="The format that was recognised.")
    sha256 = dy.String()
    modified_at = dy.Datetime(nullable=True, time_unit="us", time_zone="UTC")
    """When the file was last changed, as the file itself says; null where it cannot be opened."""
    ingested_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When it was read.")
    rows = dy.Int64(min=0, description="How many rows it gave.")
    settings = dy.String(nullable=True)
    """The text of a competition.toml as it counts: while it cannot be used, as it was before; null for others."""
    findings = dy.Int64(min=0, description="How many findings it gave.")


@warehouse_table("raw.findings", "scored.findings", "deals.findings", "awards.findings", "operations.findings")
class Findings(dy.Schema):
    """One row per finding: something that could not be used as it was, or that deserves a look."""

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
    """The lines scored as one field: `A+C`; several groups are separated by `;`."""
    title = dy.String(nullable=True, description="Its name, if it has one.")
    winners = dy.Int8(min=1, max=2, metadata=usual(1))
    """1: all entrants of a field are ranked together; 2: North-South and East-West are ranked separately (Mitchell)."""
    team_scoring = one_of(*TEAM_SCORINGS, nullable=True)
    """How a board between two teams is scored; null counts as imps."""
    event = dy.String(nullable=True)
    """The event to which the session belongs: its sessions are added up; null for a session by itself."""
    carry = dy.Float64(nullable=True, min=0, max=1)
    """The fraction of this session's result that counts in its event; null counts as 1."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.entries")
class Entries(InSession):
    """One row per player who sat down: for which entrant, and in whose place. A player is in a session only once."""

    line = dy.String(regex="^[A-Z]$", metadata=usual("A"))
    entrant = dy.String(min_length=1)
    player_id = dy.String(primary_key=True, min_length=1)
    substitutes_for = dy.String(nullable=True)
    """Id of the player whom this player replaces; null for a player in his or her own place."""
    direction = one_of(*DIRECTIONS, nullable=True)
    """The direction in which this entrant sat, where a session has two winners; else null."""
    seat = one_of(*SEATS, nullable=True)
    """The seat in which this player began: N, E, S or W; null where nobody says. A pair that changes direction
    changes between N and E, and between S and W."""
    rounds = dy.String(nullable=True, regex="^[0-9]+([+][0-9]+)*$")
    """The rounds that this member of a team played, as `1+3`; null: all rounds."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.results")
class Results(InSession):
    """One row per result line, ordered by line and board, then by file and place in it.

    In a sit-out one side is null; so is a side that a line with a result does not name. In an individual a side is two
    entrants, joined by `+` (`3+7`). `ruling` is null for a board simply played; `docs/scoring_rules.md` lists its
    other values. `subfield` names the form of a fouled board (Law 87); it is null where the board has only one
    form. The official points are the points that the file itself prints for the line; null where it prints none.
    """

    line = dy.String(regex="^[A-Z]$", metadata=usual("A"))
    round = dy.Int32(nullable=True, min=0, max=MOST_ROUNDS)
    table = dy.String(nullable=True, description="The table at which it was played, as the file names it.")
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
    """True where the file counts its official points from the average (points - top/2); null where it has none."""
    official_datum = amount(nullable=True, description="The datum that the file gives for the board (Butler).")
    lead = dy.String(nullable=True, regex="^[SHDC][2-9TJQKA]$")
    file_id = dy.String(primary_key=True, metadata=usual("-"))
    line_no = dy.Int64(primary_key=True, metadata=usual(ROW_NUMBER))


@warehouse_table("raw.official_results")
class OfficialResults(InLine):
    """One row per entrant: the result that the file itself publishes, to compare with ours.

    Without a value, too: of an entrant that the file lists, or names nobody of who can be known.
    """

    entrant = dy.String(primary_key=True)
    points = amount(nullable=True, description="The total that the file prints.")
    score = amount(nullable=True, description="A percentage (0 to 100), or IMPs.")
    rank = dy.Int32(nullable=True, min=0, max=HIGHEST_BOARD)
    penalty = amount(nullable=True, description="The penalty points that the director took, as the file gives them.")
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


LISTED_RESULT = ("points", "score", "rank")
"""Columns of `OfficialResults`; where all are null, the row says no more than that an entrant was there."""
LISTED = (*LISTED_RESULT, "penalty")

DIFFERING = ("lines", "datums", "scores", "totals", "ranks", "matches", "victory_points")
STATED = ("sections", "entrants", "rounds", "tables", "boards", "results", "team_matches", "cut_off")


@warehouse_table("raw.stated")
class Stated(InSession):
    """One row per number that a file gives of itself: how many there are in the session, to compare with its rows."""

    what = one_of(*STATED, primary_key=True)
    """`boards`: those in play; `results`: lines of all; `team_matches`: where some are left out; `cut_off`: rows."""
    value = dy.Int32(min=0, description="How many, as the file says.")
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.adjustments")
class Adjustments(InSession):
    """One row per amount that an entrant gains (positive) or loses (negative): a penalty, or points carried forward."""

    line = dy.String(regex="^[A-Z]$")
    entrant = dy.String(primary_key=True, min_length=1)
    amount = amount(description="What is gained, or lost if negative.")
    unit = one_of(*ADJUSTMENT_UNITS)
    """`points`: matchpoints, IMPs or victory points; `percent_of_top`: of one board; `percent`: of the maximum."""
    reason = dy.String(nullable=True, description="Why, in the director's words.")
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


@warehouse_table("raw.matches")
class Matches(InLine):
    """One row per team and match. Victory points always count; other values only for matches without result lines."""

    round = dy.Int32(primary_key=True, min=0, max=MOST_ROUNDS)
    team = dy.String(primary_key=True)
    opponent = dy.String(primary_key=True, description="The other team; `-` for a bye, a round without an opponent.")
    boards = dy.Int32(nullable=True, min=0, max=HIGHEST_BOARD, description="How many boards were played in the match.")
    imps = amount(nullable=True, description="IMPs won in the match, or lost if negative.")
    vp = amount(nullable=True, description="Victory points of the match, as the file gives them.")
    points = amount(nullable=True, description="The points from the boards at point-a-board.")
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.partnerships")
class Partnerships(InClub):
    """The pairs and trios that compete for the pairs championship: one row per player, so two or three rows each."""

    partnership_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    file_id = dy.String()
    line_no = dy.Int64(nullable=True)


@warehouse_table("raw.people")
class People(InClub):
    """One row per line that says who is who: the person who goes by `alias` is `player_id`.

    A line of an id with itself says that it is a person apart.
    """

    alias = dy.String(min_length=1, description="The name or id under which the person is also found.")
    player_id = dy.String(min_length=1)
    since = dy.Date(nullable=True, description="The first day on which this holds; null: from the beginning.")
    until = dy.Date(nullable=True, description="The last day on which this holds; null: to this day.")
    why = dy.String(nullable=True, description="A remark of the director; nothing is made of it.")
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


@warehouse_table("raw.players")
class Players(InClub):
    """One row per person in a competition."""

    player_id = dy.String(primary_key=True)
    name = dy.String(nullable=True)
    member = dy.Bool(nullable=True, description="Whether a member; null where nobody says.")
    nationality = dy.String(nullable=True, description="Country, in letters.")
    substitute_ranking = amount(nullable=True)
    federation_id = dy.String(nullable=True)
    """The federation's id of this person, the same in all clubs; null: other clubs of this person are not known."""
    birth_year = dy.Int32(nullable=True, min=1850, max=2199)
    """For rating systems that rate juniors otherwise."""
    public = dy.Bool(nullable=True)
    """Whether reports name this person; false: they say "a member". Null counts as true."""
    namesake_of = dy.String(nullable=True)
    """Who asks in this competition not to be named, and has the same name in any file; null: nobody."""
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


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

    The bounds are wider than any scale of ratings, but narrow enough that no sum of ratings overflows its type.
    """

    list_date = dy.Date(primary_key=True, metadata=usual(dt.date.min))
    player_id = dy.String(primary_key=True)
    rating = dy.Float64(min=-100_000, max=100_000, description="The rating on that list.")
    games = dy.Int32(nullable=True, min=0, max=100_000, description="Games played up to that list; null: not known.")
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


_LIMITS = ("games_to", "rating_below", "age_to")


@warehouse_table("raw.rating_seasons")
class RatingSeasons(InCompetition):
    """One row per season of a rating system: its dates, where its games come from, and all its rules.

    A competition has one system, and its seasons do not overlap. `docs/ratings.md` describes the rules.
    """

    system = dy.String(min_length=1, metadata=usual("kndb"))
    start = dy.Date(metadata=usual(dt.date.min), description="First day of the rating season.")
    list_date = dy.Date(metadata=usual(dt.date.max))
    """The last day of the season. Games on the first day and on this day count."""
    games_from = one_of(*words_of(rule_words.RatedBy), metadata=usual("games"))
    """Whether players are rated by their games, or teams by their matches."""
    established_games = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(25))
    """With so many games before the season a player is rated by norms, else by performance."""
    games_if_unknown = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(25))
    """The games of a player whose rating is given without their number."""
    first_rating_games = dy.Int32(nullable=True, min=1, max=MOST_GAMES)
    """Games against rated opponents that a first rating takes; only such games count in a performance. Null: any number
    of games, and newcomers who met are solved together."""
    k_points = dy.Int32(min=1, max=2, metadata=usual(2))
    """The points in a game on the scale for which K is stated."""
    k_steps = dy.List(
        dy.Struct({**{limit: dy.Int32(nullable=True) for limit in _LIMITS}, "k": dy.Float64(min=0)}),
        min_length=1,
        metadata=usual([{**dict.fromkeys(_LIMITS), "games_to": 125, "k": 7.5}, {**dict.fromkeys(_LIMITS), "k": 5.0}]),
    )
    """K by games, rating and age: the first step that applies to a player gives it."""
    turbo_k = dy.Float64(nullable=True, min=0, max=100, metadata=usual(10.0))
    """K after a season in which the performance was far from the old rating; null: there is none."""
    turbo_deviation = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(100))
    """For that, performance and old rating must be further apart than this."""
    turbo_min_games = dy.Int32(min=1, max=MOST_GAMES, metadata=usual(1))
    """For that, a season needs so many rated games."""
    turbo_performance = one_of(*words_of(rule_words.TurboPerformance), metadata=usual("exact"))
    """Whether the performance counts before or after it is rounded."""
    rounded = one_of(*words_of(rule_words.RoundedRating), metadata=usual("rating"))
    """What is rounded to a whole number: the rating, or its change."""
    difference_cap = dy.Int32(nullable=True, min=1, max=MOST_GAMES)
    """A larger difference in rating counts as this one; null: there is no cap."""
    difference_at_100 = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(736))
    """What a score of 100 % adds to the opponents' rating, and 0 % takes off."""
    max_gain_over_performance = dy.Int32(nullable=True, min=0, max=MOST_GAMES)
    """How far above the performance a gain may lift a rating; null: as far as it does."""
    k_games_cap = dy.Int32(nullable=True, min=1, max=MOST_GAMES)
    """The most that K times games may be; null: there is no cap."""
    overshoot_beyond = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(350))
    """Players whose K times games is more than this are flagged."""
    nationalities = dy.List(dy.String(), nullable=True, metadata=usual(["NED", "NLD", "NL"]))
    """Of these, players are on the ranking list even if they are no members; null: all are."""
    list_games = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(25))
    """Games in total that the ranking list asks for."""
    list_recent_games = dy.Int32(min=0, max=MOST_GAMES, metadata=usual(6))
    """Games in this season and the one before that the ranking list asks for."""


@warehouse_table("raw.awards")
class ImportedAwards(InSession):
    """One row per award that the federation itself gave, to an entrant or to one of its players."""

    scheme = dy.String(min_length=1)
    line = dy.String(nullable=True, regex="^[A-Z]$")
    """May be null where the entrant or player is on only one line of the session."""
    entrant = dy.String(nullable=True)
    player_id = dy.String(nullable=True)
    points = amount(description="The points awarded.")
    total = amount(nullable=True)
    """The sum of all awards of this scheme for the session, where the federation gives it."""
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


@warehouse_table("raw.award_choices")
class AwardChoices(dy.Schema):
    """One row per scheme by which a competition awards its events."""

    club = dy.String()
    competition = dy.String()
    season = dy.String()
    scheme = dy.String(min_length=1)
    of = one_of(*words_of(rule_words.AwardedAs), metadata=usual("session"))
    """session: each session is awarded by itself; event: those of an event together, and one without an event alone."""
    only = dy.String(nullable=True)
    """The session or event to which this choice applies, instead of those for the whole competition; null: all."""
    whole_points = dy.Bool(metadata=usual(False))
    """Whether points are made whole by largest remainder, for the schemes that allow it."""
    ties = one_of(*words_of(rule_words.Ties), metadata=usual("mean"))
    """mean: entrants who tie share the awards of their places; rank: each has the award of the best of them."""


SETTLED = r"^([A-Z])\s+([0-9]{1,4})\s+(\S+)$"
"""How a result is named: line, board and a pair, as `A 3 12`."""


@warehouse_table("raw.session_settings")
class SessionSettings(InClub):
    """One row per `[[session]]` of competition.toml: what a director says of one session."""

    place = dy.Int32(primary_key=True, min=1, description="The first `[[session]]` of the file is 1.")
    session_id = dy.String(nullable=True)
    """The id under which the session counts, also where it is named by its files; null where they give no session."""
    files = dy.List(dy.String())
    """The files, from the folder of the competition, that are this one session; empty where its id names it."""
    date = dy.Date(nullable=True)
    together = dy.String(nullable=True)
    """The lines scored as one field, `A+C`, whatever the files say; null: as the files say."""
    supersedes = dy.List(dy.String(), description="Sessions or files that this session replaces.")
    keep_both = dy.Bool(metadata=usual(False))
    """Whether the session counts even though another looks like the same evening."""
    accept = dy.String(nullable=True)
    """Why official results of this session may differ from ours; null: nobody has said so."""
    accept_at_most = dy.String(nullable=True)
    """How many values of a kind may differ or be missing: `{"boards": 1}`; null: any may differ, none be missing."""
    settled = dy.List(dy.String(), nullable=True)
    """Results that the director has looked at and that are right: line, board and a pair, as `A 3 12`."""


_COLOUR = "^#[0-9a-f]{6}$"


@warehouse_table("raw.looks")
class Looks(InClub):
    """One row per competition of a club that has a mark or a colour: `[page]` of club.toml."""

    colour = dy.String(nullable=True, regex=_COLOUR, description="That of links on light pages, `#rrggbb`.")
    colour_in_the_dark = dy.String(nullable=True, regex=_COLOUR, description="That of links on dark pages.")
    mark_format = one_of("png", "jpg", "svg", nullable=True, description="What kind of picture the mark is.")
    mark = dy.String(nullable=True, description="The bytes of the picture, in base64.")
