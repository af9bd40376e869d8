"""Sessions that clubs really played, scored under the profile of the program that wrote them."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from factories import competitions
from result_files import REAL_DATA, needs_real_data, real_files, real_reading

from transforms.bridge.contracts import contract_score
from transforms.official import UNEXPLAINED, official_agreement, official_differences
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.scoring.board_scores import board_scores

Audited = tuple[pl.DataFrame, dict[str, Any]]
"""The differences, and the counts of what is equal."""

pytestmark = needs_real_data


def audit(profile: str, *files: Path) -> Audited:
    rules = competitions(scoring={"profile": profile})
    keys = rules.select("club", "competition", "season")
    readings = [real_reading(file) for file in files]
    raw: dict[str, Any] = {
        name: pl.concat(reading.tables[name] for reading in readings).join(keys, how="cross")
        for name in ("sessions", "entries", "results", "official_results", "adjustments", "matches")
    }
    scores = board_scores(raw["results"], raw["sessions"], rules).collect()
    matches = match_results(scores, raw["matches"], raw["sessions"], rules).collect()
    listed = session_results(
        scores,
        raw["entries"],
        raw["sessions"],
        rules,
        results=raw["results"],
        adjustments=raw["adjustments"],
        match_results=matches,
        official_results=raw["official_results"],
    ).collect()
    tables: dict[str, Any] = {
        "board_scores": scores,
        "results": raw["results"],
        "session_results": listed,
        "official_results": raw["official_results"],
        "competitions": rules,
        "match_results": matches,
        "given_matches": raw["matches"],
    }
    agreement = official_agreement(**tables).collect().row(0, named=True)
    return official_differences(**tables, sessions=raw["sessions"]).collect(), agreement


@pytest.mark.long
@pytest.mark.parametrize(("folder", "lines", "scores"), [("spiren", 12_906, 1_168), ("bridgekam", 675, 51)])
def test_ruter(folder: str, lines: int, scores: int) -> None:
    differences, agreement = audit("ruter", *real_files(f"pbn/{folder}/*.pbn"))
    assert (agreement["lines"], agreement["scores"]) == (lines, scores)
    assert agreement["lines_equal"] >= 0.9999 * lines
    assert agreement["scores_equal"] == scores
    assert differences.filter(reason=UNEXPLAINED).is_empty()


@pytest.mark.parametrize(
    ("name", "profile", "values"),
    [
        ("mp-pairs", "ebu", {"lines": 242, "scores": 22}),
        ("multi-section", "ebu", {"lines": 305, "scores": 35}),
        ("compscore-mp_pairs_howell", "compscore", {"lines": 161, "scores": 12}),
        ("compscore-butler_mitchell", "compscore", {"lines": 245, "datums": 35, "totals": 14}),
        ("compscore-cross_imp_howell", "compscore", {"lines": 108, "totals": 9}),
        ("multiple-teams", "ebu", {"lines": 240, "matches": 80, "totals": 10}),
        ("point-a-board", "ebu", {"lines": 336, "matches": 56, "totals": 8}),
    ],
)
def test_usebio(name: str, profile: str, values: dict[str, int]) -> None:
    differences, agreement = audit(profile, REAL_DATA / f"usebio/{name}.xml")
    assert differences.is_empty()
    for value, count in values.items():
        assert (agreement[value], agreement[f"{value}_equal"]) == (count, count)


def test_usebio_edited_by_hand() -> None:
    differences, agreement = audit("compscore", REAL_DATA / "usebio/compscore-mp_pairs_mitchell_adjusted_02.xml")
    assert differences.filter(value="ns_points")["board"].to_list() == [3, 4]
    assert differences.filter(reason=UNEXPLAINED).is_empty()
    assert (agreement["lines"], agreement["lines_equal"]) == (567, 565)


@pytest.mark.long
@pytest.mark.parametrize(
    "pattern", ["pbn/*/*.pbn", "usebio/mp-pairs.xml", "usebio/multi-section.xml", "usebio/comp*.xml"]
)
def test_contract_score_agrees_with_the_file(pattern: str) -> None:
    lines = pl.concat(real_reading(file).tables["results"] for file in real_files(pattern))
    computed = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    both = lines.filter(pl.col("ruling").is_null()).with_columns(computed=computed).drop_nulls(["computed", "score"])
    assert both.height > 100
    assert both.filter(pl.col("computed") != pl.col("score")).is_empty()
