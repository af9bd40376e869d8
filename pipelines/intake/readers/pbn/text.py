"""From the text of a PBN file to its games: the tags of each, and the lines that stand below a tag.

A tag is `[Name "value"]`; blanks may stand around it, its name may be written in any case, it may go over several
lines, and a remark may follow it. Remarks are lines that begin with `%` or `;`, and whatever stands between braces.
They and empty lines end nothing: the lines of a table go on up to the next tag.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from pipelines.intake.readers.pbn.told import Told

Lines = list[tuple[int, str]]
"""(line number, text) of each."""

_WHOLE_LINE = re.compile(r'\[(\w++) "([^"\n]*+)"\](?=\n|\Z)')
"""The usual tag, alone on its line; others take longer to read."""
_TAG = re.compile(r'\[\s*+(\w++)\s*+"')
_END_OF_TAG = re.compile(r'"\s*+\]')
_BLANKS = re.compile(r"[^\S\n]++")
_NEXT_TAG_OR_GAP = re.compile(r"\n[ \t]*+[\n\[]")
_META = re.compile(r'name="?(\w+)"?\s+content="([^"]*)"')
_TITLE = re.compile(r'%HRTitle(Event|Date)\s+"?([^"]*)')
_LONGEST_REMARK = 1000
_MOST_DEFAULTS = 30
"""More than a program writes."""
_HAVE_TEXT = ("auction", "play", "note")
"""Tags with lines below them that are no table."""
CUT_OFF = "pbn.cut_off"
"""The code of what is told of a file that stops in the middle of a tag."""
TABLES_OF_RESULTS = {"scoretable": "ScoreTable", "totalscoretable": "TotalScoreTable"}
"""Tag in small letters -> as the standard writes it."""


class Tag(NamedTuple):
    """A tag of a game."""

    line_no: int
    value: str


@dataclass
class Game:
    """The tags from one `[Event]` or `[Board]` to the next, by their names in small letters."""

    line_no: int
    tags: dict[str, Tag] = field(default_factory=dict)
    defaults: dict[str, str] = field(default_factory=dict)
    """Values that an earlier game gave for all games after it: `[Event "##Club evening"]`."""

    def get(self, name: str) -> str | None:
        """The value of a tag where it is known: neither empty nor `?`."""
        value = self.tags[name].value if name in self.tags else self.defaults.get(name, "")
        return value if value not in ("", "?", "-") else None

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
    lines: Lines = field(default_factory=list)
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
    """What cannot be read."""
    is_cut_off: bool = False
    """Whether the last line has no end."""


def document(text: str) -> Document:
    """The parts of a PBN file; what cannot be read is told in it."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Document(is_cut_off=not text.endswith("\n"))
        self.counted_to, self.lines_before = 0, 1
        self.game = Game(1)
        self.section = Section("", 1, "", self.game, None)
        self.found.sections.append(self.section)
        self.after_gap = False
        self.known: dict[str, str] = {}
        self.next_brace: int | None = None
        self.next_stop = -1
        self.line_start, self.line_end = 0, -1

    def read(self) -> Document:
        place = 0
        while place < len(self.text):
            place = self._line(place)
        _tell_lost_lines(self.found)
        return self.found

    def _line_no(self, place: int) -> int:
        # Places only grow, so each part of the text is counted once.
        self.lines_before += self.text.count("\n", self.counted_to, place)
        self.counted_to = place
        return self.lines_before

    def _end_of_line(self, place: int) -> int:
        if not self.line_start <= place <= self.line_end:
            end = self.text.find("\n", place)
            self.line_start, self.line_end = place, len(self.text) if end < 0 else end
        return self.line_end

    def _line(self, place: int) -> int:
        """Take in one line, or what begins on it; returns the place of the next."""
        text = self.text
        if usual := _WHOLE_LINE.match(text, place):
            self._tag(self._line_no(place), usual[1], usual[2].strip())
            return usual.end() + 1
        blanks = _BLANKS.match(text, place)
        begin, end = blanks.end() if blanks else place, self._end_of_line(place)
        first = text[begin : min(begin + 1, end)]
        if not first:
            self.after_gap |= place == 0 or text[place - 1] == "\n"
        elif first == "[":
            return self._tags(begin)
        elif first == "%":
            self._remark(self._line_no(place), text[begin : min(end, begin + _LONGEST_REMARK)])
        elif first != ";":
            brace = begin if first == "{" else -1 if self.section.is_table else text.find("{", begin, end)
            if brace >= 0:
                return self._comment(brace)
            self.section.lines.append((self._line_no(place), text[begin:end].rstrip()))
        return end + 1

    def _tags(self, place: int) -> int:
        """The tags that begin here on one line, with the remark after them."""
        text = self.text
        while text.startswith("[", place):
            begun = _TAG.match(text, place)
            if begun is None:
                return self._broken_tag(place)
            ended = _END_OF_TAG.search(text, begun.end(), self._stop(begun.end()))
            if ended is None:
                return self._broken_tag(place)
            value = text[begun.end() : ended.start()]
            if "\n" in value and '"' in value:
                return self._broken_tag(place)  # its end is missing: the rows below must not become part of it
            self._tag(self._line_no(place), begun[1], " ".join(value.split("\n")).strip())
            place = ended.end()
            while text[place : place + 1] in (" ", "\t"):
                place += 1
        if text.startswith("{", place):
            return self._comment(place)
        end = self._end_of_line(place)
        rest = text[place:end].strip()
        if rest and rest[0] not in ";%":
            self.section.lines.append((self._line_no(place), rest))
        return end + 1

    def _stop(self, place: int) -> int:
        """Where the next line begins that is empty or has a tag: no tag goes on beyond it."""
        if self.next_stop < place:
            found = _NEXT_TAG_OR_GAP.search(self.text, place)
            self.next_stop = found.start() if found else len(self.text)
        return self.next_stop

    def _tag(self, line_no: int, written: str, value: str) -> None:
        name = written.lower()
        if self._begins_game(name, value):
            self.game = Game(line_no, defaults=self.game.defaults)
            self.after_gap = False
        if value.startswith("##"):
            value = value[2:]
            self._default(line_no, name, value)
        value = self.known.get(name, "") if value == "#" else value
        self.known[name] = value
        if not self.game.tags:
            self.game.line_no = line_no
            self.found.games.append(self.game)
        self.game.tags.setdefault(name, Tag(line_no, value))
        self.section = Section(name, line_no, value, self.game, self.game.get("board"), written=written)
        self.found.sections.append(self.section)

    def _default(self, line_no: int, name: str, value: str) -> None:
        """Keep the value for all games after this one; each change is a copy, so there is an end to them."""
        defaults = self.game.defaults
        if defaults.get(name) == value:
            return
        if len(defaults) < _MOST_DEFAULTS or name in defaults:
            self.game.defaults = {**defaults, name: value}
            return
        self.found.told.error(
            "pbn.defaults",
            "more than {most} tags with a value for all games after them, so this one is for its own game only: write"
            " it in each",
            line_no=line_no,
            value=f'[{name} "##{value}"]',
            most=_MOST_DEFAULTS,
            rows=0,
        )

    def _begins_game(self, name: str, value: str) -> bool:
        """Whether this tag belongs to another game than the tags before it.

        Where the tag of a board is spoilt, its results must not fall to the board before.
        """
        tags = self.game.tags
        if name.endswith("table") or name in _HAVE_TEXT:
            return False
        if name in tags:
            return name in ("event", "board") or self.after_gap or tags[name].value != value
        return self.after_gap and "scoretable" in tags

    def _broken_tag(self, place: int) -> int:
        end = self._end_of_line(place)
        line_no = self._line_no(place)
        self.section = Section(None, line_no, self.text[place:end].strip(), self.game, self.game.get("board"))
        self.found.sections.append(self.section)
        return end + 1

    def _comment(self, place: int) -> int:
        """The place after the comment that begins here; one that is never closed ends with its line."""
        if self.next_brace is None or -1 < self.next_brace < place:
            self.next_brace = self.text.find("}", place)
        end = self.next_brace
        if end >= 0 and self.text.find("{", place + 1, end) < 0:
            return end + 1
        line_end = self._end_of_line(place)
        self.found.told.error(
            "pbn.comment",
            "a comment that is never closed, so only this line is taken for it: write a closing brace at its end",
            line_no=self._line_no(place),
            value=self.text[place : min(line_end, place + 200)],
        )
        return line_end + 1

    def _remark(self, line_no: int, line: str) -> None:
        said = _META.search(line) or _TITLE.match(line)
        if said and said[2].strip():
            self.found.remarks.setdefault(said[1], Tag(line_no, said[2].strip()))


