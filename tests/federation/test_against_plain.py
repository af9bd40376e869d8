"""What a build says of a simulated federation, compared with a plain calculation from the same files."""

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pytest
from examples import by_night
from factories import frame
from federation import plain
from first_builds import without_pages
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated import simulate

from pipelines.cli.build import build
from pipelines.cli.simulate import dirt_of, simulate_landing
from pipelines.machine import clock
from pipelines.machine.paths import DATA, Paths
from pipelines.warehouse import Warehouse
from transforms.federation.people import federation_people
from transforms.simulate import Together
from transforms.tables.federation import NO_SETTINGS
from transforms.tables.schemas import Players

CLOSE = 1e-9
IDS = ("1", "2", "900", "901")
NAMES = ("Ann Bos", "Ann Cox", "Bob Cox", "Eva Dol", "Eva de Bos", "Jan")
FINDINGS = ("raw.findings", "federation.findings")
TABLES = (
    *("federation.identities", "federation.people", "federation.seasons", "federation.ratings", "federation.levels"),
    *("federation.simultaneous_results", "awards.federation", *FINDINGS),
)
A_STRENGTH = 2.0
"""About how many percent points a simulated player gains who is one unit of strength stronger."""
CODES = {
    "season_renamed": {"federation.season_name"},
    "number_twice": {"federation.number_of_several"},
    "numbers_exchanged": {"federation.number_of_several"},
    "numbers_as_ids": {"federation.number_as_id"},
    "wrong_score": {"results.score_of_contract"},
    "twice": {"landing.same_file"},
    "cut_off": {"tables.cut_off_session", "results.missing", "entries.no_such_pair"},
    "emptied": {"unread.other_kind", "landing.same_file"},
}
"""The findings about each kind of dirt, of which there is one. A file may be cut off at the end of a line."""


class Built(NamedTuple):
    """The tables that a build makes, and the files from which it made them; `clean` is the same without dirt."""

    tables: dict[str, pl.DataFrame]
    plain: plain.Federation
    clean: plain.Federation
    dirt: pl.DataFrame | None
    strengths: pl.DataFrame


def sized(clubs: int, sessions: int, pairs: int, boards: int, dirt: float) -> dict[str, Any]:
    return {"clubs": clubs, "sessions": sessions, "pairs": pairs, "boards": boards, "seed": 11, "dirt": dirt}


@pytest.fixture(
    scope="module",
    params=[
        sized(4, 3, 12, 8, 0.02),
        pytest.param(sized(30, 12, 28, 24, 0), marks=pytest.mark.nightly),
        pytest.param(sized(30, 12, 28, 24, 0.02), marks=pytest.mark.nightly),
    ],
    ids=["four clubs", "thirty clubs", "thirty clubs, spoiled"],
)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    together = Together(shared=0.15, renamed=0.4, simultaneous=2, between=True)
    return built_in(tmp_path_factory.mktemp("federation"), together, **request.param)


def built_in(folder: Path, together: Together, dirt: float, **size: Any) -> Built:
    landing = simulate_landing(folder / "landing", **size, together=together, dirt=dirt)
    paths = Paths(landing, folder / "warehouse.duckdb", folder / "reports")
    with without_pages():
        build(paths)
    clean = simulate_landing(folder / "clean", **size, together=together) if dirt else landing
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        tables = {name: warehouse.read(name) for name in TABLES}
    listed = pl.read_csv(dirt_of(landing)) if dirt else None
    strengths = simulate(**size, together=together)["strengths"]
    return Built(tables, plain.read(landing), plain.read(clean), listed, strengths)


def test_everybody_is_the_same_person(built: Built) -> None:
    identities = built.tables["federation.identities"]
    assert {(club, player): person for club, player, person, *_ in identities.rows()} == built.plain.people


def test_nobody_is_taken_for_another(built: Built) -> None:
    """People are joined only if they are one, whatever was spoiled."""
    as_ids: list[str] = [] if built.dirt is None else built.dirt.filter(kind="numbers_as_ids")["club"].to_list()
    truth = dict(built.clean.people)
    truth |= {(club, person): person for (club, _), person in built.clean.people.items() if club in as_ids}
    people: dict[str, set[str]] = {}
    for club, player, person, *_ in built.tables["federation.identities"].rows():
        people.setdefault(person, set()).add(truth[club, player])
    assert [ids for ids in people.values() if len(ids) > 1] == []
    clubs_of = Counter(truth.values())
    joined = built.tables["federation.people"].filter(pl.col("clubs") > 1)
    assert joined.height >= 0.5 * sum(clubs > 1 for clubs in clubs_of.values())


