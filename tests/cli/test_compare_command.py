"""barometer compare: a season under other rules as a build under them would make it, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from factories import Tables, competitions, in_warehouse
from polars.testing import assert_frame_equal
from simulated import simulate
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.compare import compare
from pipelines.settings.competition import Settings
from pipelines.settings.other_rules import under_other_rules
from pipelines.settings.scoring import scoring_profiles
from pipelines.settings.season_rows import as_written, competitions_frame
from pipelines.warehouse import Warehouse
from transforms.rankings.what_if.side_by_side import final_rankings
from transforms.season import season_tables
from transforms.tables.schemas import WAREHOUSE, PlayerRankings

Sections = dict[str, dict[str, Any]]

HOSTILE = "[red]A[/red]\x1b[2J\u202e"
TUESDAY = "alderhaven/tuesday-evening"
CHAMPIONSHIP = {"individual": {"min": 2, "drop": 1}, "pairs": {"together": 2}}


@pytest.fixture(scope="module")
def raw() -> Tables:
    """Five evenings of two clubs; one player of a name that means no good."""
    made_up = simulate(2, 5, pairs=14, boards=4)
    owners = made_up["sessions"].select("club", "competition").unique().sort("club").rows()
    empty = {name.removeprefix("raw."): schema.create_empty() for name, schema in WAREHOUSE.items()}
    rules = pl.concat(competitions(*owner, championship=CHAMPIONSHIP) for owner in owners)
    name = pl.when(pl.int_range(pl.len()) == 0).then(pl.lit(HOSTILE)).otherwise("name")
    players = made_up["players"].with_columns(name=name)
    return {**empty, **made_up, "players": players, "competitions": rules}


@pytest.fixture(scope="module")
def warehouse(raw: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("built") / "warehouse.duckdb"
    given = in_warehouse(raw)
    tables = given | season_tables(given)
    with Warehouse(path) as built:
        for name in WAREHOUSE.keys() & tables.keys():
            built.write(name, tables[name])
    return path


def compared(warehouse: Path, *arguments: str, columns: str | None = "200") -> str:
    """What it prints into so many columns; None: into a pipe."""
    done = CliRunner().invoke(app, ["compare", *arguments, "--warehouse", str(warehouse)], env={"COLUMNS": columns})
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize(
    ("settings", "sections"),
    [
        (["ranking.method=proportional"], {"ranking": {"method": "proportional"}}),
        (["ranking.average_a=64", "ranking.width=28"], {"ranking": {"average_a": 64.0, "width": 28.0}}),
        (["ranking.hand_on=false", "ranking.window=2"], {"ranking": {"hand_on": False, "window": 2}}),
        (["scoring.profile=ebu"], {"scoring": {"profile": "ebu"}}),
        (["championship.pairs.together=40%"], {"championship": CHAMPIONSHIP | {"pairs": {"together": "40%"}}}),
        (["scoring.not_played='as_played'"], {"scoring": {"not_played": "as_played"}}),
    ],
)
def test_the_season_is_that_of_a_competition_with_these_rules(
    warehouse: Path, raw: Tables, settings: list[str], sections: Sections
) -> None:
    found = compare(warehouse, TUESDAY, settings).tables
    rules = competitions("alderhaven", "tuesday-evening", **({"championship": CHAMPIONSHIP} | sections))
    built = season_tables(in_warehouse({**raw, "competitions": rules}))
    club = {"club": "alderhaven"}
    rankings = PlayerRankings.cast(built["rankings.player_rankings"].filter(**club))
    expected = final_rankings(rankings).collect()
    assert_frame_equal(
        found.players.select("player_id", ranking="other_ranking", place="other_place"),
        expected.select("player_id", "ranking", "place"),
        check_row_order=False,
    )
    standing = built["championships.pairs"].filter(**club).select("partnership_id", "average", "rank")
    assert_frame_equal(
        found.pairs.select("partnership_id", average="other_average", rank="other_rank"),
        standing,
        check_row_order=False,
    )


def test_in_words_and_tables(warehouse: Path) -> None:
    printed = compared(warehouse, TUESDAY, "--set", "ranking.method=place", "--set", "championship.individual.min=6")
    assert "ranking.method balanced -> place, championship.individual.min 2 -> 6" in printed
    assert "today; then nobody eligible" in printed
    assert "(Spearman)" in printed
    assert "Championship of pairs" in printed
    assert "[red]A[/red]" in printed
    assert "\x1b[2J" not in printed
    assert "\u202e" not in printed


def test_the_rules_of_today_move_nobody(warehouse: Path) -> None:
    printed = compared(warehouse, TUESDAY, "--set", "ranking.method=balanced")
    assert "These are the rules of today" in printed
    assert "0 of " in printed
    assert "1.000 (Spearman), 1.000 (Kendall)" in printed
    assert "Lines by ranking: none changes" in printed
    assert "Lines that change" not in printed


def test_a_page_is_written_beside_what_is_printed(warehouse: Path, tmp_path: Path) -> None:
    page = tmp_path / "compared.html"
    asked = (TUESDAY, "--set", "ranking.method=place", "--format", "csv")
    assert compared(warehouse, *asked, "--page", str(page)) == compared(warehouse, *asked)
    assert "ranking.method balanced → place" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "there", ["<h1>Our club</h1>", '<meta name="generator" content="Barometer"/>'], ids=["ours", "of the site"]
)
def test_a_page_of_something_else_is_never_overwritten(
    warehouse: Path, tmp_path: Path, there: str, refused: Callable[..., str]
) -> None:
    page = tmp_path / "index.html"
    page.write_text(there)
    options = ["--set", "ranking.method=place", "--warehouse", str(warehouse), "--page", str(page)]
    told = refused("compare", TUESDAY, *options)
    assert "is there already, and stays as it is; name another, or add --replace" in told
    assert page.read_text() == there


def test_a_rule_that_follows_from_another_says_so(warehouse: Path) -> None:
    printed = compared(warehouse, TUESDAY, "--set", "ranking.average_a=80", "--set", "scoring.average=neuberg")
    assert "ranking.top 100 -> follows from average_a" in printed
    assert "ranking.average_a follows from top -> 80" in printed
    assert "scoring.average follows from the profile -> neuberg" in printed


def test_csv_has_what_json_has(warehouse: Path) -> None:
    asked = (warehouse, TUESDAY, "--set", "ranking.method=place", "--format")
    every = pl.read_csv(compared(*asked, "csv").encode(), infer_schema_length=None)
    told = json.loads(compared(*asked, "json"))
    tables = every["table"].unique(maintain_order=True).to_list()
    assert tables == ["players", "individual", "pairs", "lines", "champions", "summary"]
    assert {name: every.filter(table=name).height for name in tables} == {name: len(told[name]) for name in tables}
    champion = every.filter(table="champions")["champions_names"][0]
    assert champion == " + ".join(told["champions"][0]["champions_names"])
    rows = every.filter(table="players")
    assert rows["place"].is_sorted()
    assert (rows["place"] - rows["other_place"] == rows["moved"]).all()


REFUSED: dict[str, tuple[list[str], str]] = {
    "an unknown key": (["ranking.windw=3"], "--set ranking.windw=3: there is no such key: did you mean window?"),
    "a value out of range": (["ranking.window=0"], "--set ranking.window=0: write a number from 1 to 10000"),
    "a word not allowed": (["ranking.method=best"], "--set ranking.method=best: write one of 'place', 'proportional'"),
    "an unknown section": (["rankin.method=place"], "(the nearest: ranking); those that can be tried are scoring.…"),
    "a rule without its section": (
        ["method=place"],
        "--set method=place: name its section too: write --set ranking.method=place",
    ),
    "what cannot be tried": (["season.name=x"], "--set season.name: there is no such rule to try"),
    "a section": (["ranking=4"], "--set ranking: that is a section; name a key of it, as in ranking.method=place"),
    "a section of a section": (["championship.pairs={}"], "--set championship.pairs: that is a section; name a key of"),
    "no yes or no": (["ranking.round_stretch=True"], "--set ranking.round_stretch=True: write true or false"),
    "no whole number": (["ranking.lines=2.5"], "--set ranking.lines=2.5: write a whole number"),
    "no number": (["ranking.width=wide"], "--set ranking.width=wide: write a number"),
    "the second of three": (
        ["scoring.average=tie", "ranking.window=0", "ranking.lines=2"],
        "barometer: --set ranking.window=0: write a number from 1 to 10000\n",
    ),
    "two of three": (
        ["scoring.average=tie", "ranking.window=0", "ranking.lines=x"],
        "--set ranking.lines=x: write a whole number, as 6; --set ranking.window=0: write a number from 1 to 10000",
    ),
    "both of two, beside another": (
        ["scoring.average=tie", "ranking.top=9", "ranking.average_a=8"],
        "--set ranking.top=9 ranking.average_a=8: give either top or average_a, not both",
    ),
    "no value": (["ranking.method="], "--set ranking.method=: write a key and a value, as in ranking.method=place"),
    "a key twice": (["ranking.top=9", "ranking.top=8"], "--set ranking.top: given twice, as 9 and as 8"),
    "both of two": (["ranking.top=9", "ranking.average_a=8"], "give either top or average_a, not both"),
    "an unknown profile": (["scoring.profile=rutr"], "there is no such profile: did you mean ruter?"),
    "two lines of TOML": (["ranking.window=3\nlines = 4"], "ranking.window=3 lines = 4: write a whole number"),
    "no settings": ([], "name other rules, as in --set ranking.method=place"),
}


@pytest.mark.parametrize("mistake", REFUSED)
def test_what_cannot_be_tried_is_told(warehouse: Path, mistake: str, refused: Callable[..., str]) -> None:
    settings, told = REFUSED[mistake]
    options = [word for setting in settings for word in ("--set", setting)]
    assert told in refused("compare", TUESDAY, *options, "--warehouse", str(warehouse))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["friday"], "friday: there is no such competition; there are alderhaven/tuesday-evening, "),
        (
            ["alderhaven/tuesday-evening", "--season", "1999"],
            "--season 1999: nothing was played then; there are 2025-26",
        ),
        (["alderhaven/tuesday-evening", "--warehouse", "/none.duckdb"], "no such warehouse"),
    ],
)
def test_what_is_not_there_is_told(
    warehouse: Path, arguments: list[str], told: str, refused: Callable[..., str]
) -> None:
    options = ["--warehouse", str(warehouse), "--set", "ranking.top=90"]
    assert told in refused("compare", arguments[0], *options, *arguments[1:])


@pytest.mark.parametrize("profile", scoring_profiles())
@pytest.mark.parametrize(
    "sections",
    [
        {},
        {"scoring": {"line_decimals": "none", "average": "tie"}},
        {"scoring": {"line_decimals": 3}, "ranking": {"average_a": 64.0, "width": 28.0, "method": "dynamic"}},
        {"ranking": {"top": 90.0}, "championship": {"pairs": {"drop": 3}}},
    ],
)
def test_the_rules_in_the_warehouse_are_those_of_the_file(profile: str, sections: Sections) -> None:
    scoring = {"profile": profile, **sections.get("scoring", {})}
    others = {name: section for name, section in sections.items() if name != "scoring"}
    rows = competitions("club", "evening", scoring=scoring, **others)
    again = Settings.model_validate(as_written(rows))
    assert competitions_frame("club", "evening", again).equals(rows)


def test_top_follows_from_average_a_when_the_width_is_tried() -> None:
    by_average = competitions(ranking={"average_a": 64.0, "width": 28.0})
    assert under_other_rules(by_average, ["ranking.width=40"])["top"].to_list() == [84]
    assert under_other_rules(by_average, ["ranking.top=100", "ranking.width=40"])["top"].to_list() == [100]
    assert under_other_rules(competitions(), ["ranking.width=20"])["top"].to_list() == [100]


def test_what_a_club_overrode_stays_when_another_profile_is_tried() -> None:
    rules = under_other_rules(competitions(scoring={"average_plus": 65.0}), ["scoring.profile=ebu"]).row(0, named=True)
    assert (rules["profile"], rules["average_plus"]) == ("ebu", 65)
    assert rules["average"] == scoring_profiles()["ebu"]["average"]
