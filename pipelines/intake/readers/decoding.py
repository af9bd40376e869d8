"""Turn bytes into text: UTF-8, Windows letters (Latin-1), a mixture of both, UTF-16 or UTF-32."""

import codecs
import re

from pipelines.intake.readers.reading import LETTERS_SHOWN, Finding, warning

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""The byte order mark of each encoding. UTF-32 comes first, because its mark begins with the mark of UTF-16."""
_WIDE = (("utf-32-le", (0,)), ("utf-32-be", (3,)), ("utf-16-le", (0, 2)), ("utf-16-be", (1, 3)))
"""The positions of letters in each four bytes of UTF-16 and UTF-32. In Western text, all other bytes are zeros."""
_UTF_8 = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")
"""A letter outside ASCII, as UTF-8 writes it. Every UTF-8 text that is not ASCII matches."""
_CONTROLS = re.compile("[\x80-\x9f]")
_LETTER = r"[^\W\d_]"
_ODD = re.compile(rf"(?<={_LETTER})[¢£¤¥¦¬¯±²³¶¹¼½¾¿‚„†‡•‰](?={_LETTER})|(?<!\w)[£¥¯³¹](?={_LETTER}{{2}})|[À-ÿ]{{5,}}")
"""Matches letters of another code page when they are shown in the Western code page of Windows: a sign between letters
or at the start of a word, or five accented letters in a row, which were Cyrillic or Greek."""
_ONLY_WINDOWS = {
    number: bytes([number]).decode("cp1252", errors="ignore") or chr(number) for number in range(0x80, 0xA0)
}
"""Characters that only the Western code page of Windows has, by their codes. Latin-1 has control characters there."""
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_END_MARK = "\x1a"
"""The character at the end of a DOS file. Blanks, zeros and more of these characters may follow."""
_CELL = re.compile(r'[^,;|"<>\t\n]+')
_LOOKED_AT = 4000
_OF_PAGE = re.compile(rb"<meta\b[^<>]*\bcharset=[\"']?(iso-8859-2|windows-1250)\b", re.IGNORECASE)
"""The code page of a page in Polish, Czech or another language of Central Europe, as the page states it."""


def decoded(data: bytes) -> tuple[str, list[Finding]]:
    """Return the text of a file, with a line feed after each line, and warnings about letters that may be wrong."""
    encoding, plain = _encoding(data)
    findings: list[Finding] = []
    try:
        text = _with_line_feeds(plain.decode(encoding))
    except UnicodeDecodeError:
        if encoding == "utf-8":
            stated = _OF_PAGE.search(plain, 0, _LOOKED_AT) if plain.lstrip()[:1] == b"<" else None
            if stated:
                return decoded(plain.decode(stated[1].decode(), errors="replace").encode())
            text, findings = _of_windows_or_mixed(plain)
        else:
            text = _with_line_feeds(plain.decode(encoding, errors="replace"))
            line_no, line = _first(text, _UNKNOWN)
            findings = [warning("decoding.letters/damaged", line_no=line_no, value=line)]
    end_mark = text.find(_END_MARK, len(text.rstrip(f"{_END_MARK}\0 \t\n")))
    text = text if end_mark < 0 else text[:end_mark]
    if zeros := text.count("\0"):
        line_no, line = _first(text, "\0")
        findings.append(warning("decoding.letters/zeros", line_no=line_no, value=line, zeros=zeros))
        text = text.replace("\0", "")
    return text, findings


def _encoding(data: bytes) -> tuple[str, bytes]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, data[len(mark) :]
    start = data[: _LOOKED_AT // 4 * 4]
    if len(start) >= 4 and b"\0" in start:
        zeros = [4 * start[place::4].count(0) / len(start) for place in range(4)]
        for encoding, letters in _WIDE:
            if all((share < 0.1) if place in letters else (share > 0.6) for place, share in enumerate(zeros)):
                return encoding, data
    return "utf-8", data


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _first(text: str, sign: str) -> tuple[int, str]:
    place = text.index(sign)
    start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
    line = text[start : end if end >= 0 else None]
    return text.count("\n", 0, place) + 1, line.replace("\0", "").strip()


def _of_windows_or_mixed(data: bytes) -> tuple[str, list[Finding]]:
    if _UTF_8.search(data) is None:
        text = _with_line_feeds(_of_windows(data))
        return text, _of_another_code_page(text)
    lines: list[str] = []
    odd: list[int] = []
    for line_no, line in enumerate(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"), start=1):
        try:
            lines.append(line.decode())
        except UnicodeDecodeError:
            lines.append(_of_windows(line))
            odd.append(line_no)
    text = "\n".join(lines)
    wrong = set(odd)
    if all(line.isascii() for line_no, line in enumerate(lines, start=1) if line_no not in wrong):
        return text, _of_another_code_page(text)
    at = {"line_no": odd[0], "value": lines[odd[0] - 1].strip()}
    return text, [warning("decoding.letters/mixed", **at, lines=len(odd))]


def _of_windows(data: bytes) -> str:
    text = data.decode("latin-1")
    return text.translate(_ONLY_WINDOWS) if _CONTROLS.search(text) else text


def _of_another_code_page(text: str) -> list[Finding]:
    if not (_CONTROLS.search(text) or _ODD.search(text)):
        return []
    lines = text.split("\n")
    odd = [number for number, line in enumerate(lines) if _CONTROLS.search(line) or _ODD.search(line)]
    value = _CONTROLS.sub(_UNKNOWN, lines[odd[0]]).strip()[:LETTERS_SHOWN]
    cells = (cell.strip() for cell in _CELL.findall(value))
    words = ", ".join(cell for cell in cells if _UNKNOWN in cell or _ODD.search(cell))
    at = {"line_no": odd[0] + 1, "value": value}
    return [warning("decoding.code_page", **at, words=words or value, lines=len(odd))]