def test_seasons_of_the_federation(built: Built) -> None:
    rows = built.tables["federation.seasons"].select("club", "competition", "season", "federation_season").rows()
    assert {row[:3]: row[3] for row in rows if row[0] != "federation"} == built.plain.seasons


def test_federation_points(built: Built) -> None:
    awards = built.tables["awards.federation"]
    made = {row[:3]: row[3] for row in awards.select("scheme", "season", "person", "points").rows()}
    expected = built.plain.points()
    assert made.keys() == expected.keys()
    assert [key for key, points in made.items() if abs(points - float(expected[key])) > CLOSE * max(points, 1)] == []


def test_the_list_of_ratings(built: Built) -> None:
    ratings = built.tables["federation.ratings"].drop_nulls("rating")
    made = {(list_date.year, person): rating for list_date, person, rating in ratings.select(*_LISTED).rows()}
    table = plain.rows_of(DATA / "reference" / "rating_table.csv")
    assert made == built.plain.ratings(table, clock.today())
    assert ratings["person"].n_unique() > 60


_LISTED = ("list_date", "person", "rating")


def test_simultaneous_results(built: Built) -> None:
    """Each event is one field over all clubs, whether its sessions name it or only its cards show it."""
    results = built.tables["federation.simultaneous_results"].drop_nulls("score")
    entrant = ["club", "session_id", "line", "entrant"]
    made = {}
    for _, rows in results.group_by("simultaneous"):
        sessions = frozenset(rows.select("club", "session_id").unique().rows())
        made[sessions] = {row[:4]: row[4:] for row in rows.select(*entrant, "score", "rank").rows()}
    expected = built.plain.simultaneous()
    assert len(expected) == 2
    assert made.keys() == expected.keys()
    for sessions, of_event in expected.items():
        assert made[sessions].keys() == of_event.keys()
        assert {key: rank for key, (_, rank) in made[sessions].items()} == {
            key: one.rank for key, one in of_event.items()
        }
        assert max(abs(made[sessions][key][0] - float(one.score)) for key, one in of_event.items()) < CLOSE


def test_levels_are_right_within_their_errors(built: Built) -> None:
    mean = pl.col("strength").mean()
    truth = built.strengths.group_by("club").agg(mean).with_columns(pl.col("strength") - mean)
    levels = built.tables["federation.levels"].join(truth, on="club").drop_nulls("level")
    assert levels.height == truth.height
    off = (levels["level"] - A_STRENGTH * levels["strength"]) / levels["error"]
    assert 0 < sum(one * one for one in off) / len(off) < 1.5


def test_each_kind_of_dirt_has_its_finding(built: Built) -> None:
    if built.dirt is None:
        assert pl.concat(built.tables[table] for table in FINDINGS).is_empty()
        return
    findings = pl.concat(built.tables[table].select("club", "code") for table in FINDINGS)
    said = set(findings.with_columns(pl.col("code").str.split("/").list.first()).rows())
    spoiled = built.dirt.select("kind", "club").rows()
    assert [(kind, club) for kind, club in spoiled if not {(club, code) for code in CODES[kind]} & said] == []


@settings(max_examples=by_night(100))
@given(
    st.lists(
        st.tuples(*map(st.sampled_from, ("abc", IDS, NAMES, ("", *IDS)))), max_size=8, unique_by=lambda row: row[:2]
    )
)
def test_any_people(rows: list[tuple[str, str, str, str]]) -> None:
    """Ids that are numbers, numbers used twice and exchanged, and names that share a word or none."""
    people = [dict(zip(("club", "player_id", "name", "federation_id"), row, strict=True)) for row in rows]
    competitions = [
        plain.Competition(club, "evening", {}, [row for row in people if row["club"] == club], [], [], [], False)
        for club in "abc"
    ]
    players = frame(Players, *(row | {"federation_id": row["federation_id"] or None} for row in people))
    made = federation_people(players, NO_SETTINGS).identities.collect()
    assert {row[:2]: row[2] for row in made.rows()} == plain.Federation(competitions).people
