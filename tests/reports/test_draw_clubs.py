"""Pages are drawn aside by club, and only those that show something else than before."""

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest
from charts_once import drawn_anew
from factories import Tables, frame
from reports.conftest import computed, raw_tables
from reports.whole_site import summary

from pipelines.reports.charts import drawing as charts
from pipelines.reports.manifests import MANIFEST, manifest_of, put
from pipelines.reports.pages import season as season_pages
from pipelines.reports.site import DrawingError, draw_clubs, draw_first
from transforms.privacy.withheld import shown_to_all
from transforms.tables.schemas import SESSION, Looks

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True, scope="module")
def every_chart_is_drawn() -> Iterator[None]:
    with drawn_anew():
        yield


def clubs_of(tables: Tables) -> list[str]:
    return sorted(tables["raw.competitions"]["club"].unique())


def first_of(tables: Tables) -> Tables:
    shown = shown_to_all(tables)
    people = {"federation.identities": tables["federation.identities"]}
    return {**summary(shown | people), "awards.federation": shown["awards.federation"]}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but the manifests, which say more or less by who asked for the drawing."""
    files = (file for file in folder.rglob("*") if file.is_file() and file.name != MANIFEST)
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def drawn(season: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the season, drawn and put club by club; nobody may change it."""
    folder = tmp_path_factory.mktemp("drawn")
    for club in reversed(clubs_of(season)):
        draw_clubs(season, [club], folder / "site", folder / "aside", is_one=False)
    draw_first(first_of(season), folder / "site", folder / "aside")
    assert not (folder / "site").exists()
    put(folder / "aside", folder / "site")
    return folder / "site"


def test_club_by_club_gives_the_site_of_all_at_once(site: Path, drawn: Path) -> None:
    assert contents(drawn) == contents(site)


def test_where_nothing_changed_nothing_is_drawn(season: Tables, drawn: Path, tmp_path: Path) -> None:
    draw_clubs(season, clubs_of(season), drawn, tmp_path / "aside", is_one=False)
    draw_first(first_of(season), drawn, tmp_path / "aside")
    assert not (tmp_path / "aside").exists()


