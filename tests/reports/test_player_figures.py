"""The top of a player's page: which number is which, what changed last; and with and against whom."""

import re
from pathlib import Path

import polars as pl
import pytest
from factories import Tables
from lxml import etree
from page_files import root_of
from reports.reading import text_of
from reports.whole_site import write_site

from pipelines.reports.pages.player import player_rows
from pipelines.reports.tables.columns import formula_said, report_tables
from pipelines.words.languages import speaking
from transforms.season import season_tables


def of_first_club(tables: Tables) -> Tables:
    club = tables["raw.competitions"]["club"][0]
    return {name: table.filter(club=club) if "club" in table.columns else table for name, table in tables.items()}


def page(site: Path, player: str) -> etree._Element:
    (file,) = site.glob(f"*/*/2025-26/players/{player}.html")
    return root_of(file)


def cards(root: etree._Element) -> list[str]:
    return [" ".join(map(text_of, card)) for card in root.findall(".//{*}dl[@class='cards']/{*}div")]


@pytest.fixture(scope="module")
def club(season: Tables) -> Tables:
    return of_first_club(season)


@pytest.fixture(scope="module")
def drawn(club: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(club, tmp_path_factory.mktemp("figures"), only=["players/*.html", "sessions/*.html"]).parent


def with_opponents(report: Tables, opponents: pl.DataFrame) -> Tables:
    """The report with other opponents, and the best and worst of them."""
    ends = season_tables({"report.opponents": opponents}, ["report.opponent_extremes"])
    return {**report, "opponents": opponents, "opponent_extremes": ends["report.opponent_extremes"]}


def test_best_and_worst_are_of_those_met_on_enough_boards(club: Tables) -> None:
    report = report_tables(club)
    shares = [30.0, 70.0, 50.0, 60.0, 40.0, 55.0, 99.0]
    boards = [8, 9, 10, 8, 8, 8, 7]
    owner = report["opponents"].row(0, named=True)
    key = {name: owner[name] for name in ("club", "competition", "season", "player_id")}
    met = enumerate(zip(boards, shares, strict=True))
    rows = ({"opponent_id": f"{n}", "opponent": f"Opponent {n}", "boards": b, "share": s} for n, (b, s) in met)
    made = pl.DataFrame([{**key, "linked": False, **row} for row in rows], schema_overrides=report["opponents"].schema)

    def named(which: str, table: pl.DataFrame) -> list[str]:
        found = player_rows(with_opponents(report, table))[which]
        markup = found["markup"].struct.field("markup")[0] if found.height else ""
        return [part.split("</bdi>")[0] for part in markup.split("<bdi>")[1:]]

    assert named("best_opponents", made) == ["Opponent 1", "Opponent 3", "Opponent 5"]
    assert named("worst_opponents", made) == ["Opponent 0", "Opponent 4", "Opponent 2"]
    assert named("best_opponents", made.filter(pl.col("opponent_id") != "0")) == []


def test_a_formula_has_numbers_as_the_language_writes_them() -> None:
    assert formula_said("(32.22 - 72.96) / 6") == "(32.22 − 72.96) / 6"
    with speaking("nl"):
        assert formula_said("(32.22 - 72.96) / 6") == "(32,22 − 72,96) / 6"


def test_the_score_that_lifts_a_ranking_earns_what_drops_out_next(club: Tables, drawn: Path) -> None:
    """Checked by the rules of the club: so many points from the highest to the lowest of a line."""
    report = report_tables(club)
    (rules,) = club["raw.competitions"].filter(season="2025-26").to_dicts()
    planned = sorted(report["next_lines"]["line"].unique())
    of_all, of_planned = ((lines - 1) * rules["step"] + rules["width"] for lines in (rules["lines"], len(planned)))
    factor = of_all / of_planned
    together = set((club["raw.sessions"].filter(season="2025-26").sort("date")["together"][-1] or "").split("+"))
    half_above = rules["top_score_pairs"] - 50
    ways = re.compile(
        r"Next to drop out: (?:a substitute ranking of )?(\d+\.\d+).* the ranking rises\. "
        r"In line (\w+) that takes about (\d+\.\d)\s%"
        r"\.(?: To pass .* as things stand: about (\d+\.\d)\s%)?"
    )
    of_championship = re.compile(
        r"Individual championship: more than (?:the )?(\d+\.\d+).* In line (\w+) that takes about (\d+\.\d)\s%"
    )
    found = lifted_averages = 0
    for player in report["explained_rankings"].to_dicts():
        read = text_of(page(drawn, player["player_id"]))
        told = ways.search(read)
        if not told:
            continue
        out, line, rises, passes = told.groups()
        shared = [letter for letter in planned if letter in together] if line in together else [line]
        width = (len(shared) - 1) * rules["step"] + rules["width"]
        middle = rules["top"] - factor * (planned.index(shared[0]) * rules["step"] + width / 2)
        slope = factor * width / 2 / half_above
        assert middle + slope * (float(rises) - 50) == pytest.approx(float(out), abs=slope * 0.06)
        if passes:
            (row,) = report["player_ranking"].filter(player_id=player["player_id"]).to_dicts()
            lifted = (middle + slope * (float(passes) - 50) - float(out)) / player["window"]
            assert lifted == pytest.approx(row["behind"], abs=slope * 0.06 / player["window"] + 0.001)
        if in_championship := of_championship.search(read):
            points, same_line, lifts = in_championship.groups()
            assert same_line == line
            assert middle + slope * (float(lifts) - 50) == pytest.approx(float(points), abs=slope * 0.06)
            lifted_averages += 1
        found += 1
    assert found > 5
    assert lifted_averages > 5
