"""A player's page says where the ranking comes from, in formulas that a reader can work out."""

import re
from pathlib import Path

import polars as pl
import pytest
from factories import Tables, competitions, frame
from lxml import etree
from page_files import root_of
from reports.conftest import computed, in_two_seasons, raw_tables
from reports.reading import EMPTY, text_of
from reports.whole_site import write_site

from pipelines.reports.pages.career import change_words
from pipelines.reports.pages.player import _opponents
from pipelines.reports.rows import as_markup, written
from pipelines.reports.tables.columns import formula_said, report_tables
from pipelines.words.languages import speaking
from pipelines.words.words import fixed
from transforms.intake.entrants import lone_players
from transforms.results.careers import careers
from transforms.season import season_tables
from transforms.tables.schemas import ENTRANT, Competitions, Entries, Players, SessionResults, Sessions

WITHOUT = "who has none yet"
FORMULA = re.compile(r"^[-−0-9.+×/() ]+$")


def explanation(out: Path, club: str, player: str) -> etree._Element:
    (page,) = out.glob(f"{club}/*/2025-26/players/{player}.html")
    return root_of(page).find(".//{*}section[@class='explained']")


def formulas(section: etree._Element) -> list[tuple[str, str]]:
    """(formula, what the page says it makes) of every formula on it."""
    shown = [text_of(node) for node in section.iter() if node.attrib.get("class") == "formula"]
    return [(formula, made) for formula, _, made in (text.partition(" = ") for text in shown)]


def worked_out(formula: str) -> float:
    assert FORMULA.match(formula), formula
    return float(pl.select(pl.sql_expr(formula.replace("×", "*").replace("−", "-")).cast(pl.Float64)).item())


def test_every_formula_makes_what_stands_behind_it(season: Tables, site: Path) -> None:
    for club, player in season["rankings.player_rankings"].select("club", "player_id").unique().sort("*").rows():
        found = formulas(explanation(site, club, player))
        assert len(found) > 2
        for formula, made in found:
            number = float(made.split(",")[0].replace("−", "-").replace("+", "").replace("=", "0"))
            assert worked_out(formula) == pytest.approx(number, abs=0.0051), (player, formula)


def test_the_ranking_is_the_published_one_and_every_session_of_the_window_is_there(season: Tables, site: Path) -> None:
    played = season["rankings.player_rankings"].sort("date", "session_id")
    for (club, player), own in played.group_by("club", "player_id", maintain_order=True):
        section = explanation(site, str(club), str(player))
        assert formulas(section)[0][1] == fixed(own["ranking"][-1])
        links = [node.attrib["href"] for node in section.iterfind(".//{*}h3/{*}a")]
        assert links == [f"../sessions/{session}.html" for session in reversed(own["session_id"].to_list())]


STARTS: list[tuple[str, str | None, float | None, str]] = [
    ("season", "2024-25", None, "the final ranking of season 2024-25"),
    (
        *("season", "2024-25", 81.5),
        "the final ranking of season 2024-25, instead of 81.5, the ranking given for this player in the table of "
        "players",
    ),
    ("player", None, 81.5, "the ranking given for this player in the table of players"),
    ("competition", None, None, f"the ranking that the club gives everybody {WITHOUT}"),
]
"""From where a player's start is, and of which season; the player's own number; and what is said of them."""


def test_the_page_says_where_a_ranking_is_from(season: Tables, tmp_path: Path, subtests: pytest.Subtests) -> None:
    """The source, "Het speelmoment en het speelseizoen": a season begins with the substitute ranking."""
    club = season["raw.competitions"]["club"][0]
    of_club = {name: one.filter(club=club) for name, one in season.items() if "club" in one.columns}
    first = season["rankings.starting_rankings"].filter(club=club)
    cases = {f"window-{window}-{number}": (window, *of) for window in (6, 1) for number, of in enumerate(STARTS)}

    def started(name: str) -> Tables:
        window, origin, before, own, _ = cases[name]
        values = {"origin": origin, "season_before": before}
        starts = {key: pl.lit(value, dtype=pl.String) for key, value in values.items()}
        made = of_club | {
            "rankings.starting_rankings": first.with_columns(**starts),
            "raw.players": of_club["raw.players"].with_columns(substitute_ranking=pl.lit(own, dtype=pl.Float64)),
            "raw.competitions": of_club["raw.competitions"].with_columns(window=pl.lit(window, dtype=pl.Int32)),
        }
        return {table: rows.with_columns(club=pl.lit(name)) for table, rows in made.items()}

    clubs = [started(name) for name in cases]
    write_site(
        season | {table: pl.concat(of[table] for of in clubs) for table in of_club},
        tmp_path,
        only=[f"{first['player_id'][0]}.html", "federation.svg"],
    )
    for name, (window, *_, listed) in cases.items():
        with subtests.test(name):
            text = text_of(explanation(tmp_path, name, first["player_id"][0]))
            assert (f"The substitute ranking is {listed}:" in text) == (window == 6)
            assert (f"The ranking at the start of the season was 70.00: {listed}." in text) == (window == 1)


