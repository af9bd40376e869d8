"""Findings as the desk shows them: what follows from a file that breaks off is below it."""

from typing import Any

from pipelines.reports.content import Row
from transforms.intake.consequences import STOPS
from transforms.official.findings_in_place import FILE


def folded(findings: list[Row], below: list[Row]) -> list[Row]:
    """The findings with `following`: what the file lacks is below the first that says that it breaks off.

    Args:
        findings: by file and line.
        below: those on what files lack that break off.
    """
    following: dict[tuple[Any, ...], list[Row]] = {}
    for row in below:
        following.setdefault(_file(row), []).append(row)
    return [row | {"following": following.pop(_file(row), []) if row["code"] in STOPS else []} for row in findings]


def _file(row: Row) -> tuple[Any, ...]:
    return tuple(row[name] for name in FILE)
