"""Split the text of a PBN file into games: the tags of each game, and the rows of the tables below its tags.

A tag is `[Name "value"]`. Comments are lines that begin with `%` or `;`, and texts between braces. A table ends at the
next tag, but not at a comment or an empty line.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partialmethod
from itertools import chain, repeat, takewhile
from operator import itemgetter
from typing import Any, NamedTuple

from pipelines.intake.readers.reading import Finding, error
from pipelines.intake.readers.sheets import Row, Slips
from transforms.bridge.sessions import PARTNERS
from transforms.tables.nearest_words import nearest_words

_TAG = re.compile(r'\[\s*+(\w++)\s*+"(?:((?:[^"\n]|\n(?![ \t]*+[\n\[]))*+)|([^\n]*?))"\s*+\]')
"""A tag. Its value may extend over lines, but not over an empty line or a tag; on one line, it may have quotes."""
_BLANKS = re.compile(r"[^\S\n]*+")
_COMMENT = re.compile(r"\{[^{}]*+\}")
_TO_BRACE = re.compile(r"[^{\n]*+")
_TO_END = re.compile(r"[^\n]*+")
_META = re.compile(r'name="?(\w+)"?\s+content="([^"]*)"')
_TITLE = re.compile(r'%HRTitle(Event|Date)\s+"?([^"]*)')
_LONGEST_REMARK = 1000
_HAVE_TEXT = ("auction", "play", "note")
CUT_OFF = "pbn.cut_off"
_MOST_ALIKE = 50
TABLES_OF_RESULTS = {"scoretable": "ScoreTable", "totalscoretable": "TotalScoreTable"}


class Faults:
    """The findings, in the order in which they were made. Of each kind of error, only the first few are listed."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.errors: Counter[str] = Counter()
        self._more: dict[str, tuple[Finding, int]] = {}

    def error(
        self,
        code: str,
        line_no: int | None,
        field: str | None = None,
        value: str | None = None,
        severity: str = "error",
        **gaps: Any,
    ) -> None:
        """Add an error. The placeholder `rows`, 1 by default, says how many rows have this error."""
        found = error(code, line_no=line_no, field=field, value=value, severity=severity, **gaps)
        if severity == "error":
            self.errors[code] += 1
        if self.errors[code] <= _MOST_ALIKE:
            self.found.append(found)
        else:
            first, rows = self._more.get(code, (found, 0))
            self._more[code] = first, rows + int(gaps.get("rows", 1))

    warning = partialmethod(error, severity="warning")

    def findings(self) -> Iterator[Finding]:
        """Yield the listed findings; then, for each kind of error that has more, a finding that counts the others."""
        yield from self.found
        for kind, (first, rows) in self._more.items():
            at = {"line_no": first.line_no, "field": first.field, "value": first.value}
            gaps = {"named": _MOST_ALIKE, "kind": kind, "rows": rows, "lines": self.errors[kind] - _MOST_ALIKE}
            yield error("pbn.more", **at, **gaps)


class Tag(NamedTuple):
    """A tag of a game, or a value in a comment."""

    line_no: int
    value: str


@dataclass
class Game:
    """The tags from one `[Event]` or `[Board]` to the next, by name in lower case."""

    no: int
    line_no: int
    tags: dict[str, Tag] = field(default_factory=dict)
    defaults: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """By tag, the values for all later games, such as `[Event "##Club evening"]`, each with the number of its game."""

    def get(self, name: str) -> str | None:
        """Return the value of a tag; None if it is empty or unknown (`?` or `-`)."""
        if name in self.tags:
            value = self.tags[name].value
        else:
            given = self.defaults.get(name, [])
            place = bisect_left(given, self.no, key=itemgetter(0))
            value = given[place - 1][1] if place else ""
        return None if value in _EMPTY else value

    def line_of(self, name: str) -> int:
        """Return the line number of a tag; if the value is from an earlier game, the line of this game."""
        return self.tags[name].line_no if name in self.tags else self.line_no

    @property
    def vulnerable(self) -> str | None:
        """Return the value of the tag for vulnerability, where a dash is a value: nobody."""
        written = self.tags.get("vulnerable")
        return written.value if written and written.value == "-" else self.get("vulnerable")


