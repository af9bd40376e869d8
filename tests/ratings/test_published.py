"""What counts as published, and published lists next to what they would now be."""

import datetime as dt

import dataframely as dy
import polars as pl
import pytest
from factories import frame
from ratings.federations import games, given, listed, players_of, seasons

from transforms.published.shown import latest_lists
from transforms.ratings.published import corrections, published_ratings, with_recorded
from transforms.tables.schemas import Corrections, Elo, PublishedLists, PublishedRatings, Ratings

WHEN = dt.datetime(1997, 7, 1, 12, 30, tzinfo=dt.UTC)
LISTS = {
    year: {"season": f"{year - 1}-{year % 100}", "system": "kndb", "list_date": dt.date(year, 6, 30)}
    for year in (1997, 1998)
}
NOTHING = PublishedLists.create_empty()


def handed_in(*ratings: tuple[dt.date, str, float]) -> dy.DataFrame[Ratings]:
    return frame(Ratings, *({"list_date": day, "player_id": who, "rating": rating} for day, who, rating in ratings))


def made(*rows: tuple[int, str, int | None]) -> dy.DataFrame[Elo]:
    counts = {"played": 1, "recent": 1, "games_total": 30}
    return frame(Elo, *({**LISTS[year], **counts, "player_id": who, "rating": rating} for year, who, rating in rows))


def lists_of(published: dy.LazyFrame[PublishedLists]) -> list[tuple[int, str, int, bool]]:
    rows = PublishedLists.validate(published.collect())
    assert rows.equals(rows.sort(PublishedLists.primary_key()))
    recorded = pl.col("published_at").is_not_null()
    return rows.select(pl.col("list_date").dt.year(), "player_id", "rating", recorded).rows()


@pytest.mark.parametrize(("given", "whole"), [(1500.5, 1501), (1500.4, 1500), (-0.5, -1), (1500.0, 1500)])
def test_a_rating_handed_in_is_rounded_halves_away_from_zero(given: float, whole: int) -> None:
    ratings = handed_in((dt.date(1997, 6, 30), "a", given))
    assert lists_of(published_ratings(NOTHING, ratings, seasons(count=2))) == [(1997, "a", whole, False)]


def test_the_list_to_start_from_and_lists_of_other_days_were_not_published() -> None:
    days = (dt.date(1996, 6, 30), dt.date(1997, 3, 31), dt.date(1999, 6, 30))
    ratings = handed_in(*((day, "a", 1500.0) for day in days))
    assert lists_of(published_ratings(NOTHING, ratings, seasons(count=2))) == []


def test_what_is_recorded_goes_before_what_is_handed_in_list_by_list() -> None:
    recorded = with_recorded(NOTHING, made((1997, "a", 1480)), WHEN).collect()
    ratings = handed_in(*((dt.date(year, 6, 30), who, 1500.0) for year in (1997, 1998) for who in "ab"))
    both = published_ratings(recorded, ratings, seasons(count=2)).collect()
    assert lists_of(both.lazy()) == [(1997, "a", 1480, True), (1998, "a", 1500, False), (1998, "b", 1500, False)]
    assert lists_of(published_ratings(both, handed_in(), seasons(count=2))) == [(1997, "a", 1480, True)]
    assert lists_of(published_ratings(both, handed_in(), seasons(count=2).clear())) == [(1997, "a", 1480, True)]


def test_a_list_is_recorded_whole_in_the_place_of_itself() -> None:
    first = with_recorded(NOTHING, made((1997, "a", 1480), (1997, "b", 1400), (1998, "a", 1490)), WHEN)
    again = with_recorded(first, made((1997, "b", 1410), (1997, "c", None)), WHEN)
    assert lists_of(again) == [(1997, "b", 1410, True), (1998, "a", 1490, True)]


