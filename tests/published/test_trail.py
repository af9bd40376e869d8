"""A season that was published, and what a late change of one file makes of it, through all kinds at once."""

import datetime as dt
from collections.abc import Collection

import duckdb
import polars as pl
import pytest
from factories import Tables
from published.seasons import (
    FIRST,
    HOUR,
    OF_AN_EVENING,
    after_build,
    after_publication,
    another_result,
    built,
    changed,
    corrected_build,
    first_build,
    first_published,
    handed_in,
    one_game_more,
    second_evening,
)

from transforms.published.differences import differences
from transforms.published.kinds import CHAMPIONSHIPS, KINDS, RESULTS, Kind
from transforms.published.shown import shown
from transforms.published.trail import CHANGED, CORRECTIONS, HISTORY, PAST, REMEMBERED, When, publication, trail
from transforms.published.vanished import last_files
from transforms.ratings.published import corrections
from transforms.tables.phrases import phrase
from transforms.tables.schemas import VIEWS, WAREHOUSE, Elo, PublishedRatings
from transforms.tables.shared import in_shape


def read(kind_rows: pl.DataFrame, values: dict[str, int | None]) -> pl.DataFrame:
    rounded = [pl.col(name).round(2) if decimals == 2 else pl.col(name) for name, decimals in values.items()]
    return kind_rows.with_columns(rounded)


def test_a_late_correction_of_one_file_is_of_exactly_the_rows_that_changed_with_the_file() -> None:
    made = corrected_build()
    found = after_build(first_published(), made, 2)[CORRECTIONS]
    for kind in KINDS:
        was, now = (read(shown(kind, tables).collect(), dict(kind.values)) for tables in (first_build(), made))
        others = now.join(was, on=[*kind.key, *kind.values], how="anti", nulls_equal=True)
        corrected = found.filter(kind=kind.name).select(kind.key).unique().sort(kind.key)
        assert corrected.equals(others.select(kind.key).sort(kind.key)), kind.name
        assert corrected.is_empty() == (kind.name == "ratings")
    _, second = second_evening()
    assert found["files"].to_list() == [[f"{second}.csv"]] * found.height
    assert set(found["since_build"]) == {2}
    assert set(found.filter(kind="results")["session_id"]) == {second}


def test_a_championship_that_a_club_does_not_show_is_not_published() -> None:
    made = first_build()
    rules = made["raw.competitions"].with_columns(individual_show=pl.lit(value=False))
    hidden = shown(CHAMPIONSHIPS, {**made, "raw.competitions": rules}).collect()
    both = shown(CHAMPIONSHIPS, made).collect()
    assert set(both["list"]) == {"individual", "pairs"}
    assert hidden.sort(CHAMPIONSHIPS.key).equals(both.filter(list="pairs").sort(CHAMPIONSHIPS.key))


def test_published_again_it_is_past_and_undone_it_is_past_too() -> None:
    made = corrected_build()
    second = after_build(first_published(), made, 2)
    third = after_build(second, made, 3)
    assert third[CORRECTIONS].equals(second[CORRECTIONS])
    accepted = after_publication(third, made, 3)
    assert accepted[CORRECTIONS].is_empty()
    assert accepted[PAST].height == second[CORRECTIONS].height
    ends = accepted[PAST].select("published_build", "since_build", "until_build", "ending").unique().rows()
    assert ends == [(1, 2, 3, "published")]
    undone = after_build(third, first_build(), 4)
    assert undone[CORRECTIONS].is_empty()
    assert undone[PAST].select("since_build", "until_build", "ending").unique().rows() == [(2, 4, "undone")]


@pytest.mark.parametrize("kinds", [KINDS, KINDS[:1], KINDS[1:3]], ids=len)
def test_what_a_publication_leaves_is_what_a_comparison_would_find(kinds: tuple[Kind, ...]) -> None:
    made = corrected_build()
    known = after_build(first_published(), made, 2)
    after = {**known, **publication(known, made, kinds, When(FIRST + 9 * HOUR, 2))}
    found = pl.concat(differences(after[kind.table], shown(kind, made), kind) for kind in KINDS).collect()
    left = after[CORRECTIONS].select(found.columns)
    assert left.sort(pl.all()).equals(found.sort(pl.all()))
    assert left.height + after[PAST].height == known[CORRECTIONS].height
    assert set(after[PAST]["kind"]) <= {kind.name for kind in kinds}