@dataclass
class Section:
    """A tag with the lines below it. If the tag cannot be read, `name` is None."""

    name: str | None
    line_no: int
    value: str
    game: Game
    board: str | None
    lines: list[tuple[int, str]] = field(default_factory=list)
    written: str = ""

    @property
    def is_table(self) -> bool:
        """Return whether the lines are rows of a table of results."""
        return self.name in TABLES_OF_RESULTS


@dataclass
class Document:
    """A PBN file, split into its parts."""

    games: list[Game] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    remarks: dict[str, Tag] = field(default_factory=dict)
    """Facts about the file that the program wrote in comments: by name, the first value that is not empty."""
    faults: Faults = field(default_factory=Faults)
    is_cut_off: bool = False

    def first_tags(self) -> dict[str, Tag]:
        """Return the first known value of each tag, by name, together with the values in comments."""
        tags = dict(self.remarks)
        for game in self.games:
            for name, tag in game.tags.items():
                if tag.value not in ("", "?", "#"):
                    tags.setdefault(name, tag)
        return tags


def document(text: str) -> Document:
    """Return the parts of a PBN file, with findings on unreadable parts."""
    reader, place = _Reader(text), 0
    while place < len(text):
        place = reader.piece(place)
    found = reader.found
    for section in found.sections:
        if section.name is None and section is found.sections[-1] and found.is_cut_off and not section.lines:
            found.faults.error(CUT_OFF, section.line_no, value=section.value)
        elif section.name is None:
            found.faults.error("pbn.left_out/tag", section.line_no, value=section.value, rows=len(section.lines))
        elif section.lines and not (section.name.endswith("table") or section.name in _HAVE_TEXT):
            line_no, line = section.lines[0]
            found.faults.error("pbn.left_out/stray", line_no, value=line, rows=len(section.lines))
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

    def _line_no(self, place: int) -> int:
        # Places only increase, so each part of the text is counted once.
        self.lines_before += self.text.count("\n", self.counted_to, place)
        self.counted_to = place
        return self.lines_before

    def _upto(self, end: re.Pattern[str], place: int) -> tuple[str, int]:
        found = end.match(self.text, place)
        return (found[0], found.end()) if found else ("", place)

    def piece(self, place: int) -> int:
        """Read the part of the text that begins at this place, and return the place after it."""
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
            self.found.faults.error("pbn.passed_over/comment", self._line_no(begin), value=line)
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
                return begin  # Outside tables, text before a comment belongs to the remark.
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


_NAME_OF_SECTION = re.compile(r"\w{1,10}")
_CELL = re.compile(r'"([^"]*)"|(\S+)')
_UNUSUAL = re.compile(r"[;{^]")
_ARTIFICIAL = "^"
"""The mark of a score that was not earned in play. It stands inside or outside quotes."""
_EMPTY = ("", "-", "?")

