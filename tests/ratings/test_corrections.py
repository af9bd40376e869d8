"""Published lists beside what they would now be."""

import datetime as dt

import dataframely as dy
import polars as pl
from examples import by_night
from factories import Tables, frame
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from ratings.federations import federations, games, given, listed, players_of, seasons

from transforms.ratings.published import corrections
from transforms.tables.schemas import Corrections, Elo, PublishedRatings

COLUMNS = ("season", "player_id", "published", "recomputed", "difference")
LIST = {"season": "1996-97", "system": "kndb", "list_date": dt.date(1997, 6, 30)}


def published(elo: pl.DataFrame) -> dy.DataFrame[PublishedRatings]:
    """The lists as they stand, taken for published."""
    rows = elo.drop_nulls("rating").select(*PublishedRatings.primary_key(), "rating")
    return frame(PublishedRatings, *rows.to_dicts())


def corrected(stood: pl.DataFrame, now: pl.DataFrame) -> pl.DataFrame:
    return Corrections.validate(corrections(PublishedRatings.cast(stood), Elo.cast(now)).collect())


def test_a_late_result_changes_its_list_and_those_after() -> None:
    before, of = given(one=(1500, 126), other=(1500, 126), third=(1500, 126)), seasons(count=3)
    told = games([("one", "third", 1)], [("other", "third", 1)])
    late = games([("one", "third", 1), ("one", "other", 2)], [("other", "third", 1)])
    given_of_both = {"ratings": before, "players": players_of(late), "seasons": of}
    stood, now = (listed({"games": played, **given_of_both}) for played in (told, late))
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


@settings(deadline=None, max_examples=by_night(20))
@drawn(federations(), st.data())
def test_exactly_what_changed_is_told(federation: Tables, data: st.DataObject) -> None:
    now = listed(federation)
    stood = published(now)
    assert corrected(stood, now).is_empty()
    changes = data.draw(st.lists(st.integers(-2, 2), min_size=stood.height, max_size=stood.height))
    other = stood.with_columns(rating=pl.col("rating") + pl.Series(changes, dtype=pl.Int32))
    expected = stood.with_columns(
        published=other["rating"], recomputed="rating", difference=-pl.Series(changes, dtype=pl.Int32)
    ).filter(pl.col("difference") != 0)
    shuffled = other.sample(fraction=1, shuffle=True, seed=1)
    assert corrected(shuffled, now).equals(expected.select(Corrections.column_names()))
