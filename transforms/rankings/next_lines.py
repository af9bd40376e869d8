"""Predict the lines of the next session, if the pairs of the last session come again.

The files of an evening of teams must say which players of a team are a pair. If they do not, the last earlier evening
with known pairs is used. Pairs and trios are assigned to lines. Source: the club ranking's chapter on rankings of
pairs.
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.pairs import as_one_pair
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
    """Return the pairs of the last session in each season whose files say which players are a pair.

    The columns are (club, competition, season, player_id, partner_id, partnership_id, line), and the rows are sorted.
    In a session of teams, the pairs of all teams must be known. They are known from the seats of all four players, or
    from partnerships: each player has a partnership with just one other player of the team, or the last two of four
    remain for each other. A substitute sits in the partnership of the absent player.
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
    """Return the sessions after that of `last_pairs`, whose files do not say which of the players who came are a pair.

    There is one row per line with the entrants concerned, sorted by date. `came` are the entries of the players who
    came.
    """
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
    """Return (session, date, is_known, turn): whether the pairs of a session are known, and its place in time.

    In a session of teams, the pairs of all teams must be known.
    """
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
    """Add `unit`, `partnership_id` and `is_known` to the players of teams. Players with the same unit sat together."""
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
    """Return (`ENTRANT`, player_id, together, times, partnership_id): players who have a partner in their team.

    `together` names those players of a pair or trio who are in the team, and `times` is the number of such groups that
    a player has. `partnership_id` is null if several partnerships have the same players in the team.
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
    """Return the pairs of the last session in the lines of the next one.

    Players who were entered but did not come are not expected again (`entries_of_who_came`), nor are extra players of
    a pair (`extra_players`). A substitute is expected to come again, and does not represent the absent player.
    """
    of_pairs = sessions.lazy().filter(pl.col("kind").is_in(IN_PAIRS))
    came = as_one_pair(entries_of_who_came(entries, session_results, match_results), of_pairs)
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
    """Return the entries as if all players who were replaced had come themselves, in the columns of `Entries`.

    A substitute stays if the absent player sat elsewhere in the session or was replaced twice in it.
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
