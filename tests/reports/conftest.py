"""A made-up season by the simulator and the transforms, once plain and once with the names of a prankster."""

import datetime as dt
from itertools import product
from pathlib import Path

import polars as pl
import pytest
from factories import Tables, competitions, frame
from reports.reading import EMPTY
from reports.whole_site import write_site
from simulated import simulate

from pipelines.building.solving.store import solved_tables
from pipelines.settings.ratings import rating_table
from pipelines.settings.scoring import profile_table
from transforms.season import MADE, season_tables
from transforms.tables import schemas
from transforms.tables.federation import NO_SETTINGS

HOSTILE = (
    "<script>alert(1)</script>",
    "=1+1",
    "../../x",
    "$x$ & $\\frac{1}{0}$",
    "Wilhelmina Antoinette van den Boogaard-Oosterhuizen, of the very long name " * 3,
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis",
    "אבגד הוזח",
    "\u202egnirts\x07",
    "王小明 😀",
    '"><img src=x onerror=alert(1)>',
    "con",
    "É.",
    "é.",
)


@pytest.fixture(scope="session")
def season() -> Tables:
    return computed(raw_tables(clubs=2, sessions=4))


@pytest.fixture(scope="session")
def season_with_hands() -> Tables:
    """Three evenings of a club whose files have deals; of the first one they have no double-dummy tables."""
    raw = raw_tables(clubs=1, sessions=3)
    first = raw["raw.sessions"].sort("date")["session_id"][0]
    is_first = pl.col("session_id") == first
    deals = raw["raw.deals"].with_columns(double_dummy=pl.when(~is_first).then("double_dummy"))
    return computed(raw | {"raw.deals": schemas.Deals.cast(deals)})


