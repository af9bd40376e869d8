"""On which lines of a TOML file its keys and sections stand."""

import re
import tomllib
from collections import Counter

_MOST_PARTS = 50
"""Parts of a key; none that is known has more than three."""
_MANY_PARTS = re.compile(rf"(?:[\w\"'-][^.,=#\n]{{0,60}}\.\s*){{{_MOST_PARTS}}}")
_HEADING = re.compile(r"[ \t]*(\[\[?)([^\[\]]*)\]")
_KEY = re.compile(r"((?:[\w.\- \t]|\"[^\"\\]*+\"|'[^']*+')++)=")
_LEFT_OUT = re.compile(r"[ \t]*#[# \t]*(\[\[?[ \t]*[\w.-]+[ \t]*\]\]?)[ \t]*(?:#.*)?\r?")
"""A heading behind a #, as one of those that `barometer new` writes for whoever needs them."""


class Lines(dict[str, list[int]]):
    """A key or section, as `season.2.start`: entries of lists are counted from 1 -> the lines on which it is given.

    What stands in an inline table, or in a text of several lines, is not kept apart from what is around it.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: list[str] = []
        """Line by line, the section in which it stands, as `season.2`; "" above the first heading."""
        self.left_out: dict[int, tuple[str, int]] = {}
        """The line of a key -> the heading behind a # that stands between it and its own one, and the line of that."""
        entries: Counter[str] = Counter()
        section, left_out = "", None
        for line_no, line in enumerate(text.rstrip("\n").split("\n") if text else (), start=1):
            if behind := _LEFT_OUT.fullmatch(line):
                left_out = re.sub(r"[ \t]", "", behind[1]), line_no
            elif heading := _HEADING.match(line):
                left_out = None
                section = _numbered(_parts(heading[2]), entries)
                if heading[1] == "[[":
                    entries[section] += 1
                    if entries[section] == 1:
                        self._add(section, line_no)
                    section = f"{section}.{entries[section]}"
                self._add(section, line_no)
            elif key := _KEY.match(line):
                path = [*filter(None, [section]), *_parts(key[1])]
                for part in range(1, len(path)):
                    self.setdefault(".".join(path[:part]), [line_no])
                self._add(".".join(path), line_no)
                if left_out:
                    self.left_out[line_no] = left_out
            self.sections.append(section)

    def _add(self, key: str, line_no: int) -> None:
        self.setdefault(key, []).append(line_no)

    def earlier(self, line_no: int) -> int | None:
        """The line on which that is given first which this line gives again."""
        return next((given[0] for given in self.values() if line_no in given[1:]), None)


def line_of(key: str | None, lines: Lines) -> int | None:
    """The line of a key; of one that does not stand there, the line of the section that it would be in."""
    while key:
        if key in lines:
            return lines[key][0]
        key = key.rpartition(".")[0]
    return None


def has_many_parts(line: str) -> bool:
    """Whether a line has a key of so many parts that parsing it takes minutes."""
    return _MANY_PARTS.search(line) is not None


def is_toml(line: str) -> bool:
    """Whether a line is TOML by itself."""
    try:
        return not has_many_parts(line) and tomllib.loads(line) is not None
    except (ValueError, RecursionError):
        return False


def _parts(written: str) -> list[str]:
    return [part.strip(" \t\"'") for part in written.split(".", _MOST_PARTS)]


def _numbered(parts: list[str], entries: Counter[str]) -> str:
    """The section, with the number of the entry of each list of tables that it is in: `session.2.accept_at_most`."""
    path = ""
    for part in parts[:-1]:
        path += part
        path += f".{entries[path]}." if entries[path] else "."
    return path + parts[-1]
