"""Publications and corrections without the members who are not shown."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import frame

from transforms.privacy.withheld import Withheld
from transforms.tables.schemas import WAREHOUSE, Partnerships, People, Players

LEFT, STAYS = {"player_id": "12", "public": False}, {"player_id": "34"}
WHEN = dt.datetime(2025, 9, 3, tzinfo=dt.UTC)
USUAL = {"published_at": WHEN, "since_at": WHEN, "until_at": WHEN, "ending": "undone", "session_id": "1"}
BY_ID = {"entrant": "12", "players": "12"}
ROWS: dict[str, list[dict[str, Any]]] = {
    "published.results": [{"entrant": "12", "players": "12 + 34"}, {"entrant": "3", "players": "12"}],
    "published.rankings": [{"list": "players", **BY_ID}, {"list": "pairs", "entrant": "12 + 34", "players": "12 + 34"}],
    "published.championships": [{"list": "individual", **BY_ID}],
    "published.awards": [{"of": "event", "entrant": "12 + 34", "player_id": "12"}],
    "published.corrections": [
        {"kind": "results", "entrant": "12", "field": "players", "published": "12", "now": "34", "players": "12"},
        {"kind": "rankings", "list": "players", "field": "ranking", "published": "70", "now": "12", **BY_ID},
        {"kind": "ratings", "player_id": "12", "field": "rating", "published": "1500", "now": "1512"},
    ],
}
ROWS["published.past_corrections"] = ROWS["published.corrections"]


def shown(table: str) -> pl.DataFrame:
    rows = frame(WAREHOUSE[table], *({**USUAL, **row} for row in ROWS[table]))
    withheld = Withheld(frame(Players, LEFT, STAYS), People.create_empty(), Partnerships.create_empty())
    return withheld.shown(table, rows.select(name for name in rows.columns if name in WAREHOUSE[table].column_names()))


@pytest.mark.parametrize("table", ROWS)
def test_a_member_is_a_number_in_what_was_published(table: str) -> None:
    rows = shown(table)
    for column in {"players", "player_id", "entrant"} & set(rows.columns):
        of_ids = rows.filter(pl.col("kind") != "results") if "kind" in rows.columns else rows
        if column == "entrant" and table == "published.results":
            assert rows[column].to_list() == ["12", "3"], "the number of a pair is no id"
            continue
        told = of_ids[column] if column == "entrant" else rows[column]
        parts = set(told.drop_nulls().str.split(" + ").explode())
        assert "member-1" in parts
        assert "12" not in parts


def test_a_correction_of_who_played_does_not_say_who() -> None:
    rows = shown("published.corrections")
    assert rows.filter(field="players").select("published", "now").rows() == [(None, None)]
    assert rows.filter(field="ranking").select("published", "now").rows() == [("70", "12")]
