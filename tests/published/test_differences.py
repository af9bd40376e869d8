"""What was published next to what it would be now: exactly what people would read otherwise."""

import datetime as dt
from itertools import pairwise

import polars as pl
import pytest
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from published.publications import FIRST, LATER, plainly, published, rows_of, shown

from pipelines.cli.publish.publish import _recorded
from transforms.published.differences import differences, earlier, printed
from transforms.published.kinds import KINDS, RANKINGS, RESULTS, Kind
from transforms.published.shown import recorded
from transforms.published.trail import PAST
from transforms.tables.schemas import WAREHOUSE, PastCorrections

WEEK = dt.timedelta(days=7)
EVENING = [
    {"entrant": "1", "players": "a + b", "boards": 24, "rank": 1, "score": 58.333, "points": 70.0, "club_points": 3},
    {"entrant": "2", "players": "c + d", "boards": 24, "rank": 2, "score": 41.667, "points": 50.0},
]


def found(kind: Kind, was: pl.DataFrame, now: pl.DataFrame) -> list[tuple[object, ...]]:
    return differences(was, now, kind).select(*kind.key, "field", "published", "now").collect().rows()


def values_that_differ(was: pl.DataFrame, now: pl.DataFrame) -> list[tuple[object, ...]]:
    return differences(was, now, RESULTS).select("entrant", "field", "published", "now").collect().rows()


