"""The page of a season, as its club has it: which championships it shows, and of whom the next lines are."""

import datetime as dt
import re
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from factories import Tables
from lxml import etree
from page_files import root_of
from reports.conftest import computed, in_two_seasons, raw_tables, with_another
from reports.reading import downloaded, downloads, text_of
from reports.whole_site import write_site

from pipelines.reports.first_page import next_days
from pipelines.words.languages.numbers import name_of_day
from pipelines.words.words import change as words_of_change
from pipelines.words.words import fixed, moved, spoken_date
from transforms.rankings.championships import individual, individual_sessions, pair_sessions, pairs
from transforms.rankings.line_assignment import untold_lines
from transforms.tables.schemas import COMPETITION, Competitions


def drawn(tables: Tables, out: Path, *only: str, **rules: object) -> Path:
    """The folder of the season of the first club, with these files alone, drawn under other rules."""
    club = tables["raw.competitions"]["club"][0]
    of_club = {name: one.filter(club=club) if "club" in one.columns else one for name, one in tables.items()}
    values = [pl.lit(value, dtype=Competitions.columns()[name].dtype).alias(name) for name, value in rules.items()]
    of_club["raw.competitions"] = of_club["raw.competitions"].with_columns(values)
    write_site(of_club, out, only=only)
    (folder,) = out.glob("*/*/2025-26")
    return folder


class TestClubkampioenschap:
    """The source, "Clubkampioenschap": a club shows none, one or both of the championships on its site."""

    OF_INDIVIDUALS = (
        *("championships.individual.csv", "championships.individual_sessions.csv"),
        *("report.individual_championship.csv", "report.explained_championship.csv", "report.champions.csv"),
    )
    OF_PAIRS = ("championships.pairs.csv", "championships.pair_sessions.csv", "report.pairs_championship.csv")

    @pytest.mark.parametrize("shown", [(True, True), (True, False), (False, True), (False, False)])
    def test_shown_unless_switched_off(self, season: Tables, tmp_path: Path, shown: tuple[bool, bool]) -> None:
        of_players, of_pairs = shown
        only = ("championships.html", "standing.html", "index.html", "*.zip")
        folder = drawn(season, tmp_path, *only, individual_show=of_players, pairs_show=of_pairs)
        assert (folder / "championships.html").exists() is any(shown)
        text = text_of(folder / "championships.html") if any(shown) else ""
        assert ("Individual championship" in text, "Pairs championship" in text) == shown
        assert any(shown) or "champion" not in text_of(folder / "standing.html").lower()
        names = downloads(folder)
        for is_shown, tables in ((of_players, self.OF_INDIVIDUALS), (of_pairs, self.OF_PAIRS)):
            assert {*tables} & names == ({*tables} if is_shown else set())

    def test_a_share_of_the_evenings_is_shown_with_what_it_is_now(self, season: Tables, tmp_path: Path) -> None:
        """The source recommends 60%: of the four evenings of this season these are three."""
        rules = season["raw.competitions"].with_columns(individual_min_share=60.0, pairs_together_share=75.0)
        points, partnerships = season["rankings.ranking_points"], season["rankings.partnerships"]
        rules = Competitions.cast(rules)
        together = pair_sessions(points, season["raw.entries"], partnerships, rules, sessions=season["raw.sessions"])
        of_players = individual_sessions(points, rules)
        made = {
            "raw.competitions": rules,
            "championships.individual": individual(of_players, season["raw.players"], rules).collect(),
            "championships.pairs": pairs(together, partnerships, rules, points).collect(),
        }
        text = text_of(drawn(season | made, tmp_path, "championships.html") / "championships.html")
        assert "A player needs 60% of the days of play, which is 3 of the 4 played. If a player has more, the" in text
        assert "A pair needs 75% of the days of play, which is 3 of the 4 played. If it has played too few" in text
        assert "with a substitute for one of the two count too, but no more than 1." in text


