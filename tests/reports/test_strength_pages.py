"""Strength on the site: only where the club makes it public, and no strength of hidden people."""

from pathlib import Path
from zipfile import ZipFile

import polars as pl
import pytest
from factories import Tables
from page_files import root_of
from reports.whole_site import write_site

from pipelines.reports.tables.columns import names_said, report_tables
from transforms.privacy.withheld import shown_to_all


@pytest.fixture(scope="module")
def clubs(season: Tables) -> tuple[str, str]:
    """The club that makes its strength public, and the one that does not."""
    public, other = season["raw.competitions"]["club"].unique().sort()
    return public, other


@pytest.fixture(scope="module")
def rules(season: Tables, clubs: tuple[str, str]) -> Tables:
    return {"raw.competitions": season["raw.competitions"].with_columns(strength_public=pl.col("club") == clubs[0])}


@pytest.fixture(scope="module")
def public(season: Tables, rules: Tables, clubs: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site where the strength of the first club is public; of the other club there are no strengths at all."""
    own = {name: table.filter(club=clubs[0]) for name, table in season.items() if name.startswith("strength.")}
    return write_site({**season, **rules, **own}, tmp_path_factory.mktemp("public") / "deep" / "site").parent


def test_a_club_that_makes_nothing_public_has_the_pages_of_a_club_without_strengths(
    site: Path, public: Path, clubs: tuple[str, str]
) -> None:
    here, there = (
        {file.relative_to(folder): file.read_bytes() for file in (folder / clubs[1]).rglob("*") if file.is_file()}
        for folder in (site, public)
    )
    assert here
    assert here == there
    assert not [name for name in here if name.name == "strength.html"]


def test_where_it_is_public_pages_and_downloads_have_it(public: Path, clubs: tuple[str, str]) -> None:
    (page,) = (public / clubs[0]).rglob("strength.html")
    assert root_of(page).xpath("count(//tbody/tr)") > 0
    evening = root_of(max(page.parent.glob("sessions/*.html")))
    assert evening.xpath("count(//section[@id='expected']//tbody/tr)") > 0
    assert evening.xpath("count(//section[@id='expected']/preceding-sibling::section[contains(@class, 'results')])") > 0
    (archive,) = page.parent.glob("downloads/*.zip")
    names = ZipFile(archive).namelist()
    assert {"report.forecasts.csv", "report.strengths.csv", "report.strength_sessions.csv"} <= {*names}
    assert not [name for name in names if name.startswith("strength.")]


def test_who_is_hidden_has_no_strength_and_the_pairs_keep_their_forecasts_as_those_of_a_member(
    season: Tables, rules: Tables, clubs: tuple[str, str]
) -> None:
    entries = season["raw.entries"].filter(club=clubs[0])
    hidden = str(entries["player_id"].max())
    asks = (pl.col("club") == clubs[0]) & (pl.col("player_id") == hidden)
    players = season["raw.players"].with_columns(public=pl.when(asks).then(pl.lit(value=False)).otherwise("public"))
    report = report_tables(names_said(shown_to_all({**season, **rules, "raw.players": players})))
    everybody = season["strength.players"].filter(club=clubs[0])["player_id"].to_list()
    for name in ("strengths", "strength_sessions"):
        assert {*report[name]["player_id"]} == {*everybody} - {hidden}
    seat = ("session_id", "line", "entrant")
    whole = season["strength.forecasts"].filter(club=clubs[0])
    forecasts = report["forecasts"]
    assert {*forecasts.select(seat).rows()} == {*whole.select(seat).rows()}
    of_hidden = forecasts.join(entries.filter(player_id=hidden), on=seat, how="semi")
    assert of_hidden.height > 0
    assert of_hidden["names"].str.contains("a member").all()