def test_what_is_published_again_needs_no_correction_and_only_what_changed_is_of_a_new_time() -> None:
    evenings = [{**row, "session_id": session} for session in "12" for row in EVENING]
    was = published(RESULTS, rows_of(RESULTS, evenings))
    now = rows_of(RESULTS, [{**evenings[0], "rank": 2}, *evenings[1:]])
    assert values_that_differ(was, now) == [("1", "rank", "1", "2")]
    again = RESULTS.schema.validate(recorded(was, now, RESULTS, LATER, 7).collect())
    assert values_that_differ(again, now) == []
    assert set(again.select("session_id", "published_at", "build").rows()) == {("1", LATER, 7), ("2", FIRST, 1)}
    without = recorded(again, now.filter(session_id="2"), RESULTS, LATER, 8).collect()
    assert set(without["session_id"]) == {"2"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@settings(max_examples=by_night(12))
@given(data=st.data())
def test_exactly_what_people_read_otherwise_is_found_in_any_order_of_rows(kind: Kind, data: st.DataObject) -> None:
    first, now = data.draw(shown(kind)), data.draw(shown(kind))
    was = published(kind, first)
    assert found(kind, was, first) == []
    changes = found(kind, was, now)
    assert set(changes) == plainly(kind, was, now)
    assert len(changes) == len(set(changes))
    mixed = (rows.sample(fraction=1, shuffle=True, seed=1) for rows in (was, now))
    assert found(kind, *mixed) == changes
    again = recorded(was, now, kind, LATER, 2).collect()
    assert found(kind, again, now) == []
    assert recorded(again, now, kind, LATER, 3).collect().equals(again)


def _in_turn(kind: Kind, lists: list[pl.DataFrame]) -> tuple[list[pl.DataFrame], pl.DataFrame]:
    """What is published after each publication, and the corrections that were published."""
    stands, past = [published(kind, lists[0])], [PastCorrections.create_empty()]
    for number, now in enumerate(lists[1:], start=1):
        at, before = FIRST + number * WEEK, stands[-1]
        found = differences(before, now, kind).with_columns(
            since_at=pl.lit(at), until_at=pl.lit(at), ending=pl.lit("published"), files=pl.lit(None)
        )
        missing = [pl.lit(None).alias(name) for name in PastCorrections.column_names()]
        unknown = [column for column in missing if column.meta.output_name() not in found.collect_schema().names()]
        past.append(PastCorrections.cast(found.with_columns(unknown)).collect())
        stands.append(kind.schema.validate(recorded(before, now, kind, at, number + 1).collect()))
    return stands, pl.concat(past)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@settings(max_examples=by_night(15))
@given(data=st.data())
def test_every_list_that_was_corrected_is_known_as_it_was_published(kind: Kind, data: st.DataObject) -> None:
    stands, past = _in_turn(kind, [data.draw(shown(kind)) for _ in range(4)])
    over = _gone_on(kind, stands, past)
    stands = [rows.join(over, on=kind.thing, how="anti") for rows in stands]
    past = past.join(over, on=kind.thing, how="anti")
    values = [printed(name, decimals) for name, decimals in kind.values.items()]
    columns = [*kind.key, *kind.values, "published_at", "build"]
    corrected = past.select(*kind.thing, "published_at").unique()
    was = pl.concat(rows.join(corrected, on=[*kind.thing, "published_at"], how="semi") for rows in stands).unique()
    known = earlier(stands[-1], past, kind).collect()
    assert known.select(columns).equals(was.with_columns(values).select(columns).sort(*kind.key, "published_at"))
    rows = past.select(*kind.key, "published_at").unique()
    ended = known.filter(pl.col("until_at").is_not_null())
    assert ended.join(rows, on=[*kind.key, "published_at"], how="semi").height == rows.height - _new(past, kind)


def _gone_on(kind: Kind, stands: list[pl.DataFrame], past: pl.DataFrame) -> pl.DataFrame:
    """The lists that were once forgotten uncorrected, since their standing had gone on: of these nothing is kept."""
    each = past.select(*kind.thing, "published_at", "until_at").unique()
    forgotten = [
        before.join(after, on=kind.thing, how="anti")
        .with_columns(until_at=pl.lit(FIRST + number * WEEK))
        .join(each, on=[*kind.thing, "published_at", "until_at"], how="anti")
        .select(kind.thing)
        for number, (before, after) in enumerate(pairwise(stands), start=1)
    ]
    return pl.concat(forgotten).unique()


def _new(past: pl.DataFrame, kind: Kind) -> int:
    """How many rows were corrected that were nobody's before."""
    sure = pl.lit(next((name for name in kind.values if not kind.schema.columns()[name].nullable), None))
    if kind is RANKINGS:
        sure = pl.when(pl.col("list") == "player_places").then(pl.lit("rank")).otherwise(pl.lit("ranking"))
    return past.filter(pl.col("field") == sure, pl.col("published").is_null()).height


def test_a_ranking_corrected_twice_has_three_publications() -> None:
    def ranked(*rankings: float) -> pl.DataFrame:
        key = {"season": "2025-26", "list": "players", "session_id": "1"}
        return rows_of(RANKINGS, ({**key, "entrant": str(n), "ranking": one} for n, one in enumerate(rankings)))

    stands, past = _in_turn(RANKINGS, [ranked(50.0, 60.0), ranked(51.0, 60.0), ranked(51.0, 61.0, 40.0)])
    rows = earlier(stands[-1], past, RANKINGS).collect().sort("published_at", "entrant")
    assert rows.select("entrant", "ranking", "until_at").rows() == [
        ("0", "50", FIRST + WEEK),
        ("1", "60", FIRST + 2 * WEEK),
        ("0", "51", None),
        ("1", "60", FIRST + 2 * WEEK),
    ]


def _rankings(*standings: tuple[str, str]) -> dict[str, pl.DataFrame]:
    rows = ({"list": of, "session_id": session, "entrant": "a", "ranking": 50.0} for of, session in standings)
    return {RANKINGS.table: published(RANKINGS, rows_of(RANKINGS, rows)), PAST: WAREHOUSE[PAST].create_empty()}


def test_a_standing_that_goes_on_is_replaced_and_not_lost() -> None:
    """A director looked for what he had lost: "1 gone" was the standing of the week before."""
    before = _rankings(("pairs", "1"), ("players", "1"), ("players", "2"))
    after = _rankings(("pairs", "3"), ("players", "1"), ("players", "3"))
    sentence = _recorded(RANKINGS, before, after, is_trial=False)
    assert "2 new, 1 unchanged, 1 replaced after a later session, 1 removed" in sentence