_POINTS = ("MP", "IMP", "Percentage")
_SCORE_COLUMNS = (
    *("Section", "Round", "Table", "PairId_NS", "PairId_EW", "Names_NS", "Names_EW", "PairNS", "PairEW"),
    *("Contract", "Declarer", "Result", "Score", "Score_NS", "Score_EW"),
    *("MP_NS", "MP_EW", "IMP_NS", "IMP_EW", "Percentage_NS", "Percentage_EW"),
)
_RANK_COLUMNS = (
    *("Section", "Rank", "PairId", "Direction", "Names", "NrBoards", "ScorePenalty", "TotalPercentage"),
    *("SessionPercentage", "TotalScoreMP", "TotalMP", "TotalScoreIMP", "TotalIMP"),
)
_OTHERS = (
    *("Lead", "Score", "Points", "Rank", "RankTie", "Tie", "Board", "NrBoards", "Multiplicity", "Name", "Players"),
    *("Percentage", "IMP", "MP", "VP", "VP_NS", "VP_EW", "Points_NS", "Points_EW", "BAM_NS", "BAM_EW"),
    *("PlayerId_NS", "PlayerId_EW", "PlayerId_N", "PlayerId_E", "PlayerId_S", "PlayerId_W"),
    *("TeamId_NS", "TeamId_EW", "Pair_NS", "Pair_EW", "TeamName", "Team", "Total", "TotalScore", "TotalScoreVP"),
    *("MP_South", "MP_West", "IMP_South", "IMP_West", "Percentage_South", "Percentage_West", "Roster"),
    *("PlayerId_North", "PlayerId_South", "PlayerId_East", "PlayerId_West"),
    *("TeamId_Home", "TeamId_Away", "VP_Home", "VP_Away", "IMP_Home", "IMP_Away", "BAM_Home", "BAM_Away"),
    *("TotalVP", "TotalScoreBAM", "MeanScore", "MeanIMP", "MeanMP", "MeanVP", "MeanPercentage", "ScoreCarryOver"),
)
"""Columns of other programs, which are not read. Their names are not misspellings of columns that are."""
_OF_SINGLES_AND_TEAMS = {
    **{f"{points}_North": f"{points}_NS" for points in _POINTS},
    **{f"{points}_East": f"{points}_EW" for points in _POINTS},
    **{"PlayerId": "PairId", "TeamId": "PairId"},
}
"""Columns of individuals and teams, with the columns of pairs that mean the same. Partners have the same points."""
_NAMED = {name.lower(): name for name in (*_SCORE_COLUMNS, *_RANK_COLUMNS)} | {"setion": "Section"}
_KNOWN = {*_NAMED, *(name.lower() for name in (*_OTHERS, *_OF_SINGLES_AND_TEAMS))} - {"setion"}
_SEATED = {"PairId_NS": ("PlayerId_North", "PlayerId_South"), "PairId_EW": ("PlayerId_East", "PlayerId_West")}
_PAIRS = (("PairId_NS", "Names_NS", "PairNS", "PlayerId_North"), ("PairId_EW", "Names_EW", "PairEW", "PlayerId_East"))
_MATCH = ("TeamId_Home", "TeamId_Away")
_WHO = ("Names", "Name", "Roster", "TeamName")
_OUTCOME = ("Score_NS", "Score_EW", "Score", "Contract")
_OF_NAMES = ("Names", "Names_NS", "Names_EW", "PairNS", "PairEW")
_WITHOUT_MARK = frozenset((*_OF_NAMES, "PairId", "PairId_NS", "PairId_EW", "Section", "Table"))
"""Columns in which a `^` at the start belongs to the content, because a name may begin with any character."""
_ONE_SLIP = 0.75
"""How similar a misspelt name must be. Most unknown names are right, because the standard allows any column name."""
_NOT_READ = (
    *("actiontable", "auctiontimetable", "instantscoretable", "optimumplaytable", "optimumresulttable"),
    "playtimetable",
)


def rows_of_tables(found: Document) -> tuple[list[Row], list[Row], list[Row]]:
    """Return the rows of all score tables, of all result lists, and of all matches. Findings report unusable rows."""
    _report_lost_columns(found)
    _report_unknown_tables(found)
    rows: dict[str | None, list[Row]] = {name: [] for name in TABLES_OF_RESULTS}
    by_tag = _in_sections_by_tag(found)
    for section in found.sections:
        if section.is_table:
            of_table = _rows(section, found.faults, stops_here=found.is_cut_off and section is found.sections[-1])
            named = {"Section": section.game.get("section")}
            rows[section.name] += ({**row, **named} for row in of_table) if by_tag else of_table
    of_boards = [row for row in rows["scoretable"] if _MATCH[0] not in row]
    return of_boards, rows["totalscoretable"], [row for row in rows["scoretable"] if _MATCH[0] in row]


