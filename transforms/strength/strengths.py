"""The tables of strength: what each evening was expected to bring, and how strong players and pairs are."""

from typing import Any, NamedTuple

import dataframely as dy
import numpy as np
import polars as pl

from transforms.ratings.newcomers_solver import Meetings, groups
from transforms.strength.evenings import evenings_with_rules, weight
from transforms.strength.filter import CONSTANTS, Asked, Forecast, Integers, Played, filtered
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.runs import first_rows
from transforms.tables.schemas import (
    CLUB,
    COMPETITION,
    ENTRANT,
    PARTNERSHIP,
    PLAYER,
    SEATED,
    Competitions,
    Entries,
    Forecasts,
    Frame,
    PairStrengths,
    PlayerStrengths,
    SeasonPartnerships,
    SessionResults,
    Sessions,
    SessionStrengths,
)
from transforms.tables.shared import in_shape
from transforms.tables.strength import BAND

PAIR = 1.0
"""The standard deviation, in percent, of what partners do together beyond the sum of their strengths."""
_PART = 200_000  # entrants of sessions of the clubs that are computed together: about half a gigabyte


class Strengths(NamedTuple):
    """The tables of the stage `strength` that the model makes."""

    forecasts: dy.LazyFrame[Forecasts]
    sessions: dy.LazyFrame[SessionStrengths]
    players: dy.LazyFrame[PlayerStrengths]
    pairs: dy.LazyFrame[PairStrengths]


