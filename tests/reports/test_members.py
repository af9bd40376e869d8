"""A member who left: no file of the site, no name of a file and no preview names the person."""

from pathlib import Path

import dagster as dg
import polars as pl
import pytest
from factories import Tables, frame
from privacy.test_every_public_byte import plain, public_texts
from reports.conftest import with_another
from reports.federation import federation
from reports.reading import cells, downloaded, text_of
from reports.test_search import read
from reports.test_session_pages import results, site
from reports.whole_site import write_site
from runs import run_of_all

from pipelines.assets import metadata
from pipelines.assets.metadata import as_table
from pipelines.cli.compare import compare, write_comparison
from pipelines.cli.simulate import simulate_landing
from pipelines.machine.environment import LANGUAGE
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse
from transforms.privacy.hidden_people import A_MEMBER
from transforms.tables.schemas import Entries, Players

pytestmark = pytest.mark.long

NAME, ID = "Quirijntje van Xanthopoulós", "Quirijntje Xanthopoulos"
TRACES = ("quirijntje", "xanthopoulos", "qxkapsalon", "qx-club-secret")
"""The words of the name, another name of the same person, and what the director wrote about it."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of the reports, and every preview of the build."""
    folder = tmp_path_factory.mktemp("left")
    landing = simulate_landing(folder / "landing", sessions=3, seed=2, pairs=14, boards=8)
    (competition,) = landing.glob("*/*")
    first, *_, last = sorted(competition.glob("*/entries.csv"))
    seated = [pl.read_csv(file, infer_schema=False) for file in (first, last)]
    number = seated[0].join(seated[1], on="player_id", how="semi")["player_id"][0]
    for file in competition.rglob("*.csv"):
        renamed = [
            pl.col(column).replace({number: "Qxkapsalon" if file == last else ID})
            for column in ("player_id", "opponent_id", "substitutes_for")
        ]
        table = pl.read_csv(file, infer_schema=False)
        table = table.with_columns(one for one in renamed if one.meta.root_names()[0] in table.columns)
        if file.name == "players.csv":
            is_member = pl.col("player_id") == ID
            table = table.with_columns(
                name=pl.when(is_member).then(pl.lit(NAME)).otherwise("name"),
                public=pl.when(is_member).then(pl.lit("false")).otherwise(pl.lit("true")),
            )
        table.write_csv(file)
    (competition.parent / "people.csv").write_text(
        f"alias,player_id,why\nQxkapsalon,{ID},qx-club-secret\nQxkapsalonn,{ID},\n", encoding="utf-8"
    )
    entries = first.read_text(encoding="utf-8").splitlines()
    seat = next(line for line in entries if ID in line)
    extra = [seat, seat.replace(ID, ID.upper()), seat.replace(ID, "nobody")]
    (first.parent / f"{ID} again.csv").write_text("\n".join([entries[0], *extra]), encoding="utf-8")
    place = dict(zip(entries[0].split(","), seat.split(","), strict=True))
    (first.parent / "penalties.csv").write_text(
        "session_id,line,entrant,amount,unit,reason\n"
        f"{place['session_id']},{place['line']},{place['entrant']},-5,percent,qx-club-secret of Quirijntje\n",
        encoding="utf-8",
    )
    first.rename(first.parent / "Qxkapsalon.csv")
    previews: list[str] = []

    def kept(rows: pl.DataFrame) -> dg.TableMetadataValue:
        shown = as_table(rows)
        previews.append(str(shown.records))
        return shown

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metadata, "as_table", kept)
        patch.setattr(metadata, "_PREVIEW_ROWS", 10_000)
        assert run_of_all(Paths(landing, folder / "warehouse.duckdb", folder / "reports"), "build_group").success
    return folder / "reports", previews


def traces(text: str) -> list[str]:
    return [trace for trace in TRACES if trace in plain(text)]


def test_the_warehouse_knows_who_it_was(built: tuple[Path, list[str]]) -> None:
    with Warehouse(built[0].parent / "warehouse.duckdb", read_only=True) as warehouse:
        assert ID in warehouse.read("raw.entries")["player_id"]
        assert any("XANTHOPOULOS" in (value or "").upper() for value in warehouse.read("raw.findings")["value"])
        assert any("secret" in (value or "") for value in warehouse.read("raw.adjustments")["reason"])


def test_no_file_of_the_site_names_who_left(built: tuple[Path, list[str]]) -> None:
    assert [(name, found) for name, text in public_texts(built[0]) if (found := traces(text))] == []
    assert any("a member" in text for _, text in public_texts(built[0]))


def test_no_preview_names_who_left(built: tuple[Path, list[str]]) -> None:
    assert len(built[1]) > 40
    assert [preview for preview in built[1] if traces(preview)] == []


