"""What is said of a publication: what is new in it, and what became of the rest."""

import polars as pl
from published.publications import published, rows_of

from pipelines.cli.publish.publish import _recorded
from transforms.published.kinds import RANKINGS
from transforms.published.trail import PAST
from transforms.tables.schemas import WAREHOUSE


def _rankings(*standings: tuple[str, str]) -> dict[str, pl.DataFrame]:
    rows = ({"list": of, "session_id": session, "entrant": "a", "ranking": 50.0} for of, session in standings)
    return {RANKINGS.table: published(RANKINGS, rows_of(RANKINGS, rows)), PAST: WAREHOUSE[PAST].create_empty()}


def test_a_standing_that_goes_on_is_replaced_and_not_lost() -> None:
    """A director looked for what he had lost: "1 no longer there" was the standing of the week before."""
    before = _rankings(("pairs", "1"), ("players", "1"), ("players", "2"))
    after = _rankings(("pairs", "3"), ("players", "1"), ("players", "3"))
    told = _recorded(RANKINGS, before, after)
    assert "2 new, 1 as before, 1 replaced by the standing after another session, 1 no longer there" in told
