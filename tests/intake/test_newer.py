"""Which of two files is the newer: by names that say it, then by the time of modification, then by name."""

import datetime as dt

import polars as pl
import pytest

from transforms.intake.evenings.superseding import by_age

NOON = dt.datetime(2025, 9, 3, 12, tzinfo=dt.UTC)


def ages(**minutes: int | None) -> list[str]:
    """The files from the oldest to the newest."""
    files = pl.DataFrame(
        [
            {
                "club": "club",
                "competition": "evening",
                "file_id": name,
                "modified_at": None if minute is None else NOON + dt.timedelta(minutes=minute),
            }
            for name, minute in minutes.items()
        ],
        schema_overrides={"modified_at": pl.Datetime("us", "UTC")},
    )
    return by_age(files).sort("age")["file_id"].to_list()


@pytest.mark.parametrize(
    ("minutes", "order"),
    [
        ({"b.pbn": 1, "a.pbn": 2}, ["b.pbn", "a.pbn"]),
        ({"evening 10.pbn": 1, "evening 9.pbn": 1}, ["evening 9.pbn", "evening 10.pbn"]),
        ({"x (1).pbn": 1, "x.xml": 9}, ["x.xml", "x (1).pbn"]),
        ({"x_v10.pbn": 1, "x_v9.pbn": 9, "x.pbn": 5}, ["x.pbn", "x_v9.pbn", "x_v10.pbn"]),
        ({"x (1).pbn": 1, "x.pbn": 9, "y.pbn": 5}, ["y.pbn", "x.pbn", "x (1).pbn"]),
        ({"x draft.pbn": 9, "x.pbn": 1, "x (1).pbn": 0}, ["x draft.pbn", "x.pbn", "x (1).pbn"]),
        ({"x_kladje.pbn": 9, "x.pbn": None}, ["x_kladje.pbn", "x.pbn"]),
        ({"overdraft.pbn": 9, "x.pbn": 1}, ["x.pbn", "overdraft.pbn"]),
        ({"2025-09-02.pbn": 9, "2025-09-09.pbn": 1}, ["2025-09-09.pbn", "2025-09-02.pbn"]),
        ({"unknown.pbn": None, "known.pbn": 1}, ["unknown.pbn", "known.pbn"]),
    ],
)
def test_the_order_of_files(minutes: dict[str, int | None], order: list[str]) -> None:
    assert ages(**minutes) == order