def test_the_numbers_stay(built: tuple[Path, list[str]]) -> None:
    with Warehouse(built[0].parent / "warehouse.duckdb", read_only=True) as warehouse:
        ranked = warehouse.read("rankings.player_rankings").filter(player_id=ID)
    (season,) = built[0].glob("*/*/2025-26")
    shown = downloaded(season, "rankings.player_rankings").filter(pl.col("player_id") == "member-1")
    assert shown["ranking"].to_list() == pytest.approx(ranked["ranking"].to_list())
    assert list(built[0].rglob("players/member-1.html"))


def test_who_left_cannot_be_the_reader(built: tuple[Path, list[str]]) -> None:
    (season,) = built[0].glob("*/*/2025-26")
    (member,) = season.glob("players/member-1.html")
    pages = {
        page: "this-is-me" in page.read_text(encoding="utf-8")
        for page in season.glob("players/*.html")
        if page.stem != "index"
    }
    assert [page for page, has_button in pages.items() if not has_button] == [member]
    assert "member-1" not in (season / "last-results.js").read_text(encoding="utf-8")


def test_a_comparison_for_members_names_nobody_who_left(built: tuple[Path, list[str]], tmp_path: Path) -> None:
    (competition,) = (built[0].parent / "landing").glob("*/*/")
    compared = compare(built[0].parent / "warehouse.duckdb", competition.name, ["ranking.method=place"])
    write_comparison(compared, tmp_path / "page.html")
    assert traces((tmp_path / "page.html").read_text(encoding="utf-8")) == []


WORDS = {"en": "a member", "nl": "een lid", "fr": "un membre", "nb": "et medlem"}


def hiding(tables: Tables, player: str) -> Tables:
    return tables | {"raw.players": tables["raw.players"].with_columns(public=pl.col("player_id") != player)}


def leading(tables: Tables) -> str:
    """Who leads the ranking, and so is on the first page too."""
    return str(tables["rankings.player_rankings"].sort("date", "ranking")["player_id"][-1])


def shown_by(out: Path) -> dict[str, str]:
    """What a reader sees: pages, charts and what the search knows."""
    files = (file for kind in ("html", "svg", "js") for file in out.rglob(f"*.{kind}"))
    return {file.relative_to(out).as_posix(): file.read_text(encoding="utf-8") for file in files}


@pytest.fixture(params=["en", "nl", *(pytest.param(other, marks=pytest.mark.nightly) for other in ("fr", "nb"))])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(LANGUAGE, request.param)
    return str(request.param)


def test_on_pages_of_an_evening(season_with_hands: Tables, language: str, tmp_path: Path) -> None:
    """Tables that pages show have the word of the language too, and those of the warehouse the English one."""
    leader = leading(season_with_hands)
    out = write_site(with_another(hiding(season_with_hands, leader)), tmp_path).parent
    site = shown_by(out)
    words = {name for name, text in site.items() if WORDS[language] in text}
    kinds = {part for name in words for part in name.split("/")}
    assert kinds >= {"index.html", "federation.html", "standing.html", "players", "sessions", "hands", "charts"}
    assert [name for name, text in site.items() if language != "en" and A_MEMBER in text] == []
    assert all(WORDS[language] not in text for name, text in site.items() if name.endswith("search-index.js"))
    season = out.joinpath(*season_with_hands["raw.sessions"].select("club", "competition", "season").row(0))
    assert downloaded(season, "report.player_ranking")["name"][0] == WORDS[language]
    assert A_MEMBER in downloaded(season, "raw.players")["name"]


def test_on_pages_of_ratings(language: str, tmp_path: Path) -> None:
    tables = federation()
    best = tables["ratings.lists"].sort("list_date", "position")["player_id"][-1]
    site = shown_by(write_site(hiding(tables, best), tmp_path).parent)
    assert any(WORDS[language] in text for text in site.values())
    assert [name for name, text in site.items() if language != "en" and A_MEMBER in text] == []
    (index,) = (text for name, text in site.items() if name.endswith("ratings/search-index.js"))
    assert WORDS[language] not in {name for name, _ in read(index)}


def test_two_teams_with_the_name_of_who_is_not_shown_keep_their_own_rows(tmp_path: Path) -> None:
    pairs = [("Na", "Zwaluw"), ("Nb", "Zwaluw"), ("Nc", "Kees"), ("Nd", "Kees")]
    seated = [{"player_id": player, "entrant": team, "line_no": n} for n, (player, team) in enumerate(pairs)]
    teams = [{"entrant": team, "rank": rank, "score": 12.0 - rank} for rank, team in enumerate(("Kees", "Zwaluw"), 1)]
    season = site(
        tmp_path,
        raw_players=frame(Players, {"player_id": "77", "name": "Kees Zwaluw", "public": False}),
        raw_entries=frame(Entries, *seated),
        scored_session_results=results("imps", *teams),
    )
    listed = [row[1] for row in cells(season / "sessions" / "1.html") if row[0] in {"1", "2"}]
    assert [" ".join(row.split()[:4]) for row in listed] == ["member-1b Nc & Nd", "member-1 Na & Nb"]
    assert "2 teams, 4 players" in text_of(season / "sessions" / "1.html")
