"""Seasons of the federation: by days, whatever clubs call them."""

import datetime as dt

import dataframely as dy
import polars as pl
from factories import frame
from federation.games import NO_GAMES

from transforms.federation.findings import federation_findings
from transforms.federation.seasons import federation_seasons
from transforms.tables.federation import (
    GIVEN_SEASONS,
    NO_SETTINGS,
    Federation,
    FederationSeasons,
    Identities,
    Simultaneous,
)
from transforms.tables.schemas import Competitions, Players, Sessions

YEAR = (dt.date(2025, 9, 1), dt.date(2026, 8, 31))
BEFORE = (dt.date(2024, 9, 1), dt.date(2025, 8, 31))
CALENDAR = (dt.date(2026, 1, 1), dt.date(2026, 12, 31))
LONG_AGO = (dt.date(2020, 1, 1), dt.date(2020, 12, 31))


def seasons_of(
    *seasons: tuple[str, str, tuple[dt.date, dt.date]], federation: Federation = NO_SETTINGS
) -> dy.DataFrame[FederationSeasons]:
    rows = [{"club": club, "season": name, "start": start, "end": end} for club, name, (start, end) in seasons]
    return FederationSeasons.validate(federation_seasons(frame(Competitions, *rows), federation).collect())


def found(seasons: dy.DataFrame[FederationSeasons]) -> list[tuple[str, str, str]]:
    tables = {"simultaneous": frame(Simultaneous), "sessions": frame(Sessions), "competitions": frame(Competitions)}
    findings = federation_findings(
        frame(Players), seasons, frame(Identities), federation=NO_SETTINGS, **tables, **NO_GAMES
    ).collect()
    return findings.select("club", "code", "value").rows()


def test_the_days_that_most_clubs_have_are_a_season_whatever_its_name() -> None:
    made = seasons_of(
        *(("a", "2025-26", YEAR), ("b", "2025/26", YEAR), ("c", "2025-26", YEAR), ("d", "2026", CALENDAR)),
        *(("a", "2024-25", BEFORE), ("e", "2025-26", LONG_AGO)),
    )
    alone = "2025-26 (2020-01-01 - 2020-12-31)"
    assert made.select("club", "season", "federation_season", "by").rows() == [
        *[("a", "2024-25", "2024-25", "days"), ("a", "2025-26", "2025-26", "days")],
        *[("b", "2025/26", "2025-26", "days"), ("c", "2025-26", "2025-26", "days"), ("d", "2026", "2025-26", "days")],
        ("e", "2025-26", alone, "days"),
    ]
    assert made.filter(club="d")["share"].to_list() == [243 / 365]
    assert found(made) == [("b", "federation.season_name", "2025/26"), ("d", "federation.season_name", "2026")]


def test_half_of_the_days_is_not_enough_and_longer_days_come_first() -> None:
    half = (dt.date(2025, 8, 31), dt.date(2025, 9, 1))
    made = seasons_of(("a", "2025-26", YEAR), ("b", "Weekend", half))
    assert made["federation_season"].to_list() == ["2025-26", "Weekend"]


def test_the_seasons_of_federation_toml_hold_and_others_stand_alone() -> None:
    given = pl.DataFrame([(1, "Season 1", *YEAR, [])], GIVEN_SEASONS, orient="row")
    federation = Federation(seasons=given)
    made = seasons_of(("a", "2025-26", YEAR), ("b", "Season 1", YEAR), ("b", "2024-25", BEFORE), federation=federation)
    assert made.select("club", "season", "federation_season", "by").rows() == [
        ("a", "2025-26", "Season 1", "given"),
        ("b", "2024-25", "2024-25", "own"),
        ("b", "Season 1", "Season 1", "given"),
    ]
    assert found(made) == [("a", "federation.season_name", "2025-26"), ("b", "federation.season_alone", "2024-25")]
    named_alike = seasons_of(("a", "Season 1", LONG_AGO), ("b", "x", YEAR), federation=federation)
    assert named_alike["federation_season"].to_list() == ["Season 1 (2020-01-01 - 2020-12-31)", "Season 1"]
