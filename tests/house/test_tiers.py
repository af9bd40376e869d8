"""Before a change lands the long tests run, then those of `make test`; what both leave out runs each night."""

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
MAKEFILE = (PROJECT / "Makefile").read_text(encoding="utf-8")


def selected(target: str) -> list[str]:
    """What a target of the Makefile says behind the command that both have."""
    return re.findall(rf"^{target}: \$\(READY\)\n\t\$\(TESTS\)(.*)$", MAKEFILE, re.MULTILINE)


def test_each_test_is_run_by_one_command() -> None:
    assert selected("test") == [' -m "not long and not nightly"']
    assert selected("test-changed") == [f"{selected('test')[0]} $$(PYTHONPATH=tests $(BIN)/python -m changed $(BASE))"]
    assert selected("test-long") == [' -m "long and not nightly"']
    assert selected("test-nightly") == [' -m "nightly or hypothesis" --hypothesis-profile many']
    [command] = re.findall(r"^TESTS := (.*)$", MAKEFILE, re.MULTILINE)
    assert not re.search(r" (-m [^p]|-k|--ignore|--deselect)", command)


def test_of_a_run_of_long_tests_alone_no_file_with_one_is_passed_by(pytestconfig: pytest.Config) -> None:
    files = list((PROJECT / "tests").rglob("test_*.py"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pytestconfig.option, "markexpr", "long and not nightly")
        passed_by = {
            file for file in files if pytestconfig.hook.pytest_ignore_collect(collection_path=file, config=pytestconfig)
        }
    having = {file for file in files if re.search(r"\bmark\.long\b", file.read_text(encoding="utf-8"))}
    assert len(having) > 50
    assert passed_by == set(files) - having