def test_only_who_played_the_last_evening_has_a_change_and_everybody_has_places(season: Tables, tmp_path: Path) -> None:
    last = pl.col("session_id") == pl.col("session_id").sort_by("date").last().over("club")
    away = season["rankings.player_rankings"].filter(last)["player_id"].sort()[0]
    left_early = season["rankings.player_rankings"].filter(~(last & (pl.col("player_id") == away)))
    only = ("standing.html", "index.html", "*.zip")
    folder = drawn(season | {"rankings.player_rankings": left_early}, tmp_path, *only)
    standing = downloaded(folder, "report.player_ranking")
    assert 0 < standing["in_last"].sum() < standing.height
    assert standing.filter(pl.col("player_id").cast(pl.String) == away)["change"].is_not_null().all()
    root = root_of(folder / "standing.html")
    earned = downloaded(folder, "report.player_sessions")["ranking_points"].drop_nulls()
    [half, tenth] = re.findall(r"this season are ([\d.]+) or more, and one in ten ([\d.]+) or more", text_of(root))[0]
    assert (earned >= float(half)).mean() == pytest.approx(0.5, abs=0.05)
    assert (earned >= float(tenth)).mean() == pytest.approx(0.1, abs=0.05)
    rows = root.findall(".//{*}section[@id='ranking']//{*}tbody/{*}tr")
    for shown, row in zip(rows, standing.to_dicts(), strict=True):
        _, places, _, ranking, change, *_ = ("".join(cell.itertext()) for cell in shown)
        on_a_phone = [fixed(row["behind"])] if row["behind"] else []
        assert ranking.split() == [fixed(row["ranking"]), *on_a_phone]
        assert places == moved(row["places"])
        assert change == (words_of_change(row["change"]) if row["in_last"] else "")
        assert (", last on " in "".join(shown.itertext())) is not row["in_last"]
    first = root_of(folder / "index.html").findall(".//{*}section[@id='ranking']//{*}tbody/{*}tr")
    of_ten = standing.filter(standing["rank"].cast(pl.String).str.strip_suffix("=").cast(pl.Int64) <= 10)
    assert of_ten.height > 10
    assert [row.findtext("{*}td[2]") or "" for row in first] == [moved(n) for n in of_ten["places"]]
    club = standing["club"][0]
    latest = left_early.filter(club=club).sort("date", "session_id").group_by("player_id", maintain_order=True).last()
    exact = dict(latest.select("player_id", "ranking").iter_rows())
    rows_of_standing = standing.with_columns(pl.col("rank", "player_id").cast(pl.String)).to_dicts()
    for above, row in pairwise(rows_of_standing):
        if row["rank"] != above["rank"]:
            behind = exact[above["player_id"]] - exact[row["player_id"]]
            assert (row["next_above"], row["behind"]) == (above["name"], pytest.approx(behind, abs=0.010_001))
            assert f"{row['behind']:.2f}" == f"{above['ranking'] - row['ranking']:.2f}"


def test_the_next_days_of_play_follow_the_rhythm_of_the_season() -> None:
    tuesdays = [dt.date(2026, 3, 3) + dt.timedelta(days=7 * week) for week in range(9)]
    without_easter = [*tuesdays[:5], *tuesdays[6:]]
    ahead = [dt.date(2026, 5, 5), dt.date(2026, 5, 12), dt.date(2026, 5, 19)]
    for played in (tuesdays, without_easter, [*tuesdays, *tuesdays]):
        assert next_days(pl.Series(played), dt.date(2026, 6, 30)) == ahead
        assert next_days(pl.Series(played), ahead[1]) == ahead[:2]
    odd = [day + dt.timedelta(days=number % 2) for number, day in enumerate(tuesdays)]
    daily = [tuesdays[0] + dt.timedelta(days=number) for number in range(9)]
    for played in (tuesdays[:0], tuesdays[:3], odd, daily, tuesdays[::2] + tuesdays[1:5:2]):
        assert next_days(pl.Series(played, dtype=pl.Date), dt.date(2026, 6, 30)) == []


