"""The pages of ratings: what stands on them, where they lead, and that names do no harm."""

import csv
import datetime as dt
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag

import polars as pl
import pytest
from factories import Tables, frame
from page_files import root_of
from ratings.federations import given
from reports.conftest import HOSTILE
from reports.federation import CLUB, EVENING, YEARS, Meeting, federation, warehouse
from reports.test_site import Page, all_pages, contents
from reports.whole_site import write_site

from pipelines.reports.files import MANIFEST
from pipelines.reports.page_names import RATINGS, page_name
from pipelines.reports.pages import rated_players
from pipelines.reports.pages import ratings as rating_pages
from pipelines.reports.tables.report import rating_tables
from pipelines.words.words import spoken_date
from transforms.ratings.published import corrections
from transforms.tables.schemas import PublishedRatings

pytestmark = pytest.mark.long

PEOPLE = 30
_OF_RATINGS = (
    "raw.games",
    "raw.ratings",
    "raw.rating_seasons",
    "ratings.elo",
    "ratings.lists",
    "ratings.games",
    "ratings.calibration",
    "ratings.foretelling",
)


@pytest.fixture(scope="module")
def tables() -> Tables:
    """Three seasons; of the second list one rating was published otherwise."""
    made = federation(PEOPLE)
    second = made["ratings.elo"]["list_date"].unique().sort()[1]
    stood = made["ratings.elo"].filter(pl.col("list_date") == second, pl.col("rating").is_not_null())
    published = frame(
        PublishedRatings,
        *stood.select(
            *("club", "competition", "season", "system", "list_date", "player_id"),
            rating=pl.col("rating") - pl.when(pl.col("player_id") == "p001").then(7).otherwise(0),
        ).to_dicts(),
    )
    return made | {
        "ratings.published": published,
        "ratings.corrections": corrections(published, made["ratings.elo"]).collect(),
    }


@pytest.fixture(scope="module")
def site(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tables, tmp_path_factory.mktemp("site")).parent