def opponents_of(*shares: float, fewer_boards_with: str = "") -> dict[str, list[str]]:
    """Whom the page of one player names, by where: opponents `a`, `b` ... with these shares of 8 boards, or 7."""
    names = [chr(ord("a") + place) for place in range(len(shares))]
    owner = {"club": "c", "competition": "t", "season": "s", "player_id": "me"}
    met = {"opponent_id": names, "opponent": names, "share": list(shares)}
    boards = pl.when(opponent=fewer_boards_with).then(7).otherwise(8)
    rows = pl.DataFrame(met).with_columns(**{name: pl.lit(of) for name, of in owner.items()}, boards=boards)
    given = {"report.opponents": rows.with_columns(linked=pl.lit(value=False))}
    made = season_tables(given, ["report.opponent_extremes"])
    shown = _opponents({name.removeprefix("report."): table for name, table in {**given, **made}.items()})
    texts = {name: "".join(table["markup"].struct.field("markup")) for name, table in shown.items()}
    return {name: re.findall("<bdi>(.)</bdi>", text) for name, text in texts.items()}


def test_what_counts_in_the_ranking_and_what_is_left_out_of_the_championship_have_a_sign_each(
    season: Tables, site: Path
) -> None:
    sessions = report_tables(season)["player_sessions"].filter(club=season["raw.competitions"]["club"][0])
    both = 0
    for (club, player), own in sessions.partition_by("club", "player_id", as_dict=True).items():
        (page,) = site.glob(f"{club}/*/*/players/{player}.html")
        rows = root_of(page).xpath("//*[contains(@class, 'evenings')]/*[local-name()='tbody']/*")
        counts, is_out = own["in_window"].to_list()[::-1], own["championship"].eq_missing("dropped").to_list()[::-1]
        assert [text_of(row).count("●") == 1 for row in rows] == counts
        assert ["*" in text_of(row) for row in rows] == is_out
        assert ("*: the worst" in text_of(page)) == any(is_out)
        both += sum(map(bool.__and__, counts, is_out))
    assert both, "and some sessions have both"


def test_nobody_is_among_the_best_and_the_worst_opponents() -> None:
    found = opponents_of(60, 60, 50, 50, 40, 40)
    assert (found["best_opponents"], found["worst_opponents"]) == (["a", "b"], ["e", "f"])
    assert opponents_of(*[50] * 6)["best_opponents"] == opponents_of(*[50] * 6)["worst_opponents"] == []
    found = opponents_of(61, 60, 59, 41, 40, 39)
    assert (found["best_opponents"], found["worst_opponents"]) == (["a", "b", "c"], ["f", "e", "d"])
    assert opponents_of(99, 61, 60, 59, 41, 40, 39, fewer_boards_with="a")["best_opponents"] == ["b", "c", "d"]
    assert opponents_of(61, 60, 59, 41, 40, 39, fewer_boards_with="f")["best_opponents"] == []


def test_a_formula_has_numbers_as_the_language_writes_them() -> None:
    assert formula_said("(32.22 - 72.96) / 6") == "(32.22 − 72.96) / 6"
    with speaking("nl"):
        assert formula_said("(32.22 - 72.96) / 6") == "(32,22 − 72,96) / 6"


def test_what_is_needed_next_time_is_on_the_page(season: Tables, site: Path) -> None:
    """The numbers are asked in `explanation/test_next_time.py`."""
    name = season["raw.competitions"]["club"][0]
    report = report_tables(
        {table: rows.filter(club=name) if "club" in rows.columns else rows for table, rows in season.items()}
    )
    (folder,) = site.glob(f"{name}/*/2025-26/players")
    lifted = 0
    for row in report["needed"].to_dicts():
        read = text_of(folder / f"{row['player_id']}.html")
        assert re.search(rf"Next time, {row['rises']:.1f}\s% or more in line {row['line']} raises the ranking\.", read)
        assert re.search(r"\d+\.\d\d( of [^.,]*)? no longer counts, \d|Last played: .* \(not on ", read)
        out, _, championship = read.partition("Individual championship: the lowest result that counts is")
        takes = rf"In line {row['line']}\b[^.]*that needs a score of about "
        assert re.search(rf"Next to drop out: .* the ranking rises\. {takes}{row['rises']:.1f}\s%", out)
        assert row["passes"] is None or re.search(
            rf"To pass .*, as things stand: a score of about {row['passes']:.1f}\s%", out
        )
        if championship and row["lifts"]:
            assert re.search(rf"{takes}{row['lifts']:.1f}\s%", championship)
            lifted += 1
    assert lifted > 5


PARTNER = {"en": "a partner not named", "nl": "een onbekende partner"}
PARTNER |= {"fr": "un partenaire inconnu", "nb": "en ukjent makker"}


