"""barometer compare: a season under other rules as a build under them would make it, and what it refuses."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl
from cli.conftest import CHAMPIONSHIP, TwoClubs
from commands import barometer
from each import cases
from factories import competitions, in_warehouse
from polars.testing import assert_frame_equal

from pipelines.cli.compare import compare
from pipelines.settings.competition import Settings
from pipelines.settings.other_rules import under_other_rules
from pipelines.settings.scoring import scoring_profiles
from pipelines.settings.season_rows import as_written, competitions_frame
from transforms.rankings.what_if.side_by_side import final_rankings
from transforms.season import season_tables
from transforms.tables.schemas import PlayerRankings

Sections = dict[str, dict[str, Any]]

TUESDAY = "alderhaven/tuesday-evening"


def compared(warehouse: Path, *arguments: str) -> str:
    done = barometer("compare", *arguments, "--warehouse", warehouse)
    assert done.exit_code == 0, done.output
    return done.stdout


@cases(
    (["ranking.method=proportional"], {"ranking": {"method": "proportional"}}),
    (["ranking.average_a=64", "ranking.width=28"], {"ranking": {"average_a": 64.0, "width": 28.0}}),
    (["ranking.hand_on=false", "ranking.window=2"], {"ranking": {"hand_on": False, "window": 2}}),
    (["scoring.profile=ebu"], {"scoring": {"profile": "ebu"}}),
    (["championship.pairs.together=40%"], {"championship": CHAMPIONSHIP | {"pairs": {"together": "40%"}}}),
    (["scoring.not_played='as_played'"], {"scoring": {"not_played": "as_played"}}),
)
def test_the_season_is_that_of_these_rules(two_clubs: TwoClubs, settings: list[str], sections: Sections) -> None:
    found = compare(two_clubs.warehouse, TUESDAY, settings).tables
    rules = competitions("alderhaven", "tuesday-evening", **({"championship": CHAMPIONSHIP} | sections))
    built = season_tables(in_warehouse({**two_clubs.raw, "competitions": rules}))
    club = {"club": "alderhaven"}
    rankings = PlayerRankings.cast(built["rankings.player_rankings"].filter(**club))
    expected = final_rankings(rankings).collect()
    players = found.players.select("player_id", ranking="other_ranking", rank="other_rank")
    assert_frame_equal(players, expected.select("player_id", "ranking", "rank"), check_row_order=False)
    standing = built["championships.pairs"].filter(**club).select("partnership_id", "average", "rank")
    pairs = found.pairs.select("partnership_id", average="other_average", rank="other_rank")
    assert_frame_equal(pairs, standing, check_row_order=False)


def test_in_words_and_tables(two_clubs: TwoClubs) -> None:
    def tried(*settings: str) -> str:
        return compared(two_clubs.warehouse, TUESDAY, *(word for each in settings for word in ("--set", each)))

    printed = tried("ranking.method=place", "championship.individual.min=6")
    assert "ranking.method balanced -> place, championship.individual.min 2 -> 6" in printed
    assert "today; nobody eligible under the other rules" in printed
    assert "(Spearman)" in printed
    assert "Championship of pairs" in printed
    assert "[red]A[/red]" in printed
    assert not {"\x1b", "\u202e"} & set(printed)
    follows = tried("ranking.average_a=80", "scoring.average=neuberg")
    assert "ranking.top 100 -> follows from average_a" in follows
    assert "ranking.average_a follows from top -> 80" in follows
    assert "scoring.average follows from the profile -> neuberg" in follows
    of_today = tried("ranking.method=balanced")
    assert "These are today's rules, so nothing changes" in of_today
    assert "1.000 (Spearman), 1.000 (Kendall)" in of_today
    assert "Lines by ranking: no pair moves to another line" in of_today
    assert "under the other rules: no difference" in of_today
    assert "Pairs whose line changes" not in of_today


def test_csv_has_what_json_has_also_where_a_page_is_written(two_clubs: TwoClubs, tmp_path: Path) -> None:
    page = tmp_path / "compared.html"
    asked = (two_clubs.warehouse, TUESDAY, "--set", "ranking.method=place", "--page", str(page), "--format")
    every = pl.read_csv(compared(*asked, "csv").encode(), infer_schema_length=None)
    assert "ranking.method balanced → place" in page.read_text(encoding="utf-8")
    words = json.loads(compared(*asked, "json"))
    tables = every["table"].unique(maintain_order=True).to_list()
    assert tables == ["players", "individual", "pairs", "lines", "champions", "summary", "foretold"]
    assert {name: every.filter(table=name).height for name in tables} == {name: len(words[name]) for name in tables}
    champion = every.filter(table="champions")["champions_names"][0]
    assert champion == " + ".join(words["champions"][0]["champions_names"])
    rows = every.filter(table="players")
    assert rows["rank"].is_sorted()
    assert (rows["rank"] - rows["other_rank"] == rows["moved"]).all()


REFUSED = {
    "ranking.windw=3": "--set ranking.windw=3: there is no such key: did you mean window?",
    "ranking.window=0": "--set ranking.window=0: write a number from 1 to 10000",
    "ranking.method=best": "--set ranking.method=best: write one of 'place', 'proportional'",
    "rankin.method=place": "(the nearest: ranking.method); you can try scoring.…",
    "method=place": "--set method: there is no such rule to try (the nearest: ranking.method); you can try",
    "season.name=x": "--set season.name: there is no such rule to try",
    "ranking=4": "--set ranking: there is no such rule to try",
    "championship.pairs={}": "--set championship.pairs: there is no such rule to try",
    "ranking.round_stretch=maybe": "--set ranking.round_stretch=maybe: write true or false",
    "ranking.lines=2.5": "--set ranking.lines=2.5: write a whole number",
    "ranking.width=wide": "--set ranking.width=wide: write a number",
    "ranking.window=0 ranking.lines=2": "barometer: --set ranking.window=0: write a number from 1 to 10000\n",
    "ranking.window=0 ranking.lines=x": "--set ranking.lines=x: write a whole number, like 6; --set ranking.window=0",
    "scoring.average=tie ranking.top=9 ranking.average_a=8": "--set ranking.top=9 ranking.average_a=8: give either top",
    "ranking.method=": "--set ranking.method=: write a key and a value, like ranking.method=place",
    "ranking.top=9 ranking.top=8": "--set ranking.top: given twice, as 9 and as 8",
    "scoring.profile=rutr": "there is no such profile: did you mean ruter?",
    "": "name other rules, such as --set ranking.method=place",
}


def test_what_cannot_be_tried_is_reported(two_clubs: TwoClubs, refused: Callable[..., str]) -> None:
    for settings, words in REFUSED.items():
        options = [word for setting in settings.split() for word in ("--set", setting)]
        assert words in refused("compare", TUESDAY, *options, "--warehouse", str(two_clubs.warehouse))
    two_lines = refused("compare", TUESDAY, "--set", "ranking.window=3\nlines = 4", "--warehouse", two_clubs.warehouse)
    assert "ranking.window=3 lines = 4: write a whole number" in two_lines
    other = ("--set", "ranking.top=90", "--season", "1999", "--warehouse", two_clubs.warehouse)
    assert "--season 1999: nothing has this name. Choose one of these: 2025-26." in refused("compare", TUESDAY, *other)


SECTIONS: list[Sections] = [
    {},
    {"scoring": {"line_decimals": "none", "average": "tie"}},
    {"scoring": {"line_decimals": 3}, "ranking": {"average_a": 64.0, "width": 28.0, "method": "dynamic"}},
    {"ranking": {"top": 90.0}, "championship": {"pairs": {"drop": 3}}},
]


def test_the_rules_in_the_warehouse_are_those_of_the_file() -> None:
    for profile, sections in product(scoring_profiles(), SECTIONS):
        scoring = {"profile": profile, **sections.get("scoring", {})}
        rows = competitions("club", "evening", **{**sections, "scoring": scoring})
        again = Settings.model_validate(as_written(rows))
        assert competitions_frame("club", "evening", again).equals(rows)


def test_what_follows_from_a_rule_that_is_tried_and_what_a_club_overrode_stays() -> None:
    by_average = competitions(ranking={"average_a": 64.0, "width": 28.0})
    for rules, settings, top in (
        (by_average, ["ranking.width=40"], 84),
        (by_average, ["ranking.top=100", "ranking.width=40"], 100),
        (competitions(), ["ranking.width=20"], 100),
    ):
        assert under_other_rules(rules, settings)["top"].to_list() == [top]
    rules = under_other_rules(competitions(scoring={"average_plus": 65.0}), ["scoring.profile=ebu"]).row(0, named=True)
    of_profile = scoring_profiles()["ebu"]["average"]
    assert (rules["profile"], rules["average_plus"], rules["average"]) == ("ebu", 65, of_profile)
