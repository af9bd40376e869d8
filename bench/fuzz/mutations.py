"""Files as strangers spoil them: cut off, pasted twice, edited by hand, saved by another program, or hostile."""

import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable, Sequence

_OF_JSON = (b"{", b"}", b"[", b"]", b"null,", b'"', b"1e999", b"NaN", b"\\ud800", b"[" * 3000, b"9" * 5000)
_OF_GAMES = (b'[Event "', b"{", b"}", b"(" * 200, b")", b"*", b"\n\n", b'"]', b";", b"%")
_WORDS = {
    "json": (*_OF_JSON, b'"results": [', b'{"line": "A"},', b'"sessions": [', b'"session_id": null,', b'"deals": 7,'),
    "acbl": (*_OF_JSON, b"&quot;", b"&#0;", b'"board_results": [', b'"ns_pair": "x",', b'"direction": null,'),
    "ffbridge": (*_OF_JSON, b'"lineup": {},', b'"nsScore": "420",', b'"result": "+1",', b'"PASSE"', b'"items": ['),
    "acbl_live": (
        *(b"<span class='name'>x</span>", b"</td>", b"</tr>", b"</table>", b"<th>By</th>", b"<tr class='odd'>", b"AVE"),
        *(
            b"board-detail/B",
            b"<i>vs.</i>",
            b"symbol",
            b"<td>420</td>",
            b"<td colspan=2>",
            b"board-data",
            b"&amp;b=3&amp;",
        ),
    ),
    "jfr": (
        *(
            b"<td>3</td>",
            b"</td>",
            b"</tr>",
            b"</table>",
            b"numery",
            b"<tr class='niep'>",
            b"TD",
            b"%",
            b"<img src='S.gif'>",
        ),
        *(b"ROZDANIE 3", b"<td colspan=2>", b"<h4>", b"nikt", b"<td>&nbsp;</td>", b"1: A B - C D, x"),
    ),
    "bbo": (
        *(b"<td class='handnum'>3</td>", b"</td>", b"</tr>", b"</table>", b"<th>North</th>", b"<tr class='tourney'>"),
        *(b"%7C", b"A+-", b"GiB", b"100.00%", b"4SxN=", b"+", b"<table class='sectiontable'>"),
    ),
    "bridgewebs": (
        *(b"#Scores\n", b"#Board;1\n", b"#Travellers\n", b"#Comment;x\n", b'"', b";", b";;;;;;;", b"AVE", b"PASS"),
        *(b"#Version;std1\n", b"420", b"9" * 5000),
    ),
    "lin": (
        *(
            b"|",
            b"||",
            b"qx|o1|",
            b"qx|c2|",
            b"pn|a,b,c,d|",
            b"md|1",
            b"sv|b|",
            b"mb|1N|",
            b"mb|p|",
            b"mb|9C|",
            b"pc|SA|",
        ),
        *(b"mc|7|", b"rs|PASS,4SN=|", b"vg|a,b,I,1,2,c,0,d,0|", b"an|", b"nt|", b",", b"ah|Board 3|", b"9" * 5000),
    ),
    "pbn": (
        *(b'[Board "2"]\n', b'[ScoreTable "', b'[TotalScoreTable "', b"; remark\n", b"% line\n", b"{", b"}", b'"'),
        *(b"A+", b"A=", b"Bye", b"Pen", b"PASS", b"-", b'[Section "B"]\n', b'[Date "0000.00.00"]\n', b"\\2R;"),
        b"[" * 50,
    ),
    "usebio": (
        *(b"<TRAVELLER_LINE>", b"</TRAVELLER_LINE>", b"<SESSION>", b"</SESSION>", b"<PAIR>", b"</BOARD>", b"<MATCH>"),
        *(b"&#xD800;", b"&#0;", b"&lol;", b"<![CDATA[", b"-->", b"<!--", b"<a>" * 300),
        b"<PLACE>" + b"9" * 5000 + b"</PLACE>",
    ),
    "csv": (
        *(b'"', b'""', b",", b";", b"\t", b"\n", b"\r", b"\n\n", b"#N/A", b"=1+1", b",score", b"session_id,"),
        *(b",,,,,,", b"1e309", b"-1", b"0", b"9" * 5000, b"12345-01-01", b"0000-00-00", b"A60/40", b"+" * 40),
        b"w30:420/70:-50",
    ),
    "xlsx": (
        *(b"PK\x03\x04", b"XFD1048576", b"A1", b"<row", b"</row>", b"<c", b't="s"', b"\xff\xff\xff\xff", b"\0\0\0\0"),
    ),
    "parquet": (b"PAR1", b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xff\x7f", b"session_id", b"\x80" * 8, b"\x15\x02"),
    "bws": (b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x01\x01", b"\x02\x01", b"\xff\x7f", b"ReceivedData", b"\x80" * 8),
    "pgn": (b'[Result "1-0"]\n', b"1-0", b"1/2-1/2", *_OF_GAMES),
    "pdn": (b'[Result "2-0"]\n', b"2-0", b"1-1", b"0-2", *_OF_GAMES),
}
"""Format -> pieces that mean something in it."""
_ANYWHERE = (
    *(b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\r\n", "\u202e".encode(), b"9" * 400, b"1" * 20, b"-0", b"nan"),
    b"",
)

LARGEST = 2**20
"""Bytes of a spoiled file at most."""
_OFTEN_GROWN = 0.02

Mutation = Callable[[random.Random, bytes, Sequence[bytes], str], bytes]


def mutated(chance: random.Random, seeds: Sequence[bytes], file_format: str) -> bytes:
    """One of the seeds, spoiled in one to six ways; every other workbook inside its zip file."""
    data = chance.choice(seeds)
    if file_format == "xlsx" and chance.random() < 0.5:
        return _spoiled_inside(chance, data)
    return _spoiled(chance, data, seeds, file_format)


def _spoiled(chance: random.Random, data: bytes, seeds: Sequence[bytes], file_format: str) -> bytes:
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        data = chance.choice(_MUTATIONS)(chance, data, seeds, file_format)
    if chance.random() < _OFTEN_GROWN:
        data = _grown(chance, data, seeds, file_format)
    return data[:LARGEST]


def _spoiled_inside(chance: random.Random, workbook: bytes) -> bytes:
    """The workbook with one of its parts spoiled."""
    try:
        with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib.error, RuntimeError):
        return workbook  # one of the corpus that is no sound zip file
    name = chance.choice([*parts, *(part for part in parts if "sheet" in part)])
    parts[name] = _spoiled(chance, parts[name], list(parts.values()), "xlsx")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    return made.getvalue()


def _cut(chance: random.Random, data: bytes, _seeds: Sequence[bytes], _format: str) -> bytes:
    return data[: chance.randint(0, len(data))]


def _without_piece(chance: random.Random, data: bytes, _seeds: Sequence[bytes], _format: str) -> bytes:
    start = chance.randint(0, len(data))
    return data[:start] + data[start + chance.choice((1, 2, 10, 100, 1000)) :]


def _lines_mixed(chance: random.Random, data: bytes, _seeds: Sequence[bytes], _format: str) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(3):
        case 0:
            lines.insert(one, lines[other])
        case 1:
            del lines[one]
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _word_in(chance: random.Random, data: bytes, _seeds: Sequence[bytes], file_format: str) -> bytes:
    place = chance.randint(0, len(data))
    return data[:place] + chance.choice((*_WORDS[file_format], *_ANYWHERE)) + data[place:]


def _byte_changed(chance: random.Random, data: bytes, _seeds: Sequence[bytes], _format: str) -> bytes:
    changed = bytearray(data or b"\0")
    for _ in range(chance.choice((1, 4, 30))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _number_changed(chance: random.Random, data: bytes, _seeds: Sequence[bytes], _format: str) -> bytes:
    numbers = list(re.finditer(rb"[0-9]+", data))
    if not numbers:
        return data
    number = chance.choice(numbers)
    other = chance.choice((b"0", b"-1", b"1", b"99999", b"2147483648", b"1e400", b"0.5", b"", b"9" * 60))
    return data[: number.start()] + other + data[number.end() :]


def _spliced(chance: random.Random, data: bytes, seeds: Sequence[bytes], _format: str) -> bytes:
    other = chance.choice(seeds)
    return data[: chance.randint(0, len(data))] + other[chance.randint(0, len(other)) :]


def _block_many_times(chance: random.Random, data: bytes, _seeds: Sequence[bytes], _format: str) -> bytes:
    start = chance.randint(0, len(data))
    block = data[start : start + chance.randint(1, 400)]
    return data[:start] + block * chance.choice((2, 20, 300)) + data[start:]


def _grown(chance: random.Random, data: bytes, _seeds: Sequence[bytes], _format: str) -> bytes:
    """A line or a block so often that the file has up to 1 MB."""
    lines = data.splitlines(keepends=True) or [b""]
    start = chance.randint(0, len(data))
    block = chance.choice((chance.choice(lines), data[start : start + chance.randint(1, 2000)])) or b" "
    room = chance.choice((2**16, 2**18, LARGEST)) - len(data)
    return data[:start] + block * max(room // len(block), 0) + data[start:]


def _other_encoding(chance: random.Random, data: bytes, _seeds: Sequence[bytes], _format: str) -> bytes:
    return data.decode("latin-1").encode(chance.choice(("utf-16", "utf-16-le", "utf-8", "utf-8-sig", "utf-32")))


def _other_line_ends(chance: random.Random, data: bytes, _seeds: Sequence[bytes], _format: str) -> bytes:
    return data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\n\n", b" ", b"\x0b", b"\x85")))


_MUTATIONS: tuple[Mutation, ...] = (
    *(_cut, _without_piece, *[_lines_mixed] * 3, _word_in, _word_in, _byte_changed),
    *(_number_changed, _spliced, _block_many_times, _other_encoding, _other_line_ends),
)
