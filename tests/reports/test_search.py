"""What the first page shows, and what the search finds; a name in it is a text whatever it holds."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from each import cases
from factories import Tables, frame
from reports.reading import warehouse
from reports.whole_site import summary as summary_of

from pipelines.reports.first_page import evenings, in_all_clubs, of_ratings, places, search_index
from pipelines.reports.last_results import last_results
from pipelines.reports.tables.columns import names_said, report_tables
from transforms.privacy.hidden_people import A_MEMBER
from transforms.privacy.withheld import shown_to_all
from transforms.tables.schemas import Entries, Players, SessionResults, Sessions

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
            assert {f"{subject}/{file.name}" for file in (folder / subject).iterdir()} <= {*pages, "players/index.html"}


def test_ratings_find_everybody_once_under_the_last_name_but_who_is_not_shown() -> None:
    rows = [("2", "Bo"), ("1", "Ann"), ("2", "Bob"), ("member-1", A_MEMBER)]
    seasons = pl.DataFrame(rows, schema=["player_id", "name"], orient="row")
    assert of_ratings(seasons) == [("Ann", "players/1.html"), ("Bob", "players/2.html")]


def test_who_left_is_not_found(season: Tables) -> None:
    left = season["raw.players"].with_columns(public=False)
    first = summary_of(shown_to_all(season | {"raw.players": left}))
    assert not first["players"].height
    assert all(A_MEMBER not in text for text, _ in places(first))


def results_in(script: bytes) -> list[list[Any]]:
    found: list[list[Any]] = json.loads(script.decode().removeprefix("var barometerLast = ").removesuffix(";\n"))
    return found


def test_the_last_result_of_everybody_leads_to_the_evening_and_the_scorecard(
    season_with_hands: Tables, site_with_hands: Path
) -> None:
    (file,) = site_with_hands.glob("*/*/2025-26/last-results.js")
    dates = season_with_hands["raw.sessions"].select("session_id", "date")
    played = season_with_hands["raw.entries"].join(dates, on="session_id")
    last = dict(played.group_by("player_id").agg(pl.col("date").max().cast(pl.String)).iter_rows())
    found = results_in(file.read_bytes())
    assert {player: date for date, *_, of in found for player in of} == last
    for _, _, page, line, entrants, of in found:
        assert line.startswith("Line")
        for player, (rank, score, card) in of.items():
            assert (rank, score) == (None, None) or 1 <= int(rank.rstrip("=")) <= entrants
            assert score is None or score.endswith("\N{NO-BREAK SPACE}%")
            pages = (page, card.split("#")[0], f"players/{player}.html")
            assert [(file.parent / each).is_file() for each in pages] == [True] * 3


def test_the_last_result_of_who_left_is_not_listed(season_with_hands: Tables) -> None:
    left = season_with_hands["raw.players"].with_columns(public=pl.col("player_id") != "1001")
    both = (season_with_hands, season_with_hands | {"raw.players": left})
    lists = (results_in(last_results(report_of(tables))) for tables in both)
    everybody, shown = ({player for *_, of in found for player in of} for found in lists)
    assert "1001" in everybody
    assert shown == everybody - {"1001"}


def report_of(tables: Tables) -> Tables:
    return report_tables(names_said(shown_to_all(tables)))


def test_of_a_session_with_two_winners_north_south_comes_first() -> None:
    pairs = [{"entrant": name, "field": f"A {name[-2:]}", "rank": 1, "score": 60.0} for name in ("1EW", "1NS")]
    seats = ({"entrant": pair["entrant"], "player_id": f"{pair['entrant']}{one}"} for pair in pairs for one in "ab")
    last = warehouse(
        raw_sessions=frame(Sessions, {"winners": 2}),
        scored_session_results=frame(SessionResults, *pairs),
        raw_entries=frame(Entries, *seats),
    )
    assert evenings(last, frame(Players))["field"].to_list() == ["A NS", "A EW"]


@cases(
    (["club_points", "ffb"], "Club and federation points", "Who earned most club and federation points"),
    (["club_points"], "Club points", "Who earned most club points"),
    (["ffb"], "Federation points", "Who earned most federation points"),
)
def test_points_of_both_are_called_after_both(schemes: list[str], heading: str, most: str) -> None:
    two = pl.DataFrame({"club": ["x", "x"], "competition": ["a", "b"]})
    given = pl.DataFrame({"scheme": schemes, "season": "2025-26", "person": "x/1"})
    shown = in_all_clubs(given, two)
    assert shown is not None
    assert (shown["heading"], shown["most"]) == (heading, most)
    assert in_all_clubs(given, two.head(1)) is None, "of one competition, the pages of its seasons say all"