@pytest.mark.parametrize("page", ["index.html", "season"])
def test_the_next_session_to_expect_is_below_the_last_result(page: str, season: Tables, tmp_path: Path) -> None:
    folder = drawn(season, tmp_path, "index.html", "evenings.html", end=dt.date(2026, 6, 30))
    club = {"club": season["raw.competitions"]["club"][0]}
    [ahead, *_] = next_days(season["raw.sessions"].filter(**club)["date"], dt.date(2026, 6, 30))
    own = folder / "index.html" if page == "season" else tmp_path / page
    [link] = root_of(own).xpath("//a[contains(@href, 'evenings.html#next')]")
    assert text_of(link.getparent()) == f"Next session (expected): {name_of_day(ahead)} {spoken_date(ahead)}"
    assert root_of(own.parent / link.get("href").partition("#")[0]).xpath("//*[@id='next']")


def test_players_are_listed_by_name_with_their_place_and_last_session(season: Tables, tmp_path: Path) -> None:
    folder = drawn(season, tmp_path, "players/index.html", "standing.html", "*.zip")
    sessions = downloaded(folder, "report.player_sessions").filter("came")
    places = dict(downloaded(folder, "report.player_ranking").select(pl.col("name", "rank").cast(pl.String)).rows())
    rows = root_of(folder / "players" / "index.html").findall(".//{*}tbody/{*}tr")
    listed = ["".join(row.find("{*}th/{*}a").itertext()) for row in rows]
    assert listed == sorted(sessions["name"].cast(pl.String).unique().to_list(), key=str.casefold)
    for name, row in zip(listed, rows, strict=True):
        own = sessions.filter(pl.col("name").cast(pl.String) == name)
        number, place, score = ("".join(cell.itertext()) for cell in row.findall("{*}td")[:3])
        assert (number, place) == (str(own.height), places.get(name, "–"))
        of_matchpoints = own.filter(pl.col("scoring").cast(pl.String) == "matchpoints")
        assert score == fixed(of_matchpoints.select(pl.col("score").mean()).item())
        last = row.find(".//{*}time").get("datetime")
        assert last == str(own["date"].cast(pl.String).max())
        assert row.find("{*}td[last()]/{*}a").get("href") == f"../sessions/{own['session_id'].cast(pl.String)[-1]}.html"


def test_the_calendar_names_winners_with_links_and_the_bar_leads_to_the_last_session(
    season: Tables, tmp_path: Path
) -> None:
    folder = drawn(season, tmp_path)
    calendar = root_of(folder / "evenings.html")
    linked = {link for link in calendar.xpath("//td//a/@href") if link.startswith("players/")}
    assert linked
    assert all((folder / link).exists() for link in linked)
    first = calendar.xpath("//tbody/tr[1]/th/a/@href")
    assert root_of(folder / "last.html").xpath("//main//a/@href") == first
    assert f"url={first[0]}" in (folder / "last.html").read_text(encoding="utf-8")


def marked(page: Path) -> list[tuple[str, str]]:
    links = root_of(page).xpath("//nav[@class='bar']/a[@aria-current]")
    return [(link.text, link.get("aria-current")) for link in links]


def test_the_bar_marks_where_the_reader_is_and_only_the_last_session_changes_with_it(
    season: Tables, tmp_path: Path
) -> None:
    folder = drawn(season, tmp_path)
    *earlier, last = sorted(folder.glob("sessions/*.html"))
    cards = sorted(folder.glob("hands/*/boards.html"))
    pages = {"standing.html": "Ranking", "championships.html": "Champion\u00adships", "evenings.html": "Calendar"}
    for name, text in {**pages, "players/index.html": "Players"}.items():
        assert marked(folder / name) == [(text, "page")], name
    assert marked(last) == [("Last session", "page")]
    assert {*map(str, map(marked, earlier))} == {str([("Calendar", "true")])}
    assert [marked(page) for page in cards[-2:]] == [[("Calendar", "true")], [("Last session", "true")]]
    assert marked(next(folder.glob("players/1*.html"))) == [("Players", "true")]
    assert marked(folder / "analysis.html") == []
    for page in [*earlier, *folder.glob("players/*.html")]:
        bar = root_of(page).find(".//{*}nav[@class='bar']")
        assert last.stem not in etree.tostring(bar, encoding="unicode"), page


