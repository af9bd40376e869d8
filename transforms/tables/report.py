"""The tables of people, sessions and boards that pages show."""

import dataframely as dy

from transforms.tables.handicap import HandicapResults
from transforms.tables.rankings import SeasonPartnerships
from transforms.tables.raw import Entries, Sessions
from transforms.tables.scored import (
    Boards,
    ControlSheet,
    Doubts,
    EventResults,
    Frequencies,
    MatchResults,
    SessionResults,
    SessionRounds,
)
from transforms.tables.shared import InCompetition, InSession, OfPlayer
from transforms.tables.shown import exact, exact_numbers, people, report_table, rounded, text


@report_table("report.people", columns="player_id name guest own_substitute_ranking linked")
class PeopleShown(OfPlayer):
    """One row per player and season, including players who were always replaced and never sat down."""

    own_substitute_ranking = exact("The player's own substitute ranking; null if that of the competition is used.")


@report_table(
    "report.seats",
    Entries,
    PeopleShown,
    columns="line entrant player_id name guest own_substitute_ranking linked instead_of rounds",
)
class SeatsShown(InSession):
    """One row per player who sat down in a session, with the name, ordered by entrant and by line of the file."""


@report_table("report.entrants", SessionResults, columns="line entrant names players")
class EntrantsShown(InSession):
    """One row per entrant with players in a session: their names, with a stand-in text for an unnamed partner."""


@report_table("report.partnerships", SeasonPartnerships, columns="partnership_id names players")
class PartnershipsShown(InCompetition):
    """One row per pair or trio that competes this season, with its names."""


@report_table(
    "report.sessions",
    Sessions,
    columns="date title kind lines players pairs best_field best sharing best_score scoring event in_doubt",
)
class SessionsShown(InSession):
    """One row per session, in order of time: how many players came, and the winners of its first field."""

    lines = text("The letters of the session's lines.")
    players = dy.UInt32(description="How many people played.")
    pairs = dy.UInt32(description="How many pairs, teams or single players there were.")
    best_field = text("The field whose winners are in `best`.")
    best = text("The names of the winners of `best_field`.")
    sharing = dy.UInt32(nullable=True)
    """How many share the first place in that field; 1 if nobody shares it."""
    best_score = rounded()
    """The winners' result: a percentage at matchpoints and point_a_board, IMPs per board at butler and cross_imps,
    victory points per match for teams."""
    scoring = text()
    in_doubt = dy.Bool(description="Whether its file contradicts itself or this result, and nobody accepted that.")


@report_table("report.winners", SessionResults, columns="field names score scoring sharing")
class WinnersShown(InSession):
    """One row per result list, with its winners; ordered by session and list."""

    field = dy.String(primary_key=True)
    sharing = dy.UInt32(description="How many share the first place; 1: nobody shares it.")


@report_table(
    "report.session_results",
    SessionResults,
    columns="field rank line entrant names players score points maximum boards club_points ranking_points adjustment"
    " decided_by scoring is_nobody came exact_score",
)
class SessionResultsShown(InSession):
    """One row per entrant of a result list, in order of rank."""

    ranking_points = rounded()
    came = dy.Bool()
    exact_score = exact("The score before it is rounded.")


@report_table(
    "report.handicap_results",
    HandicapResults,
    columns="field rank line entrant names players handicap_score handicap score stratum stratum_rank",
)
class HandicapShown(InSession):
    """One row per entrant of a handicap list, in order of rank; the entrants without a handicap come last."""


@report_table(
    "report.events",
    EventResults,
    columns="event rank entrant names players score points maximum due decided_by sessions missed boards scoring",
)
class EventsShown(InCompetition):
    """One row per entrant of an event, in order of rank; a team has the names of its last session."""


@report_table(
    "report.player_sessions",
    *(SessionResults, SeatsShown),
    columns="player_id name guest own_substitute_ranking session_id date title line entrant partner partners instead_of"
    " rounds field rank entrants score scoring came ranking_points ranking in_window championship has_card",
)
class PlayerSessionsShown(InCompetition):
    """One row per player and session, in order of time."""

    session_id = dy.String(primary_key=True)
    date = dy.Date()
    title = text()
    line = text("The line; null, like `entrant`, if only the ranking points of the session are known.")
    entrant = text()
    partner = text("The names of the others who played for the same entrant, joined by ` & `.")
    partners = people()
    """The other players of the same entrant: id, name, whom they replace, and whether they have a page."""
    field = text()
    entrants = dy.UInt32(nullable=True, description="How many entrants of the field have a score.")
    scoring = text()
    came = dy.Bool()
    ranking_points = rounded()
    ranking = rounded("The rolling ranking after the session, in ranking points.")
    in_window = dy.Bool(nullable=True)
    championship = text()
    """`counts` or `dropped`: whether the session counts in the individual championship; null if it cannot count there.
    """