def test_a_value_that_changes_twice_is_two_corrections() -> None:
    def shared(results: pl.DataFrame) -> pl.DataFrame:
        return another_result(results, pl.col("score").min().over("board"))

    second = after_build(first_published(), corrected_build(), 2)
    third = after_build(second, built(changed("raw.results", shared)), 3)
    again = third[PAST].filter(ending="changed")
    assert again.height > 0
    same = [*RESULTS.key, "kind", "list", "player_id", "field", "published"]
    stands = third[CORRECTIONS].join(again, on=same, how="semi", nulls_equal=True)
    assert set(stands["since_build"]) == {3}
    assert third[CORRECTIONS].filter(since_build=2).height + third[PAST].height == second[CORRECTIONS].height


def test_a_season_is_published_whole_in_every_kind_and_nothing_changed_is_nothing_corrected() -> None:
    known = first_published()
    for kind in KINDS:
        assert known[kind.table].height > 0, kind.name
        assert set(known[kind.table]["build"]) == {1}
    assert known[CORRECTIONS].is_empty()
    assert known[PAST].is_empty()
    assert set(known["published.files"]["file_id"]) == set(handed_in()["raw.results"]["file_id"])
    again = after_build(known, first_build(), 2)
    assert again[CORRECTIONS].is_empty()
    assert again[HISTORY].equals(known[HISTORY])
    once_more = after_publication(again, first_build(), 2)
    assert [name for name in REMEMBERED if not once_more[name].equals(again[name])] == []


def test_no_correction_comes_from_the_deals_of_an_evening_but_a_file_of_deals_that_gives_none_is_named() -> None:
    """A ranking named the deals of a later evening, and of that evening no other file."""
    deals = handed_in()["raw.sessions"].with_columns(board=1, file_id=phrase("deals/{}.csv", "session_id"))
    files = corrected_build()["raw.files"]
    of_deals = files.filter(pl.col("file_id") != "games.csv").with_columns(file_id=phrase("deals/{}", "file_id"))
    made = corrected_build() | {"raw.deals": deals, "raw.files": pl.concat([files, of_deals])}
    found = after_build(first_published(), made, 2)[CORRECTIONS]
    _, second = second_evening()
    assert not found.is_empty()
    assert found["files"].to_list() == [[f"{second}.csv"]] * found.height

    files = first_build()["raw.files"]  # where nothing is kept that says what it held
    of_deals = files.filter(file_id=f"{second}.csv").with_columns(file_id=pl.lit("deals.csv"))
    known = after_build(first_published(), first_build() | {"raw.files": pl.concat([files, of_deals])}, 2)
    rankings = after_build(known, corrected_build(), 3)[CORRECTIONS].filter(kind="rankings", list="players")
    assert "deals.csv" in rankings["files"].explode().to_list()


def test_an_evening_that_is_removed_is_corrected_with_the_file_that_is_gone() -> None:
    club, session = second_evening()
    is_gone = (pl.col("club") == club) & (pl.col("session_id") == session)
    without = {name: handed_in()[name].filter(~is_gone) for name in ("raw.sessions", *OF_AN_EVENING)}
    made = built({**handed_in(), **without})
    second = after_build(first_published(), made, 2)
    results = second[CORRECTIONS].filter(kind="results")
    assert set(results["session_id"]) == {session}
    assert results["now"].null_count() == results.height
    assert set(results["files"].list.join(";")) == {f"{session}.csv"}
    again = after_publication(second, made, 2)
    assert again[CORRECTIONS].is_empty()
    assert not again[RESULTS.table].filter(is_gone).height
    assert again["published.files"].filter(is_gone).height == 1


def test_a_club_that_was_gone_for_a_build_and_is_back_has_nothing_that_changed() -> None:
    """Every line of it was shown as new, since nothing was known of it before that build."""
    nothing = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    gone = after_build(first_published(), nothing, 2)
    assert set(gone[CHANGED].select("now", "since_build").rows()) == {(None, 2)}
    back = after_build(gone, first_build(), 3, was=nothing)
    assert back[CHANGED].is_empty()
    assert back[CORRECTIONS].is_empty()