def entries(*seats: tuple[str, str]) -> pl.DataFrame:
    return frame(Entries, *({"entrant": entrant, "player_id": player} for entrant, player in seats))


def of_one_pair(language: str) -> Tables:
    """Two entrants of two, and one of Ann alone, who has won."""
    results = ({"entrant": str(number), "rank": number, "score": 60.0 - number} for number in (1, 2, 3))
    return EMPTY | {
        "raw.competitions": Competitions.cast(competitions().with_columns(language=pl.lit(language))),
        "raw.sessions": frame(Sessions, {}),
        "raw.players": frame(Players, {"player_id": "7", "name": "Ann Ames"}),
        "raw.entries": entries(("1", "7"), ("2", "c"), ("2", "d"), ("3", "e"), ("3", "f")),
        "scored.session_results": frame(SessionResults, *results),
    }


@pytest.mark.parametrize("language", PARTNER)
def test_a_pair_of_one_known_player_is_no_single_player(language: str, tmp_path: Path) -> None:
    with speaking(language):
        write_site(of_one_pair(language), tmp_path, only=["sessions/*.html", "index.html"])
    pair = f"Ann Ames & {PARTNER[language]}"
    assert pair in text_of(tmp_path / "club" / "evening" / "2025-26" / "sessions" / "1.html")
    assert pair in text_of(tmp_path / "index.html"), "whose last evening it is"


def test_where_players_are_entrants_each_nobody_is_missing() -> None:
    sessions = frame(Sessions, {})
    assert lone_players(entries(("1", "a"), ("2", "b"), ("3", "c"), ("3", "d")), sessions).is_empty()
    assert lone_players(entries(("1", "a"), ("2", "b"), ("2", "c")), sessions)["entrant"].to_list() == ["1"]


@pytest.fixture(scope="module")
def two_seasons() -> Tables:
    return computed(in_two_seasons(raw_tables(clubs=1, sessions=3)))


@pytest.mark.long
def test_who_played_in_two_seasons_has_a_page_of_both(two_seasons: Tables, tmp_path: Path) -> None:
    write_site(two_seasons, tmp_path, only=["*.html", "*.svg"])
    entries = two_seasons["raw.entries"]
    seasons = entries.group_by("player_id").agg(pl.col("season").n_unique(), pl.len())
    several = seasons.filter(pl.col("season") > 1)
    assert 0 < several.height < seasons.height
    (club,) = entries["club"].unique()
    pages = {page.stem: page for page in (tmp_path / club / "players").glob("*.html")}
    assert {*pages} == {*several["player_id"]}
    for player, _, sessions in several.iter_rows():
        page = pages[player]
        assert f"{sessions} sessions · 2 seasons" in text_of(page)
        assert "name=robots content=noindex" in page.read_text()
        links = [link.attrib["href"] for link in root_of(page).iterfind(".//{*}table//{*}a")]
        of_seasons = [link for link in links if link.endswith(f"/{player}.html")]
        assert [Path(link).parts[2] for link in of_seasons] == ["2026-27", "2025-26"]
        for link in of_seasons:
            assert root_of(page.parent / link).xpath(f"//*[@href='../../../players/{player}.html']")
    for player in seasons.filter(season=1)["player_id"]:
        (page,) = tmp_path.glob(f"{club}/*/*/players/{player}.html")
        assert "All seasons" not in text_of(page)


@pytest.mark.long
def test_nobody_who_is_hidden_has_a_page_of_all_seasons(two_seasons: Tables, tmp_path: Path) -> None:
    hidden = two_seasons["raw.players"].with_columns(public=pl.lit(value=False))
    write_site(two_seasons | {"raw.players": hidden}, tmp_path, only=["*.html", "*.svg"])
    assert not list(tmp_path.glob("*/players/*"))


def test_a_mean_has_its_standard_error_and_a_change_is_compared_with_it(two_seasons: Tables) -> None:
    found = careers(report_tables(two_seasons), two_seasons["raw.competitions"]).seasons
    row = found.filter(sessions=2).row(0, named=True)
    scores = two_seasons["scored.session_results"].join(
        two_seasons["raw.entries"].filter(player_id=row["player_id"], season=row["season"]), on=ENTRANT
    )["score"]
    assert row["score"] == pytest.approx(scores.mean(), abs=0.01)
    assert row["error"] is None, "of two scores"
    table = pl.DataFrame({"change": [3.5, 4.5, -9.0, None], "change_error": [2.0, 2.0, 2.0, None]})
    said = written("player_rows.html", "changed", change_words(table.with_columns(season=pl.lit("s"))))
    words = [line.removeprefix("<p>").removesuffix("</p>\n") for line in as_markup(said)]
    assert words == [
        "In s the mean score changed by 3.5 ± 2.0 %: that is within chance.",
        "In s the mean score rose by 4.5 ± 2.0 %.",
        "In s the mean score fell by 9.0 ± 2.0 %.",
        "",
    ]