@pytest.fixture(scope="module")
def ratings(site: Path) -> Path:
    return site / CLUB / EVENING / RATINGS


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Players, events and games that mean no good; one of the first list, all others new."""
    people = (*HOSTILE, "ratings")
    meetings: list[Meeting] = [
        (0, one, other, 2.0) for one, other in zip(people, (*people[1:], people[0]), strict=True)
    ]
    made = warehouse(meetings, given(CLUB, **{HOSTILE[0]: (1500, 126)}), names={who: who for who in HOSTILE})
    made["ratings.games"] = made["ratings.games"].with_columns(event=pl.lit(HOSTILE[0]))
    return write_site(made, tmp_path_factory.mktemp("hostile")).parent


@pytest.mark.parametrize("which", ["site", "hostile"])
def test_every_link_leads_somewhere_and_every_file_is_reached(which: str, request: pytest.FixtureRequest) -> None:
    root: Path = request.getfixturevalue(which)
    pages = dict(all_pages(root))
    reached = {(root / "index.html").resolve()}
    for file, page in pages.items():
        assert len(set(page.ids)) == len(page.ids), file
        for link in page.links:
            assert not re.match(r"[a-z]+:|/", link), f"{file}: {link} leaves the site"
            path, fragment = urldefrag(link)
            target = (file.parent / unquote(path)).resolve() if path else file
            assert target.is_file(), f"{file}: nothing at {link}"
            assert not fragment or fragment in pages[target].ids, f"{file}: no {link}"
            reached.add(target)
    assert {file.resolve() for file in root.rglob("*") if file.is_file() and file.name != MANIFEST} == reached


def test_a_player_is_searched_for_on_every_list(ratings: Path) -> None:
    for page in (ratings / "index.html", ratings / "alphabetical.html", *ratings.glob("lists/*.html")):
        scripts = [link for link in Page(page).links if link.endswith(".js")]
        assert {(page.parent / link).resolve() for link in scripts} >= {ratings / "search-index.js"}
        assert root_of(page).xpath("//*[@class='search']/@data-label") == ["Find a player"]


def test_a_list_says_when_its_last_game_was(tables: Tables, ratings: Path) -> None:
    last = tables["ratings.games"].filter(pl.col("list_date") == pl.col("list_date").max())["date"].max()
    assert last < tables["ratings.elo"]["list_date"].max()
    facts = root_of(ratings / "index.html").xpath("//*[@class='facts']")[0]
    assert facts.xpath(".//@datetime") == [f"{last}"]
    assert ", the last on " in "".join(facts.itertext())


def test_a_player_who_is_not_on_the_rating_list_reads_why(tmp_path: Path) -> None:
    meetings: list[Meeting] = [(0, "a", "b", 2.0), (0, "b", "c", 1.0)]
    made = warehouse(meetings, given(CLUB, a=(1500, 126), b=(1400, 126)), names={}, list_games=128, list_recent_games=0)
    of_players = write_site(made, tmp_path).parent / CLUB / EVENING / RATINGS / "players"
    told = {file.stem: Page(file).text for file in of_players.glob("*.html")}
    assert "not on it: 127 of the 128 games that it takes" in told["a"]
    assert "not on it" not in told["b"]
    assert "not on it: 1 of the 128 games that it takes" in told["c"]


def test_names_are_never_markup(hostile: Path) -> None:
    text = Page(hostile / CLUB / EVENING / RATINGS / "alphabetical.html").text.replace("\N{NO-BREAK SPACE}", " ")
    for name in HOSTILE:
        assert name.replace("\x07", "") in text
    for file, page in all_pages(hostile):
        for tag, attributes in page.elements:
            assert tag != "script" or set(attributes) == {"src", "defer"}, file
            assert not any(name.startswith("on") for name in attributes), file


def test_there_is_a_page_for_every_list_and_every_player(tables: Tables, ratings: Path) -> None:
    days = tables["ratings.elo"]["list_date"].unique().sort()
    assert sorted(file.stem for file in ratings.glob("lists/*.html")) == [str(day) for day in days[:-1]]
    players = {page_name(player) for player in tables["ratings.elo"]["player_id"]}
    assert {file.stem for file in ratings.glob("players/*.html")} == players
    assert len(players) == PEOPLE + 2


def test_every_column_to_download_is_described(ratings: Path) -> None:
    described = pl.read_csv(ratings / "downloads" / "columns.csv")
    assert described.filter(pl.col("words").is_null() | pl.col("type").is_null()).is_empty()
    known = set(described.select("table", "column").rows())
    tables = list((ratings / "downloads").glob("r*.csv"))
    assert {file.stem for file in tables} >= {"ratings.elo", "ratings.games"}
    for file in tables:
        assert {(file.stem, column) for column in pl.read_csv(file, infer_schema=False).columns} <= known


def test_the_lists_are_those_of_the_warehouse(tables: Tables, ratings: Path) -> None:
    last = tables["ratings.lists"].filter(pl.col("list_date") == pl.col("list_date").max())
    by_place = last.filter(list="ranking").sort("position", pl.coalesce("name", "player_id").str.to_lowercase())
    assert (
        cells(ratings / "index.html", "ranking", 1)
        == by_place.select(pl.coalesce("name", "player_id")).to_series().to_list()
    )
    assert cells(ratings / "index.html", "ranking", 2) == by_place["rating"].cast(pl.String).to_list()
    by_name = last.filter(list="alphabetical").sort("position")
    assert cells(ratings / "alphabetical.html", None, 1) == by_name["rating"].cast(pl.String).to_list()


def test_the_pages_say_what_the_ratings_are_of_and_their_day_is_no_evening(site: Path, ratings: Path) -> None:
    """A list may be of a day to come, so it does not stand where the last session is looked for."""
    (row,) = [
        row
        for row in root_of(site / "index.html").iterfind(".//{*}tbody/{*}tr")
        if "list of" in "".join(row.itertext())
    ]
    headings = ["".join(heading.itertext()) for heading in row.getparent().getparent().iterfind("{*}thead/{*}tr/{*}th")]
    assert "".join(row[headings.index("Last session")].itertext()) == ""
    assert "games of one player against another, not the sessions; list of" in " ".join(
        "".join(row[headings.index("Season")].itertext()).split()
    )
    of_list = " ".join(Page(ratings / "index.html").text.split())
    told = "games of one player against another, this season those of League and National cup, not from the sessions."
    assert told in of_list
    assert "Whoever played none of them, or nobody with a rating, is not here." in of_list


def test_a_season_knows_the_rating_of_everybody_with_one(tables: Tables) -> None:
    latest = rating_pages.latest_ratings(rating_tables(tables))
    assert latest is not None
    last = tables["ratings.elo"].filter(pl.col("list_date") == pl.col("list_date").max()).drop_nulls("rating")
    assert {player: rated.rating for player, rated in latest.rated.items()} == dict(
        last.select("player_id", "rating").iter_rows()
    )
    assert {rated.page for rated in latest.rated.values()} == {page_name(player) for player in last["player_id"]}


def test_risers_are_those_who_gained_most(tables: Tables) -> None:
    for rows in rating_tables(tables)["rows"].filter(list="ranking").partition_by("list_date"):
        changes = rows["change"].drop_nulls()
        for rose, moved in rating_pages.movers(rows).items():
            of_sign = changes.filter(changes > 0 if rose else changes < 0).abs().sort(descending=True)
            assert [abs(row["change"]) for row in moved] == of_sign.head(10).to_list()


def test_warnings_name_the_players_and_groups(ratings: Path) -> None:
    text = Page(ratings / "index.html").text
    assert "Without a rating: 2 players" in text
    assert "lone; lonely" in " ".join(text.split())


def test_hazards_are_named_in_words(tmp_path: Path) -> None:
    meetings: list[Meeting] = [(0, "one", "other", 2.0)] * 82 + [(0, "one", "other", 0.0)] * 38
    before = given(CLUB, one=(1500, 126), other=(1500, 126))
    made = warehouse(meetings, before, names={}, max_gain_over_performance=30)
    page = Page(write_site(made, tmp_path).parent / CLUB / EVENING / RATINGS / "index.html")
    text = " ".join(page.text.split())
    assert "May have overshot: 2 players" in text
    assert re.search(r"one K × games = 10 × 120 = 1200, beyond 350: from 1500 to \d+, performance \d+", text)
    assert re.search(
        r"Held at the performance: 1 player .* one no further than the performance of \d+ and 30 more", text
    )


def test_corrections_stand_on_the_first_page_and_on_their_list(tables: Tables, ratings: Path) -> None:
    (corrected,) = tables["ratings.corrections"].to_dicts()
    for page in (ratings / "index.html", ratings / "lists" / f"{corrected['list_date']}.html"):
        assert [cells(page, "corrections", column) for column in range(4)] == [
            ["Player p001"],
            [str(corrected["published"])],
            [str(corrected["recomputed"])],
            ["+7"],
        ]
    assert "Corrections" not in Page(ratings / "lists" / f"{tables['ratings.elo']['list_date'].min()}.html").text


def test_a_season_of_a_player_adds_up(tables: Tables, ratings: Path) -> None:
    """Norm and points below the games are those of the list, and the games above make them."""
    by_norm = tables["ratings.elo"].filter(method="norm").sort("player_id", "list_date").row(0, named=True)
    file = ratings / "players" / f"{page_name(by_norm['player_id'])}.html"
    section = f"s-{by_norm['list_date']}"
    norms, points = (cells(file, section, column) for column in (7, 8))
    *norms, norm = [float(text) for text in norms if text]
    *points, scored = [float(text) for text in points]
    assert (norm, scored) == (by_norm["norm"], by_norm["points"])
    assert sum(norms) == pytest.approx(norm)
    assert len(norms) == by_norm["games"]


def test_a_rating_from_before_the_first_list_is_that_of_the_day_before_its_season(tmp_path: Path) -> None:
    made = warehouse([(0, "a", "b", 0.0)], given(CLUB, a=(1500, 126), b=(1400, 126)), names={})
    write_site(made, tmp_path)
    (page,) = (Page(file).text for file in tmp_path.rglob("players/a.html"))
    eve = made["raw.rating_seasons"]["start"].min() - dt.timedelta(days=1)
    assert page.partition("Highest")[2].split("From")[0].split() == f"1500{spoken_date(eve)}".split()


def test_a_player_reads_on_a_phone_of_what_stands_there(ratings: Path) -> None:
    """There the column of performances is hidden; who has a season rated by it reads how it is made."""
    told = {page.stem: root_of(page) for page in (ratings / "players").glob("*.html")}
    hidden = {
        player: bool(root.xpath("//span[contains(@class, 'more')][starts-with(., 'Performance:')]"))
        for player, root in told.items()
    }
    tells = {
        player: bool(root.xpath("//section[@class='played']//b[.='Performance:']")) for player, root in told.items()
    }
    assert {*hidden.values()} == {True, False}
    has_star = {player: "*" in "".join(root.itertext()) for player, root in told.items()}
    assert hidden == {player: not (is_told or has_star[player]) for player, is_told in tells.items()}


def test_a_season_says_how_many_of_its_games_count(tables: Tables, ratings: Path) -> None:
    in_part = tables["ratings.elo"].filter(pl.col("games") != pl.col("played"), method="norm")
    assert not in_part.is_empty()
    for (player,), seasons in in_part.sort("list_date", descending=True).group_by("player_id", maintain_order=True):
        [lists] = root_of(ratings / "players" / f"{page_name(str(player))}.html").xpath("//section[@id='lists']")
        told = "".join(lists.itertext())
        (games, played), *_ = counts = seasons.select("games", "played").rows()
        counted = f"{games}/{played}: {games} of the {played} games played count"
        assert re.search(rf"{counted}s?: games against opponents without a rating do not", told)
        assert all(f"{games}/{played}" in told for games, played in counts)


def test_the_rating_table_stands_beside_what_it_makes(ratings: Path) -> None:
    table = ratings / "table.html"
    assert cells(table, None, 1) == [str(percentage) for percentage in range(50, 101)]
    assert cells(table, None, 0)[-1] == "736 and more"
    assert cells(table, None, 3)[-2:] == ["677", "–"]
    for page in (ratings / "index.html", *ratings.glob("players/*.html")):
        assert any(link.endswith("table.html") for link in Page(page).links), page


def test_an_opponent_without_a_rating_is_shown_with_the_one_that_stood_in(tmp_path: Path) -> None:
    meetings: list[Meeting] = [(0, "new", "old", 1.0), (0, "new", "newer", 1.0)]
    made = warehouse(meetings, given(CLUB, old=(1500, 126)), names={})
    of_ratings = write_site(made, tmp_path).parent / CLUB / EVENING / RATINGS
    assert sorted(cells(of_ratings / "players" / "new.html", "s-1997-06-30", 4)) == ["1500", "1500°"]
    assert "°" not in Page(of_ratings / "players" / "old.html").text
    (row,) = cells(of_ratings / "players" / "new.html", "lists", 2)
    assert row == "2*"
    assert "games with * are those of all seasons so far" in Page(of_ratings / "alphabetical.html").text


def test_without_any_rating_the_page_says_what_to_start_from(tmp_path: Path) -> None:
    made = warehouse([(0, "lone", "lonely", 1.0)] * 4, given(CLUB), names={})
    of_ratings = write_site(made, tmp_path).parent / CLUB / EVENING / RATINGS
    text = " ".join(Page(of_ratings / "index.html").text.split())
    assert "nothing to start from" in text
    assert "played enough" not in text
    player = of_ratings / "players" / "lone.html"
    assert Page(player).text.count("No rating:") == 1
    assert cells(player, "lists", 2) == ["4"]


@pytest.mark.parametrize(
    ("system", "worth"), [("kndb", "raises a rating by K;"), ("fide", "raises a rating by half of K,")]
)
def test_what_a_point_is_worth_is_that_of_the_system(system: str, worth: str, tmp_path: Path) -> None:
    made = warehouse(
        [(0, "one", "other", 2.0)] * 30, given(CLUB, one=(1500, 9), other=(1400, 9)), names={}, system=system
    )
    page = Page(write_site(made, tmp_path).parent / CLUB / EVENING / RATINGS / "index.html")
    assert worth in " ".join(page.text.split())


def test_calibration_shows_every_season_beside_even_odds(tables: Tables, ratings: Path) -> None:
    told = tables["ratings.foretelling"].sort("list_date", descending=True)
    page = ratings / "calibration.html"
    assert cells(page, "seasons", 4) == [f"{loss:.4f}" for loss in told["log_loss"]]
    with_favourites = tables["ratings.calibration"].filter(pl.col("expected") > 50).sort("list_date", descending=True)
    means = with_favourites.group_by("list_date", maintain_order=True).agg(
        (pl.col("scored") * pl.col("games")).sum() / pl.col("games").sum()
    )
    assert cells(page, "seasons", 3) == [f"{mean:.2f}" for mean in means["scored"]]
    assert cells(page, "seasons", 7) == [f"{brier:.4f}" for brier in told["brier_even"]]
    assert len(list(ratings.glob("charts/calibration-*.svg"))) == YEARS + 1


def test_the_page_of_calibration_names_no_column_that_a_phone_hides(ratings: Path) -> None:
    page = root_of(ratings / "calibration.html")
    words = " ".join("".join(page.xpath("//p//text()")).split())
    assert "log-loss" in words
    assert "on a wide screen by log-loss too" in words
    assert words.count("log-loss") == 1
    assert "luck alone may explain the difference" in words


def test_bands_hold_every_game_with_a_favourite_once(tables: Tables) -> None:
    """Where 50 % was expected of both, nobody is the favourite: who has the lower id is none."""
    bands = rating_tables(tables)["bands"]
    together = bands.filter(pl.col("list_date").is_null())
    even = tables["ratings.calibration"].filter(expected=50)["games"].sum()
    assert even
    assert together["games"].sum() == tables["ratings.foretelling"]["games"].sum() - even == bands["games"].sum() / 2
    assert bands.select((pl.col("expected") > 50).all()).item()
    inside = pl.col("expected").is_between("least", "most")
    assert bands.select(inside.all()).item()


def test_a_list_can_be_taken_away(tables: Tables, ratings: Path) -> None:
    day = tables["ratings.elo"]["list_date"].max()
    with (ratings / "downloads" / f"{day}.ranking.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    listed = tables["ratings.lists"].filter(pl.col("list_date") == day, pl.col("list") == "ranking")
    assert {(row["player_id"], int(row["rating"])) for row in rows} == set(listed.select("player_id", "rating").rows())
    sheets = pl.read_excel(ratings / "downloads" / f"{day}.xlsx", sheet_id=0)
    assert set(sheets) == {"ranking", "alphabetical"}


def test_a_long_list_goes_on_on_further_pages(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row once and in order, on the latest list and on older ones; every page is reached."""
    monkeypatch.setattr(rating_pages, "MOST_ON_A_PAGE", 12)
    monkeypatch.setattr(rated_players, "_PLAYERS_AT_ONCE", 5)
    root = write_site(tables, tmp_path).parent
    made = root / CLUB / EVENING / RATINGS
    first, second, last = tables["ratings.elo"]["list_date"].unique().sort()
    pages = {
        ("ranking", last): ["index.html", "ranking-2.html", "ranking-3.html"],
        ("alphabetical", last): ["alphabetical.html", "alphabetical-2.html", "alphabetical-3.html"],
        ("ranking", second): [
            f"lists/{second}.html",
            f"lists/{second}-ranking-2.html",
            f"lists/{second}-ranking-3.html",
        ],
    }
    for (which, day), files in pages.items():
        listed = tables["ratings.lists"].filter(list=which, list_date=day)
        found = [
            cells(made / file, "ranking" if which == "ranking" and not number else None, 2 if which == "ranking" else 1)
            for number, file in enumerate(files)
        ]
        assert [rating for page in found for rating in page] == listed.sort("position")["rating"].cast(
            pl.String
        ).to_list()
        assert max(map(len, found)) == 12
    every = dict(all_pages(root))
    linked = {
        (file.parent / unquote(urldefrag(link)[0])).resolve() for file, page in every.items() for link in page.links
    }
    assert {file.resolve() for file in every} - {(root / "index.html").resolve()} <= linked
    assert {file.stem for file in made.glob("players/*.html")} == {
        page_name(one) for one in tables["ratings.elo"]["player_id"]
    }
    assert (made / f"lists/{first}.html").is_file()


