"""The notebooks run from top to bottom on a small warehouse, as an app and as a script."""

import importlib.util
import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import duckdb
import factories
import matplotlib as mpl
import matplotlib.pyplot as plt
import polars as pl
import pytest
from each import items
from first_builds import without_pages
from simulated import simulate

from bench.country import build_tables
from bench.tiny_clubs import make_club
from pipelines.building.groups import BUDGET
from pipelines.building.solving.store import solved_tables
from pipelines.cli.build import build
from pipelines.cli.simulate import simulate_landing
from pipelines.machine.paths import Paths
from pipelines.settings.scoring import profile_table
from pipelines.warehouse import Warehouse
from transforms.season import season_tables
from transforms.tables.schemas import METHODS, WAREHOUSE

pytest.importorskip("marimo", reason="the notebooks need marimo: pip install barometer[notebooks]")

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
HANDS = NOTEBOOKS / "hands.py"
NONE_SOLVED = solved_tables(None, ())
FIFTEEN = NOTEBOOKS / "fifteen_questions.py"
SEASON_REVIEW, FEDERATION_REVIEW = NOTEBOOKS / "season_review.py", NOTEBOOKS / "federation_review.py"


def _kept(folder: Path, raw: dict[str, pl.DataFrame], tables: list[str] | None = None) -> Path:
    """A warehouse of the seasons of made-up clubs."""
    rules = pl.concat(
        factories.competitions(club, competition)
        for club, competition in raw["sessions"].select("club", "competition").unique(maintain_order=True).rows()
    )
    absent = ("adjustments", "matches", "official_results", "totals", "ranking_points")
    nothing = {name: WAREHOUSE[f"raw.{name}"].create_empty() for name in absent}
    given = factories.in_warehouse({**raw, **nothing, "competitions": rules})
    made_of_it = (
        season_tables(given)
        if tables is None
        else season_tables({**given, "solved": NONE_SOLVED, "profiles": profile_table()}, tables)
    )
    with Warehouse(folder / "warehouse.duckdb") as made:
        for name, table in (given | made_of_it).items():
            made.write(name, table)
        if tables:
            made.describe()
    return folder / "warehouse.duckdb"


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the notebook asks of a season of two made-up clubs."""
    made_up = simulate(clubs=2, sessions=20, seed=3, boards=12)
    raw = {name: table for name, table in made_up.items() if name not in ("strengths", "simultaneous")}
    return _kept(tmp_path_factory.mktemp("built"), raw)


@pytest.mark.parametrize("notebook", [SEASON_REVIEW, FEDERATION_REVIEW, HANDS, FIFTEEN], ids=lambda path: path.stem)
def test_a_copy_in_another_folder_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAROMETER_WAREHOUSE", str(tmp_path / "none.duckdb"))
    with mpl.rc_context():
        assert "warehouse" not in _definitions(Path(shutil.copy(notebook, tmp_path)))


@pytest.fixture(scope="module")
def review(warehouse: Path) -> Iterator[dict[str, Any]]:
    """What the cells of the season review define."""
    with pytest.MonkeyPatch.context() as patched, mpl.rc_context():
        patched.setenv("BAROMETER_WAREHOUSE", str(warehouse))
        yield _definitions(SEASON_REVIEW)
    plt.close("all")


class TestSeasonReview:
    def test_keeps_to_the_season_chosen_with_everybody_who_played(self, review: dict[str, Any]) -> None:
        assert len(review["seasons"]) == 2
        assert review["choice"].value == "alderhaven, tuesday-evening, 2025-26"
        assert review["figures"]["sessions"].to_list() == [20]
        assert review["attendance"].height == 20
        standing: pl.DataFrame = review["standing"]
        assert standing["player_id"].is_unique().all()
        assert standing["ranking"].is_sorted(descending=True)
        assert standing.height > 56
        assert standing["rank"].min() == 1

    def test_points_and_windows_are_those_of_a_build(self, review: dict[str, Any]) -> None:
        in_force = review["ask"]("from rankings.ranking_points natural join here").pl()
        again = review["points"].filter(pl.col("method") == in_force["method"][0])
        both = in_force.join(again, on=["session_id", "player_id"], suffix="_again")
        assert both.height == in_force.height == again.height
        assert both.filter((pl.col("points") - pl.col("points_again")).abs() > 1e-9).is_empty()
        last = review["ask"]("""
            select player_id, round(arg_max(ranking, (date, session_id)), 1) as ranking
            from rankings.player_rankings natural join here group by player_id
        """).pl()
        both = review["windows"].join(last, on="player_id")
        assert both.height == 10
        assert both["window 6"].to_list() == both["ranking"].to_list()

    @pytest.mark.long
    def test_runs_as_a_script(self, warehouse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BAROMETER_WAREHOUSE", str(warehouse))
        drawn = Mock(wraps=plt.subplots)
        monkeypatch.setattr(plt, "subplots", drawn)
        runpy.run_path(str(SEASON_REVIEW), run_name="__main__")
        assert drawn.call_count == 4

    @pytest.mark.long
    def test_a_season_of_one_evening_has_no_halves(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        paths = Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "reports")
        make_club(paths.landing, "fir")
        with without_pages():
            build(paths)
        monkeypatch.setenv("BAROMETER_WAREHOUSE", str(paths.warehouse))
        with mpl.rc_context():
            definitions = _definitions(SEASON_REVIEW)
        plt.close("all")
        assert definitions["standing"].height == 8
        assert definitions["halves"].is_empty()


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the notebook on hands asks of five evenings with made-up deals, most of whose leads are known."""
    made_up = simulate(clubs=1, sessions=5, seed=3)
    raw = {name: table for name, table in made_up.items() if name not in ("strengths", "simultaneous")}
    cards = pl.col("board").replace_strict(dict(enumerate("AKQJT98765432AKQJT98765432", 1)), default="2")
    raw["results"] = raw["results"].with_columns(
        lead=pl.when(pl.col("board") > 2).then(pl.concat_str(pl.lit("S"), cards))
    )
    return _kept(tmp_path_factory.mktemp("dealt"), raw, ["deals.lines", "deals.players", "deals.partnerships"])


