"""Parse a TOML file from anybody: what is no TOML is told with its line, in the words of those who write it by hand."""

import codecs
import datetime as dt
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pipelines.machine.files import NotAFileError, TooLargeError, bytes_of
from pipelines.machine.formatted_text import MARK, WHAT_TO_DO
from pipelines.settings.days_in_words import day_in_words
from pipelines.settings.problems import Problem, SettingsError, problem, problem_of
from pipelines.settings.toml_lines import Lines, earlier_line, lines_of
from transforms.tables.finding_words import FALSE_WORDS, TRUE_WORDS
from transforms.tables.messages import Message, gettext_noop

MOST_BYTES = 1_000_000
"""A thousand times the size of a usual file; parsing takes seconds from there."""
LISTED = ("season", "session")
"""Sections of which there are several, each in two brackets."""
HEADINGS = ("scoring", "ranking", "championship", "awards", "rating", "movement", "page")
"""Those of which there is one."""
_TRUE, _FALSE = ({word for word in words if len(word) > 1} for words in ((*TRUE_WORDS, "on"), (*FALSE_WORDS, "off")))
_DEEPEST = 50
"""Levels of keys with dots; no key that is known has more than three."""

_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*+(?:"|$)|\'[^\'\n]*+(?:\'|$)')
_HEADING = re.compile(r"\[\[[^\[\]]*\]\]|\[[^\[\]]*\]")
_HEADING_AND_MORE = re.compile(r"\[?\[[ \t]*([\w.-]+(?:[ \t]+[\w.-]+)*)[ \t]*\]\]?(?=\s*[^\s#\]])")
_CURLY = "“”„‘’"
_MANY_DOTS = re.compile(
    r'(?:(?:[\w-]{1,60}+|"(?:[^"\\\n]|\\.){0,60}+"|\'[^\'\n]{0,60}+\')[ \t]*\.[ \t]*){' + f"{_DEEPEST}}}"
)
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_FEW_WORDS = 3
_VALUE = r"""("[^"]*"|true|false|[-+]?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d|\[[^\[\]]*\])"""
_REMARK_BEHIND = re.compile(_VALUE + r"\s+([^\W\d].*)", re.DOTALL)
"""A value, and words behind it that are no part of it."""
_KEY_BEHIND = re.compile(_VALUE + r"\s*(?:,\s*|\s)(?:[^\W\d]+\s+){0,2}(([\w.-]+)\s*=.*)", re.DOTALL)
"""A value, and another key behind it, perhaps after a comma or words such as "and"."""
_BEHIND_LIST = re.compile(r"[^=]*\]\s*(?:,\s*)?(?:[^\W\d]+\s+){0,2}(([\w.-]+)\s*=.*)")
"""The end of a list of several lines, and a key behind it."""
_A_KEY = re.compile(r"[\w.-]+\s*=")
_DATE = re.compile(r"\b(?:(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})|(\d{4})[-/.](\d{1,2})[-/.](\d{1,2}))\b", re.ASCII)
_MEANT = re.compile(r"competition\b.*\.toml\b.*|[^.]*\.toml(?:\.txt)?|competition(?:\.txt)?", re.IGNORECASE)
"""Names of files that are settings under another name."""
_BARE_COLOUR = re.compile(r"#[0-9a-f]{3,8}(?![^\s#])", re.IGNORECASE)
_SENTENCES = {
    "value/date": gettext_noop("write dates as {meant}"),
    "value/no_day": gettext_noop("there is no such day: write another, as {meant}"),
    "quotes/curly": gettext_noop("write straight quotes: {meant}"),
    "value/list_open": gettext_noop(
        "in a list, here or above, a comma stands between words, and a ] behind the last: {meant}"
    ),
    "twice/on_lines": gettext_noop("given twice, on lines {meant}: delete one of the two"),
    "twice": gettext_noop("given twice: keep one of the two, {meant}"),
    "heading/bracket": gettext_noop("the brackets do not match: write {meant}"),
    "value/backslash": gettext_noop("write / in place of \\: {meant}"),
    "value/share": gettext_noop("write {meant}, in quotes"),
    "value/comma": gettext_noop("write a point in numbers: {meant}"),
    "value/true_false": gettext_noop("write {meant}"),
    "quotes/open": gettext_noop("the quotes are not closed: write {meant}"),
    "quotes/none": gettext_noop("write words between quotes: {meant}"),
    "heading/alone": gettext_noop(
        "a heading stands alone on its line: write {meant}, and what is behind it on the lines below"
    ),
    "value/no_list": gettext_noop("write a list, between [ and ]: {meant}"),
    "quotes/within": gettext_noop("quotes end at the next quote: write the words between single ones, {meant}"),
    "heading/blank": gettext_noop("a point stands between the words of a heading: write {meant}"),
    "line/no_value": gettext_noop("nothing stands behind the =: write a value there, or take the line {meant} away"),
    "line/remark": gettext_noop("put a # before it, if it is a remark: {meant}"),
    "heading/bare": gettext_noop("write {meant}, a heading"),
    "line/equals": gettext_noop("write a key and its value: {meant}"),
    "line/two_keys": gettext_noop("write each key on a line of its own: {meant}"),
    "line/remark_behind": gettext_noop("put a # before a remark: {meant}"),
}
"""What is said of a line that is no TOML, by what was probably meant."""
_A_DAY = dt.timedelta(days=1)
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def toml_of(path: Path) -> dict[str, Any]:
    """What is in a TOML file.

    Raises:
        SettingsError: there is none, it cannot be opened, or it is no TOML.
    """
    text = text_of(path)
    try:
        return parsed(text)
    except SettingsError as wrong:
        raise SettingsError(path, wrong.problems) from None


def parsed(text: str, keys: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    """What a text in TOML says.

    Args:
        text: of a file of settings.
        keys: that may stand in it, each with how words stand there (`keys_with_words`).

    Raises:
        SettingsError: it is no TOML, or nested too deep.
    """
    lines = text.split("\n")
    for line_no, line in enumerate(lines, start=1):
        if _MANY_DOTS.search(line):
            raise SettingsError(
                "",
                [
                    problem(
                        "toml/nesting",
                        "a key of more than {most} parts: no key has that many",
                        {"most": _DEEPEST},
                        line_no=line_no,
                    )
                ],
            )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise SettingsError("", [_in_words(str(wrong), lines, keys)]) from None
    except RecursionError:
        told = problem(
            "toml/nesting_deep",
            "nested too deep to be read: no key has more than a list of tables",
            line_no=_deepest(lines),
        )
        raise SettingsError("", [told]) from None
    except ValueError:
        told = problem(
            "toml/number", "a number with more digits than can be read: write a shorter one", line_no=_longest(lines)
        )
        raise SettingsError("", [told]) from None


def date_of(text: str) -> str | None:
    """A date as people write it, as it is written here: `1-8-2016`, `01/08/2016`, `2016.8.1` are all `2016-08-01`."""
    found = _DATE.fullmatch(text.strip())
    return None if found is None else _as_written(found)


def text_of(path: Path) -> str:
    """The text of a file; UTF-8, or UTF-16 as Windows programs write it.

    Raises:
        SettingsError: there is none, or it cannot be opened.
    """
    try:
        data = bytes_of(path, MOST_BYTES)
    except FileNotFoundError:
        raise SettingsError(path, [_not_found(path)]) from None
    except NotAFileError as wrong:
        sentence = "this is {is_what}, not a file: put a file of this name in its place"
        raise SettingsError(path, [problem("file/none", sentence, {"is_what": wrong.strerror})]) from None
    except TooLargeError:
        sentence = "larger than {most} MB, so it is not read: no settings need that; put the file of settings here"
        raise SettingsError(path, [problem("file/bytes", sentence, {"most": MOST_BYTES // 1_000_000})]) from None
    except OSError as wrong:
        sentence = "cannot be opened ({reason}): let it be read by the user who runs this"
        raise SettingsError(path, [problem("file/closed", sentence, {"reason": wrong.strerror})]) from None
    if data.startswith(MARK):
        raise SettingsError(path, [problem("file/rtf", WHAT_TO_DO)])
    letters = next((letters for mark, letters in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(letters)
    except UnicodeDecodeError as wrong:
        line_no = data.count(b"\n", 0, wrong.start) + 1 if letters.startswith("utf-8") else None
        told = problem("file/letters", "not UTF-8 text: save the file again as UTF-8", line_no=line_no)
        raise SettingsError(path, [told]) from None


def meant_as_settings(folder: Path) -> str | None:
    """The name of a file that was meant as competition.toml, if there is one: `competition.toml.txt`."""
    with suppress(OSError):  # a closed folder
        return min((other.name for other in folder.glob("*") if is_meant_as_settings(other)), default=None)
    return None


def is_meant_as_settings(path: Path) -> bool:
    """Whether this is a competition.toml, or a file that was meant as one.

    Raises:
        OSError: it is in a closed folder.
    """
    return _MEANT.fullmatch(path.name) is not None and not path.is_dir()


def _not_found(path: Path) -> Problem:
    if meant := meant_as_settings(path.parent):
        sentence = "not found, but there is {meant}: rename it to {name}; Windows may hide the end of a name"
        return problem("file/misnamed", sentence, {"meant": meant, "name": path.name})
    return problem("file/not_found", "not found: every competition folder needs one, with at least a [[season]]")


def _in_words(wrong: str, lines: list[str], keys: Mapping[str, str]) -> Problem:
    found = _PLACE.search(wrong)
    line_no = int(found[1]) if found and found[1] else len(lines) or None
    line = lines[line_no - 1].strip() if line_no and line_no <= len(lines) else ""
    key, _, value = (part.strip() for part in line.partition("="))
    shown = {"key": key, "value": value} if value else {"value": line}
    known = lines_of("\n".join(lines))
    earlier = earlier_line(line_no, known) if line_no else None
    if earlier and line_no and (slip := _of_headings(lines, known, earlier, line_no)):
        return slip
    twice = f"{earlier} and {line_no}" if earlier else None
    for code, meant in _meant(line, value, wrong, twice, keys):
        return problem_of(code, Message(_SENTENCES[code], meant=meant), **shown, line_no=line_no)
    reason = _PLACE.sub("", wrong)
    place = f" at column {found[2]}" if found and found[2] else ""
    sentence = "not readable as TOML: {reason}{place}; write lines such as lines = 3, and words between quotes"
    return problem("toml", sentence, {"reason": reason, "place": place}, line_no=line_no)


def _of_headings(lines: list[str], known: Lines, earlier: int, line_no: int) -> Problem | None:
    """What is said of what is given twice since a heading is not written as it should be."""
    if found := known.left_out.get(line_no):
        heading, behind = found
        said = Message(
            "given before, on line {earlier}: is there still a # before {heading} in line {behind}? Take it away",
            earlier=earlier,
            heading=heading,
            behind=behind,
        )
        return problem_of("heading/left_out", said, key=None, line_no=line_no) if behind > earlier else None
    for at in (line_no, earlier):
        name = lines[at - 1].partition("#")[0].strip()
        if name.startswith("[") and not name.startswith("[[") and name.strip("[] \t") in LISTED:
            said = Message("write [[{section}]], in two brackets", section=name.strip("[] \t"))
            return problem_of("heading/two_brackets", said, line_no=at)
    return None


def _meant(line: str, value: str, wrong: str, twice: str | None, keys: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(code, what was probably meant), the likeliest first.

    `value` stands after `=` in the line; `wrong` is what tomllib says; `twice` names two lines that give the same.
    """
    yield from _heading_alone(line, wrong)
    bare = _QUOTED.sub("", value).partition("#")[0].strip()
    yield from _bare_names(line, value, bare)
    if (date := _DATE.search(bare)) and (meant := _as_written(date)) != date[0]:
        if meant:
            yield "value/date", meant
        yield "value/no_day", _last_of_month(date)
    if {*_CURLY} & {*line}:
        yield "quotes/curly", re.sub(f"[{_CURLY}]", '"', line)
    if wrong.startswith("Unclosed array"):
        yield "value/list_open", '["a.pbn", "b.pbn"]'
    if "Cannot declare" in wrong or "Cannot overwrite" in wrong or "Cannot mutate" in wrong:
        on_lines = ("twice/on_lines", twice or "")
        yield on_lines if twice else ("twice", line)
    if line.startswith("[") and not _HEADING.fullmatch(line.partition("#")[0].strip()):
        brackets = "[[{}]]" if line.startswith("[[") else "[{}]"
        yield "heading/bracket", brackets.format(line.partition("#")[0].strip("[] \t"))
    yield from _key_or_remark(line, value, wrong, keys)
    if "\\" in wrong and "\\" in value:
        yield "value/backslash", line.replace("\\", "/")
    if share := re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*%", bare):
        yield "value/share", f'"{share[1].replace(",", ".")}%"'
    if re.fullmatch(r"[-+]?\d+,\d+", bare):
        yield "value/comma", bare.replace(",", ".")
    if bare.lower() in _TRUE | _FALSE:
        yield "value/true_false", "true" if bare.lower() in _TRUE else "false"
    if value.count('"') % 2 or (value.count("'") % 2 and '"' not in value):
        yield "quotes/open", f'{line.partition("=")[0].strip()} = "{value.strip(chr(34) + chr(39))}"'
    if word := _without_quotes(bare, value):
        key = line.partition("=")[0].strip()
        yield "quotes/none", f'{key} = "{word}"'
    yield from _slip(line, value, wrong)


def _heading_alone(line: str, wrong: str) -> Iterator[tuple[str, str]]:
    if (heading := _HEADING_AND_MORE.match(line)) and wrong.startswith(("Expected newline", "Expected ']")):
        name = re.sub(r"[ \t.]+", ".", heading[1])
        of_list = next((one for one in LISTED if name.lower() in (one, f"{one}s")), None)
        yield "heading/alone", f"[[{of_list}]]" if of_list else f"[[{name}]]" if line.startswith("[[") else f"[{name}]"


def _bare_names(line: str, value: str, bare: str) -> Iterator[tuple[str, str]]:
    inside = re.fullmatch(r"\[([^\[\]]*)\]", value.partition("#")[0].strip())
    if not inside or not re.fullmatch(r"\[[^\[\]]*[A-Za-z][^\[\]]*\]", bare) or {*_CURLY} & {*line}:
        return
    names = [name.strip() for name in inside[1].split(",") if name.strip()]
    if all(re.fullmatch("\"[^\"]*\"|'[^']*'|[^\"']*", name) for name in names):
        quoted = ", ".join(name if name[0] in "\"'" else f'"{name}"' for name in names)
        yield "quotes/none", f"{line.partition('=')[0].strip()} = [{quoted}]"


def _slip(line: str, value: str, wrong: str) -> Iterator[tuple[str, str]]:
    if re.fullmatch(r'"[^"]*"(?:\s*,\s*"[^"]*")+', value):
        yield "value/no_list", f"{line.partition('=')[0].strip()} = [{value}]"
    if re.fullmatch(r'".*[^\\]".*[^\\]".*"', value) and "Expected newline" in wrong:
        yield "quotes/within", f"{line.partition('=')[0].strip()} = '{value[1:-1]}'"
    if heading := re.fullmatch(r"(\[\[?)([\w. \t-]+ [\w. \t-]+?)(\]\]?)", line.partition("#")[0].strip()):
        yield "heading/blank", heading[1] + re.sub(r"[ \t.]+", ".", heading[2].strip()) + heading[3]
    if "=" in line and not value.partition("#")[0].strip():
        yield "line/no_value", line


def _key_or_remark(line: str, value: str, wrong: str, keys: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """As `_meant`, of a line that lacks the sign of a key, or that before a remark."""
    if line and "=" not in line and not line.startswith("["):
        key, colon, rest = (part.strip() for part in line.partition(":"))
        form = keys.get(key.rpartition(".")[2]) if colon else None
        is_key = form is not None and (form or day_in_words(rest) or not _without_quotes(rest, rest))
        if len(line.split()) > _FEW_WORDS and not is_key:
            yield "line/remark", f"# {line}"
        heading = line.partition("#")[0].rstrip(" :.").lower()
        first = heading.partition(".")[0]
        if first in keys and first in (HEADINGS if colon else (*LISTED, *HEADINGS)):
            yield "heading/bare", f"[[{first}]]" if first in LISTED else f"[{heading}]"
        yield "line/equals", f"{key} = {_as_value(rest, form)}" if colon and rest else f"{key} = …"
    if not line.startswith("[") and (behind := _BEHIND_LIST.fullmatch(line)) and behind[2] in keys:
        yield "line/two_keys", behind[1]
    if (day := day_in_words(value)) and not keys.get(line.partition("=")[0].strip()):
        yield "value/date", day.isoformat()
    if (behind := _KEY_BEHIND.fullmatch(value)) and behind[3] in keys and "newline or end of document" in wrong:
        yield "line/two_keys", behind[2].strip()
    if (behind := _REMARK_BEHIND.fullmatch(value)) and "newline or end of document" in wrong:
        at, remark = (part.strip() for part in behind.groups())
        if _A_KEY.match(remark):
            yield "line/two_keys", remark
        if not {*remark} & {*"\"'["}:
            meant = f"{line.partition('=')[0].strip()} = {at}   # {remark}"
            yield "line/remark_behind", meant


def _as_value(written: str, form: str | None) -> str:
    """What stands behind a colon, as a value; … where it is none, and words are none of this key (`form`: None)."""
    if not form and (day := day_in_words(written)):
        return day.isoformat()
    if not form and written.lower() in _TRUE | _FALSE:
        return "true" if written.lower() in _TRUE else "false"
    if words := _without_quotes(written, written):
        return "…" if form == "" else (form or '"{}"').format(words)
    return written if _is_value(written) else "…"


def _is_value(written: str) -> bool:
    try:
        return bool(tomllib.loads(f"here = {written}"))
    except ValueError:
        return False


def _without_quotes(bare: str, value: str) -> str | None:
    """The words, or the colour, which stand there without quotes; to TOML a colour is a comment."""
    if colour := _BARE_COLOUR.match(value):
        return colour[0]
    is_words = re.fullmatch(r"[^\W\d][\w .&'-]*", bare) and bare == value.partition("#")[0].strip()
    return bare if is_words else None


def _as_written(found: re.Match[str]) -> str | None:
    day, month, year = (found[1], found[2], found[3]) if found[1] else (found[6], found[5], found[4])
    for one, other in ((month, day), (day, month)):
        try:
            return dt.date(int(year), int(one), int(other)).isoformat()
        except ValueError:
            continue
    return None


def _last_of_month(found: re.Match[str]) -> str:
    """The last day of the month in which a day was meant that there is not."""
    year, month = (found[3], found[2]) if found[1] else (found[4], found[5])
    with suppress(ValueError, OverflowError):
        return ((dt.date(int(year), int(month), 28) + 4 * _A_DAY).replace(day=1) - _A_DAY).isoformat()
    return "2016-08-01"


def _deepest(lines: list[str]) -> int | None:
    return max(
        range(1, len(lines) + 1),
        key=lambda line_no: lines[line_no - 1].count("[") + lines[line_no - 1].count("{"),
        default=None,
    )


def _longest(lines: list[str]) -> int | None:
    digits = re.compile(r"[\d_]+", re.ASCII)
    longest = [max((len(run) for run in digits.findall(line)), default=0) for line in lines]
    return longest.index(max(longest)) + 1 if longest else None
