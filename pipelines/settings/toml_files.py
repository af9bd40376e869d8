"""Parse TOML files. For lines that are not TOML, report what to write instead."""

import codecs
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pipelines.machine.files import TooLargeError, bytes_of
from pipelines.machine.formatted_text import MARK, WHAT_TO_DO
from pipelines.settings.problems import Problem, SettingsError, problem
from pipelines.settings.toml_slips import LISTED, MOST_PARTS, has_many_parts, is_toml, slip_in
from transforms.tables.messages import Message, gettext_noop

MOST_BYTES = 1_000_000
"""The maximum size of a settings file: a thousand times the normal size. Parsing a larger file would take seconds."""
_LIKE_SETTINGS = re.compile(r"competition\b.*\.toml\b.*|[^.]*\.toml(?:\.txt)?|competition(?:\.txt)?", re.IGNORECASE)
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_MANY, _MOST_FAULTS = 10, 50
"""A file with more than `_MANY` faulty lines may not be settings; at most `_MOST_FAULTS` are reported at once."""
_WHOLE = re.compile(r"""[A-Za-z_](?!.*(?:\"{3}|'{3}))[^\[\]{}]*(?:\[[^\[\]{}]*\][^\[\]{}]*)?""")
"""Matches a line in which no list, table or text is left open."""
_ONE_BRACKET = re.compile(rf"\s*\[\s*({'|'.join(LISTED)})\s*\]\s*(?:#.*)?")
_HEADING = re.compile(r"[ \t]*(\[\[?)([^\[\]]*)\]")
_KEY = re.compile(r"((?:[\w.\- \t]|\"[^\"\\]*+\"|'[^']*+')++)=")
_LEFT_OUT = re.compile(r"[ \t]*#[# \t]*(\[\[?[ \t]*[\w.-]+[ \t]*\]\]?)[ \t]*(?:#.*)?\r?")
"""Matches a heading that is commented out, like those that `barometer new` writes for later use."""
_LIST, _NO_ITEM = re.compile(r"[^#\"'=]*=\s*\["), re.compile(r"\s*(?:$|\[|[\w.-]+\s*=)")
"""Match the beginning of a line that opens a list, and of a line that cannot continue a list from a line above."""
_REMARK = re.compile(r"\s#\s.*")
_LIST_OPEN = gettext_noop("put a comma between the words of the list, and a ] after the last: {line}")
_TWICE = gettext_noop("this is given twice, on lines {earlier} and {line_no}: delete one of the two")
LEFT_OUT = gettext_noop(
    "this key belongs below {heading}: is there still a # before that heading, in line {line_no}? Remove the #"
)
TWO_BRACKETS = gettext_noop("write [[{section}]], in double brackets")


