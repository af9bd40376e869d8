"""A place where a first build is made once."""

import pytest
from first_builds import FirstBuilds

from pipelines.machine.paths import Paths


@pytest.fixture(scope="module")
def first_builds(tmp_path_factory: pytest.TempPathFactory) -> FirstBuilds:
    folder = tmp_path_factory.mktemp("first_builds")
    here = folder / "here"
    return FirstBuilds(here, folder / "kept", Paths(here / "landing", here / "warehouse.duckdb", here / "site"))


@pytest.fixture
def paths(first_builds: FirstBuilds) -> Paths:
    return first_builds.emptied()
