"""Findings about all clubs together, each with the club whose file may need a correction."""

import dataframely as dy
import polars as pl

from transforms.federation.people import ID, IN_CLUB, known_people, numbers_of_several
from transforms.federation.rating_lists import rating_doubts
from transforms.federation.simultaneous import OF_TEAMS, rules_of_events
from transforms.intake.findings import IN_SETTINGS, sorted_findings, warning_on
from transforms.privacy.hidden_people import hidden_people
from transforms.tables.federation import Federation, FederationSeasons, Identities, Simultaneous
from transforms.tables.phrases import phrase, some
from transforms.tables.schemas import (
    CLUB,
    SESSION,
    WAREHOUSE,
    Competitions,
    Findings,
    Frame,
    Games,
    Players,
    Ratings,
    RatingSeasons,
    Sessions,
)
from transforms.tables.shared import in_shape

FEDERATION_SETTINGS = "federation.toml"
_NUMBER = "federation_id"
_OF_SEVERAL = (
    "people with different names have this number of the federation, so it identifies nobody, and their points count "
    "apart: {people}. Correct federation_id in the table players of the club that is wrong, or answer in "
    'federation.toml, below [[person]], with distinct = ["CLUB/ID", ...] or ids = [...]'
)
_NAMED_OTHERWISE = (
    "this season counts in the federation's season {federation_season}, because most of its days, {start} to {end}, "
    "lie there: name it so, or correct its days"
)
_ALONE = (
    "this season, {start} to {end}, counts in no season of federation.toml, so its points stand in a list of their "
    "own: correct its days, or add a [[season]] to federation.toml"
)
_NUMBER_AS_ID = (
    "this club uses numbers of the federation as player ids ({people} such ids; the first: {player_id}), and other "
    "clubs give these numbers to people of the same name, so they count as one: write them as federation_id too"
)
_OTHER_RULES = (
    "in {simultaneous}, this session is scored by the rules that most of its sessions have, and these differ from its "
    "own in {rules}: use the same rules, or leave it so, because the list of the club keeps its own"
)
_OTHER_CARDS = (
    "no other session of {simultaneous} has a deal of this one, so its boards are compared with nobody: correct "
    "simultaneous, or its deals"
)
_TWO_NAMES = (
    "this session has the deals of {taken}, so it belongs to that event, which keeps this name for all of them "
    "(the first in the alphabet): give all sessions one name in simultaneous"
)
_NO_EVENT = (
    "no other club has a session with this name within a week, so there is nothing to compare: correct simultaneous, "
    "or wait for the files of the others"
)
_TEAMS = "a session of teams is no part of a simultaneous event: remove simultaneous"
_HIDDEN_ELSEWHERE = (
    "an answer in federation.toml says that this id is the same person as {other}, who asks not to be named; an answer "
    "hides nobody on the pages of a club, so those of this club still name the person: write public = false for this "
    "id too"
)
_UNKNOWN = "no club has this id: correct it below [[person]]"


def federation_findings(
    players: Frame[Players],
    seasons: Frame[FederationSeasons],
    identities: Frame[Identities],
    simultaneous: Frame[Simultaneous],
    *,
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
    games: Frame[Games],
    ratings: Frame[Ratings],
    rating_seasons: Frame[RatingSeasons],
    federation: Federation,
) -> dy.LazyFrame[Findings]:
    """Return the findings about federation.toml, and about the seasons, people, events and games of all clubs."""
    asked = ("public", "namesake_of", "file_id", "line_no")
    rows = players.lazy().select(*CLUB, "player_id", _NUMBER, "name", *asked).collect()
    found = [
        in_shape(Findings, federation.findings.lazy()),
        *_of_seasons(seasons),
        _of_numbers(rows, federation.people),
        _of_ids(rows, identities.lazy().filter(why="id").collect()),
        _of_answers(rows, federation.people),
        _of_hidden(rows, identities.lazy().filter(why="answer").collect()),
        *_of_events(simultaneous, sessions, competitions),
        *(rating_doubts(games, ratings, rating_seasons, identities) if federation.rating else ()),
    ]
    return sorted_findings(found)


def _of_seasons(seasons: Frame[FederationSeasons]) -> list[dy.LazyFrame[Findings]]:
    of_several = pl.col("club").n_unique().over("federation_season") > 1
    rows = seasons.lazy().with_columns(**IN_SETTINGS, of_several=of_several)
    otherwise = rows.filter("of_several", pl.col("by") != "own", pl.col("season") != pl.col("federation_season"))
    return [
        warning_on(otherwise, "federation.season_name", _NAMED_OTHERWISE, field="season"),
        warning_on(rows.filter(by="own"), "federation.season_alone", _ALONE, field="season"),
    ]