def parsed(text: str, path: Path | str = "", keys: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Parse a text in TOML. `keys` are the allowed keys, as `keys_with_words` returns them."""
    lines = text.split("\n")
    try:
        if any(map(has_many_parts, lines)):
            raise RecursionError
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        fault = _fault(str(wrong), lines, keys or {})
    except RecursionError:
        sentence = "lists and tables are nested too deeply to be read: no key needs more than a list of tables"
        fault = problem("toml/nesting", sentence, line_no=_line_with_most(r"[\[{.]", lines))
    except ValueError:
        sentence = "this number has too many digits: write a shorter one"
        fault = problem("toml/number", sentence, line_no=_line_with_most(r"\d", lines))
    raise SettingsError(path, [fault]) from None


def _line_with_most(signs: str, lines: list[str]) -> int:
    many = [len(re.findall(signs, line)) for line in lines]
    return many.index(max(many)) + 1


def _fault(wrong: str, lines: list[str], keys: Mapping[str, str]) -> Problem:
    place = re.search(r"\(at line (\d+), ", wrong)
    odd = _not_toml(lines) if wrong.startswith('Expected "\'" (at end') else []
    line_no = int(place[1]) if place else [*odd, len(lines)][0]
    if wrong.startswith("Unclosed array") and _NO_ITEM.match(lines[line_no - 1]):
        line_no = max((at for at, one in enumerate(lines[:line_no], 1) if _LIST.match(one)), default=line_no)
    line = lines[line_no - 1].strip()
    key, _, value = (part.strip() for part in _REMARK.sub("", line).partition("="))
    known = Lines("\n".join(lines))
    earlier = known.earlier(line_no)
    if earlier:
        heading, behind = known.left_out.get(line_no, ("", 0))
        if behind > earlier:
            return problem("heading/left_out", Message(LEFT_OUT, heading=heading, line_no=behind), line_no=line_no)
        for at in (line_no, earlier):
            if listed := _ONE_BRACKET.fullmatch(lines[at - 1]):
                return problem("heading/two_brackets", Message(TWO_BRACKETS, section=listed[1]), line_no=at)
    slip = None if is_toml(line) else slip_in(line, keys)
    if slip is None and wrong.startswith("Unclosed array"):
        slip = "value/list_open", Message(_LIST_OPEN, line='["a.pbn", "b.pbn"]')
    elif slip is None and earlier:
        slip = "twice", Message(_TWICE, earlier=earlier, line_no=line_no)
    if slip:
        return problem(*slip, key=key if value else None, value=value or line, line_no=line_no)
    reason = wrong.replace(f"line {line_no}, ", "")
    sentence = "this is not valid TOML: {reason}; write lines such as lines = 3, and words between quotes"
    return problem("toml", sentence, {"reason": reason}, line_no=line_no)


class Rest(NamedTuple):
    """A settings file without its faulty lines, which are empty in `text` and described in `faults`.

    `written` is the content of the other lines, or None if they cannot be read either. `sections` are those that lost a
    line, like `season.1`.
    """

    text: str
    faults: list[Problem]
    written: dict[str, Any] | None = None
    sections: frozenset[str] = frozenset()

    def may_lead_to(self, wrong: Problem) -> bool:
        """Return whether a fault may be due to a line that was left out, for example because its key is gone."""
        section = (wrong.key or "").rpartition(".")[0]
        return wrong.key in self.sections or (wrong.sentence.startswith("missing") and section in self.sections)


def without_faulty_lines(text: str, keys: Mapping[str, str]) -> Rest:
    """Leave out the lines of a competition.toml that are not TOML, so that all faults are reported at once.

    A line is left out only if it stands alone: a key with its whole value, or plain words. A fault in a heading, or in
    a list of several lines, may cause further faults, so the lines after it are not checked.
    """
    lines, known = text.split("\n"), Lines(text)
    faults, sections = list[Problem](), set[str]()
    odd = _not_toml(lines)
    if len(odd) > _MANY and 2 * len(odd) > sum(not line.strip().startswith("#") for line in lines if line.strip()):
        sentence = (
            "most lines of this file, such as this one, are not settings: write settings like lines = 3, below "
            "headings such as [ranking], and put a # before everything else"
        )
        return Rest(text, [problem("file/no_settings", sentence, line_no=odd[0])])
    while len(faults) < _MOST_FAULTS:
        text = "\n".join(lines)
        try:
            return Rest(text, faults, parsed(text, keys=keys), frozenset(sections))
        except SettingsError as wrong:
            fault = wrong.problems[0]
        at = (fault.line_no or 1) - 1
        is_whole = _WHOLE.fullmatch(lines[at].strip())
        if not faults or is_whole:
            faults.append(fault)
        if not is_whole or (fault.code != "settings.twice" and is_toml(lines[at])):
            return Rest(text, faults)
        sections.add(known.sections[at])
        lines[at] = ""
    more = len(_not_toml(lines))
    faults += [problem("more", "more faults like these: {more}", {"more": more})] if more else []
    return Rest("\n".join(lines), faults)


def _not_toml(lines: list[str]) -> list[int]:
    return [number for number, line in enumerate(lines, 1) if _WHOLE.fullmatch(line.strip()) and not is_toml(line)]


def read_text(path: Path) -> tuple[str, str]:
    """Return the text of a file and its encoding: UTF-8, or UTF-16 as Windows programs write it."""
    try:
        data = bytes_of(path, MOST_BYTES)
        if not data.startswith(MARK):
            letters = next((letters for mark, letters in _MARKS.items() if data.startswith(mark)), "utf-8")
            return data.decode(letters), letters
        fault = problem("file/rtf", WHAT_TO_DO)
    except FileNotFoundError:
        if misnamed := misnamed_settings(path.parent):
            sentence = (
                "this file was not found, but there is {misnamed}: rename it to {name}; Windows may hide the "
                "end of a file name"
            )
            fault = problem("file/misnamed", sentence, {"misnamed": misnamed, "name": path.name})
        else:
            sentence = "this file was not found: every competition folder needs one, with at least a [[season]]"
            fault = problem("file/not_found", sentence)
    except TooLargeError:
        sentence = (
            "this file is larger than {most} MB, which no settings need, so it is not read: put the right "
            "settings file here"
        )
        fault = problem("file/bytes", sentence, {"most": MOST_BYTES // 1_000_000})
    except OSError as wrong:
        sentence = "this cannot be read ({reason}): put a file in its place that the user who runs this may read"
        fault = problem("file/closed", sentence, {"reason": wrong.strerror})
    except UnicodeDecodeError as wrong:
        line_no = wrong.object.count(b"\n", 0, wrong.start) + 1 if "utf-8" in wrong.encoding else None
        sentence = "this file is not UTF-8 text: save it again; in Notepad: Save as, with UTF-8 as its Encoding"
        fault = problem("file/letters", sentence, line_no=line_no)
    raise SettingsError(path, [fault]) from None


def misnamed_settings(folder: Path) -> str | None:
    """Return the name of a file that was probably intended as competition.toml, or None."""
    named: list[str] = []
    with suppress(OSError):  # no permission to read the folder
        named = [other.name for other in folder.glob("*") if is_named_like_settings(other)]
    return min(named, default=None)


def is_named_like_settings(path: Path) -> bool:
    """Return whether this is a competition.toml, or a file that was probably intended as one."""
    return _LIKE_SETTINGS.fullmatch(path.name) is not None and not path.is_dir()


class Lines(dict[str, list[int]]):
    """The lines of each key or section, by its path, like `season.2.start` (list entries are counted from 1)."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: list[str] = []
        """The section of each line, like `season.2`; "" above the first heading."""
        self.left_out: dict[int, tuple[str, int]] = {}
        """A commented-out heading above a key, as (heading, its line), by the line of the key."""
        entries: Counter[str] = Counter()
        section, left_out = "", None
        for line_no, line in enumerate(text.rstrip("\n").split("\n") if text else (), start=1):
            if behind := _LEFT_OUT.fullmatch(line):
                left_out = re.sub(r"[ \t]", "", behind[1]), line_no
            elif heading := _HEADING.match(line):
                left_out = None
                section = ""
                for part in _parts(heading[2]):
                    within = f"{section}.{entries[section]}" if entries[section] else section
                    section = f"{within}.{part}".lstrip(".")
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
        """Return the first line with the key or section that this line repeats, or None."""
        return next((given[0] for given in self.values() if line_no in given[1:]), None)


def line_of(key: str | None, lines: Lines) -> int | None:
    """Return the line of a key; for a missing key, the line of its section."""
    while key:
        if key in lines:
            return lines[key][0]
        key = key.rpartition(".")[0]
    return None


def _parts(written: str) -> list[str]:
    return [part.strip(" \t\"'") for part in written.split(".", MOST_PARTS)]
