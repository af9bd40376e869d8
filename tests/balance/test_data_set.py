"""The book of movements as a data set, and its validator."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.balance.schedules import LIBRARY, movement_named
from pipelines.cli.movement import dataset
from pipelines.cli.movement.dataset import schema, unlike
from pipelines.cli.movement.matter import entries
from transforms.balance.quality import quality

PAGE = Path(__file__).resolve().parents[2] / "docs" / "movements.schema.json"


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data set without Web Mitchells."""
    file = tmp_path_factory.mktemp("book") / "movements.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dataset, "_MOST_TABLES", 6)
        done = CliRunner().invoke(app, ["balance", "book", str(file)])
    assert done.exit_code == 0, done.output
    return file


def test_the_schema_is_on_the_page() -> None:
    assert PAGE.read_text(encoding="utf-8") == schema()


@pytest.mark.nightly
def test_every_movement_is_there_with_its_figures(few: Path) -> None:
    rows = {row["name"]: row for row in json.loads(few.read_text(encoding="utf-8"))["movements"]}
    assert {entry.name for entry in entries()} <= rows.keys()
    assert "web-6-tables-5-rounds-turned" in rows
    for file in LIBRARY.glob("8-pairs-*.txt"):
        balance = quality(movement_named(file.stem))
        assert (rows[file.stem]["ss"], rows[file.stem]["qf"]) == (balance.ss, round(balance.qf or 0, 2))
    assert rows["14-pairs-24-rounds-4-sessions-shared"]["bound"] == 11290
    assert rows["8-pairs-6-rounds"]["optimal"]
    assert CliRunner().invoke(app, ["balance", "verify", str(few)]).exit_code == 0


@pytest.mark.nightly
def test_a_wrong_figure_is_found(few: Path, tmp_path: Path) -> None:
    of = json.loads(few.read_text(encoding="utf-8"))
    of["movements"] = of["movements"][:3]

    def said(change: dict[str, object]) -> list[str]:
        return unlike(json.dumps(of | {"movements": [of["movements"][0] | change, *of["movements"][1:]]}))[0]

    assert said({}) == []
    name = of["movements"][0]["name"]
    assert said({"ss": 7})[0].startswith(f"{name}: ss is 7, but this follows: ")
    for key, value in {"bound": 1, "optimal": True, "copies": 2, "kind": "web", "proof": "certificate"}.items():
        first = of["movements"][0][key]
        changed = not first if isinstance(first, bool) else value
        assert said({key: changed}) == [
            f"{name}: {key} is {json.dumps(changed)}, but this follows: {json.dumps(first)}"
        ]
    assert said({"schedule": ["4 2"]})[0].startswith(f"{name}: line 1: ")
    assert "sessions" in said({"sessions": [99]})[0]
    assert "name comes twice" in said({"name": of["movements"][1]["name"]})[0]
    assert said({"colour": "green"}) == ["movements.0.colour: Extra inputs are not permitted"]
    file = tmp_path / "wrong.json"
    file.write_text('{"format": "barometer-movements"}', encoding="utf-8")
    assert CliRunner().invoke(app, ["balance", "verify", str(file)]).exit_code == 1