def _in_sections_by_tag(found: Document) -> bool:
    """Return whether tags `[Section]` name the section of all score tables, and of the result lists if any."""
    tables = [section for section in found.sections if section.is_table and section.lines]
    of_scores, of_lists = (
        {section.game.get("section") or "" for section in tables if section.name == name} for name in TABLES_OF_RESULTS
    )
    if len(of_scores) < 2 or of_lists not in (set(), of_scores):
        return False
    are_names = all(_NAME_OF_SECTION.fullmatch(name) for name in of_scores)
    return are_names and not any("Section" in _columns(section.value)[0] for section in tables)


def _rows(section: Section, faults: Faults, *, stops_here: bool) -> Iterator[Row]:
    columns, widths = _columns(section.value)
    table = TABLES_OF_RESULTS[section.name or ""]
    is_of_board = section.name == "scoretable" and not _is_of_matches(columns)
    if missing := _missing_columns(section.name, columns):
        gaps = {"table": table, "columns": ", ".join(missing), "rows": len(section.lines)}
        value = f"board {section.board}" if section.board else table
        faults.error("pbn.left_out/columns", section.line_no, missing[0], value, **gaps)
        return
    if is_of_board and section.board is None and section.lines:
        faults.error("pbn.left_out/board", section.line_no, table, section.lines[0][1], rows=len(section.lines))
        return
    of_game = {"board": section.board, "vulnerable": section.game.vulnerable} if is_of_board else {}
    for line_no, line in section.lines:
        cells = _cells(line, columns, widths)
        if len(cells) == len(columns) and not cells[-1].startswith('"'):
            named = {column: None if cell in _EMPTY else cell for column, cell in zip(columns, cells, strict=True)}
            yield {**named, **_sides(named), "line_no": str(line_no), **of_game}
        elif stops_here and line_no == section.lines[-1][0]:
            faults.error("pbn.cut_off/row", line_no, table, line)
        else:
            faults.error("pbn.left_out/cells", line_no, table, line, cells=len(cells), columns=len(columns))


@lru_cache(maxsize=64)
def _columns(header: str) -> tuple[list[str], list[int]]:
    """Return the names and least widths of the columns. A plus or minus before a name states the sort order."""
    written = [column.strip().lstrip("+-") for column in header.split(";")]
    names = [column.partition("\\")[0].strip() for column in written]
    digits = (re.search(r"\\([0-9]{1,4})", column) for column in written)
    columns = [_NAMED.get(name.lower(), name) for name in names]
    known = [_OF_SINGLES_AND_TEAMS.get(column, column) for column in columns]
    usual = [new if known.count(new) == 1 else old for old, new in zip(columns, known, strict=True)]
    return usual, [int(width[1]) if width else 0 for width in digits]


def _is_of_matches(columns: list[str]) -> bool:
    return set(_MATCH) <= set(columns) and set(_OUTCOME).isdisjoint(columns)


def _sides(row: Row) -> Row:
    """Return the two sides of an individual's row: two single players each, unless the row names pairs too."""
    return {
        side: PARTNERS.join(player for seat in seats if (player := row.get(seat))) or None
        for side, seats in _SEATED.items()
        if seats[0] in row and side not in row
    }


def _missing_columns(table: str | None, columns: list[str]) -> list[str]:
    if table == "totalscoretable":
        needed = (("PairId",), _WHO)
        return [either[0] for either in needed if set(either).isdisjoint(columns)]
    if _is_of_matches(columns):
        return []
    missing = [pair[0] for pair in _PAIRS if not set(pair) & set(columns)]
    return missing if set(_OUTCOME) & set(columns) else [*missing, "Score_NS"]


def _cells(line: str, columns: list[str], widths: list[int]) -> list[str]:
    """Return the cells of a row up to a comment, without quotes and marks. Names at the end of a row need no quotes."""
    found = list(_CELL.finditer(line))
    if len(found) == len(columns) and _UNUSUAL.search(line) is None:
        return [cell[1] or cell[2] or "" for cell in found]
    words = list(takewhile(lambda cell: not (cell[2] and cell[2][0] in ";{"), found))
    cells: list[str] = []
    for word, column in zip(words, chain(columns, repeat(None)), strict=False):
        content = word[0][1:-1] if len(word[0]) > 1 and word[0][0] == word[0][-1] == '"' else word[0]
        cells.append(content if column in _WITHOUT_MARK else content.removeprefix(_ARTIFICIAL))
    leading = next((place for place, column in enumerate(columns) if column in _OF_NAMES), len(columns))
    are_names = leading < len(columns) and set(columns[leading:]) <= set(_OF_NAMES)
    if len(cells) <= len(columns) or not are_names or '"' in line:
        return cells
    return [*cells[:leading], *_unquoted(line[words[leading].start() : words[-1].end()], widths[leading:])]