def test_a_new_title_is_drawn(season: Tables, drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own two pages, some of those who played in it, and that of the season; no chart, and a few tables."""
    club, competition, of, session = season["raw.sessions"].select(*SESSION).row(0)
    title = pl.when(club=club, session_id=session).then(pl.lit("Gala")).otherwise("title")
    changed = {**season, "raw.sessions": season["raw.sessions"].with_columns(title=title)}

    def no_chart(*_: object) -> None:
        raise AssertionError("a chart is drawn that shows no title")

    monkeypatch.setattr(charts, "svg_of", no_chart)
    draw_clubs(changed, clubs_of(season), drawn, tmp_path, is_one=False)
    folder = f"{club}/{competition}/{of}"
    pages = {name: page for name, page in contents(tmp_path).items() if name.endswith(".html")}
    own = (f"sessions/{session}.html", f"hands/{session}/boards.html", "evenings.html")
    assert {f"{folder}/{page}" for page in own} < {*pages}
    assert all(b"Gala" in page for page in pages.values())
    played = season["raw.entries"].filter(club=club, session_id=session)["player_id"].unique()
    assert {Path(name).stem for name in pages if "/players/" in name} <= {*played}
    others = {Path(name).name for name in contents(tmp_path) if not name.endswith(".html")}
    assert others == {"2025-26.xlsx", "2025-26.zip", "search-index.js"}
    assert len([page for page in contents(drawn) if page.startswith(folder)]) > 2 * len(contents(tmp_path))


@pytest.mark.parametrize("together", [True, False])
def test_a_club_that_cannot_be_drawn_is_named_and_the_others_are_whole(
    season: Tables, drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, together: bool
) -> None:
    good, bad = clubs_of(season)
    as_before: Callable[..., None] = season_pages.write_player_pages

    def fails(of: season_pages.Season, files: season_pages.Files) -> None:
        as_before(of, files)
        if of.competition["club"] == bad:
            raise KeyError("a word")

    monkeypatch.setattr(season_pages, "write_player_pages", fails)
    site, aside = tmp_path / "site", tmp_path / "aside"
    with pytest.raises(DrawingError, match=f"^{bad}: its pages cannot be drawn") as raised:
        draw_clubs(season, [good, bad] if together else [bad], site, aside, is_one=False)
    assert (raised.value.club, raised.value.why) == (bad, "KeyError: 'a word'")
    assert raised.value.drawn == ((good,) if together else ())
    assert not (aside / bad).exists()
    if together:
        put(aside, site)
        whole = {name: content for name, content in contents(drawn).items() if Path(name).parts[0] == good}
        assert contents(site) == whole


def test_a_file_that_somebody_damaged_is_drawn_again(season: Tables, tmp_path: Path) -> None:
    """Also a chart and a workbook, whose input did not change."""
    club = clubs_of(season)[0]
    site = tmp_path / "site"
    draw_clubs(season, [club], site, tmp_path / "aside")
    put(tmp_path / "aside", site)
    whole = contents(site)
    damaged = [next(site.rglob(name)) for name in ("attendance.svg", "2025-26.xlsx", "index.html", "2025-26.zip")]
    for file in damaged[:-1]:
        file.write_bytes(b"damaged")
    damaged[-1].unlink()
    draw_clubs(season, [club], site, tmp_path / "aside")
    assert set(contents(tmp_path / "aside")) == {file.relative_to(site).as_posix() for file in damaged}
    put(tmp_path / "aside", site)
    assert contents(site) == whole


def one_of(rows: pl.DataFrame, chance: random.Random, *columns: str) -> pl.Expr:
    """Which rows have the values of a random row in these columns."""
    row = rows.select(columns).row(chance.randrange(rows.height), named=True)
    return pl.all_horizontal(pl.col(name).eq_missing(value) for name, value in row.items())


def set_in(table: str, columns: tuple[str, ...], **values: pl.Expr) -> Callable[[Tables, random.Random], Tables]:
    """A change of the rows that have the values of a random row in these columns."""

    def changed(raw: Tables, chance: random.Random) -> Tables:
        is_one = one_of(raw[table], chance, *columns)
        now = {name: pl.when(is_one).then(value).otherwise(name) for name, value in values.items()}
        return {**raw, table: raw[table].with_columns(**now)}

    return changed


def evening_gone(raw: Tables, chance: random.Random) -> Tables:
    is_it = one_of(raw["raw.sessions"], chance, *SESSION)
    return {name: table.remove(is_it) if "session_id" in table.columns else table for name, table in raw.items()}


def season_later(raw: Tables, chance: random.Random) -> Tables:
    """From a random evening of a club on, everything is of a new season."""
    rules = raw["raw.competitions"].filter(season="2025-26")
    first = raw["raw.sessions"].filter(one_of(raw["raw.sessions"], chance, "club", "session_id"))["session_id"][0]
    changed = {}
    for name, table in raw.items():
        if {"season", "session_id"} <= {*table.columns}:
            season = pl.when((pl.col("season") == "2025-26") & (pl.col("session_id") >= first)).then(pl.lit("2026-27"))
            changed[name] = table.with_columns(season=season.otherwise("season"))
    later = rules.with_columns(pl.col("start", "end").dt.offset_by("1y"), season=pl.lit("2026-27"))
    both = pl.concat([raw["raw.competitions"], later]).unique(["club", "season"], keep="first", maintain_order=True)
    return {**raw, **changed, "raw.competitions": both}


def another_colour(raw: Tables, chance: random.Random) -> Tables:
    club, colour = raw["raw.competitions"].row(0, named=True), f"#{chance.randrange(10**6):06}"
    mark = {"mark_format": "png", "mark": "iVBORw0K"} if chance.random() < 0.5 else {}
    look = {"club": club["club"], "competition": club["competition"], "colour": colour, "colour_in_the_dark": colour}
    return {**raw, "raw.looks": frame(Looks, look | mark)}


LINE = (*SESSION, "line", "board", "ns", "ew")
CHANGES = {
    "a corrected score": set_in("raw.results", LINE, tricks=13 - pl.col("tricks"), score=-pl.col("score")),
    "a player with another name": set_in("raw.players", ("club", "player_id"), name="Jo " + pl.col("name")),
    "a hidden player": set_in("raw.players", ("club", "player_id"), public=pl.lit(value=False)),
    "a title": set_in("raw.sessions", SESSION, title="Gala " + pl.col("session_id")),
    "an event": set_in("raw.sessions", ("club",), event=pl.lit("cup")),
    "another rule": set_in("raw.competitions", ("club", "season"), window=pl.col("window") - 1),
    "another rule of points": set_in("raw.competitions", ("club", "season"), individual_min=pl.lit(1)),
    "an evening that is gone": evening_gone,
    "a later season": season_later,
    "a colour": another_colour,
}


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1, 9))
def test_after_any_change_the_site_is_that_of_a_first_drawing(tmp_path: Path, seed: int) -> None:
    """Also the manifest, by which the next drawing knows what changed. In the end, all changes are taken back."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    changes = ["nothing", *chance.sample([*CHANGES], len(CHANGES)), "all changes taken back"]
    raw = first = raw_tables(clubs=2, sessions=3)
    for number, change in enumerate(changes):
        raw = CHANGES[change](raw, chance) if change in CHANGES else first
        tables, site, fresh = computed(raw), tmp_path / "site", tmp_path / f"{number}"
        draw_clubs(tables, clubs_of(tables), site, tmp_path / "aside")
        put(tmp_path / "aside", site)
        draw_clubs(tables, clubs_of(tables), fresh / "none", fresh)
        assert contents(site) == contents(fresh), change
        for manifest in fresh.rglob(MANIFEST):
            assert manifest_of(site / manifest.parent.relative_to(fresh)) == manifest_of(manifest.parent), change
        shutil.rmtree(fresh)
