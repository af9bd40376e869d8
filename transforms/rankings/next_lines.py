"""Predict the lines of the next session, if the pairs of the last session come again.

The files of an evening of teams must say which players of a team are a pair; if they do not, the last earlier evening
with known pairs is used. Source: the club ranking's chapter on rankings of pairs. Lines are of pairs and trios.
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.rankings.line_assignment import PAIR, line_assignment
from transforms.rankings.rankings import IN_PAIRS
from transforms.results.result_lists import entries_of_who_came
from transforms.tables import schemas
from transforms.tables.schemas import COMPETITION, ENTRANT, SESSION, Frame
from transforms.tables.shared import IN_TURN, in_shape

_TEAM = 4  # players in a team without reserves: two pairs
_REST = "rest"


def last_pairs(
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    season_partnerships: Frame[schemas.SeasonPartnerships],
) -> pl.LazyFrame:
    """Return the pairs of the last session of each season whose files say who is a pair.

    (club, competition, season, player_id, partner_id, partnership_id, line), sorted. Files of teams say it of all teams
    or of none: by the seats of all four, or by partnerships, where every player is in just one with another of the
    team, or the last two of four are left for each other. A substitute sits in the partnership of the absent player.
    """
    pairs = _units(entries, sessions, season_partnerships)
    last = _last_known(_known(pairs)).select(*COMPETITION, session_id="last_id")
    return (
        pairs.join(last, on=SESSION)
        .filter("is_pair")
        .select(*COMPETITION, "player_id", "partner_id", "partnership_id", "line")
        .sort(*COMPETITION, "player_id")
    )


def untold_lines(
    came: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    season_partnerships: Frame[schemas.SeasonPartnerships],
) -> dy.LazyFrame[schemas.UntoldLines]:
    """The sessions after that of `last_pairs`, by date: their files do not say which players who `came` are a pair."""
    units = _units(came, sessions, season_partnerships)
    known = _known(units)
    is_later = pl.col("last_told").is_null() | (pl.col("turn") > pl.col("last_turn"))
    later = known.join(_last_known(known), on=COMPETITION, how="left").filter(is_later).select(*SESSION, "last_told")
    in_order = pl.col("entrant").sort_by(pl.col("entrant").cast(pl.Int64, strict=False), "entrant")
    return in_shape(
        schemas.UntoldLines,
        units.filter(~pl.col("is_pair"))
        .join(later, on=SESSION)
        .select(*ENTRANT, "date", "kind", "last_told")
        .unique()
        .group_by(*SESSION, "line", "date", "kind", "last_told")
        .agg(entrants=in_order.str.join(", "))
        .sort(*COMPETITION, *IN_TURN, "line")
        .select(schemas.UntoldLines.column_names()),
    )


def _last_known(known: pl.LazyFrame) -> pl.LazyFrame:
    """Return (competition, last_id, last_told, last_turn): the last session whose pairs are known, and its date."""
    last = pl.col("session_id", "date", "turn").max_by("turn")
    of_each = known.filter("is_known").group_by(COMPETITION).agg(last)
    return of_each.rename({"session_id": "last_id", "date": "last_told", "turn": "last_turn"})


def _known(units: pl.LazyFrame) -> pl.LazyFrame:
    """(session, date, is_known, turn): whether the pairs of all teams of a session are known; its place in time."""
    all_of_teams = (pl.col("kind") != "teams").any() | pl.col("is_pair").all()
    known = units.group_by(*SESSION, "date").agg(is_known=pl.col("is_pair").any() & all_of_teams)
    return known.sort(IN_TURN).with_row_index("turn")


def _units(
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    season_partnerships: Frame[schemas.SeasonPartnerships],
) -> pl.LazyFrame:
    facts = sessions.lazy().select(*SESSION, "date", "kind")
    seated = (
        entries.lazy()
        .join(facts, on=SESSION)
        .select(*ENTRANT, "date", "kind", "player_id", "seat", regular=pl.coalesce("substitutes_for", "player_id"))
    )
    of_pairs = seated.filter(pl.col("kind").is_in(IN_PAIRS)).with_columns(
        unit=pl.lit(_REST), partnership_id=pl.lit(None, pl.String), is_known=pl.len().over(ENTRANT) == 2
    )
    of_teams = _in_teams(seated.filter(pl.col("kind") == "teams"), season_partnerships)
    return (
        pl.concat([of_pairs, of_teams], how="diagonal")
        .sort(pl.col("player_id") != pl.col("regular"), "player_id")  # regular players first
        .group_by(*ENTRANT, "date", "kind", "unit", "partnership_id")
        .agg(two=pl.col("player_id").head(2), is_pair=pl.col("is_known").all() & (pl.len() > 1))
        .with_columns(player_id=pl.col("two").list.min(), partner_id=pl.col("two").list.max())
    )


def _in_teams(seated: pl.LazyFrame, season_partnerships: Frame[schemas.SeasonPartnerships]) -> pl.LazyFrame:
    """The players of teams with `unit` (those of one sat together), `partnership_id` and `is_known`."""
    four, all_seats = pl.len().over(ENTRANT) == _TEAM, pl.col("seat").drop_nulls().n_unique().over(ENTRANT) == _TEAM
    by_seats = pl.when(four & all_seats).then(pl.col("seat").replace({"S": "N", "W": "E"}))
    by_partnership = pl.when(pl.col("times") == 1).then("together")
    left = four & (pl.col("together").is_null().sum().over(ENTRANT) == 2) & pl.col("together").is_null()
    return (
        seated.join(_partners(seated, season_partnerships), on=[*ENTRANT, "player_id"], how="left")
        .with_columns(unit=pl.coalesce(by_seats, by_partnership, pl.when(left).then(pl.lit(_REST))))
        .with_columns(is_known=pl.col("unit").is_not_null(), unit=pl.col("unit").fill_null(pl.lit("")))
        .with_columns(partnership_id=pl.when(by_seats.is_null()).then("partnership_id"))
        .drop("together", "times")
    )


def _partners(seated: pl.LazyFrame, season_partnerships: Frame[schemas.SeasonPartnerships]) -> pl.LazyFrame:
    """The players of a team who have a partner in it: (`ENTRANT`, player_id, together, times, partnership_id).

    `together` names the players of one pair or trio who are in the team, `times` is the number of such groups of the
    player; `partnership_id` is null where several partnerships have the same players in the team.
    """
    members = season_partnerships.lazy().select(*COMPETITION, "partnership_id", regular="player_id")
    return (
        seated.join(members, on=[*COMPETITION, "regular"])
        .group_by(*ENTRANT, "partnership_id")
        .agg(pl.col("player_id").sort())
        .filter(pl.col("player_id").list.len() > 1)
        .group_by(*ENTRANT, "player_id")
        .agg(pl.col("partnership_id").min(), of=pl.len())
        .with_columns(together=pl.col("player_id").list.join(" + "))
        .explode("player_id")
        .group_by(*ENTRANT, "player_id")
        .agg(pl.col("together").min(), pl.when(pl.col("of") == 1).then("partnership_id").min(), times=pl.len())
    )


class NextLines(NamedTuple):
    """The lines of the next session, for every season."""

    next_lines: dy.LazyFrame[schemas.LineAssignment]  # of the pairs of the last session
    regular_lines: dy.LazyFrame[schemas.RegularLines]
    """The lines of pairs that are not in `next_lines`, if all players who were replaced come themselves."""
    untold_lines: dy.LazyFrame[schemas.UntoldLines]


def next_lines(
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    player_rankings: Frame[schemas.PlayerRankings],
    season_partnerships: Frame[schemas.SeasonPartnerships],
    *,
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
    session_results: Frame[schemas.SessionResults],
    match_results: Frame[schemas.MatchResults],
) -> NextLines:
    """The pairs of the last session in the lines of the next.

    Players who were entered but did not come are not expected again (`who_came`). A substitute is expected to come
    again, and does not stand for the absent player.
    """
    came = entries_of_who_came(entries, session_results, match_results)
    as_seated, regular = (
        line_assignment(
            last_pairs(seated, sessions, season_partnerships),
            *(player_rankings, season_partnerships, players, competitions),
        )
        for seated in (came, with_regulars(came))
    )
    others = regular.join(as_seated, on=PAIR, how="anti", maintain_order="left")
    untold = untold_lines(came, sessions, season_partnerships)
    return NextLines(as_seated, in_shape(schemas.RegularLines, others), untold)


def with_regulars(entries: Frame[schemas.Entries]) -> dy.LazyFrame[schemas.Entries]:
    """The entries as if all players who were replaced had come themselves, in the shape of `Entries`.

    Players who sat elsewhere in the session, or were replaced twice in it, do not take the place of a substitute.
    """
    absent = [*SESSION, "substitutes_for"]
    seated = entries.lazy().select(*SESSION, substitutes_for="player_id", sat=pl.lit(value=True)).unique()
    comes = pl.col("substitutes_for").is_not_null() & pl.col("sat").is_null() & (pl.len().over(absent) == 1)
    return in_shape(
        schemas.Entries,
        entries.lazy()
        .join(seated, on=absent, how="left", maintain_order="left")
        .with_columns(
            player_id=pl.when(comes).then("substitutes_for").otherwise("player_id"),
            substitutes_for=pl.when(~comes).then("substitutes_for"),
        )
        .select(schemas.Entries.column_names()),
    )
