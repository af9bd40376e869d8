"""What was published before is known whole again, however often it was corrected, gone and back."""

import datetime as dt
from itertools import pairwise

import polars as pl
import pytest
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from published.publications import FIRST, published, rows_of, shown

from transforms.published.differences import differences, printed
from transforms.published.earlier import earlier
from transforms.published.kinds import KINDS, RANKINGS, Kind
from transforms.published.recording import recorded
from transforms.tables.schemas import PastCorrections

WEEK = dt.timedelta(days=7)


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
def test_every_list_that_was_published_otherwise_since_is_told_as_it_was(kind: Kind, data: st.DataObject) -> None:
    stands, past = _in_turn(kind, [data.draw(shown(kind)) for _ in range(4)])
    over = _gone_on(kind, stands, past)
    stands = [rows.join(over, on=kind.thing, how="anti") for rows in stands]
    past = past.join(over, on=kind.thing, how="anti")
    values = [printed(name, decimals) for name, decimals in kind.values.items()]
    columns = [*kind.key, *kind.values, "published_at", "build"]
    corrected = past.select(*kind.thing, "published_at").unique()
    was = pl.concat(rows.join(corrected, on=[*kind.thing, "published_at"], how="semi") for rows in stands).unique()
    told = earlier(stands[-1], past, kind).collect()
    assert told.select(columns).equals(was.with_columns(values).select(columns).sort(*kind.key, "published_at"))
    rows = past.select(*kind.key, "published_at").unique()
    ended = told.filter(pl.col("until_at").is_not_null())
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


def test_a_ranking_corrected_twice_is_told_three_times() -> None:
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