@pytest.fixture(scope="session")
def site_with_hands(season_with_hands: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(season_with_hands, tmp_path_factory.mktemp("hands")).parent


@pytest.fixture(scope="session")
def hostile_season() -> Tables:
    """Three evenings of a club whose players, ids and files mean no good."""
    raw = raw_tables(clubs=1, sessions=3)
    players = raw["raw.players"]["player_id"].head(len(HOSTILE))
    as_hostile = dict(zip(players, HOSTILE, strict=True))
    for name in ("raw.players", "raw.partnerships", "raw.entries"):
        columns = [column for column in ("player_id", "substitutes_for") if column in raw[name].columns]
        raw[name] = raw[name].with_columns(pl.col(columns).replace(as_hostile))
    raw["raw.players"] = raw["raw.players"].with_columns(
        name=pl.when(pl.col("player_id").is_in(HOSTILE)).then("player_id").otherwise("name")
    )
    raw["raw.sessions"] = raw["raw.sessions"].with_columns(title=pl.lit(HOSTILE[0]), event=pl.lit(HOSTILE[-4]))
    evenings = dict(zip(raw["raw.sessions"]["session_id"], (HOSTILE[0], *HOSTILE[-2:]), strict=True))
    for name, table in raw.items():
        if "session_id" in table.columns:
            raw[name] = table.with_columns(pl.col("session_id").replace(evenings))
    seat = raw["raw.entries"].row(0, named=True)
    entrant = {name: seat[name] for name in ("club", "competition", "season", "session_id", "line", "entrant")}
    penalty = {"amount": -1.5, "unit": "points", "reason": HOSTILE[0]}
    raw["raw.adjustments"] = frame(schemas.Adjustments, entrant | penalty)
    raw["raw.competitions"] = raw["raw.competitions"].with_columns(
        club_name=pl.lit(HOSTILE[0]), competition_name=pl.lit(HOSTILE[-4])
    )
    choices = raw["raw.award_choices"]
    raw["raw.award_choices"] = pl.concat([choices, choices.with_columns(scheme=pl.lit("ebu"), of=pl.lit("event"))])
    own = {name: seat[name] for name in ("club", "competition", "season", "session_id", "player_id")}
    raw["raw.awards"] = frame(schemas.ImportedAwards, {**own, "scheme": "tbf", "points": 1.25})
    tables = computed(raw)
    tables["raw.findings"] = tables["raw.findings"].with_columns(value=pl.lit(HOSTILE[0]), message=pl.lit(HOSTILE[-4]))
    return with_another(tables)


def in_two_seasons(raw: Tables) -> Tables:
    """These tables, with the last evening of each club in a season of its own."""
    last = pl.col("session_id") == raw["raw.sessions"]["session_id"].max()
    season = pl.when(last).then(pl.lit("2026-27")).otherwise("season")
    split = {name: table.with_columns(season=season) for name, table in raw.items() if "session_id" in table.columns}
    later = raw["raw.competitions"].with_columns(pl.col("start", "end").dt.offset_by("1y"), season=pl.lit("2026-27"))
    return {**raw, **split, "raw.competitions": pl.concat([raw["raw.competitions"], later])}


def with_another(tables: Tables) -> Tables:
    """These, with another competition of each club, in which nothing was played yet."""
    known = tables["raw.competitions"]
    another = known.with_columns(competition=pl.lit("another"))
    return tables | {"raw.competitions": pl.concat([known, another])}


@pytest.fixture(scope="session")
def site(season: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the season, written once for all who read it; nobody may change it."""
    return write_site(season, tmp_path_factory.mktemp("season") / "deep" / "site").parent


@pytest.fixture(scope="session")
def hostile_site(hostile_season: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(hostile_season, tmp_path_factory.mktemp("hostile")).parent


def raw_tables(clubs: int, sessions: int, pairs: int = 14, boards: int = 6) -> Tables:
    made_up = simulate(clubs, sessions, pairs=pairs, boards=boards)
    raw = {f"raw.{name}": table for name, table in made_up.items() if name not in ("strengths", "simultaneous")}
    owners = raw["raw.sessions"].select("club", "competition").unique().sort("club", "competition").rows()
    chosen = (
        {"club": club, "competition": competition, "scheme": scheme}
        | {"of": "session", "whole_points": False, "ties": "mean"}
        for (club, competition), scheme in product(owners, ("ffb", "club_points"))
    )
    raw["raw.award_choices"] = frame(schemas.AwardChoices, *chosen)
    championship = {"individual": {"min": 2, "drop": 1}, "pairs": {"together": 3, "substitutes": 1}}
    raw["raw.competitions"] = pl.concat(competitions(*owner, championship=championship) for owner in owners)
    club, competition = owners[0]
    owner = {"club": club, "competition": competition}
    stray = {"file_id": "stray", "path": f"{club}/{competition}/stray.csv", "format": "csv", "sha256": "0"}
    stray |= {"ingested_at": dt.datetime(2026, 1, 1, tzinfo=dt.UTC), "rows": 0, "findings": 1}
    raw["raw.files"] = frame(schemas.Files, owner | stray)
    raw["raw.findings"] = frame(
        schemas.Findings,
        {**owner, "file_id": "stray", "severity": "error", "field": "date", "value": "1", "message": "no date"},
        {"club": None, "competition": None, "file_id": "nowhere.csv", "severity": "error", "message": "of no club"},
    )
    first = raw["raw.sessions"].filter(club=club).row(0, named=True)
    evening = {name: first[name] for name in ("club", "competition", "season", "session_id")}
    differing = {"value": "score", "entrant": "1", "official": 50.0, "computed": 50.5, "reason": "unexplained"}
    raw["scored.official_differences"] = frame(schemas.OfficialDifferences, evening | differing)
    return raw


def computed(raw: Tables) -> Tables:
    """Every table that follows from the raw ones; empty where there is nothing to follow from.

    A few evenings say too little for the luck of a movement to be estimated; here fewer results do.
    """
    given = {name: table for name, table in EMPTY.items() if name.startswith("raw.")} | raw
    wanted = [table for table in MADE if not table.startswith("ratings.")]
    conditions = {"solved": solved_tables(None, ()), "profiles": profile_table(), "federation": NO_SETTINGS}
    conditions |= {"rating_table": rating_table(), "today": dt.date(2026, 1, 1)}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("transforms.balance.played.luck.FEWEST_RESULTS", 5)
        made = season_tables({**given, **conditions}, wanted)
    return EMPTY | given | made