def _of_numbers(players: pl.DataFrame, answers: pl.DataFrame) -> dy.LazyFrame[Findings]:
    several = numbers_of_several(players, answers)
    first = players.drop_nulls("name").sort(*ID, "competition").unique(ID, keep="first", maintain_order=True)
    place = players.drop_nulls(_NUMBER).sort(*ID, "competition").unique(ID, keep="first", maintain_order=True)
    named = phrase("{} ({})", "name", IN_CLUB)
    holders = (
        known_people(players)
        .join(several, on=_NUMBER, how="semi")
        .join(answers.filter("is_distinct"), on=ID, how="anti")
        .join(first.select(*ID, "name"), on=ID, how="left")
        .with_columns(one=pl.coalesce(named, IN_CLUB))
    )
    people = holders.sort(ID).group_by(_NUMBER).agg(people=some(pl.col("one"), ", "))
    each = holders.select(*ID, _NUMBER).join(place.drop(_NUMBER), on=ID).join(people, on=_NUMBER)
    return warning_on(each.lazy(), "federation.number_of_several", _OF_SEVERAL, field=_NUMBER)


def _of_ids(players: pl.DataFrame, by_id: pl.DataFrame) -> dy.LazyFrame[Findings]:
    rows = players.join(by_id, on=ID).sort(*ID, "competition")
    first = rows.unique("club", keep="first", maintain_order=True)
    counted = rows.group_by("club").agg(people=pl.col("player_id").n_unique())
    each = first.join(counted, on="club")
    return warning_on(each.lazy(), "federation.number_as_id", _NUMBER_AS_ID, field="player_id")


def _of_answers(players: pl.DataFrame, answers: pl.DataFrame) -> dy.LazyFrame[Findings]:
    unknown = answers.join(players, on=ID, how="anti").with_columns(
        id=IN_CLUB,
        club=pl.lit(None, pl.String),
        competition=pl.lit(None, pl.String),
        file_id=pl.lit(FEDERATION_SETTINGS),
    )
    return warning_on(unknown.lazy(), "federation.unknown_id", _UNKNOWN, field=pl.lit("person"), value="id")


def _of_hidden(players: pl.DataFrame, answered: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """Find ids whose club names a person, although an answer joins them to an id that another club hides."""
    hides = hidden_people(players, WAREHOUSE["raw.people"].create_empty()).select(ID).unique()
    asking = answered.join(hides, on=ID).with_columns(other=IN_CLUB).group_by("person").agg(pl.col("other").min())
    named = answered.join(hides, on=ID, how="anti").join(asking, on="person")
    first = players.sort(*ID, "competition").unique(ID, keep="first", maintain_order=True)
    each = first.join(named, on=ID, maintain_order="left").select(*CLUB, "player_id", "other", "file_id", "line_no")
    return warning_on(each.lazy(), "federation.hidden_elsewhere", _HIDDEN_ELSEWHERE, field="player_id")


def _of_events(
    simultaneous: Frame[Simultaneous], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> list[dy.LazyFrame[Findings]]:
    events = simultaneous.lazy().collect()
    ruled = rules_of_events(events.select("simultaneous", *SESSION), sessions, competitions)
    named = sessions.lazy().filter(pl.col("simultaneous").is_not_null())
    of_teams = pl.col("kind") == OF_TEAMS
    alone = named.filter(~of_teams).join(events.lazy().select(SESSION), on=SESSION, how="anti")
    strange = events.filter(pl.col("boards") == 0, by="named")
    in_file = sessions.lazy().select(*SESSION, "file_id", "line_no")
    # Of several events with one name, all but the first have their first day after it.
    without_day = pl.col("taken").str.replace(r" \d{4}-\d\d-\d\d$", "")
    is_named_so = (pl.col("simultaneous") == pl.col("taken")) | (pl.col("simultaneous") == without_day)
    of_event = events.lazy().select(*SESSION, taken="simultaneous")
    otherwise = named.join(of_event, on=SESSION).remove(is_named_so)
    name = "simultaneous"
    return [
        warning_on(otherwise, "federation.two_names", _TWO_NAMES, field=name),
        warning_on(ruled.lazy().remove("is_usual"), "federation.other_rules", _OTHER_RULES, field=name),
        warning_on(strange.lazy().join(in_file, on=SESSION), "federation.other_cards", _OTHER_CARDS, field=name),
        warning_on(alone, "federation.no_event", _NO_EVENT, field=name),
        warning_on(named.filter(of_teams), "federation.teams_in_event", _TEAMS, field=name),
    ]
