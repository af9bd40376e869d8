"""Tables of all clubs together: made only if what they read changed, and one that fails stops nothing else."""

from typing import Any

import pytest
from first_builds import without_pages
from steps import steps_with

from bench.tiny_clubs import make_club
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse
from transforms import season
from transforms.federation import people
from transforms.tables.schemas import OF_ALL_CLUBS

pytestmark = pytest.mark.long


def read(paths: Paths) -> dict[str, Any]:
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        return {name: warehouse.read(name) for name in (*OF_ALL_CLUBS, "raw.results", "operations.findings")}


def fails(**given: Any) -> Any:
    raise ValueError(*given)


@without_pages()
def test_a_table_of_all_clubs_that_fails_stays_as_it_was_until_it_can_be_made(paths: Paths) -> None:
    for club in ("ash", "elm"):
        make_club(paths.landing, club)
    build(paths)
    before = read(paths)
    make_club(paths.landing, "oak")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(season, "STEPS", steps_with("federation.people", fails))
        found = build(paths).findings
    assert found["code"].to_list() == ["federation.not_made"] * 2
    failed = read(paths)
    assert failed["federation.people"].equals(before["federation.people"])
    assert "oak" in failed["raw.results"]["club"]
    assert build(paths).findings.is_empty()
    assert set(read(paths)["federation.identities"]["club"]) == {"ash", "elm", "oak"}


@pytest.mark.nightly
@without_pages()
def test_people_are_not_looked_at_again_for_a_result(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    for club in ("ash", "elm"):
        make_club(paths.landing, club)
    build(paths)
    before = read(paths)
    calls = list[int]()

    def counted(**given: Any) -> Any:
        calls.append(1)
        return people.federation_people(**given)

    monkeypatch.setattr(season, "STEPS", steps_with("federation.people", counted))
    make_club(paths.landing, "ash", tricks=9)
    assert not build(paths).up_to_date
    assert calls == []
    (paths.landing / "federation.toml").write_text('name = "Lowlands"\n')
    assert not build(paths).up_to_date
    assert calls == [1]
    assert build(paths).up_to_date
    after = read(paths)
    assert [name for name in OF_ALL_CLUBS if not after[name].equals(before[name])] == []
