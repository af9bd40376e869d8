"""The lines of a competition.toml that are no TOML, and what can be read beside them: all faults are told at once.

A line is left out where it is whole: a key with its value, or words that are none. What is wrong with a heading, or
within a list of several lines, may lead to more, so that nothing behind it is looked at.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pipelines.settings.problems import Problem, SettingsError, problem
from pipelines.settings.toml_files import parsed
from pipelines.settings.toml_lines import section_of

_MOST = 50
"""Lines of one file that are told as no TOML."""
_MANY = 10
"""Lines that are no TOML, from which a file may be something else."""
_WHOLE = re.compile(r"[A-Za-z_][^\[\]{}]*(?:\[[^\[\]{}]*\][^\[\]{}]*)?")
"""A line in which no list or table is left open."""
_LONG_TEXT = ('"""', "'''")


class Rest(NamedTuple):
    """What is left of a text without the lines that are no TOML."""

    text: str
    """The text, with an empty line for each of them."""
    faults: list[Problem]
    """A fault for each of them, and for what cannot be read even so."""
    written: dict[str, Any] | None
    """What the other lines say; None where they cannot be read either."""
    sections: frozenset[str]
    """The sections, as `season.1`, that lack a line."""

    def may_lead_to(self, wrong: Problem) -> bool:
        """Whether a fault may come from a line that was left out: a key is missing, or one that others go with."""
        section, _, _ = (wrong.key or "").rpartition(".")
        lacks = wrong.sentence.startswith("missing") and section in self.sections
        return wrong.key in self.sections or lacks


def without_faulty_lines(text: str, keys: Mapping[str, str] = MappingProxyType({})) -> Rest:
    """Leave out the lines of a competition.toml that are no TOML, as long as each is a whole one.

    Args:
        text: of the file.
        keys: that may stand in it, as `parsed`.
    """
    lines = text.split("\n")
    faults, sections = list[Problem](), set[str]()
    written = None
    odd = _no_toml(lines)
    if len(odd) > _MANY and 2 * len(odd) > sum(
        bool(line.strip()) and not line.strip().startswith("#") for line in lines
    ):
        sentence = (
            "most lines of this file are no settings, as this one: write settings as lines = 3, below headings as"
            " [ranking], and a # before all else"
        )
        return Rest(text, [problem("file/no_settings", sentence, line_no=odd[0])], None, frozenset())
    while written is None and len(faults) < _MOST:
        try:
            written = parsed("\n".join(lines), keys)
        except SettingsError as wrong:
            fault = wrong.problems[0]
            line = "" if fault.line_no is None else lines[fault.line_no - 1].strip()
            if not faults or _is_whole(line):
                faults.append(fault)
            is_alone = _is_whole(line) and (fault.sentence == "twice/on_lines" or not _is_toml(line))
            if fault.line_no is None or not is_alone:
                break
            sections.add(section_of(fault.line_no, text))
            lines[fault.line_no - 1] = ""
    if written is None and len(faults) == _MOST and (more := len(_no_toml(lines))):
        faults.append(problem("more", "more faults like these: {more}", {"more": more}))
    return Rest("\n".join(lines), faults, written, frozenset(sections))


def _no_toml(lines: list[str]) -> list[int]:
    """The numbers of whole lines that are no TOML, each by itself."""
    return [number for number, line in enumerate(lines, start=1) if _is_whole(line.strip()) and not _is_toml(line)]


def _is_whole(line: str) -> bool:
    return _WHOLE.fullmatch(line) is not None and not any(mark in line for mark in _LONG_TEXT)


def _is_toml(line: str) -> bool:
    try:
        parsed(line)
    except SettingsError:
        return False
    return True
