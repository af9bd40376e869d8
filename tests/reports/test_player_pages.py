"""A player's page says where the ranking comes from, in formulas that a reader can work out."""

import re
from pathlib import Path

import polars as pl
import pytest
from factories import Tables
from lxml import etree
from page_files import root_of
from reports.reading import text_of
from reports.whole_site import write_site

from pipelines.reports.pages.player import _opponents
from pipelines.words.words import fixed
from transforms.season import season_tables

pytestmark = pytest.mark.usefixtures("charts_drawn_once")

WITHOUT = "who has no ranking of their own yet"
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
            number = float(made.split(",")[0].replace("−", "-").replace("+", ""))
            assert worked_out(formula) == pytest.approx(number, abs=0.0051), (player, formula)


def test_the_ranking_is_the_published_one_and_every_session_of_the_window_is_there(season: Tables, site: Path) -> None:
    played = season["rankings.player_rankings"].sort("date", "session_id")
    for (club, player), own in played.group_by("club", "player_id", maintain_order=True):
        section = explanation(site, str(club), str(player))
        assert formulas(section)[0][1] == fixed(own["ranking"][-1])
        links = [node.attrib["href"] for node in section.iterfind(".//{*}h3/{*}a")]
        assert links == [f"../sessions/{session}.html" for session in reversed(own["session_id"].to_list())]


@pytest.mark.parametrize(
    ("start", "own", "told"),
    [
        (("season", "2024-25"), None, "the final ranking of season 2024-25"),
        (("season", "2024-25"), 81.5, "the final ranking of season 2024-25, in place of the player's own 81.5"),
        (("player", None), 81.5, "the player's own, in the table of players"),
        (("competition", None), None, f"the number with which the club lets everybody start {WITHOUT}"),
    ],
)
def test_the_page_says_where_the_ranking_is_from_with_which_the_season_began(
    season: Tables, tmp_path: Path, start: tuple[str, str | None], own: float | None, told: str
) -> None:
    """The source, "Het speelmoment en het speelseizoen": a season begins with the substitute ranking."""
    club = season["raw.competitions"]["club"][0]
    origin, before = (pl.lit(value, dtype=pl.String) for value in start)
    of_club = {name: one.filter(club=club) if "club" in one.columns else one for name, one in season.items()}
    starts = season["rankings.starting_rankings"].filter(club=club).with_columns(origin=origin, season_before=before)
    players = of_club["raw.players"].with_columns(substitute_ranking=pl.lit(own, dtype=pl.Float64))
    for window in (6, 1):
        rules = {"raw.competitions": of_club["raw.competitions"].with_columns(window=pl.lit(window, dtype=pl.Int32))}
        made = {**of_club, "rankings.starting_rankings": starts, "raw.players": players, **rules}
        write_site(made, tmp_path / f"{window}", only=[f"{starts['player_id'][0]}.html"])
        text = text_of(explanation(tmp_path / f"{window}", club, starts["player_id"][0]))
        assert (f"the substitute ranking, which is {told}:" in text) == (window == 6)
        assert (f"The season began with 70.00: {told}." in text) == (window == 1)


def opponents_of(*shares: float) -> dict[str, list[str]]:
    """Whom the page of one player names, by where: opponents `a`, `b` ... with these shares."""
    names = [chr(ord("a") + place) for place in range(len(shares))]
    owner = {"club": "c", "competition": "t", "season": "s", "player_id": "me"}
    met = {"opponent_id": names, "opponent": names, "share": list(shares)}
    rows = pl.DataFrame(met).with_columns(**{name: pl.lit(of) for name, of in owner.items()}, boards=pl.lit(8))
    given = {"report.opponents": rows.with_columns(linked=pl.lit(value=False))}
    made = season_tables(given, ["report.opponent_extremes"])
    shown = _opponents({name.removeprefix("report."): table for name, table in {**given, **made}.items()})
    texts = {name: "".join(table["markup"].struct.field("markup")) for name, table in shown.items()}
    return {name: re.findall("<bdi>(.)</bdi>", text) for name, text in texts.items()}


def test_nobody_is_among_the_best_and_the_worst_opponents() -> None:
    found = opponents_of(60, 60, 50, 50, 40, 40)
    assert (found["best_opponents"], found["worst_opponents"]) == (["a", "b"], ["e", "f"])
    assert opponents_of(*[50] * 6)["best_opponents"] == opponents_of(*[50] * 6)["worst_opponents"] == []
    found = opponents_of(61, 60, 59, 41, 40, 39)
    assert (found["best_opponents"], found["worst_opponents"]) == (["a", "b", "c"], ["f", "e", "d"])