def test_only_the_last_list_of_each_competition_is_to_be_published_and_only_once() -> None:
    lists = made((1997, "a", 1480), (1998, "a", 1490))
    other = made((1997, "z", 1300)).with_columns(club=pl.lit("other"))
    both = Elo.cast(pl.concat([lists, other]))
    due = Elo.cast(latest_lists(both, NOTHING).collect())
    rows = due.select("club", pl.col("list_date").dt.year(), "player_id").sort("club").rows()
    assert rows == [("club", 1998, "a"), ("other", 1997, "z")]
    known = with_recorded(NOTHING, due, WHEN)
    assert latest_lists(both, known).collect().is_empty()


def test_a_list_of_another_system_takes_the_place_of_that_of_its_day() -> None:
    first = with_recorded(NOTHING, made((1997, "a", 1480)), WHEN)
    under_another = Elo.cast(made((1997, "a", 1470)).with_columns(system=pl.lit("fmjd")))
    again = with_recorded(first, under_another, WHEN).collect()
    assert again.select("system", "rating").rows() == [("fmjd", 1470)]
    assert latest_lists(under_another, first).collect().is_empty()


COLUMNS = ("season", "player_id", "published", "recomputed", "difference")
LIST = {"season": "1996-97", "system": "kndb", "list_date": dt.date(1997, 6, 30)}


def published(elo: pl.DataFrame) -> dy.DataFrame[PublishedRatings]:
    rows = elo.drop_nulls("rating").select(*PublishedRatings.primary_key(), "rating")
    return frame(PublishedRatings, *rows.to_dicts())


def corrected(stood: pl.DataFrame, now: pl.DataFrame) -> pl.DataFrame:
    return Corrections.validate(corrections(PublishedRatings.cast(stood), Elo.cast(now)).collect())


def test_a_late_result_changes_its_list_and_those_after() -> None:
    before, of = given(one=(1500, 126), other=(1500, 126), third=(1500, 126)), seasons(count=3)
    known = games([("one", "third", 1)], [("other", "third", 1)])
    late = games([("one", "third", 1), ("one", "other", 2)], [("other", "third", 1)])
    given_of_both = {"ratings": before, "players": players_of(late), "seasons": of}
    stood, now = (listed({"games": played, **given_of_both}) for played in (known, late))
    first_two = published(stood).filter(pl.col("season") != "1998-99")
    rating = {(row["season"], row["player_id"]): row["rating"] for row in now.to_dicts()}
    assert rating["1996-97", "one"] > 1500 > rating["1996-97", "other"]
    assert corrected(first_two, now).select(COLUMNS).rows() == [
        (season, player, 1500, rating[season, player], rating[season, player] - 1500)
        for season in ("1996-97", "1997-98")
        for player in ("one", "other", "third")
        if rating[season, player] != 1500
    ]


def test_somebody_new_on_a_list_and_somebody_no_longer_on_it() -> None:
    stood = frame(PublishedRatings, *({**LIST, "player_id": who, "rating": 1500} for who in ("a", "gone", "unrated")))
    rows = [{"player_id": "a", "rating": 1500}, {"player_id": "new", "rating": 1400}, {"player_id": "unrated"}]
    now = frame(Elo, *({**LIST, "played": 0, "recent": 0, "games_total": 0, "method": None, **row} for row in rows))
    assert corrected(stood, now).select(COLUMNS).rows() == [
        ("1996-97", "gone", 1500, None, None),
        ("1996-97", "new", None, 1400, None),
        ("1996-97", "unrated", 1500, None, None),
    ]


def test_a_list_is_known_by_its_day_whatever_system_made_it() -> None:
    stood = frame(PublishedRatings, {**LIST, "player_id": "a", "rating": 1500})
    row = {"player_id": "a", "rating": 1510, "played": 0, "recent": 0, "games_total": 0, "method": None}
    under_another = frame(Elo, {**LIST, "system": "fmjd", **row})
    (changed,) = corrected(stood, under_another).select("system", *COLUMNS).rows()
    assert changed == ("kndb", "1996-97", "a", 1500, 1510, 10)
    on_another_day = frame(Elo, {**LIST, "list_date": dt.date(1997, 5, 31), **row})
    assert corrected(stood, on_another_day).is_empty()