def test_a_competition_of_games_only_has_no_empty_sections(site: Path) -> None:
    page = Page(site / CLUB / EVENING / "2025-26" / "index.html")
    assert set(page.ids) == {"content", "ratings", "downloads"}
    assert "0 sessions" not in page.text
    first = Page(site / "index.html")
    assert f"{CLUB}/{EVENING}/{RATINGS}/index.html" in first.links


def test_a_competition_with_sessions_and_ratings_has_both(season: Tables, tmp_path: Path) -> None:
    made = federation(6, 20, 1)
    club, competition = season["raw.competitions"].select("club", "competition").row(0)
    owner = {"club": pl.lit(club), "competition": pl.lit(competition)}
    both = {name: table.with_columns(**owner) if name in _OF_RATINGS else season[name] for name, table in made.items()}
    out = write_site(both, tmp_path).parent
    page = Page(out / page_name(club) / page_name(competition) / "2025-26" / "index.html")
    assert {"ratings", "ranking", "sessions"} <= set(page.ids)
    others = [folder for folder in out.glob("*/*") if folder.is_dir() and not (folder / RATINGS).exists()]
    assert len(others) == 1
    assert "ratings" not in Page(others[0] / "2025-26" / "index.html").ids


def test_a_season_called_ratings_keeps_its_own_folder() -> None:
    assert page_name(RATINGS) != RATINGS


def test_the_same_tables_give_the_same_pages(tables: Tables, site: Path, tmp_path: Path) -> None:
    shuffled = {name: table.sample(fraction=1, shuffle=True, seed=3) for name, table in tables.items()}
    again = write_site(shuffled, tmp_path).parent / CLUB / EVENING / RATINGS
    first, second = contents(site / CLUB / EVENING / RATINGS), contents(again)
    shown = [file for file in first if not file.startswith("downloads/")]
    assert first.keys() == second.keys()
    assert [file for file in shown if first[file] != second[file]] == []


def cells(file: Path, section: str | None, column: int) -> list[str]:
    """The texts of a column of the first table in a section, headings left out."""
    root = root_of(file)
    where = ".//{*}table" if section is None else f".//*[@id='{section}']//{{*}}table"
    table = root.find(where)
    assert table is not None
    rows = table.xpath(".//*[local-name()='tbody' or local-name()='tfoot']/*[local-name()='tr']")
    return ["".join(row[column].itertext()) for row in rows]
