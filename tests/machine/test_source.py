"""The version of a piece of code changes with what it imports, and with nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelines.building.changes import FIRST, RAW, SITE, versions
from pipelines.machine import source as code
from transforms.season import MADE


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(code, "PACKAGES", tmp_path)
    for name, text in {
        "transforms/__init__.py": "",
        "transforms/a.py": "import polars\nfrom transforms.rooms import (\n    b,\n)\n",
        "transforms/rooms/__init__.py": "",
        "transforms/rooms/b.py": "def f():\n    from transforms.c import g\n    return g\n",
        "transforms/c.py": "from transforms import a\n\ndef g(): ...\n",
        "transforms/d.py": "",
        "transforms/e.py": 'Path(__file__).with_name("e.csv")',
        "transforms/e.csv": "1",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    yield tmp_path
    forget()


def forget() -> None:
    for cached in (code.code_of, code._imports, code._modules, code._sha256_of):
        cached.cache_clear()


def version(*modules: str, data: tuple[Path, ...] = ()) -> str:
    forget()
    return code.code_of(*modules, data=data)


def test_a_change_of_what_is_imported_changes_it_and_of_data_too(project: Path) -> None:
    for changed in ("a.py", "rooms/b.py", "c.py", "rooms/__init__.py", "d.py"):
        before = version("transforms.a")
        with (project / "transforms" / changed).open("a") as file:
            file.write("# changed\n")
        assert (version("transforms.a") == before) == (changed == "d.py")
    before = version("transforms.e")
    (project / "transforms" / "e.csv").write_text("2", encoding="utf-8")
    assert version("transforms.e") != before, "the data that a module names"
    (project / "rules.csv").write_text("1", encoding="utf-8")
    before = version("transforms.d", data=(project,))
    (project / "rules.csv").write_text("2", encoding="utf-8")
    assert version("transforms.d", data=(project,)) != before


@pytest.mark.parametrize(("library", "stays"), [("numba", {FIRST}), ("babel", {RAW, "ratings.published", *MADE})])
def test_the_version_of_a_library_counts(library: str, stays: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    before, known = versions(), code.version

    def other(name: str) -> str:
        return "another" if name == library else known(name)

    monkeypatch.setattr(code, "version", other)
    code.versions_of.cache_clear()
    after = versions()
    code.versions_of.cache_clear()
    assert {name for name in before if before[name] == after[name]} == stays


def test_everything_that_is_made_has_a_version() -> None:
    assert set(versions()) == {*MADE, RAW, SITE, FIRST, "ratings.published"}
    assert len(set(versions().values())) > len(MADE) / 2
