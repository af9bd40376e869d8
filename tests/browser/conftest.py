"""Pages of every kind in one folder: a club, its ratings, its desk, a comparison, lines and the book of movements."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from browser.driver import NoBrowserError, asked, prepare
from cli.test_comparison_page import LINES, PLACES, comparison
from factories import Tables, frame
from played import Event, Result, as_bws, competition_in, movement
from reports.all_clubs import with_lists
from reports.conftest import (
    computed,
    hostile_season,
    hostile_site,
    in_two_seasons,
    raw_tables,
    season_with_hands,
    site_with_hands,
    with_another,
)
from reports.federation import federation
from reports.test_desk import finding, tables
from reports.whole_site import write_site

from pipelines.cli.compare import write_comparison
from pipelines.cli.contest import Contest, write_contest
from pipelines.cli.lines import Heading, write_lines
from pipelines.cli.live.live import Following
from pipelines.cli.movement import matter
from pipelines.machine.paths import Paths
from pipelines.reports.desk import write_club, write_first
from pipelines.reports.manifests import put
from pipelines.reports.pages import ratings
from pipelines.words.languages import speaking
from transforms.strength.contest_systems import SYSTEMS
from transforms.tables.contest import MEASURES, WHO
from transforms.tables.schemas import METHODS, Competitions, Doubts, Findings, OfficialDifferences

TOGETHER = ("index.html", "federation*", "simultaneous-*")
"""The pages of all clubs together."""

__all__ = ["hostile_season", "hostile_site", "season_with_hands", "site_with_hands"]
"""Fixtures of the tests of reports, which are for the tests of this folder too."""


@pytest.fixture(scope="session")
def ask() -> Callable[..., Any]:
    """`driver.asked`; whoever wants it is skipped where there is no browser, with what is missing."""
    try:
        prepare()
    except NoBrowserError as missing:
        pytest.skip(str(missing))
    return asked


@pytest.fixture(scope="session")
def club() -> Tables:
    """Four evenings with deals, of which the last two are one event; 72 players, a championship, and public strengths.

    Of the first evening the director is asked about every result of the first board.
    """
    raw = raw_tables(clubs=1, sessions=4, pairs=30, boards=8)
    raw["raw.sessions"] = raw["raw.sessions"].with_columns(
        event=pl.when(pl.col("date").rank("dense") > 2).then(pl.lit("Autumn pairs"))
    )
    raw["raw.competitions"] = raw["raw.competitions"].with_columns(strength_public=True)
    return with_another(computed(raw)) | {"raw.findings": asked_about(raw["raw.results"])}


def asked_about(results: pl.DataFrame) -> pl.DataFrame:
    """A warning for every result of the first board of the first evening."""
    doubtful = results.filter(pl.col("session_id") == pl.col("session_id").min(), pl.col("board") == 1)
    listed = {"severity": "warning", "code": "results.impossible_score", "message": "impossible"}
    places = doubtful.select("club", "competition", "file_id", "line_no").rows(named=True)
    return frame(Findings, *(place | listed for place in places))


@pytest.fixture(scope="session")
def built(club: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which `kinds.PAGES` are."""
    return written(club, "en", tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def in_french(club: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in the language whose words are the longest."""
    return written(club, "fr", tmp_path_factory.mktemp("pages_in_french"))


def written(club: Tables, language: str, folder: Path) -> Path:
    """Write a page of every kind into a folder, in a language; return it."""
    with speaking(language), pytest.MonkeyPatch.context() as patched:
        patched.setattr(ratings, "MOST_ON_A_PAGE", 12)
        patched.setattr(matter, "entries", lambda entries=matter.entries: islice(entries(), 16))
        write_site(spoken(club, language), folder / "club")
        write_site(spoken(federation(), language), folder / "rated")
        write_site(spoken(several_seasons(), language), folder / "seasons")
        write_site(spoken(all_clubs(), language), folder / "together", TOGETHER)
        matter.write_book(folder / "book")
        write_comparison(comparison(PLACES, LINES), folder / "comparison.html")
        write_contest(judged(), folder / "contest.html")
        write_lines(*present(), folder / "lines.html")
        desk(folder / "desk")
        live_page(folder / "live.html", language)
    return folder


def judged() -> Contest:
    """A contest of all systems over two windows of each method."""
    systems = [*SYSTEMS, *(f"{method} {window}" for method in METHODS for window in (6, 12)), "model"]
    kinds = [
        pl.DataFrame({name: values}) for name, values in (("who", WHO), ("system", systems), ("measure", MEASURES))
    ]
    every = kinds[0].join(kinds[1], how="cross").join(kinds[2], how="cross").with_row_index("place")
    value = pl.col("place") % 17 / 17
    numbers = {"value": value, "low": value - 0.1, "high": value + 0.1, "more": value - 0.5}
    return Contest(
        "Tuesday evening, Alderhaven",
        71,
        every.with_columns(**numbers, number=992).with_columns(
            more_low=pl.col("more") - 0.1, more_high=pl.col("more") + 0.1
        ),
    )


def several_seasons() -> Tables:
    """A club whose last evening belongs to another season."""
    return computed(in_two_seasons(raw_tables(clubs=1, sessions=3)))


def all_clubs() -> Tables:
    """Two clubs with lists of the federation."""
    return with_lists(computed(raw_tables(clubs=2, sessions=2)))


def live_page(page: Path, language: str) -> None:
    """Write the page of an evening that is being played. It does not load itself again, which would disturb a test."""
    file, landing = page.with_name("tonight.bws"), competition_in(page.with_name("landing"))
    plan = movement(3, 3, 6)
    events = [Event(float(place), at, Result(1 + place % 4, place % 5, place % 4, 8)) for place, at in enumerate(plan)]
    file.write_bytes(as_bws(events[:-4], plan))
    paths = Paths(landing, page.with_name("w.duckdb"), page.with_name("reports"))
    following = Following(landing, str(file), page, paths)
    following.look = following.look._replace(language=language)
    following.turn(lambda _: None)
    page.write_bytes(page.read_bytes().replace(b'http-equiv="refresh"', b'name="refresh"'))


def present() -> tuple[pl.DataFrame, Heading]:
    """Three lines of eight pairs, in the shape of `next_lines`, and how they are shown."""
    pairs = [
        ("ABC"[place // 8], place + 1, 170.125 - place, f"{place}", f"{place + 24}", None, False) for place in range(24)
    ]
    schema = {"line": pl.String, "rank": pl.Int64, "ranking": pl.Float64}
    ids = dict.fromkeys(("player_id", "partner_id", "third_id"), pl.String) | {"any_two": pl.Boolean}
    names = {str(number): f"Wilhelmina van den Boogaard {number}" for number in range(48)}
    return pl.DataFrame(pairs, schema={**schema, **ids}, orient="row"), ("Tuesday evening, 2025-26", names)


def spoken(tables: Tables, language: str) -> Tables:
    """These, of clubs whose pages are in a language."""
    rules = tables["raw.competitions"].with_columns(language=pl.lit(language))
    return tables | {"raw.competitions": Competitions.cast(rules)}


def desk(folder: Path) -> None:
    """A desk on which something of every kind lies."""
    of_club = tables() | {
        "findings": frame(
            Findings,
            finding(12, file_id="tuesday-evening/2025-26/2026-03-31/results_of_the_third_line.csv"),
            finding(7, severity="warning", value="a long value that somebody typed into the wrong column"),
        ),
        "scored.doubts": frame(Doubts, {"what": "boards", "first": "board 7", "severe": True}),
        "scored.official_differences": frame(
            OfficialDifferences,
            {"value": "score", "entrant": "4", "official": 51.25, "computed": 51.5, "reason": "unexplained"},
        ),
    }
    row = {"club": "club", "club_name": "Bridge Club Alderhaven", "errors": 1, "warnings": 1}
    write_club("club", of_club, folder, folder / ".writing")
    write_first([row | {"differences": 1, "changes": 0}], frame(Findings), folder, folder / ".writing")
    put(folder / ".writing", folder)