@pytest.fixture(scope="module")
def hands(dealt: Path) -> Iterator[dict[str, Any]]:
    """What the cells of the notebook on hands define."""
    with pytest.MonkeyPatch.context() as patched, mpl.rc_context():
        patched.setenv("BAROMETER_WAREHOUSE", str(dealt))
        yield _definitions(HANDS)
    plt.close("all")


@pytest.mark.long
class TestHands:
    def test_asks_ten_questions_and_each_has_an_answer(self, hands: dict[str, Any]) -> None:
        headings = re.findall(r"^    ## (\d+)[.] .*[?]$", HANDS.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert headings == [str(number) for number in range(1, 11)]
        for name in ("declarers", "defenders", "levels", "games", "slams", "leads", "strains", "far_boards", "doubles"):
            assert len(hands[name]), name
        assert hands["declarers"]["tricks gained"].is_sorted(descending=True)
        assert hands["games"]["kind"][0] == "part score"
        assert hands["games"]["bid"].sum() == hands["strains"]["boards"].sum() == hands["doubles"]["played"].sum()
        assert hands["slams"]["bid"].sum() <= hands["games"].filter(pl.col("kind").str.contains("slam"))["bid"].sum()

    def test_says_kindly_that_there_are_no_deals(self, warehouse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BAROMETER_WAREHOUSE", str(warehouse))
        definitions = _definitions(HANDS)
        assert "ask" not in definitions


@pytest.fixture(scope="module")
def country(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of five made-up clubs, as `bench.country` builds those of a country: from Parquet, without pages."""
    folder = tmp_path_factory.mktemp("country")
    landing = simulate_landing(folder / "landing", clubs=5, sessions=8, file_format="parquet")
    build_tables(str(landing), str(folder / "warehouse.duckdb"), str(folder / "reports"), str(BUDGET))
    return folder / "warehouse.duckdb"


@pytest.fixture(scope="module")
def federation(country: Path) -> Iterator[dict[str, Any]]:
    """What the cells of the federation review define."""
    with pytest.MonkeyPatch.context() as patched, mpl.rc_context():
        patched.setenv("BAROMETER_WAREHOUSE", str(country))
        yield _definitions(FEDERATION_REVIEW)
    plt.close("all")


@pytest.mark.long
class TestFederationReview:
    def test_methods_have_ranges_and_tenths_hold_all_points(self, federation: dict[str, Any]) -> None:
        methods: pl.DataFrame = federation["methods"]
        assert set(methods["method"]) == set(METHODS)
        assert methods["right, %"].is_sorted(descending=True)
        assert methods["best in"].sum() >= 5
        for low, share, high in methods.select("from, %", "right, %", "to, %").rows():
            assert 50 < low <= share <= high < 100
        foretold = federation["ask"]("from rankings.backtest")
        for method, pairs, share in federation["methods"].select("method", "pairs", "right, %").rows():
            of_method = foretold.filter(method=method)
            assert of_method["compared"].sum() == pairs
            assert share == round(100 * of_method["right"].sum() / pairs, 1)
        shared, awarded = federation["shared"], federation["awarded"]
        assert shared["tenth"].to_list() == [*range(1, 11)] * 2
        for (scheme,), of_scheme in shared.group_by("scheme", maintain_order=True):
            assert of_scheme["share"].is_sorted()
            assert of_scheme["share"][-1] == pytest.approx(100)
            said = awarded.filter(scheme=scheme)["to the first tenth, %"].item()
            assert of_scheme["share"][0] == pytest.approx(said, abs=0.01)

    def test_its_page_reads_without_a_network_and_names_nobody(self, country: Path, federation: dict[str, Any]) -> None:
        page = _page(FEDERATION_REVIEW, country)
        assert page.count('<svg class="wide"') == page.count('<svg class="narrow"') == page.count("<figcaption>") == 6
        assert page.count("</table>") == 7
        assert "All clubs in review" in page
        assert re.search(
            "predicts results best: right for 5[0-9][.][0-9] % of [0-9,]+ pairs of entrants, where guessing is right"
            " for 50 %. (The|No)",
            page,
        )
        assert re.search(r"[0-9][.][0-9]{4}", re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)) is None
        names = re.findall(r'\bid="([^"]+)"', page)
        assert len(names) == len(set(names)) > 50
        assert set(re.findall(r"(?:url\(|href=\")#(\w+)", page)) <= set(names)
        assert not set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", page))
        from_afar = r"<script|<link|<marimo|\b(src|href)=[\"']?(https?:)?//|@import|url\(\s*[\"']?http"
        assert re.search(from_afar, page) is None
        assert "foret" not in page
        people = federation["ask"]("select name from raw.players where name is not null")["name"]
        assert not any(name in page for name in people)

    def test_few_competitions_have_no_range(self, country: Path, tmp_path: Path) -> None:
        few = Path(shutil.copy(country, tmp_path / "few.duckdb"))
        with duckdb.connect(str(few)) as connection:
            connection.execute("""delete from stored."rankings.backtest" where club > 'barleyhaven'""")
            connection.execute("""delete from stored."ratings.calibration" """)
            connection.execute("""delete from stored."awards.federation" """)
        page = _page(FEDERATION_REVIEW, few)
        assert re.search(
            "</strong> did best here: right for [0-9.]+ % of [0-9,]+ pairs of entrants, where guessing is right for"
            " 50 %. Fewer than five competitions do not tell whether that is more than chance.",
            page,
        )
        assert "predicts results best:" not in page
        assert page.count("There is none yet.") == 3
        assert page.count('<svg class="wide"') == 4


@pytest.mark.long
def test_fifteen_questions_have_answers(country: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """These clubs share nobody, and no event."""
    monkeypatch.setenv("BAROMETER_WAREHOUSE", str(country))
    found = {name: rows for name, rows in _definitions(FIFTEEN).items() if isinstance(rows, pl.DataFrame)}
    assert len(found) == 15
    empty = {"in_several_clubs", "rated", "levels", "events", "winners", "elsewhere", "faults"}
    assert {name for name, rows in found.items() if rows.is_empty()} <= empty
    everybody = "select count(distinct (club, player_id)) as people from raw.entries"
    with duckdb.connect(str(country), read_only=True) as connection:
        assert found["people"]["people"].sum() == connection.sql(everybody).fetchall()[0][0]
    assert found["newcomers"]["newcomers"].sum() == found["people"]["people"].sum()
    assert (found["risen"]["gain"] > 2 * found["risen"]["error"]).all()


def test_a_table_has_as_many_decimals_as_its_numbers_need() -> None:
    cases: list[tuple[list[Any], list[str]]] = [
        ([7.5, 54.25, None], ["7.50", "54.25", ""]),
        ([0.1 + 0.2, 1.0], ["0.3", "1.0"]),
        ([1 / 3, 2.0], ["0.333", "2.000"]),
        ([44808, -3], ["44,808", "\N{MINUS SIGN}3"]),
        ([-0.0001, float("nan")], ["0.000", ""]),
        (["2025-26", "<b>"], ["2025-26", "&lt;b&gt;"]),
    ]
    for values, shown in cases:
        page = _module(NOTEBOOKS / "as_page.py")._as_html(pl.DataFrame({"a<b": values}), iter(()))
        assert re.findall(r"<td[^>]*>(.*?)</td>", page) == shown
        assert 'data-of="a&lt;b"' in page


@items((SEASON_REVIEW, "warehouse", 4, 8), (HANDS, "dealt", 3, 10))
def test_page_is_whole(request: pytest.FixtureRequest, notebook: Path, built: str, figures: int, tables: int) -> None:
    page = _page(notebook, request.getfixturevalue(built))
    assert page.count('<svg class="wide"') == page.count('<svg class="narrow"') == figures
    assert page.count("</table>") == tables
    assert "<marimo" not in page


def _page(notebook: Path, warehouse: Path) -> str:
    with pytest.MonkeyPatch.context() as patched, mpl.rc_context():
        patched.setenv("BAROMETER_WAREHOUSE", str(warehouse))
        page = _module(NOTEBOOKS / "as_page.py").page_of(notebook)
    plt.close("all")
    return page


def _definitions(path: Path) -> dict[str, Any]:
    """Run a notebook in this process; the names its cells define."""
    _, definitions = _module(path).app.run()
    return dict(definitions)


def _module(path: Path) -> Any:
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
