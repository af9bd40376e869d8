"""What the clubs of a made-up federation have in common."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from factories import Tables
from simulated import parts, simulate

from pipelines.cli.simulate import dirt_of, simulate_landing
from pipelines.machine.errors import UnusableError
from transforms.simulate import Together
from transforms.tables.schemas import Games, Players

TOGETHER = Together(shared=0.2, renamed=0.5, simultaneous=2, between=True)
SIZE: dict[str, Any] = {"clubs": 5, "sessions": 4, "seed": 3, "pairs": 14, "boards": 8}


@pytest.fixture(scope="module")
def federation() -> Tables:
    return simulate(**SIZE, together=TOGETHER)


@pytest.fixture(scope="module")
def people(federation: Tables) -> pl.DataFrame:
    """The players of clubs, with what no club knows."""
    of_clubs = federation["players"].filter(pl.col("club") != "federation")
    return of_clubs.join(federation["strengths"], on=["club", "competition", "player_id"])


def test_people_of_two_clubs_are_as_strong_in_both_and_never_in_both_on_one_day(
    federation: Tables, people: pl.DataFrame
) -> None:
    twice = people.filter(pl.len().over("federation_id") > 1).sort("federation_id", "club")
    both = twice.group_by("federation_id").agg(
        pl.col("club").n_unique(), pl.col("strength").n_unique(), pl.col("name").unique().str.split(" ")
    )
    assert both.height > 20
    assert both.select("club", "strength").unique().rows() == [(2, 1)]
    names = both["name"].to_list()
    assert all(len({given for given, *_ in spellings}) == 1 for spellings in names)
    assert 0.3 < sum(len(spellings) == 2 for spellings in names) / len(names) < 0.7
    days = federation["sessions"].select("club", "session_id", "date")
    seated = federation["entries"].join(people.select("club", "player_id", "federation_id"), on=["club", "player_id"])
    assert seated.join(days, on=["club", "session_id"]).select("federation_id", "date").is_unique().all()
    levels = people.group_by("club").agg(pl.col("level").unique(), pl.col("strength").mean())
    assert levels["level"].list.len().to_list() == [1] * 5
    assert levels.select(pl.corr(pl.col("level").list.first(), "strength")).item() > 0.8


def test_simultaneous_evenings_have_one_day_and_one_set_of_deals_in_all_parts() -> None:
    made = list(parts(4, 4, 3, pairs=12, boards=8, at_once=2, together=TOGETHER))
    sessions, deals, named = (pl.concat(part[of] for part in made) for of in ("sessions", "deals", "simultaneous"))
    days = sessions.filter(pl.len().over("date") == 4)["date"].unique().sort()
    assert days.len() == 2
    on_days = deals.join(sessions.filter(pl.col("date").is_in(days.implode())), on=["club", "session_id"])
    by_board = on_days.group_by("session_id", "board").agg(pl.len(), pl.col("deal_id").n_unique())
    assert by_board.select("len", "deal_id").unique().rows() == [(4, 1)]
    assert deals.filter(pl.len().over("deal_id") > 1).height == on_days.height
    assert named.select("session_id", "simultaneous").unique().rows() == [(str(days[0]), "Simultaneous 1")]
    assert {*named["club"]} == {*sessions["club"]}


def test_clubs_meet_in_games_under_federation_ids(federation: Tables, people: pl.DataFrame) -> None:
    for name, schema in (("players", Players), ("games", Games)):
        schema.validate(federation[name])
    between = federation["games"].filter(club="federation")
    first_club = people.group_by("federation_id").agg(pl.col("club").sort().first())
    clubs = between.join(first_club, left_on="player_id", right_on="federation_id", suffix="_of_one")
    clubs = clubs.join(first_club, left_on="opponent_id", right_on="federation_id", suffix="_of_other")
    assert clubs.height == between.height == 8 * 2 * 4 * 4  # players of a team, meetings in a round, rounds, years
    assert (clubs["club_of_one"] != clubs["club_of_other"]).all()
    assert clubs.select("club_of_one", "club_of_other").n_unique() > 6
    rated = federation["ratings"].join(people.select("club", "player_id", "federation_id"), on=["club", "player_id"])
    of_person = rated.group_by("federation_id").agg(pl.len(), pl.struct("rating", "games").n_unique().alias("given"))
    assert of_person["len"].max() == 2
    assert of_person["given"].max() == 1


def test_every_kind_of_dirt_is_written_down(tmp_path: Path) -> None:
    """And nothing else differs from the clean federation."""
    size = SIZE | {"clubs": 4, "sessions": 2}
    clean = simulate_landing(tmp_path / "clean", **size, together=TOGETHER)
    dirty = simulate_landing(tmp_path / "dirty", **size, together=TOGETHER, dirt=0.02)
    listed = pl.read_csv(dirt_of(dirty))
    of_clubs = ["season_renamed", "number_twice", "numbers_exchanged", "numbers_as_ids"]
    assert listed["kind"].to_list() == [*of_clubs, "wrong_score", "twice", "cut_off", "emptied"]
    texts = [
        {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}
        for folder in (clean, dirty)
    ]
    changed = {name for name in texts[0].keys() | texts[1].keys() if texts[0].get(name) != texts[1].get(name)}
    assert {name.split("/")[0] for name in changed} == {*listed["club"]}
    [as_ids] = listed.filter(kind="numbers_as_ids")["file"]
    others = {name for name in changed if not name.startswith(f"{as_ids}/")}
    reported = listed.with_columns(
        file=pl.col("file")
        + pl.col("kind").replace_strict(
            {
                "season_renamed": "/competition.toml",
                "number_twice": "/players.csv",
                "numbers_exchanged": "/players.csv",
            },
            default="",
        )
    )
    copied = reported.filter(kind="twice")["file"].str.replace("results.csv", "results (1).csv", literal=True)
    expected = {*reported.filter(pl.col("kind") != "twice")["file"], *copied}
    assert others == {name for name in expected if not name.startswith(as_ids)}


def test_only_csv_can_be_spoiled(tmp_path: Path) -> None:
    with pytest.raises(UnusableError, match="in the format csv only"):
        simulate_landing(tmp_path / "out", dirt=0.1, file_format="parquet")