def test_a_late_game_and_an_evening_put_on_a_later_day_are_corrected_with_their_files() -> None:
    """The standings between the two days changed for the evening, though it is after them now."""
    found = after_build(first_published(), built(changed("raw.games", one_game_more)), 2)[CORRECTIONS]
    assert set(found["kind"]) == {"ratings"}
    assert set(found["player_id"]) == {"one", "other"}
    assert found["files"].to_list() == [["games.csv"]] * 2

    first = handed_in()["raw.sessions"].sort("club", "date").row(0, named=True)
    is_first = (pl.col("club") == first["club"]) & (pl.col("session_id") == first["session_id"])
    date = pl.when(is_first).then(pl.col("date").max().over("club") + dt.timedelta(1)).otherwise("date")
    later = changed("raw.sessions", lambda sessions: sessions.with_columns(date=date))
    rankings = after_build(first_published(), built(later), 2)[CORRECTIONS].filter(kind="rankings")
    assert rankings.filter(pl.col("date") > first["date"]).height
    assert rankings["files"].to_list() == [[f"{first['session_id']}.csv"]] * rankings.height


@pytest.mark.long
def test_of_every_publication_of_an_evening_the_last_files_are_known() -> None:
    club, session = second_evening()
    is_it = (pl.col("club") == club) & (pl.col("session_id") == session)
    file = pl.when(is_it).then(pl.lit("renamed.csv")).otherwise("file_id").alias("file_id")

    def renamed(*tables: str) -> Tables:
        return built({**handed_in(), **{name: handed_in()[name].with_columns(file) for name in tables}})

    known, last = first_published(), list[set[str]]()
    builds = (first_build(), renamed("raw.sessions", *OF_AN_EVENING), renamed("raw.results"), first_build())
    for number, made in enumerate(builds, 1):
        known = after_publication(known, made, number)
        last.append(set(last_files(known["published.files"]).filter(is_it).collect()["file_id"]))
    ours = f"{session}.csv"
    assert last == [{ours}, {"renamed.csv"}, {ours, "renamed.csv"}, {ours}], "one of them only, or next to the other"
    assert known["published.files"].filter(is_it).height == 2, "the history has both"


def test_the_clubs_may_come_in_any_order_and_one_by_one() -> None:
    made = corrected_build()

    def before(name: str, clubs: Collection[str]) -> pl.DataFrame:
        return first_build()[name].filter(pl.col("club").is_in(clubs))

    whole = trail(first_published(), before, made, When(FIRST, 2))
    clubs = handed_in()["raw.sessions"]["club"].unique().sort()
    of_clubs = [(name, made[name]) for name in made if name in WAREHOUSE]
    parts = [
        trail(
            {name: first_published()[name].filter(club=club) for name in REMEMBERED},
            before,
            {name: rows.filter(club=club).sample(fraction=1, shuffle=True, seed=2) for name, rows in of_clubs},
            When(FIRST, 2),
        )
        for club in clubs
    ]
    for name, rows in whole.items():
        assert pl.concat(part[name] for part in parts).sort(rows.columns[:3]).equals(rows.sort(rows.columns[:3])), name


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_has_the_rows_of_the_table_that_it_stands_for(view: str) -> None:
    """Lists recorded, a list handed in, and corrections of players who changed, came and went."""
    made = built(changed("raw.games", one_game_more))
    lists = first_published()["published.ratings"]
    handed = lists.with_columns(
        club=pl.lit("other"), published_at=pl.lit(None, lists.schema["published_at"]), build=pl.lit(None, pl.Int64)
    )
    gone = lists.head(1).with_columns(player_id=pl.lit("gone"))
    both = pl.concat([handed, gone, lists])
    stood = {**first_published(), "published.ratings": both}
    known = after_build(stood, made, 2)
    with duckdb.connect() as connection:
        connection.execute("set timezone = 'UTC'; create schema published")
        for name in ("published.ratings", "published.corrections"):
            connection.register("incoming", known[name])
            connection.execute(f"create table {name} as from incoming")
        rows = connection.sql(VIEWS[view]).pl()
    table = in_shape(PublishedRatings, known["published.ratings"].sort(PublishedRatings.primary_key()))
    as_tables = {
        "ratings.published": table,
        "ratings.corrections": corrections(table, Elo.cast(made["ratings.elo"])).collect(),
    }
    expected = as_tables[view]
    assert expected.height >= 3
    assert WAREHOUSE[view].cast(rows).equals(expected)
    assert rows.columns == expected.columns