def _tell_lost_lines(found: Document) -> None:
    """Tell of tags that cannot be read, and of lines where no table is."""
    for section in found.sections:
        is_last = section is found.sections[-1]
        if section.name is None and is_last and not section.lines and found.is_cut_off:
            found.told.error(
                CUT_OFF,
                "the file stops in the middle of this tag: export it again, or copy all of it",
                line_no=section.line_no,
                value=section.value,
            )
        elif section.name is None and not section.lines:
            found.told.error(
                "pbn.tag_alone",
                'this tag is not understood, and left out: write [Name "value"]',
                line_no=section.line_no,
                value=section.value,
                rows=0,
            )
        elif section.name is None:
            found.told.error(
                "pbn.tag",
                "this tag is not understood; it is left out, with the rows below it (how many: {rows}): write"
                ' [Name "value"]',
                line_no=section.line_no,
                value=section.value,
                rows=len(section.lines),
            )
        elif section.lines and not (section.name.endswith("table") or section.name in _HAVE_TEXT):
            found.told.error(
                "pbn.stray",
                "lines below a tag that has none, so they are left out (how many: {rows}): write the tag of their"
                " table before them, or ; before a remark",
                line_no=section.lines[0][0],
                value=section.lines[0][1],
                rows=len(section.lines),
            )