def test_the_bar_names_a_season_that_is_past_and_no_other(tmp_path: Path) -> None:
    write_site(computed(in_two_seasons(raw_tables(clubs=1, sessions=3))), tmp_path, only=["*.html", "*.svg"])
    for season, is_past in (("2025-26", True), ("2026-27", False)):
        folder = next(tmp_path.glob(f"*/*/{season}"))
        for page in (folder / "index.html", folder / "standing.html", next(folder.glob("hands/*/board-1.html"))):
            links = root_of(page).xpath("//nav[@class='bar']/a[@class='past']")
            assert [text_of(link) for link in links] == [season] * is_past, page
            assert all((page.parent / link.get("href")).resolve() == folder / "index.html" for link in links)
    assert marked(next(tmp_path.glob("*/*/2025-26")) / "standing.html") == [("Ranking", "page")]


def test_among_several_clubs_the_bar_leads_to_the_first_page_of_the_club_and_from_there_to_all(
    season: Tables, site: Path, tmp_path: Path
) -> None:
    clubs = season["raw.competitions"]["club"].unique().to_list()
    assert len(clubs) > 1
    for club in clubs:
        (first,) = site.glob(f"{club}/*/*/index.html")
        pages = [first, first.parent / "standing.html", next(first.parent.glob("players/1*.html"))]
        for page in pages:
            (home,) = root_of(page).xpath("//nav[@class='bar']/a[@class='home']")
            assert (page.parent / home.get("href")).resolve() == first, page
            leads = {(page.parent / way).resolve() for way in root_of(page).xpath("//nav[@class='bar']/a/@href")}
            assert (site / "index.html" in leads) == (page == first)
    alone = drawn(season, tmp_path, "*.html", "*.svg")
    (home,) = root_of(alone / "standing.html").xpath("//nav[@class='bar']/a[@class='home']")
    assert (alone / home.get("href")).resolve() == tmp_path / "index.html"


def test_the_first_page_of_a_club_is_that_of_the_last_season_played(tmp_path: Path) -> None:
    tables = computed(with_another(in_two_seasons(raw_tables(clubs=2, sessions=3))))
    write_site(tables, tmp_path, only=["*.html", "*.svg"])
    last = tables["raw.sessions"].sort("date").unique("club", keep="last")
    firsts = {
        club: tmp_path / club / competition / season for club, competition, season in last.select(COMPETITION).rows()
    }
    assert len({folder.name for folder in firsts.values()}) > 1
    for page in tmp_path.glob("*/*/*/index.html"):
        (home,) = root_of(page).xpath("//nav[@class='bar']/a[@class='home']")
        assert (page.parent / home.get("href")).resolve() == firsts[page.parts[-4]] / "index.html"


def first_waits(season: Tables) -> pl.DataFrame:
    """The standing of players, of whom the first needs two sessions more."""
    first = pl.int_range(pl.len()) == 0
    return season["championships.individual"].with_columns(
        eligible=~first & pl.col("eligible"),
        sessions_needed=pl.when(first).then(2).otherwise("sessions_needed").cast(pl.Int32),
    )


def test_championships_say_how_far_the_season_is(season: Tables, tmp_path: Path) -> None:
    made = season | {"championships.individual": first_waits(season)}
    ended = drawn(made, tmp_path / "ended", "championships.html", end=dt.date(2026, 6, 30)) / "championships.html"
    days = season["raw.sessions"].filter(club=season["raw.competitions"]["club"][0])["date"].sort()
    [ahead, *_] = next_days(days, dt.date(2026, 6, 30))
    listed = (
        f"So far 4 days of play, the last on {spoken_date(days[-1])}. "
        "The season runs until 30 June 2026. "
        f"No further dates are confirmed; if the rhythm holds, the next session is on {spoken_date(ahead)}."
    )
    assert listed in text_of(ended)
    root = root_of(ended)
    groups = {
        "".join(body.find("{*}tr[@class='divider']").itertext()): [
            "".join(row.findall("{*}td")[-1].itertext()) for row in body.findall("{*}tr")[1:]
        ]
        for body in root.findall(".//{*}section[@id='championship']//{*}tbody")
    }
    assert set(groups["Qualified: no more sessions needed"]) == {""}
    assert groups["Not (yet) qualified"][0] == "2"
    assert "0" not in groups["Not (yet) qualified"]
    listed = root.xpath("//section[@id='championship']//tbody[@class='waiting']//small[@class='less']/text()")
    needed = [needs for needs in groups["Not (yet) qualified"] if needs not in ("", "–")]
    assert [re.findall(r"not yet eligible: needs (\d+) more", one) for one in listed] == [[needs] for needs in needed]
    assert not root.xpath("//tbody[not(@class)]//small[@class='less'][contains(., 'needs')]")
    assert {cell.get("class") for cell in root.xpath("//section[@id='championship']//tr/*[position()=6]")} == {
        "number lacking"
    }, "a phone leaves the column out, and has the words"