def strengths(
    session_results: Frame[SessionResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
    season_partnerships: Frame[SeasonPartnerships],
) -> Strengths:
    """Return forecasts and strengths, from the evenings before each (forecasts) or up to it (docs/strength.md).

    A competition's evenings count over all its seasons, in the order of date and session.
    """
    tables: tuple[Any, ...] = (session_results, entries, sessions, competitions, season_partnerships)
    sizes = session_results.lazy().group_by("club").len().sort("club").collect()
    parts = sizes.group_by(pl.col("len").cum_sum() // _PART, maintain_order=True).agg("club")["club"]
    if len(parts) <= 1:
        return _of_part(*tables)
    made = [
        pl.collect_all(_of_part(*(table.lazy().filter(pl.col("club").is_in(clubs)) for table in tables)))
        for clubs in parts
    ]
    return Strengths(*(pl.concat(of_parts).lazy() for of_parts in zip(*made, strict=True)))


def _of_part(
    session_results: Frame[SessionResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
    season_partnerships: Frame[SeasonPartnerships],
) -> Strengths:
    """Do the work of `strengths` for clubs that fit into memory together."""
    rows = evenings_with_rules(session_results, entries, sessions, competitions)
    played = Played.of(rows)
    night = first_rows(rows, (*CLUB, "evening"))
    constants = {name: rows[name].gather(night).to_numpy() for name in CONSTANTS}
    seen = _seen(rows, played)
    ends = _at_ends(seen)
    couples = _couples(ends, season_partnerships)
    questions = [
        frame.select("night", one="player", other=other).with_columns(of=pl.lit(of), place=pl.int_range(pl.len()))
        for of, (frame, other) in enumerate(((seen, "player"), (ends, "player"), (couples, "other")))
    ]
    asked = pl.concat(questions).sort("night", "of", "place")
    forecast, found = filtered(played, constants, Asked(*(asked[name].to_numpy() for name in Asked._fields)))
    answers = asked.select("of", "place", strength=pl.Series(found.mean), covariance=pl.Series(found.covariance))
    of_seen, of_ends, of_couples = (
        frame.hstack(answers.filter(of=of).sort("place").select("strength", "covariance"))
        for of, frame in enumerate((seen, ends, couples))
    )
    sd = pl.col("covariance").clip(lower_bound=0).sqrt()
    linked = of_ends.with_columns(component=_components(seen, ends), sd=sd)
    return Strengths(
        in_shape(Forecasts, _forecasts(rows, played, forecast).lazy().sort(ENTRANT)),
        in_shape(SessionStrengths, of_seen.lazy().with_columns(sd=sd).sort(SEATED)),
        in_shape(PlayerStrengths, linked.lazy().sort(PLAYER)),
        in_shape(PairStrengths, _pairs(of_couples, _together(seen, ends, played, forecast)).sort(PARTNERSHIP)),
    )


def _forecasts(rows: pl.DataFrame, played: Played, forecast: Forecast) -> pl.DataFrame:
    """Return a row per entrant."""
    earlier = np.where(played.player < 0, 0, _before(played))
    seat = np.flatnonzero(np.diff(played.seat, prepend=-1))
    known = np.minimum.reduceat(earlier, seat) if len(seat) else earlier
    return (
        rows[seat]
        .select(*ENTRANT, "date", "field", "score")
        .with_columns(
            expected=pl.Series(forecast.expected),
            sd=pl.Series(np.sqrt(forecast.variance)),
            chance=pl.Series(forecast.chance),
            known=pl.Series(np.where(played.unknown > 0, 0, known), dtype=pl.Int32),
        )
        .with_columns(low=pl.col("expected") - BAND * pl.col("sd"), high=pl.col("expected") + BAND * pl.col("sd"))
    )


def _persons(played: Played) -> Integers:
    """Return a number of each row's player, over all competitions; -1: not known."""
    return np.where(played.player < 0, -1, np.repeat(played.first_player, played.rows) + played.player)


def _before(played: Played) -> Integers:
    """Return how many evenings each row's player had played before."""
    person = _persons(played)
    order = np.argsort(person, kind="stable")
    starts = np.flatnonzero(np.diff(person[order], prepend=-2))
    sizes = np.diff(starts, append=len(order))
    before = np.empty(len(order), dtype=np.int64)
    before[order] = np.arange(len(order)) - np.repeat(starts, sizes)
    return before


def _seen(rows: pl.DataFrame, played: Played) -> pl.DataFrame:
    """Return a row per known player and evening, in the order played, with what the player had played up to then."""
    nights = np.repeat(np.arange(len(played.rows)), played.rows)
    return (
        rows.select(*SEATED, "date", "boards")
        .hstack(
            pl.DataFrame(
                {"night": nights, "seat": played.seat, "player": played.player, "person": _persons(played)}
                | {"sessions": _before(played) + 1, "field_number": played.field[played.seat]}
            )
        )
        .filter(pl.col("person") >= 0)
        .with_columns(
            pl.col("sessions").cast(pl.Int32),
            boards=pl.col("boards").cum_sum().over("person").cast(pl.Int32),
            since=pl.col("date").first().over("person"),
        )
    )


def _at_ends(seen: pl.DataFrame) -> pl.DataFrame:
    """Return the last row of each player in each season, with the last evening of the season as `night`; by night."""
    return (
        seen.with_columns(night=pl.col("night").max().over(COMPETITION))
        .unique(["night", "person"], keep="last", maintain_order=True)
        .sort("night", "player")
    )


def _components(seen: pl.DataFrame, ends: pl.DataFrame) -> pl.Series:
    """Return the group of each row of `ends`: players who met, or met others who met, and so on, up to that season."""
    firsts = seen.with_columns(other=pl.col("person").first().over("field_number"))
    season = pl.col("end").rank("dense").over(CLUB)
    last = seen.select(*COMPETITION, "night").group_by(COMPETITION).agg(end=pl.col("night").max())
    seasons = last.with_columns(number=season).sort("number")
    found = []
    size = int(seen["person"].max()) + 1 if len(seen) else 0  # pyrefly: ignore - of numbers
    links = firsts.join(seasons, on=COMPETITION).select("number", "person", "other").unique().sort(pl.all())
    for number in seasons["number"].unique().sort():
        one, other = (links.filter(pl.col("number") <= number)[name].to_numpy() for name in ("person", "other"))
        label = groups(size, Meetings(np.concatenate([one, other]), np.concatenate([other, one])))
        here = ends.join(seasons.filter(number=number), on=COMPETITION, how="semi").select("night", "person")
        found.append(here.with_columns(label=pl.Series(label[here["person"].to_numpy()])))
    labels = pl.concat(found) if found else ends.select("night", "person").with_columns(label=pl.lit(0, pl.Int64))
    return (
        ends.select("night", "person")
        .join(labels, on=("night", "person"), how="left", maintain_order="left")
        .select(pl.col("label").rank("dense").over("night").cast(pl.Int32))
        .to_series()
    )


def _couples(ends: pl.DataFrame, season_partnerships: Frame[SeasonPartnerships]) -> pl.DataFrame:
    """Return a row per partnership and two of its players, in either order and with themselves, at the season's end.

    Partnerships of which a player did not play in the season have none.
    """
    members = (
        season_partnerships.lazy()
        .select(*PARTNERSHIP, "player_id")
        .with_columns(members=pl.len().over(PARTNERSHIP))
        .join(ends.lazy().select(*PLAYER, "night", "player", "person"), on=PLAYER)
        .filter(pl.len().over(PARTNERSHIP) == pl.col("members"))
        .collect()
    )
    other = members.select(*PARTNERSHIP, other="player", other_person="person")
    return members.join(other, on=PARTNERSHIP).sort("night", "partnership_id", "player", "other")


def _together(seen: pl.DataFrame, ends: pl.DataFrame, played: Played, forecast: Forecast) -> pl.LazyFrame:
    """Return a row per season (`night`, its end), entrant and two of its players: how its score was off."""
    end = ends.select(*COMPETITION, end="night").unique()
    off = pl.LazyFrame({"surprise": played.score - forecast.expected, "variance": forecast.variance})
    seats = seen.lazy().select("seat", "person")
    return (
        seen.lazy()
        .join(end.lazy(), on=COMPETITION)
        .select("seat", "person", night="end")
        .join(seats.rename({"person": "other_person"}), on="seat")
        .filter(pl.col("person") < pl.col("other_person"))
        .join(off.with_columns(seat=pl.int_range(pl.len())), on="seat")
    )


def _pairs(couples: pl.DataFrame, together: pl.LazyFrame) -> pl.LazyFrame:
    """Return a row per season and partnership."""
    sat = (
        couples.lazy()
        .join(together, on=("night", "person", "other_person"))
        .unique([*PARTNERSHIP, "seat"])
        .group_by(PARTNERSHIP)
        .agg(
            sessions=pl.len().cast(pl.Int32),
            certainty=steady_sum(1 / pl.col("variance")) + 1 / PAIR**2,
            surprise=steady_sum(pl.col("surprise") / pl.col("variance")),
        )
    )
    share = weight(pl.col("members"))
    return (
        couples.lazy()
        .group_by(PARTNERSHIP)
        .agg(
            strength=steady_sum(share * pl.col("strength") / pl.col("members")),
            variance=steady_sum(share * share * pl.col("covariance")),
        )
        .join(sat, on=PARTNERSHIP, how="left")
        .with_columns(
            pl.col("sessions").fill_null(0),
            sd=pl.col("variance").clip(lower_bound=0).sqrt(),
            extra=pl.col("surprise") / pl.col("certainty"),
            extra_sd=1 / pl.col("certainty").sqrt(),
        )
    )
