"""A comparison as a page: it needs no other file, says who moves, and is not written over other pages."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl
from each import cases
from lxml import etree
from page_files import root_of

from pipelines.cli.compare import Comparison, in_words, write_comparison
from pipelines.settings.other_rules import Changed
from transforms.rankings.what_if.side_by_side import SideBySide
from transforms.tables.schemas import COMPETITION

HOSTILE = "<script>alert(1)</script> $x$"
OF = dict(zip(COMPETITION, ("club", "evening", "2025-26"), strict=True))


def comparison(
    places: Mapping[str, tuple[int | None, int | None]],
    lines: Mapping[str, str],
    difference_error: float | None = 0.008,
) -> Comparison:
    """Players with their places today and then; pairs with their lines today and then, `AB`."""
    players = [
        {**OF, "player_id": name, "name": name, "rank": today, "other_rank": then}
        | {"ranking": 80.125, "other_ranking": 70.0, "moved": today and then and today - then}
        for name, (today, then) in places.items()
    ]
    pairs = [
        {**OF, "partnership_id": names, "names": names, "line": today, "other_line": then}
        | {"ranking": 150.0, "other_ranking": 140.0}
        | {"change": "promoted" if then < today else "demoted" if then > today else None}
        for names, (today, then) in lines.items()
    ]
    champions = {"champions": ["Ann"], "champions_names": ["Ann"]}
    champions |= {f"other_{name}": [HOSTILE] for name in champions}
    summary = {"compared": 4, "spearman": 0.8, "kendall": 0.6, "moved": 2, "promoted": 1, "demoted": 1}
    foretold = {"share": 0.6, "other_share": 0.58, "difference": -0.02, "difference_error": difference_error}
    tables = SideBySide(
        players=pl.DataFrame(players, schema_overrides=dict.fromkeys(("rank", "other_rank", "moved"), pl.Int32)),
        individual=pl.DataFrame({"rank": [1, 2, None, None], "other_rank": [2, 1, 3, None]}),
        pairs=pl.DataFrame({"rank": [1], "other_rank": [1]}),
        lines=pl.DataFrame(pairs, schema_overrides={"change": pl.String}),
        champions=pl.DataFrame([OF | {"championship": "individual"} | champions]),
        summary=pl.DataFrame([OF | summary]),
        foretold=pl.DataFrame([OF | foretold]),
    )
    changed = (Changed("ranking.method", "balanced", "place"),)
    return Comparison("club", "evening", "2025-26", "Evening, Club, 2025-26", changed, tables)


PLACES = {"Ann": (1, 3), "Bob": (2, 2), HOSTILE: (3, 1), "Dee": (4, 4)}
FORETOLD = (
    "Of every 100 comparisons of two entrants of a session, the rankings before it predict 60.0 right, "
    "and 58.0 under the other rules"
)
LINES = {"Ann - Bob": "AB", "Dee - Eve": "BA", "Cas - Fay": "CC"}


def rows_of(page: Path, table: str) -> list[list[str]]:
    (body,) = root_of(page).iterfind(f".//*[@id='{table}']//tbody")
    return [["".join(cell.itertext()).strip() for cell in row] for row in body]


def test_it_says_who_moves_and_which_lines_change_needs_no_other_file_and_may_run_nothing(tmp_path: Path) -> None:
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
    sentences = ["".join(item.itertext()).strip() for item in root_of(page).iterfind(".//ul/li")]
    assert sentences == [
        "Other rules: ranking.method balanced → place",
        f"Individual champion: Ann today; {HOSTILE} under the other rules;"
        " 3 of 3 players would have another place in this championship",
        ("In the ranking, 2 of 4 players would have another place; rank correlation 0.800 (Spearman), 0.600 (Kendall)"),
        "Lines by ranking: 1 pair promoted, 1 demoted",
        f"{FORETOLD}: −2.00, ± 0.80; chance rarely does that",
    ]
    root = root_of(page)
    (drawing,) = root.iterfind(".//{*}svg")
    written = ["".join(text.itertext()).strip() for text in drawing.iterfind(".//{*}text")]
    assert {"today", "then", "Ann", "Bob", "Dee"} <= set(written)
    assert "The first 4 today, and their places under the other rules" in "".join(root.itertext())
    (policy,) = root.iterfind(".//meta[@http-equiv='Content-Security-Policy']")
    assert policy.get("content") == (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )
    loads = {"link", "script", "img", "iframe", "object"}
    assert not [node for node in root.iter() if node.get("src") or etree.QName(node).localname in loads]
    assert not [name for element in root.iter() for name in element.attrib if str(name).startswith("on")]


@cases(
    (0.01, "−2.00, ± 1.00; chance can do that"),
    (None, "−2.00; these are too few sessions to learn from"),
)
def test_a_difference_in_predictions_is_claimed_only_beyond_two_errors(error: float | None, verdict: str) -> None:
    assert in_words(comparison(PLACES, LINES, error))[-1] == f"{FORETOLD}: {verdict}"
