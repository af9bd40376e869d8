"""Turn bytes into text: UTF-8, Latin-1, or a mixture of the two."""

import codecs

from pipelines.readers.reading import Finding


def decoded(data: bytes) -> tuple[str, list[Finding]]:
    """The text of a file, where every line ends in a line feed; and a warning where the file mixes two encodings.

    A file is UTF-8, with or without a byte order mark, or else Latin-1. A file with lines of both is read line by line.
    """
    plain = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        return plain.decode(), []
    except UnicodeDecodeError:
        lines = [_decoded_line(line) for line in plain.split(b"\n")]
    odd = [number for number, (_, is_utf_8) in enumerate(lines, start=1) if not is_utf_8]
    is_mixed = any(is_utf_8 and not line.isascii() for line, is_utf_8 in lines)
    value = lines[odd[0] - 1][0].strip()[:80]
    message = f"not UTF-8, as the rest of the file is, so read as Latin-1 (lines read so: {len(odd)}): save it as UTF-8"
    findings = [Finding(odd[0], "warning", None, value, message)] if is_mixed else []
    return "\n".join(line for line, _ in lines), findings


def _decoded_line(line: bytes) -> tuple[str, bool]:
    """The line, and whether it is UTF-8."""
    try:
        return line.decode(), True
    except UnicodeDecodeError:
        return line.decode("latin-1"), False
