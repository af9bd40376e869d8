"""The rules of the sample's competition: the form, the effect of a change, what is kept, and the next season."""

import html
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import polars as pl
import pytest
from cli.desk.visitor import Visitor, visiting
from commands import barometer
from factories import frame

from pipelines.cli.compare import compare, effects
from pipelines.cli.desk.rule_fields import keys
from pipelines.machine.paths import SAMPLE
from pipelines.settings.changing import is_rule_of_season, known_keys
from pipelines.settings.club import read_club_settings
from pipelines.settings.competition import read_settings
from pipelines.warehouse import Warehouse
from pipelines.words.plain_text import short
from transforms.season import STANDINGS, inputs
from transforms.tables.schemas import Findings

pytestmark = pytest.mark.long

TUESDAY = "alderhaven/tuesday-evening"
CLUB = SAMPLE / "alderhaven"
FORM = {"of": TUESDAY}


@pytest.fixture(scope="module")
def built(sample_built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    home = shutil.copytree(sample_built, tmp_path_factory.mktemp("rules") / "home")
    with visiting(home / "results") as found:
        yield found


@pytest.fixture
def visitor(built: Visitor, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """A desk with the sample's settings, which notes that it would build."""
    shutil.copy(CLUB / "tuesday-evening" / "competition.toml", settings(built))
    of_club(built).unlink(missing_ok=True)
    monkeypatch.setattr(built.desk.job, "start", lambda: built.desk.say("it builds"))
    return built


def settings(visitor: Visitor) -> Path:
    return visitor.desk.paths.landing / TUESDAY / "competition.toml"


def of_club(visitor: Visitor) -> Path:
    return settings(visitor).parent.parent / "club.toml"


def shows(visitor: Visitor, **typed: str | list[str]) -> str:
    query = urlencode({**FORM, **{key.replace("__", "."): value for key, value in typed.items()}}, doseq=True)
    return html.unescape(visitor.gets(f"/rules?{query}"))


def keeps(visitor: Visitor, **typed: str) -> str:
    fields = {key.replace("__", "."): value for key, value in typed.items()}
    return visitor.posts("/rules/keep", files=None, **FORM, **fields)


def last_entry(visitor: Visitor) -> int:
    return max((entry.number for entry in visitor.desk.journal.entries()), default=0)


def test_every_declared_key_has_a_field(visitor: Visitor) -> None:
    page = visitor.gets("/rules")
    sections = ("ranking.", "championship.", "scoring.", "awards.", "page.")
    declared = {key for key in known_keys() if key.startswith(sections) and not is_rule_of_season(key)}
    assert declared - {*keys()} == {"page.mark", "scoring.vp_table", "awards.only"}
    shown = {key.format("2025-26") for key in keys()} - {"club"}
    assert {key for key in shown if f' name="{key}"' not in page} == set()
    assert 'name="club"' not in page
    assert '<option value="balanced" selected="selected">' in page
    assert "Begin the season 2026-27" in page


def test_the_effect_is_that_of_compare_and_nothing_is_written(visitor: Visitor) -> None:
    before = settings(visitor).read_bytes()
    page = shows(visitor, ranking__method="dynamic", championship__individual__min="60%")
    tried = ["ranking.method=dynamic", "championship.individual.min=60%"]
    printed = barometer(
        "compare", TUESDAY, "--set", tried[0], "--set", tried[1], "--warehouse", visitor.desk.paths.warehouse
    ).stdout
    sentences = effects(compare(visitor.desk.paths.warehouse, TUESDAY, tried))
    assert len(sentences) == 4
    for sentence in sentences:
        assert " ".join(sentence.split()) in " ".join(printed.split())
        assert f"<bdi>{sentence}</bdi>" in page
    assert "The first who move" in page
    assert "The method by which results become ranking points: balanced → dynamic" in page
    assert "No result and no place changes." not in page
    assert settings(visitor).read_bytes() == before


def test_the_effect_on_every_season_is_shown(visitor: Visitor) -> None:
    file, scored = visitor.desk.paths.file, ["scored.match_results", "scored.session_results"]
    of = ["raw.competitions", *STANDINGS, "rankings.partnerships", *scored, *inputs(STANDINGS, scored)]
    text = settings(visitor).read_text()
    before = '[[season]]\nname = "2024-25"\nstart = 2024-09-01\nend = 2025-08-31\n'
    with Warehouse(file) as warehouse:
        tables = {name: warehouse.read(name) for name in dict.fromkeys(of)}
        for name, rows in tables.items():
            if "season" in rows.columns:
                warehouse.write(name, pl.concat([rows, rows.with_columns(season=pl.lit("2024-25"))]))
    try:
        settings(visitor).write_text(text + before)
        page = shows(visitor, ranking__method="dynamic")
        sentence = "2024-25: [0-9]+ of [0-9]+ players would have another place in the ranking"
        assert re.search(sentence, page)
        settings(visitor).write_text(text + before + 'ranking = { method = "balanced" }\n')
        assert not re.search(sentence, shows(visitor, ranking__method="dynamic")), "it has a rule of its own"
    finally:
        with Warehouse(file) as warehouse:
            for name, rows in tables.items():
                warehouse.write(name, rows)


def test_what_is_kept_is_what_set_writes_and_can_be_taken_back(visitor: Visitor, tmp_path: Path) -> None:
    before = settings(visitor).read_bytes()
    page = keeps(visitor, ranking__method="dynamic", ranking__lines="4")
    assert "Kept." in page
    assert "it builds" in page
    shutil.copytree(CLUB, tmp_path / "alderhaven")
    other = tmp_path / TUESDAY
    for key, value in (("ranking.method", "dynamic"), ("ranking.lines", "4")):
        assert barometer("set", key, value, other).exit_code == 0
    assert settings(visitor).read_bytes() == (other / "competition.toml").read_bytes()
    assert b"# or another one of docs/rankings.md" in settings(visitor).read_bytes()
    entry = next(one for one in visitor.desk.journal.entries() if one.number == last_entry(visitor))
    assert entry.said == (
        "Tuesday evening: The method by which results become ranking points: balanced → dynamic; "
        "How many lines the competition has: 3 → 4"
    )
    visitor.posts("/undo", entry=entry.number)
    assert settings(visitor).read_bytes() == before


def test_two_files_at_once(visitor: Visitor) -> None:
    keeps(visitor, page__colour="#AA3300", page__name="The Harbour", **{"season.2025-26.end": "2026-08-30"})
    page = read_club_settings(of_club(visitor)).page
    assert (page.colour, page.name) == ("#aa3300", "The Harbour")
    assert f"{read_settings(settings(visitor)).season[0].end}" == "2026-08-30"


def test_a_wrong_value_is_refused_next_to_its_field(visitor: Visitor) -> None:
    before, entry = settings(visitor).read_bytes(), last_entry(visitor)
    for page in (
        shows(visitor, ranking__lines="99", ranking__method="place"),
        html.unescape(keeps(visitor, ranking__lines="99", ranking__method="place")),
    ):
        assert '<b class="fault">write a number from 1 to 26</b>' in page
        assert 'value="99"' in page
        assert '<option value="place" selected="selected">' in page
        assert "If you keep this" not in page
    assert (settings(visitor).read_bytes(), last_entry(visitor)) == (before, entry)
    assert not of_club(visitor).exists()


def test_schemes_are_ticked_and_an_empty_field_has_the_usual_value(visitor: Visitor) -> None:
    page = shows(visitor, awards__schemes=["", "ffb"], ranking__window="")
    assert "Expert Points, FFB, Club Points → Expert Points, FFB" in page
    assert "last sessions count in the ranking:" not in page
    with Warehouse(visitor.desk.paths.file, read_only=True) as warehouse:
        totals = warehouse.read("awards.totals").filter(competition="tuesday-evening")
    points = dict(totals.group_by("scheme").agg(pl.sum("points")).iter_rows())
    assert points["ffb"] > 0
    of_scheme = ", all players of 2025-26 together: "
    assert f"Expert Points, FFB{of_scheme}" not in page, "nothing changes"
    assert f"Club Points{of_scheme}{short(points['club_points'])} → 0 points" in page
    assert "These points change no result, ranking or championship." in page
    keeps(visitor, awards__schemes="", championship__individual__min="")
    kept = read_settings(settings(visitor))
    assert kept.awards.schemes == []
    assert kept.championship.individual.min == 20


def test_the_end_of_a_season_takes_evenings_out(visitor: Visitor) -> None:
    page = shows(visitor, **{"season.2025-26.end": "2026-03-30"})
    assert "These evenings would be in no season, and would not count any more: 31 March 2026, 7 April 2026" in page
    page = shows(visitor, **{"season.2025-26.end": "2026-09-30"})
    assert "All evenings that count stay in the season." in page
    assert "which are in no season now" not in page
    with Warehouse(visitor.desk.paths.file) as warehouse:
        ids = {"club": "alderhaven", "competition": "tuesday-evening", "severity": "error", "message": "x"}
        found = {**ids, "code": "sessions.no_season", "value": "2026-09-08"}
        warehouse.write("raw.findings", pl.concat([warehouse.read("raw.findings"), frame(Findings, found)]))
    joins = "These evenings, which are in no season now, would count: 8 September 2026"
    assert joins in shows(visitor, **{"season.2025-26.end": "2026-09-30"})
    assert joins in visitor.gets("/rules"), "in the next season"


def test_average_a_takes_the_place_of_top(visitor: Visitor) -> None:
    keeps(visitor, ranking__average_a="75")
    kept = read_settings(settings(visitor)).ranking
    assert kept.model_fields_set & {"top", "average_a"} == {"average_a"}
    assert kept.average_a == 75
    keeps(visitor, ranking__top="110")
    assert read_settings(settings(visitor)).ranking.top == 110


def test_words_are_words(visitor: Visitor) -> None:
    welcome = 'Welcome, "all"\r\n\r\n[ranking]\r\nlines = 9 # <b>so</b> \\ \'"""'
    page = visitor.gets(f"/rules?{urlencode({**FORM, 'page.welcome': welcome})}")
    assert "<b>so" not in page
    assert "No result and no place changes." in page
    keeps(visitor, page__welcome=welcome)
    assert read_club_settings(of_club(visitor)).page.welcome == welcome.replace("\r\n", "\n")
    assert "<b>so" not in visitor.gets("/rules")
    assert "<b>so" not in visitor.gets("/")


def test_only_keys_with_a_field_are_read(visitor: Visitor) -> None:
    entry, before = last_entry(visitor), settings(visitor).read_bytes()
    keeps(
        visitor, page__mark="../secret", rating__system="fide", session__x__settled="A 1 2", scoring__vp_table="x.csv"
    )
    assert (settings(visitor).read_bytes(), last_entry(visitor)) == (before, entry)


def test_the_next_season(visitor: Visitor) -> None:
    before = settings(visitor).read_text()
    page = visitor.posts("/rules/season", **FORM)
    assert "Season 2026-27 begins." in page
    assert "Begin the season 2027-28" in page
    season = '[[season]]\nname = "2026-27"\nstart = 2026-09-01\nend = 2027-08-31\n'
    now = settings(visitor).read_text()
    assert now.replace(season, "").split() == before.split()
    assert now.endswith(season)
    assert [one.name for one in read_settings(settings(visitor)).season] == ["2025-26", "2026-27"]
    visitor.posts("/undo", entry=last_entry(visitor))
    assert settings(visitor).read_text() == before


def test_a_season_that_a_comment_proposes_takes_its_place(visitor: Visitor) -> None:
    text = settings(visitor).read_text().replace("end = 2026-08-31\n", "end = 2026-08-31\n\n# Next:\n{season}")
    season = '[[season]]\nname = "2026-27"\nstart = 2026-09-01\nend = 2027-08-31\n'
    off = "".join(f"#{line}\n" for line in season.splitlines())
    settings(visitor).write_bytes(text.format(season=off).replace("\n", "\r\n").encode())
    visitor.posts("/rules/season", **FORM)
    assert settings(visitor).read_bytes() == text.format(season=season).replace("\n", "\r\n").encode()


def test_a_season_with_rules_of_its_own_is_named(visitor: Visitor) -> None:
    assert "A change here also changes the rankings of seasons that are over." in visitor.gets("/rules")
    text = settings(visitor).read_text()
    settings(visitor).write_text(text.replace("end = 2026-08-31", "end = 2026-08-31\nranking = { lines = 2 }"))
    assert "rules of their own, which stay: 2025-26." in visitor.gets("/rules")


def test_faulty_settings_are_said_in_words(visitor: Visitor) -> None:
    settings(visitor).write_text("[ranking]\nlines = 3\n")
    assert "something in them is wrong" in visitor.gets("/rules")
