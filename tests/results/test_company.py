"""With whom a player sat."""

import polars as pl

from transforms.season import season_tables
from transforms.tables.schemas import ENTRANT


def partners(evenings: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    given = {"report.player_sessions": evenings, "report.session_results": scores}
    return season_tables(given, ["report.partners"])["report.partners"]


def test_a_partner_stands_with_the_lines_they_sat_in() -> None:
    with_bob = [{"player_id": "bob", "name": "Bob", "instead_of": None, "linked": True}]
    evenings = pl.DataFrame(
        {
            "club": "c", "competition": "e", "season": "s", "player_id": "ann", "session_id": ["1", "2", "3"],
            "line": ["B", "A", "A"], "entrant": "1", "scoring": "matchpoints", "partners": [with_bob] * 3,
            "came": True,
        }
    )  # fmt: skip
    scores = evenings.select(ENTRANT).with_columns(exact_score=pl.Series([40.0, 60.0, 50.5]))
    (of_bob,) = partners(evenings, scores).select("partner", "evenings", "lines", "score").rows()
    assert of_bob == ("Bob", 3, "A (2), B (1)", 50.17)
    assert partners(evenings.tail(2), scores)["lines"].item() == "A"
