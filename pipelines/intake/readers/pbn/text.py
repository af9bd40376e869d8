"""From the text of a PBN file to its games: the tags of each, and the lines that stand below a tag.

A tag is `[Name "value"]`; blanks may stand around it, its name may be written in any case, it may go over several
lines, and a remark may follow it. Remarks are lines that begin with `%` or `;`, and whatever stands between braces.
They and empty lines end nothing: the lines of a table go on up to the next tag.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from pipelines.intake.readers.pbn.told import CUT_OFF, Told

_TAG = re.compile(r'\[\s*+(\w++)\s*+"(?:((?:[^"\n]|\n(?![ \t]*+[\n\[]))*+)|([^\n]*?))"\s*+\]')
"""Its value may go over several lines, but not over an empty one or another tag; on one line it may have quotes."""
_BLANKS = re.compile(r"[^\S\n]*+")
_COMMENT = re.compile(r"\{[^{}]*+\}")
_TO_BRACE = re.compile(r"[^{\n]*+")
_TO_END = re.compile(r"[^\n]*+")
_META = re.compile(r'name="?(\w+)"?\s+content="([^"]*)"')
_TITLE = re.compile(r'%HRTitle(Event|Date)\s+"?([^"]*)')
_LONGEST_REMARK = 1000
_HAVE_TEXT = ("auction", "play", "note")
"""Tags with lines below them that are no table."""
TABLES_OF_RESULTS = {"scoretable": "ScoreTable", "totalscoretable": "TotalScoreTable"}
"""Tag in small letters -> as the standard writes it."""


class Tag(NamedTuple):
    """A tag of a game."""

    line_no: int
    value: str


@dataclass
class Game:
    """The tags from one `[Event]` or `[Board]` to the next, by their names in small letters."""

    no: int
    line_no: int
    tags: dict[str, Tag] = field(default_factory=dict)
    defaults: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """Tag -> the values that games gave for all games after them, with their numbers: `[Event "##Club evening"]`."""

    def get(self, name: str) -> str | None:
        """The value of a tag where it is known: neither empty nor `?`."""
        if name in self.tags:
            value = self.tags[name].value
        else:
            given = self.defaults.get(name, [])
            place = bisect_left(given, self.no, key=itemgetter(0))
            value = given[place - 1][1] if place else ""
        return value if value not in ("", "?", "-") else None

    def line_of(self, name: str) -> int:
        """The line of a tag; that of the game where an earlier one gave the value."""
        return self.tags[name].line_no if name in self.tags else self.line_no

    @property
    def vulnerable(self) -> str | None:
        """Who is vulnerable, as the tag says; there a dash is a word for nobody."""
        written = self.tags.get("vulnerable")
        return written.value if written and written.value == "-" else self.get("vulnerable")


@dataclass
class Section:
    """A tag with the lines below it; `name` is null where the tag cannot be read."""

    name: str | None
    line_no: int
    value: str
    game: Game
    board: str | None
    lines: list[tuple[int, str]] = field(default_factory=list)
    """(line number, text) of each."""
    written: str = ""
    """The name of the tag as it stands in the file."""

    @property
    def is_table(self) -> bool:
        """Whether the lines are rows of results."""
        return self.name in TABLES_OF_RESULTS


@dataclass
class Document:
    """A PBN file in its parts."""

    games: list[Game] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    remarks: dict[str, Tag] = field(default_factory=dict)
    """What the program says of the file in remarks: name -> its first value that is not empty."""
    told: Told = field(default_factory=Told)
    """What is said of it."""
    is_cut_off: bool = False
    """Whether the last line has no end."""

    def first_tags(self) -> dict[str, Tag]:
        """Tag -> its first known value; and the values in remarks."""
        tags = dict(self.remarks)
        for game in self.games:
            for name, tag in game.tags.items():
                if tag.value not in ("", "?", "#"):
                    tags.setdefault(name, tag)
        return tags


def document(text: str) -> Document:
    """The parts of a PBN file; what cannot be read is told in it."""
    found = _Reader(text).read()
    _tell_lost_lines(found)
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Document(is_cut_off=not text.endswith("\n"))
        self.counted_to, self.lines_before = 0, 1
        self.defaults: dict[str, list[tuple[int, str]]] = {}
        self.game = Game(0, 1, defaults=self.defaults)
        self.section = Section("", 1, "", self.game, None)
        self.found.sections.append(self.section)
        self.after_gap = False
        self.known: dict[str, str] = {}

    def read(self) -> Document:
        place = 0
        while place < len(self.text):
            place = self._piece(place)
        return self.found

    def _line_no(self, place: int) -> int:
        # Places only grow, so each part of the text is counted once.
        self.lines_before += self.text.count("\n", self.counted_to, place)
        self.counted_to = place
        return self.lines_before

    def _upto(self, end: re.Pattern[str], place: int) -> tuple[str, int]:
        found = end.match(self.text, place)
        return (found[0], found.end()) if found else ("", place)

    def _piece(self, place: int) -> int:
        _, begin = self._upto(_BLANKS, place)
        first = self.text[begin : begin + 1]
        if first in ("", "\n"):
            self.after_gap |= place == 0 or self.text[place - 1] == "\n"
        elif first == "[" and (tag := _TAG.match(self.text, begin)):
            value = tag[3] if tag[2] is None else tag[2]
            self._tag(self._line_no(begin), tag[1], " ".join(value.split("\n")).strip())
            return tag.end()
        elif first == "{":
            if comment := _COMMENT.match(self.text, begin):
                return comment.end()
            line, begin = self._upto(_TO_END, begin)
            self.found.told.error("pbn.passed_over/comment", self._line_no(begin), value=line)
        elif first in "%;":
            line_no, (line, begin) = self._line_no(begin), self._upto(_TO_END, begin)
            said = _META.search(line, 0, _LONGEST_REMARK) or _TITLE.match(line, 0, _LONGEST_REMARK)
            if first == "%" and said and said[2].strip():
                self.found.remarks.setdefault(said[1], Tag(line_no, said[2].strip()))
        else:
            line_no = self._line_no(begin)
            is_whole = first == "[" or self.section.is_table
            line, begin = self._upto(_TO_END if is_whole else _TO_BRACE, begin)
            if first == "[":
                self._begin_section(None, line_no, line.strip())
            elif self.text[begin : begin + 1] == "{":
                return begin  # What stands before a comment outside tables is part of the remark.
            else:
                self.section.lines.append((line_no, line.rstrip()))
        return begin + 1

    def _tag(self, line_no: int, written: str, value: str) -> None:
        name = written.lower()
        if self._begins_game(name, value):
            self.game = Game(self.game.no + 1, line_no, defaults=self.defaults)
            self.after_gap = False
        if value.startswith("##"):
            value = value[2:]
            self.defaults.setdefault(name, []).append((self.game.no, value))
        value = self.known.get(name, "") if value == "#" else value
        self.known[name] = value
        if not self.game.tags:
            self.game.line_no = line_no
            self.found.games.append(self.game)
        self.game.tags.setdefault(name, Tag(line_no, value))
        self._begin_section(name, line_no, value, written)

    def _begin_section(self, name: str | None, line_no: int, value: str, written: str = "") -> None:
        self.section = Section(name, line_no, value, self.game, self.game.get("board"), written=written)
        self.found.sections.append(self.section)

    def _begins_game(self, name: str, value: str) -> bool:
        tags = self.game.tags
        if name.endswith("table") or name in _HAVE_TEXT:
            return False
        if name in tags:
            return name in ("event", "board") or self.after_gap or tags[name].value != value
        return self.after_gap and "scoretable" in tags


def _tell_lost_lines(found: Document) -> None:
    """Tell of tags that cannot be read, and of lines where no table is."""
    for section in found.sections:
        if section.name is None and section is found.sections[-1] and found.is_cut_off and not section.lines:
            found.told.error(CUT_OFF, section.line_no, value=section.value)
        elif section.name is None:
            found.told.error("pbn.left_out/tag", section.line_no, value=section.value, rows=len(section.lines))
        elif section.lines and not (section.name.endswith("table") or section.name in _HAVE_TEXT):
            line_no, line = section.lines[0]
            found.told.error("pbn.left_out/stray", line_no, value=line, rows=len(section.lines))
