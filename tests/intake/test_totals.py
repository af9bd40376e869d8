"""Totals and ranking points that files give: which count, which are compared, and what is said of the others."""

from typing import Any

import polars as pl
from each import cases_at_once
from factories import competitions
from intake.evenings import FOUR, Row, assembled_by_kind, codes, lines, read

from pipelines.settings.scoring import profile_table
from transforms.checks import assemble
from transforms.season import season_tables
from transforms.tables.schemas import WAREHOUSE

TWO = [{"entrant": "1", "percentage": 56.25}, {"entrant": "2", "percentage": 43.75}]


def evening(totals: list[Row], **others: Any) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    given = {"sessions": [{}], "entries": FOUR, "totals": totals, **others}
    return assembled_by_kind(read(**given), competitions())


def test_a_list_alone_is_the_result_and_an_official_list() -> None:
    tables, findings = evening([{**row, "rank": place} for place, row in enumerate(TWO, start=1)])
    assert findings.is_empty()
    assert tables["totals"].select("season", "entrant", "percentage").rows() == [
        ("2025-26", "1", 56.25),
        ("2025-26", "2", 43.75),
    ]
    assert tables["official_results"].select("entrant", "score", "rank").rows() == [("1", 56.25, 1), ("2", 43.75, 2)]


def test_next_to_result_lines_a_list_is_compared_only() -> None:
    tables, findings = evening(TWO, results=lines(), entries=FOUR)
    assert tables["totals"].is_empty()
    assert tables["official_results"].select("entrant", "score").rows() == [("1", 56.25), ("2", 43.75)]
    assert "totals.without_players" not in codes(findings)


@cases_at_once(
    ([*TWO, {"entrant": "1", "percentage": 50}], {}, ["rows.given_before"], 2),
    ([*TWO, {"entrant": "3", "percentage": 50}], {}, ["totals.without_players"], 3),
    (TWO[:1], {}, ["totals.without_players/no_total"], 1),
    ([TWO[0], {"entrant": "2", "imps": 3}], {}, ["totals.impossible"], 1),
    (TWO, {"sessions": [{"kind": "butler"}]}, ["totals.impossible"] * 2, 0),
    (
        [{"entrant": "1", "vp": 21, "maximum": 20}, {"entrant": "2", "vp": 0}],
        {"sessions": [{"kind": "teams"}]},
        ["totals.impossible/vp"],
        1,
    ),
)
def test_unusable_rows_are_reported(totals: list[Row], others: dict[str, Any], found: list[str], left: int) -> None:
    tables, findings = evening(totals, **others)
    assert codes(findings) == found
    assert tables["totals"].height == left


def test_a_place_that_differs_is_a_doubt_and_a_tie_that_the_list_breaks_is_not() -> None:
    def doubted(*ranks: int, second: float = 43.75) -> list[tuple[str, int]]:
        rows = [{"entrant": "1", "percentage": 56.25}, {"entrant": "2", "percentage": second}]
        totals = [{**row, "rank": rank} for row, rank in zip(rows, ranks, strict=True)]
        tables, _ = assemble(read(sessions=[{}], entries=FOUR, totals=totals), competitions())
        given = {name: schema.create_empty() for name, schema in WAREHOUSE.items() if name.startswith("raw.")}
        given |= {f"raw.{name}": rows for name, rows in tables.items()} | {"raw.competitions": competitions()}
        return (
            season_tables({**given, "profiles": profile_table()}, ["scored.doubts"])["scored.doubts"]
            .select("what", "differing")
            .rows()
        )

    assert doubted(1, 2) == doubted(2, 1, second=56.25) == []
    assert doubted(2, 1) == [("ranks", 2)]


def test_ranking_points_count_where_nothing_else_is_known_of_the_session() -> None:
    points = [{"player_id": player, "points": 70.0} for player in ("ann", "bob", "bob")]
    tables, findings = assembled_by_kind(read(sessions=[{}], ranking_points=points), competitions())
    assert tables["ranking_points"].select("player_id", "points").rows() == [("ann", 70), ("bob", 70)]
    assert codes(findings) == ["rows.given_before"]
    assert set(tables["players"]["player_id"]) == {"ann", "bob"}
    tables, findings = evening(TWO, ranking_points=points[:2])
    assert tables["ranking_points"].is_empty()
    assert codes(findings) == ["ranking_points.computed"]


def test_an_alias_earns_for_the_person() -> None:
    people = [{"alias": "Ann A", "player_id": "ann"}]
    points = [{"player_id": "Ann A", "points": 70.0}]
    tables, _ = assembled_by_kind(read(sessions=[{}], ranking_points=points, people=people), competitions())
    assert tables["ranking_points"]["player_id"].to_list() == ["ann"]


def test_a_list_handed_in_twice_is_one_evening() -> None:
    files = ("old.csv", "new.csv")
    sessions = [{"session_id": file, "file_id": file} for file in files]
    entries = [{**row, "session_id": file, "file_id": file} for file in files for row in _of_eight()]
    totals = [
        {"session_id": file, "file_id": file, "entrant": str(number), "percentage": 50 + number}
        for file in files
        for number in range(1, 5)
    ]
    tables, findings = assembled_by_kind(read(sessions=sessions, entries=entries, totals=totals), competitions())
    assert tables["sessions"].height == 1
    assert tables["totals"].height == 4
    assert any(kind.startswith("evenings.twice") for kind in codes(findings))


def _of_eight() -> list[Row]:
    return [{"entrant": str(place // 2 + 1), "player_id": person} for place, person in enumerate("abcdefgh")]
