"""Federation points on pages: of a session, of a season, of all clubs."""

from pathlib import Path

import polars as pl
import pytest
from factories import Tables
from page_files import root_of
from reports.reading import text_of
from reports.whole_site import write_site

from pipelines.reports.page_names import page_name
from pipelines.reports.pages.awards import award_list, decimals_of

pytestmark = pytest.mark.long

FILES = {
    "federation.html", "federation.svg", "federation.xlsx", "federation.lists.csv", "federation.points.csv"
}  # fmt: skip


@pytest.fixture(scope="module")
def bare(season: Tables) -> Tables:
    """The list of all clubs, of competitions without anything else."""
    kept = ("raw.competitions", "awards.federation")
    return {name: table if name in kept else table.clear() for name, table in season.items()}


def tables_in(page: Path, inside: str) -> list[list[list[str]]]:
    """The texts of all rows of the tables inside elements with this id or class, captions left out."""
    root = root_of(page)
    found = root.xpath(f"//*[@id='{inside}']//table | //table[@class='{inside}']")
    return [[["".join(cell.itertext()) for cell in row] for row in table.iter("{*}tr")] for table in found]


def test_a_result_list_has_a_column_of_what_each_scheme_brought(season: Tables, site: Path) -> None:
    club, session = season["raw.sessions"].select("club", "session_id").row(0)
    (page,) = site.glob(f"{page_name(club)}/*/2025-26/sessions/{page_name(session)}.html")
    of_lines = [table for table in tables_in(page, "sortable numeric") if "FFB" in table[0]]
    points = season["awards.points"].filter(club=club, session_id=session)
    assert len(of_lines) == points["line"].n_unique()
    shown = 0
    for heads, *rows in of_lines:
        assert heads.count("CP") == 1
        assert "Club points" not in heads, "they are the points of the scheme"
        ffb, club_points = heads.index("FFB"), heads.index("CP")
        assert all(len(row[ffb].split(".")[1]) == 2 for row in rows)
        shown += sum(int(row[club_points]) for row in rows)
    assert shown == points.filter(scheme="club_points").unique(["line", "entrant"])["points"].sum()
    in_full = {element.get("title") for element in root_of(page).iter("{*}abbr")}
    assert {"Expert Points, Fédération française de bridge", "Club Points"} <= in_full


def test_the_list_of_all_clubs_is_reached_and_holds_everybody(season: Tables, site: Path) -> None:
    assert {file.name for file in site.glob("federation.*")} == FILES
    assert "federation.html" in {link.get("href") for link in root_of(site / "index.html").iter("{*}a")}
    federation = season["awards.federation"]
    for number, scheme in enumerate(("ffb", "club_points"), start=1):
        (table,) = tables_in(site / "federation.html", f"list-{number}")
        assert len(table) - 1 == federation.filter(scheme=scheme).height
    exact = pl.read_csv(site / "federation.points.csv")["points"]
    assert exact.sum() == pytest.approx(federation["points"].sum(), rel=1e-12)


def test_who_is_not_shown_and_who_has_no_page_is_no_link(season: Tables, tmp_path: Path) -> None:
    first, other = season["raw.players"].sort("name").select("club", "player_id").rows()[:2]
    is_first, is_other = (pl.col("club").eq(club) & pl.col("player_id").eq(who) for club, who in (first, other))
    players = season["raw.players"].with_columns(
        public=pl.when(is_first).then(pl.lit(value=False)).otherwise("public"),
        federation_id=pl.when(~is_other).then("federation_id"),
    )
    number = season["raw.players"].filter(is_other)["federation_id"][0]
    renamed = pl.when(pl.col("person") == number).then(pl.lit("/".join(other))).otherwise("person")
    awards = season["awards.federation"].with_columns(person=renamed)
    identities = season["federation.identities"].with_columns(person=renamed)
    changed = {"raw.players": players, "awards.federation": awards, "federation.identities": identities}
    site = write_site(season | changed, tmp_path).parent
    rows = root_of(site / "federation.html").xpath("//*[@id='list-1']//*[local-name()='tbody']/*")
    words = {"".join(row[1].itertext()): row[1].xpath(".//@href") for row in rows}
    assert [name for name, links in words.items() if not links] == ["a member"]
    (link,) = words[season["raw.players"].filter(is_other)["name"][0]]
    assert (site / link).is_file()


def test_a_long_list_says_that_it_is_cut(bare: Tables, tmp_path: Path) -> None:
    one = bare["awards.federation"].filter(scheme="club_points").head(1)
    many = pl.concat(one.with_columns(person=pl.lit(f"p{number}"), rank=pl.lit(1, pl.Int32)) for number in range(503))
    page = write_site({**bare, "awards.federation": many}, tmp_path).parent / "federation.html"
    (table,) = tables_in(page, "list-1")
    assert len(table) == 501
    assert "The first 500 of 503 players" in text_of(page)
    assert "3 more are in the downloads" in text_of(page)
    assert pl.read_csv(tmp_path / "federation.lists.csv").height == 503


def test_entrants_without_an_award_of_a_scheme_have_an_empty_cell() -> None:
    rows = [
        {"scheme": scheme, "line": "A", "entrant": entrant, "names": entrant, "points": points}
        for scheme, entrant, points in (("ffb", "1", 2.5), ("ffb", "2", 1.0), ("tbf", "2", 3.0))
    ]
    made = award_list(rows)
    assert made["schemes"] == {"ffb": 2, "tbf": 0}
    assert [points for _, points in made["rows"]] == [[2.5, None], [1.0, 3.0]]


@pytest.mark.parametrize(("points", "decimals"), [([], 0), ([1.0, 0.0], 0), ([1, 0.5], 2), ([0.01], 2)])
def test_whole_points_have_no_decimals(points: list[float], decimals: int) -> None:
    assert decimals_of(points) == decimals
