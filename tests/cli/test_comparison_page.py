"""A comparison as a page: it stands by itself, says who moves, and is not written over other pages."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from lxml import etree

from pipelines.cli.compare.compare import Comparison, in_words, print_comparison
from pipelines.cli.compare.page import write_comparison
from pipelines.settings.other_rules import Changed
from transforms.rankings.what_if.side_by_side import SideBySide
from transforms.tables.schemas import COMPETITION

HOSTILE = "<script>alert(1)</script> $x$"
OF = dict(zip(COMPETITION, ("club", "evening", "2025-26"), strict=True))


def comparison(places: Mapping[str, tuple[int | None, int | None]], lines: Mapping[str, str]) -> Comparison:
    """Players with their places today and then; pairs with their lines today and then, `AB`."""
    players = [
        {**OF, "player_id": name, "name": name, "place": today, "other_place": then}
        | {"ranking": 80.125, "other_ranking": 70.0, "moved": today and then and today - then}
        for name, (today, then) in places.items()
    ]
    pairs = [
        {**OF, "partnership_id": names, "names": names, "line": today, "other_line": then}
        | {"ranking": 150.0, "other_ranking": 140.0}
        | {"change": "promoted" if then < today else "demoted" if then > today else None}
        for names, (today, then) in lines.items()
    ]
    champions = [
        {**OF, "championship": "individual", "champions": ["Ann"], "champions_names": ["Ann"]}
        | {"other_champions": [HOSTILE], "other_champions_names": [HOSTILE]}
    ]
    summary = {"compared": 4, "spearman": 0.8, "kendall": 0.6, "moved": 2, "promoted": 1, "demoted": 1}
    tables = SideBySide(
        players=pl.DataFrame(players, schema_overrides={"place": pl.Int32, "other_place": pl.Int32, "moved": pl.Int32}),
        individual=pl.DataFrame({"rank": [1, 2, None, None], "other_rank": [2, 1, 3, None]}),
        pairs=pl.DataFrame({"rank": [1], "other_rank": [1]}),
        lines=pl.DataFrame(pairs, schema_overrides={"change": pl.String}),
        champions=pl.DataFrame(champions),
        summary=pl.DataFrame([OF | summary]),
    )
    changed = (Changed("ranking.method", "balanced", "place"),)
    return Comparison("club", "evening", "2025-26", "Evening, Club, 2025-26", changed, tables)


PLACES = {"Ann": (1, 3), "Bob": (2, 2), HOSTILE: (3, 1), "Dee": (4, 4)}
LINES = {"Ann - Bob": "AB", "Dee - Eve": "BA", "Cas - Fay": "CC"}


def rows_of(page: Path, table: str) -> list[list[str]]:
    (body,) = etree.parse(page).getroot().iterfind(f".//*[@id='{table}']//tbody")
    return [["".join(cell.itertext()).strip() for cell in row] for row in body]


def test_it_says_in_words_and_tables_who_moves_and_which_lines_change(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    write_comparison(comparison(PLACES, LINES), page)
    assert rows_of(page, "players") == [
        ["1", "3 ↓2", "Ann", "80.13", "70.00"],
        ["2", "2", "Bob", "80.13", "70.00"],
        ["3", "1 ↑2", HOSTILE, "80.13", "70.00"],
        ["4", "4", "Dee", "80.13", "70.00"],
    ]
    assert rows_of(page, "lines") == [
        ["Ann - Bob", "A", "B ↓", "150.00", "140.00"],
        ["Dee - Eve", "B", "A ↑", "150.00", "140.00"],
    ]
    sentences = ["".join(item.itertext()).strip() for item in etree.parse(page).getroot().iterfind(".//ul/li")]
    assert sentences == [
        "Other rules: ranking.method balanced → place",
        f"Individual champion: Ann today; then {HOSTILE}; 3 of 3 players would have another place in this championship",
        "In the ranking 2 of 4 players would stand in another place; "
        "rank correlation 0.800 (Spearman), 0.600 (Kendall)",
        "Lines by ranking: 1 pair promoted, 1 demoted",
    ]


def test_shared_places_are_marked_as_result_lists_mark_them_in_the_terminal_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    averages = {"average": [50.0] * 3, "other_average": [50.0] * 3}
    standing = pl.DataFrame({"rank": [1, 1, None], "other_rank": [1, 2, None], "name": ["Gé", "Hé", "Ié"], **averages})
    told = comparison({"Ann": (1, 2), "Bob": (1, 2), "Cas": (3, 1), "Dee": (None, None), "Eve": (None, None)}, LINES)
    told = replace(told, tables=replace(told.tables, individual=standing, pairs=standing.clear()))
    write_comparison(told, tmp_path / "page.html")
    places = [row[:3] for row in rows_of(tmp_path / "page.html", "players")]
    assert places[:3] == [["1=", "2= ↓1", "Ann"], ["1=", "2= ↓1", "Bob"], ["3", "1 ↑2", "Cas"]]
    assert places[3:] == [["–", "–", "Dee"], ["–", "–", "Eve"]]
    print_comparison(told)
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1=", "2=", "-1", "Ann", "80.13", "70.00"] in printed
    assert ["3", "1", "+2", "Cas", "80.13", "70.00"] in printed
    assert ["1=", "1", "Gé", "50.00", "50.00"] in printed
    assert ["Ié", "50.00", "50.00"] in printed


def test_champions_who_share_stand_together() -> None:
    shared = comparison(PLACES, LINES)
    names = {"champions_names": [["Ann"]], "other_champions_names": [["Bob", "Ann"]]}
    champions = shared.tables.champions.with_columns(**{name: pl.Series(of) for name, of in names.items()})
    champions = champions.with_columns(other_champions=pl.Series([["Bob", "Ann"]]))
    told = in_words(replace(shared, tables=replace(shared.tables, champions=champions)))
    assert told[1].startswith("Individual champion: Ann today; then Bob and Ann (shared); ")


def test_the_chart_is_part_of_the_page_and_the_page_needs_no_other_file(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    write_comparison(comparison(PLACES, LINES), page)
    root = etree.parse(page).getroot()
    (drawing,) = root.iterfind(".//{*}svg")
    written = ["".join(text.itertext()).strip() for text in drawing.iterfind(".//{*}text")]
    assert {"today", "then", "Ann", "Bob", "Dee"} <= set(written)
    [title] = (line for line in "".join(root.itertext()).splitlines() if "Of the first 4" in line)
    told = "Of the first 4, 2 would move most, each by 2 places: Ann 1, then 3; "
    assert title.strip().replace("\N{NO-BREAK SPACE}", " ") == f"{told}{HOSTILE} 3, then 1"
    assert not [node for node in root.iter() if node.get("src") or etree.QName(node).localname in ("link", "script")]


@pytest.mark.parametrize(
    ("places", "title"),
    [
        ({"Ann": (1, 3), "Bob": (2, 1), "Cas": (3, 2)}, "Of the first 3, Ann would move most: from place 1 to 3"),
        (
            {"Ann": (1, 2), "Bob": (2, 1), "Cas": (3, 3)},
            "Of the first 3, 2 would move most, each by 1 place: Ann 1, then 2; Bob 2, then 1",
        ),
        (
            {"Ann": (1, 3), "Bob": (2, 4), "Cas": (3, 1), "Dee": (4, 2)},
            "Of the first 4, 4 would move most, each by 2 places",
        ),
    ],
)
def test_the_title_of_the_chart_names_all_who_move_as_far(
    tmp_path: Path, places: dict[str, tuple[int, int]], title: str
) -> None:
    page = tmp_path / "page.html"
    write_comparison(comparison(places, LINES), page)
    assert f"{title}<" in page.read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")


def test_it_is_written_anew_over_an_earlier_one(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    write_comparison(comparison(PLACES, LINES), page)
    first = page.read_bytes()
    write_comparison(comparison({"Ann": (1, 1)}, {"Ann - Bob": "AA"}), page)
    assert "The first 1 stay in their places" in page.read_text(encoding="utf-8")
    assert "promoted (↑)" not in page.read_text(encoding="utf-8")
    write_comparison(comparison(PLACES, LINES), page)
    assert page.read_bytes() == first


def test_nobody_who_stands_on_both_sides_is_no_chart(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    write_comparison(comparison({"Ann": (1, None), "Bob": (None, 1)}, LINES), page)
    assert not list(etree.parse(page).getroot().iterfind(".//{*}svg"))
    assert [row[:3] for row in rows_of(page, "players")] == [["1", "–", "Ann"], ["–", "1", "Bob"]]


def test_it_may_load_nothing_and_run_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    write_comparison(comparison(PLACES, LINES), page)
    root = etree.parse(page).getroot()
    (policy,) = root.iterfind(".//meta[@http-equiv='Content-Security-Policy']")
    assert policy.get("content") == (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
    assert not list(root.iter("script", "link", "img", "iframe", "object"))
    assert not [name for element in root.iter() for name in element.attrib if str(name).startswith("on")]
