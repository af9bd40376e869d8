"""`make checks-listed`: write docs/checks.md, a list of all checks and other findings, and how often each occurred.

The counts are in docs/checks.csv, with a column per kind of files; `python -m bench.findings_fired` writes it.
"""

from collections.abc import Iterator
from itertools import groupby

import polars as pl

from pipelines.machine.paths import PACKAGES
from pipelines.tools.finding_messages import sentences
from transforms.checks import CHECKS, Check
from transforms.checks.computed import STAGE as COMPUTED

LISTED = PACKAGES / "docs" / "checks.md"
FIRED = PACKAGES / "docs" / "checks.csv"
_HEAD = """# Checks

Made by `make checks-listed` from the declarations in `transforms/checks/`. A check charges rows of a table; the row
stays or is left out, and a finding says what is wrong and how to fix it. Each sentence has a row; after the code stands
its variant, if any. How often each fired: on the sample, the list of mistakes, spoiled files and real files
(docs/checks.csv).
"""
_OTHERS = """
## Other findings

Of readers, settings and folders, and of what is not yet declared as a check.

| finding | says | fired |
|---|---|---|
"""


def main() -> None:
    """Write docs/checks.md."""
    LISTED.write_text(listed(), encoding="utf-8")


def listed() -> str:
    """Return the text of docs/checks.md."""
    counts = {row.pop("code"): row for row in pl.read_csv(FIRED).to_dicts()}
    fired = {code: ", ".join(f"{n} {kind}" for kind, n in row.items() if n) for code, row in counts.items()}
    of_subjects = groupby(CHECKS.values(), lambda one: one.offenders.__module__.rpartition(".")[2])
    subjects = sorted((subject, list(checks)) for subject, checks in of_subjects)
    parts = [_HEAD]
    for subject, checks in subjects:
        parts.append(f"\n## {subject}\n\n| check | of | row | says | fired |\n|---|---|---|---|---|\n")
        parts += [row for one in checks for row in _rows(one, fired)]
    of_checks = {name for one in CHECKS.values() for name in one.sentences}
    others = sorted((one for one in sentences() if one.code not in of_checks), key=lambda one: one.code)
    rows = (f"| `{one.code}` | {_cell(one.text)} | {fired.get(one.code, '')} |\n" for one in others)
    return "".join([*parts, _OTHERS, *rows])


def _rows(one: Check, fired: dict[str, str]) -> Iterator[str]:
    becomes = one.row if one.stage != COMPUTED else {"error": "its club is not published"}.get(one.severity, one.row)
    for name, text in one.sentences.items():
        yield f"| `{name}` | {one.on} | {becomes} | {_cell(text)} | {fired.get(name, '')} |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    main()
