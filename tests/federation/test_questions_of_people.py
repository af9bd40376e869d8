"""The views of questions: who has an id has a person too, and one thing has one name."""

import duckdb
import pytest

from pipelines.warehouse import Warehouse
from pipelines.warehouse.questions import QUESTIONS


@pytest.fixture(scope="module")
def columns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    path = tmp_path_factory.mktemp("questions") / "warehouse.duckdb"
    with Warehouse(path) as warehouse:
        warehouse.describe()
    with duckdb.connect(str(path), read_only=True) as connection:
        return {name: connection.sql(f"from questions.{name} limit 0").columns for name in QUESTIONS}


def test_a_question_with_ids_of_players_has_persons_too(columns: dict[str, list[str]]) -> None:
    assert {name for name, of in columns.items() if "player_id" in of and "person" not in of} == set()
    assert {name for name, of in columns.items() if "partner_id" in of and "partner_person" not in of} == set()


def test_champions_of_now_and_of_the_past_have_the_same_columns(columns: dict[str, list[str]]) -> None:
    assert {*columns["champions"]} - {"rank"} == {*columns["past_champions"]} - {"published_at"}