def test_a_season_that_is_over_speaks_of_no_next_session(season: Tables, tmp_path: Path) -> None:
    waiting = first_waits(season)
    rules, sessions = season["raw.competitions"], season["raw.sessions"]
    later = [pl.lit("2026-27").alias("season"), pl.lit(dt.date(2026, 9, 1)).alias("start")]
    made = season | {
        "championships.individual": waiting,
        "raw.competitions": pl.concat([rules, rules.with_columns(later)]),
        "raw.sessions": pl.concat([sessions, sessions.with_columns(pl.lit("2026-27").alias("season"))]),
    }
    folder = drawn(made, tmp_path, "index.html", "championships.html", "next.html", "players/*.html")
    assert not (folder / "next.html").exists()
    championships = text_of(folder / "championships.html")
    assert "The season is over: 4 days of play, the last on" in championships
    assert "Not qualified" in championships
    who = waiting["player_id"][0]
    assert "not eligible: 2 sessions too few" in text_of(folder / "players" / f"{who}.html")
    running = ("so far", "Still needs", "(yet)", "not yet", "more session", "next time", "Next session", "still needs")
    pages = [folder / "index.html", folder / "championships.html", *folder.glob("players/*.html")]
    for page in pages:
        assert not [word for word in running if word in text_of(page)], page


class TestNextLines:
    """The source, "Paren": the pairs with the highest rankings play in the highest line."""

    def test_where_all_play_in_one_line_the_page_speaks_of_their_order(self, season: Tables, tmp_path: Path) -> None:
        lines = season["rankings.next_lines"]
        one = season | {"rankings.next_lines": lines.with_columns(line=pl.lit("A"))}
        comes = lines.filter(club=season["raw.competitions"]["club"][0])["player_id"][0]
        folder = drawn(one, tmp_path, "next.html", f"{comes}.html")
        page, player = text_of(folder / "next.html"), text_of(folder / "players" / f"{comes}.html")
        assert "Order of the pairs for the next session" in page
        assert "The pairs of the last session, the strongest first." in page
        assert "Line A" not in page
        assert "Place next time" in player
        assert "In line " not in player

    @pytest.mark.parametrize("line", [None, "A"])
    def test_an_evening_before_is_named(self, season: Tables, tmp_path: Path, line: str | None) -> None:
        kinds = pl.when(pl.col("date") == last_day(season)).then(pl.lit("teams")).otherwise("kind")
        made = {
            "raw.sessions": season["raw.sessions"].with_columns(kind=kinds),
            "rankings.partnerships": season["rankings.partnerships"].clear(),
            "rankings.next_lines": season["rankings.next_lines"].with_columns(line=pl.coalesce(pl.lit(line), "line")),
        }
        tables = season | made
        listed = untold_lines(tables["raw.entries"], tables["raw.sessions"], tables["rankings.partnerships"])
        tables["rankings.untold_lines"] = listed.collect()
        text = text_of(drawn(tables, tmp_path, "next.html") / "next.html")
        assert "The files of the last session do not show who played as a pair, so here are the pairs of " in text
        assert f"The files of {spoken_date(last_day(season))} do not show who played as a pair." in text
        assert "It is not known who sits with whom in A 1" in text
        assert ("The strongest come first." in text) == (line == "A")
        assert ("The strongest play in the highest line." in text) == (line is None)
        assert "The pairs of the last session" not in text


def last_day(season: Tables) -> dt.date:
    return season["raw.sessions"].filter(club=season["raw.competitions"]["club"][0])["date"].max()
