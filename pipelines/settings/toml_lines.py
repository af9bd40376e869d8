"""On which lines of a TOML file its keys and sections stand."""

import re
from collections import Counter

_HEADING = re.compile(r"[ \t]*(\[\[?)([^\[\]]*)\]")
_KEY = re.compile(r"((?:[\w.\- \t]|\"[^\"\\]*+\"|'[^']*+')++)=")

_LEFT_OUT = re.compile(r"[ \t]*#[# \t]*(\[\[?[ \t]*[\w.-]+[ \t]*\]\]?)[ \t]*(?:#.*)?\r?")
"""A heading behind a #, as one of those that `barometer new` writes for whoever needs them."""


class Lines(dict[str, list[int]]):
    """A key or section, as `season.2.start`: entries of lists are counted from 1 -> the lines on which it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.left_out: dict[int, tuple[str, int]] = {}
        """The line of a key -> the heading behind a # that stands between it and its own one, and the line of that."""


AT_THE_END = "[end]"
"""The key of the last line."""


def lines_of(text: str) -> Lines:
    """Where each key and each section of a text stands, those of the text that are given twice with both lines.

    What stands in an inline table, or in a text of several lines, is not told apart from what is around it.
    """
    lines = text.rstrip("\n").split("\n")
    found = Lines()
    found[AT_THE_END] = [len(lines)]
    entries: Counter[str] = Counter()
    section, left_out = "", None
    for line_no, line in enumerate(lines, start=1):
        if behind := _LEFT_OUT.fullmatch(line):
            left_out = re.sub(r"[ \t]", "", behind[1]), line_no
        elif heading := _HEADING.match(line):
            left_out = None
            section = _numbered(_plain(heading[2]), entries)
            if heading[1] == "[[":
                if not entries[section]:
                    found.setdefault(section, []).append(line_no)
                entries[section] += 1
                section = f"{section}.{entries[section]}"
            found.setdefault(section, []).append(line_no)
        elif key := _KEY.match(line):
            *outer, last = [section, *_plain(key[1]).split(".")] if section else _plain(key[1]).split(".")
            for part in range(1, len(outer) + 1):
                found.setdefault(".".join(outer[:part]), [line_no])
            found.setdefault(".".join([*outer, last]), []).append(line_no)
            if left_out:
                found.left_out[line_no] = left_out
    return found


def line_of(key: str | None, lines: Lines) -> int | None:
    """The line of a key; of one that does not stand there, the line of the section that it would be in."""
    while key:
        if key in lines:
            return lines[key][0]
        key = key.rpartition(".")[0]
    return None


def section_of(line_no: int, text: str) -> str:
    """The section, as `season.2`, in which a line stands; "" above the first heading."""
    found = lines_of("\n".join([*text.split("\n")[: line_no - 1], "here = 1"]))
    return next(key for key, on in found.items() if on[-1] == line_no and key != AT_THE_END).rpartition(".")[0]


def earlier_line(line_no: int, lines: Lines) -> int | None:
    """The line on which that is given first which this line gives again."""
    return next((given[0] for given in lines.values() if line_no in given[1:]), None)


def _plain(written: str) -> str:
    return ".".join(part.strip(" \t\"'") for part in written.split("."))


def _numbered(section: str, entries: Counter[str]) -> str:
    """The section, with the number of the entry of each list of tables that it is in: `session.2.accept_at_most`."""
    path = ""
    *outer, last = section.split(".")
    for part in outer:
        path = f"{path}.{part}" if path else part
        path = f"{path}.{entries[path]}" if entries[path] else path
    return f"{path}.{last}" if path else last