@report_table("report.partners", columns="player_id partner_id partner linked evenings lines score")
class PartnersShown(OfPlayer):
    """One row per player and partner in a season; the most frequent partners come first."""

    partner_id = dy.String(primary_key=True)
    partner = text("The name of the other player.")
    evenings = dy.UInt32()
    lines = text()
    """The lines in which the two sat, the most frequent first; if there are several, with the number of sessions in
    each."""
    score = rounded()
    """The mean percentage of the sessions that the two played together at matchpoints; null if there were none."""


@report_table("report.opponents", columns="player_id opponent_id opponent linked boards share")
class OpponentsShown(OfPlayer):
    """One row per player and opponent in a season; the most frequent opponents come first."""

    opponent_id = dy.String(primary_key=True)
    opponent = text("The name of the opponent.")
    boards = dy.Int32(description="On how many boards the two met.")
    share = rounded()
    """The percentage of the matchpoints on these boards that went to the player's side."""


@report_table(
    "report.opponent_extremes",
    OpponentsShown,
    columns="player_id is_best opponent_id opponent linked boards share others",
)
class OpponentExtremesShown(InCompetition):
    """One row per player and opponent: the opponents with the player's three highest and three lowest shares."""

    is_best = dy.Bool(description="Whether it is one of the highest.")
    others = dy.UInt32(nullable=True)
    """In the row of the third opponent: how many more opponents have the same share; null in other rows, and instead of
    0."""


@report_table("report.doubts", Doubts, columns="what differing of first official computed accepted severe line_no file")
class DoubtsShown(InSession):
    """One row per session and kind of value that differs from the session's file, accepted or not."""

    file = text()


@report_table(
    "report.rounds",
    SessionRounds,
    columns="field line entrant round group letter lowest_board highest_board anchor told opponent"
    " opponent_names direction boards points maximum",
)
class RoundsShown(InSession):
    """One row per entrant and meeting: what the entrant earned against an opponent."""

    field = text()
    group = dy.Int64(nullable=True)
    """The number, from 1, of the group of boards that are played together against one opponent."""
    letter = text("The letter of the group of boards, A for the first. Pages do not show it.")
    lowest_board = dy.Int32(nullable=True, description="The lowest board of the group.")
    highest_board = dy.Int32(nullable=True, description="The highest board of the group.")
    anchor = text("The anchor of the lowest board on the page of the boards, for links.")
    with_letter = dy.String(
        nullable=True,
        alias="told",
        description="The points as the result list prints them, with the letter of the group: `29b`. A capital letter"
        " means North-South.",
    )


@report_table(
    "report.matches",
    MatchResults,
    columns="field line entrant round opponent opponent_names boards imps vp points vp_given",
)
class MatchesShown(InSession):
    """One row per team and match."""

    field = text()
    entrant = dy.String(primary_key=True)


@report_table(
    "report.meetings",
    *(RoundsShown, MatchesShown),
    columns="field line entrant order round lowest_board highest_board opponent direction points imps decimals",
)
class Meetings(InSession):
    """One row per entrant of a result list and round heading: the match of a team, or else the meeting on boards.

    An entrant who meets several opponents under one heading has a row for each. An entrant who meets none has a row
    without an opponent.
    """

    field = text()
    order = dy.Int64(nullable=True, description="The place of the heading: the group of boards, or the round.")
    round = dy.Int32(nullable=True, description="The round of a match; null for meetings on boards.")
    opponent = text()
    direction = text()
    points = exact("Victory points or points of a match; points on the boards.")
    decimals = dy.UInt32(nullable=True, description="To how many decimals the points on boards are shown.")


@report_table(
    "report.control_sheet",
    ControlSheet,
    columns="field board line ns ew round table_no ns_points ew_points exact ns_share ew_share score result worth"
    " ruling subfield file line_no asked",
)
class ControlSheetShown(InSession):
    """One row per meeting and board, the best score for North-South first; in matches of teams, table by table."""

    exact = exact_numbers("ns_points", "ew_points")
    ns_share = rounded("The percentage of the top that North-South had; null where points have no top.", decimals=1)
    ew_share = rounded("The percentage of the top that East-West had; null where points have no top.", decimals=1)
    file = dy.String(primary_key=True)
    asked = dy.Bool(nullable=True)


@report_table(
    "report.boards",
    Boards,
    columns="field board results top datum ns_points ew_points balanced as_ruled anchor several in_question",
)
class BoardsShown(InSession):
    """One row per board of a field: its top or datum, and whether the points on it balance."""

    several = dy.Bool(description="Whether the session has other fields.")
    in_question = dy.Bool(description="Whether the director is asked about one of its results.")


@report_table("report.frequencies", Frequencies, columns="field board subfield score times ns_points ew_points often")
class FrequenciesShown(InSession):
    """One row per score on a board and how often it occurred; the best score for North-South comes first."""

    often = dy.Bool(description="Whether any score occurred more than once on the board.")
