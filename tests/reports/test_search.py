"""What the search finds, and that a name in it is a text whatever it holds."""

import datetime as dt
import json
from pathlib import Path

import polars as pl
import pytest
from factories import Tables, competitions
from page_files import root_of
from reports.whole_site import summary as summary_of

from pipelines.reports.first_page import places
from pipelines.reports.search import of_ratings, search_index
from pipelines.reports.site import draw_first
from pipelines.words.words import spoken_date
from transforms.privacy.hidden_people import A_MEMBER
from transforms.privacy.withheld import shown_to_all
from transforms.results.last_evenings import sessions_found
from transforms.tables.schemas import WAREHOUSE

CLUB = "club"


def read(script: str) -> list[list[str]]:
    start, end = "var barometerPlaces = ", ";\n"
    assert script.startswith(start)
    assert script.endswith(end)
    found: list[list[str]] = json.loads(script.removeprefix(start).removesuffix(end))
    return found


@pytest.mark.parametrize("name", ['"];alert(1);["', "</script>", "a\\", "line\nend", "\u2028", "אבגד", "O'Neil"])
def test_a_name_is_a_text(name: str) -> None:
    script = search_index([(name, "players/1.html")]).decode()
    assert read(script) == [[name, "players/1.html"]]
    assert "\u2028" not in script


def test_a_season_finds_its_players_and_evenings(site: Path) -> None:
    for folder in site.glob("*/*/2025-26"):
        found = read((folder / "search-index.js").read_text(encoding="utf-8"))
        for _, page, *_ in found:
            assert (folder / page).is_file(), page
        pages = {page for _, page, *_ in found}
        for subject in ("players", "sessions"):
            assert {f"{subject}/{file.name}" for file in (folder / subject).iterdir()} <= pages


def test_the_first_page_of_one_club_finds_the_evenings_of_its_last_seasons(season: Tables) -> None:
    first = summary_of(shown_to_all(season))
    played = first["sessions"].filter(pl.col("club") == pl.col("club").first())
    of_one = {name: table.join(played, on="club", how="semi") for name, table in first.items()}
    found = [place for place in places(of_one) if "/sessions/" in place[1]]
    assert [text for text, *_ in found] == [
        f"{spoken_date(date)} {title}" for date, title in played.select("date", "title").iter_rows()
    ]
    days = played["date"].to_list()
    assert days == sorted(days, reverse=True)
    assert found[0][2].endswith(days[0].isoformat())
    assert not [place for place in places(first) if "/sessions/" in place[1]], "of several clubs that is too much"

    blank = {**of_one, "sessions": sessions_found(played.with_columns(title=pl.lit(" ")))}
    assert [text for text, page, *_ in places(blank) if "/sessions/" in page] == [spoken_date(day) for day in days]

    second = {"competition": pl.lit("friday"), "competition_name": pl.lit("Friday")}
    twice = {
        name: pl.concat([table, table.with_columns(value.alias(key) for key, value in second.items() if key in table)])
        for name, table in of_one.items()
    }
    named = {text.rpartition(", ")[2] for text, page, *_ in places(twice) if "/sessions/" in page}
    assert named == {"Friday", of_one["competitions"]["competition_name"][0]}


def test_ratings_find_everybody_once_under_the_last_name_but_who_is_not_shown() -> None:
    rows = [("2", "Bo"), ("1", "Ann"), ("2", "Bob"), ("member-1", A_MEMBER)]
    seasons = pl.DataFrame(rows, schema=["player_id", "name"], orient="row")
    assert of_ratings(seasons) == [("Ann", "players/1.html"), ("Bob", "players/2.html")]


def test_who_left_is_not_found(season: Tables) -> None:
    left = season["raw.players"].with_columns(public=False)
    first = summary_of(shown_to_all(season | {"raw.players": left}))
    assert not first["players"].height
    assert all(A_MEMBER not in text for text, _ in places(first))


def test_the_first_page_of_a_large_federation_is_short_and_leads_to_every_club(tmp_path: Path) -> None:
    empty = {name: schema.create_empty() for name, schema in WAREHOUSE.items() if not name.startswith("operations.")}
    first = summary_of(shown_to_all(empty | {"raw.competitions": competitions(CLUB, "evening")}))
    seasons = pl.concat(
        first["competitions"].with_columns(
            club=pl.lit(f"club-{number}"),
            club_name=pl.lit(f"Bridge Club of the Town of Number {number}"),
            last=pl.lit(dt.date(2026, 4, 7)),
            last_session=pl.lit("2026-04-07"),
        )
        for number in range(400)
    )
    draw_first({**first, "competitions": seasons, "awards.federation": empty["awards.federation"]}, tmp_path, tmp_path)
    page = tmp_path / "index.html"
    assert page.stat().st_size <= 200_000
    links = root_of(page).xpath("//*[local-name()='a']/@href")
    folders = {f"club-{number}/evening/2025-26" for number in range(400)}
    assert {f"{folder}/index.html" for folder in folders} <= {*links}
    assert {f"{folder}/sessions/2026-04-07.html" for folder in folders} <= {*links}