def _unquoted(rest: str, widths: list[int]) -> list[str]:
    """Split names without quotes: at two or more blanks, or if that fails, by the least widths of the columns."""
    apart = [name for name in rest.split("  ") if name.strip()]
    if len(apart) == len(widths):
        return [name.strip() for name in apart]
    names = []
    for width in widths[:-1]:
        blank = rest.find(" ", width)
        end = len(rest) if blank < 0 else blank
        names.append(rest[:end].strip())
        rest = rest[end:].lstrip()
    return [name for name in (*names, rest.strip()) if name]


def _report_lost_columns(found: Document) -> None:
    """Report columns whose names resemble known names, and columns that most score tables have but one lacks."""
    headers = [(section, _columns(section.value)[0]) for section in found.sections if section.is_table]
    usable = [
        (section, header) for section, header in headers if section.lines and not _missing_columns(section.name, header)
    ]
    scores = [header for section, header in usable if section.name == "scoretable"]
    having = Counter(column for header in scores for column in set(header))
    common = [column for column in _SCORE_COLUMNS if 2 * having[column] >= len(scores) > 1]
    slips = Slips(_ONE_SLIP)
    for section, header in usable:
        is_of_board = section.name == "scoretable"
        known = {name.lower(): name for name in (_SCORE_COLUMNS if is_of_board else _RANK_COLUMNS)}
        misspelt: set[str] = set()
        for column in dict.fromkeys(header):
            name = column.lower()
            is_known = name in _KNOWN or name.startswith("memberid")
            near = list[str]() if is_known else slips.nearest(name, section.name or "", known, at_most=3)
            if nearest := next((known[word] for word in near if known[word] not in header), None):
                misspelt.add(nearest)
                gaps = {"column": column, "nearest": nearest, "rows": 0}
                found.faults.error("pbn.passed_over/column", section.line_no, nearest, column, **gaps)
        absent = [column for column in common if column not in header and column not in misspelt]
        if absent and is_of_board:
            gaps = {"board": section.board, "columns": ", ".join(absent), "rows": 0}
            found.faults.error("pbn.doubtful/columns", section.line_no, absent[0], f"board {section.board}", **gaps)


def _report_unknown_tables(found: Document) -> None:
    """Report misspelt tags with rows of results, such as `[Score_Table "..."]`, and unknown tags with a table."""
    others: dict[str, list[Section]] = {}
    for section in found.sections:
        name, written = section.name or "", section.written[: Slips.LONGEST]
        if not section.lines or section.is_table or not name.endswith("table") or name in _NOT_READ:
            continue
        if nearest := _nearest_table(section):
            gaps = {"written": written, "nearest": nearest, "rows": len(section.lines)}
            found.faults.error("pbn.left_out/table_like", section.line_no, nearest, section.written, **gaps)
        else:
            others.setdefault(name, []).append(section)
    for first, *more in others.values():
        written = first.written[: Slips.LONGEST]
        gaps = {"written": written, "lines": sum(len(section.lines) for section in (first, *more))}
        found.faults.warning("pbn.passed_over/table", first.line_no, written, first.lines[0][1], **gaps)


def _nearest_table(section: Section) -> str | None:
    columns = _columns(section.value)[0]
    for name, table in TABLES_OF_RESULTS.items():
        if not _missing_columns(name, columns):
            return table
    near = nearest_words((section.name or "")[: Slips.LONGEST], TABLES_OF_RESULTS)
    return TABLES_OF_RESULTS[near[0]] if near and ";" in section.value and "pair" in section.value.lower() else None
