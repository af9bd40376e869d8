"""The season that an evening needs: at most a year, next to the seasons that there are, or whole years from them."""

import datetime as dt

import pytest

from pipelines.settings.seasons import Season, season_around

YEAR = ("2025-26", "2025-09-01", "2026-08-31")
AUTUMN = ("Autumn", "2025-09-01", "2025-12-31")


def seasons(*rows: tuple[str, str, str]) -> list[Season]:
    days = ((name, *map(dt.date.fromisoformat, bounds)) for name, *bounds in rows)
    return [Season.model_validate(dict(zip(("name", "start", "end"), row, strict=True))) for row in days]


@pytest.mark.parametrize(
    ("known", "day", "expected"),
    [
        ([YEAR], "2026-09-01", ("2026-27", "2026-09-01", "2027-08-31")),
        ([YEAR], "2027-08-31", ("2026-27", "2026-09-01", "2027-08-31")),
        ([YEAR], "2027-09-01", ("2027-28", "2027-09-01", "2028-08-31")),
        ([YEAR], "2025-08-31", ("2024-25", "2024-09-01", "2025-08-31")),
        ([YEAR], "2024-08-31", ("2023-24", "2023-09-01", "2024-08-31")),
        ([YEAR], "2026-01-01", None),
        ([AUTUMN], "2026-02-01", ("2026", "2026-01-01", "2026-12-31")),
        ([AUTUMN, ("Next", "2026-09-01", "2026-12-31")], "2026-02-01", ("2026", "2026-01-01", "2026-08-31")),
        ([("2026", "2025-01-01", "2025-12-31")], "2026-02-01", None),
        ([("leap", "2023-03-01", "2024-02-28")], "2024-02-29", ("2024-25", "2024-02-29", "2025-02-28")),
    ],
    ids=[
        "next day",
        "last day",
        "years later",
        "before",
        "years before",
        "within",
        "part of a year",
        "gap",
        "name",
        "leap",
    ],
)
def test_a_new_season_continues_the_others(
    known: list[tuple[str, str, str]], day: str, expected: tuple[str, str, str] | None
) -> None:
    found = season_around(dt.date.fromisoformat(day), seasons(*known))
    assert (found and tuple(found.values())) == expected
