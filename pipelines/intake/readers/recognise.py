"""Recognise the format of a file by its content, never by its name, and find out where the file comes from.

A new format needs a row in `_FORMATS`. If its files name a program, club or event, add a row to `_ASKED` too.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from pipelines.intake.readers import (
    acbl,
    acbl_live,
    bbo,
    bridgewebs,
    bws,
    ffbridge,
    jfr,
    landing_tables,
    lin,
    pbn,
    pgn_pdn,
    results_json,
    unread,
    usebio,
)
from pipelines.intake.readers.access_file import is_access
from pipelines.intake.readers.decoding import decoded
from pipelines.intake.readers.hidden_players import with_names_as_ids
from pipelines.intake.readers.parquet_lines import is_parquet
from pipelines.intake.readers.pbn.text import document
from pipelines.intake.readers.reading import Finding, Reading, Sheets, error, reading
from pipelines.intake.readers.remarks import REMARKED, restored
from pipelines.intake.readers.untrusted_xml import parsed_xml
from pipelines.intake.readers.usebio.elements import tidied
from transforms.balance.schedule import is_schedule
from transforms.bridge.imps import is_vp_table


def read_file(path: Path, file_id: str) -> Reading:
    """Read one result file as `read_bytes` does. OSError: the file cannot be opened."""
    return read_bytes(path.read_bytes(), file_id)


def read_bytes(data: bytes, file_id: str) -> Reading:
    """Read one result file of any supported format. Unusable content becomes a finding, never an exception.

    `file_id` is the path from the competition's folder. That path without its suffix is the session id.
    """
    file = _File(data, file_id)
    known = next(known for known in _FORMATS if known.recognises(file))
    found = reading(known.name, known.read(file), file_id)
    return restored(found, file.text, file_id, file.session_id) if known.name in REMARKED else found


@dataclass(frozen=True)
class _File:
    data: bytes
    id: str

    @property
    def session_id(self) -> str:
        return PurePosixPath(self.id).with_suffix("").as_posix()

    @cached_property
    def decoded(self) -> tuple[str, list[Finding]]:
        return decoded(self.data)

    @property
    def text(self) -> str:
        return with_names_as_ids(self.decoded[0], self.id)

    @cached_property
    def other_kind(self) -> Finding | None:
        """Return the finding on a file of a kind that is known but not supported."""
        is_packed = unread.is_zip(self.data)
        return unread.what_is_packed(self.data) if is_packed else unread.what_it_is(self.data, self.id)


def _unread(file: _File) -> Sheets:
    if file.other_kind or unread.is_settings(file.text):
        return Sheets({}, [file.other_kind or unread.of_settings()])
    if not file.text.strip():
        return Sheets({}, [error("unread.other_kind/empty")])
    if unread.is_about_others(file.id):
        return Sheets({}, [])
    return Sheets({}, landing_tables.not_read(file.text, file.id))


@dataclass(frozen=True)
class _Format:
    name: str
    suffix: str | None
    recognises: Callable[[_File], bool]
    read: Callable[[_File], Sheets]


def _of_text(
    name: str, recognises: Callable[[str], bool], read: Callable[[str, str], Sheets], *, by_file: bool = False
) -> _Format:
    def with_odd_letters(file: _File) -> Sheets:
        found = read(file.text, file.id if by_file else file.session_id)
        return Sheets(found.sheets, [*file.decoded[1], *found.findings])

    return _Format(name, f".{name}", lambda file: recognises(file.text), with_odd_letters)


def _of_page(page: _Format) -> _Format:
    return replace(page, suffix=None, recognises=lambda file: acbl.may_be_acbl(file.data) and page.recognises(file))


_PAGES = (
    _of_text("acbl", acbl.is_acbl, acbl.read),
    _of_text("acbl_live", acbl_live.is_acbl_live, acbl_live.read),
    _of_text("bbo", bbo.is_bbo, bbo.read),
    _of_text("jfr", jfr.is_jfr, jfr.read),
)
_FORMATS = (
    *(_of_page(each) for each in _PAGES),
    _Format("unknown", None, lambda file: file.other_kind is not None, _unread),
    _Format(
        "xlsx",
        ".xlsx",
        lambda file: unread.is_zip(file.data),
        lambda file: landing_tables.read_workbook(file.data),
    ),
    _Format(
        "parquet", ".parquet", lambda file: is_parquet(file.data), lambda file: landing_tables.read_parquet(file.data)
    ),
    _Format(
        "usebio", ".xml", lambda file: usebio.is_usebio(file.data), lambda file: usebio.read(file.data, file.session_id)
    ),
    _Format("bws", ".bws", lambda file: is_access(file.data), lambda file: bws.read(file.data, file.session_id)),
    _of_text("json", results_json.is_results_json, results_json.read),
    replace(_of_text("ffbridge", ffbridge.is_ffbridge, ffbridge.read), suffix=None),
    replace(_of_text("bridgewebs", bridgewebs.is_bridgewebs, bridgewebs.read), suffix=None),
    _of_text("lin", lin.is_lin, lin.read),
    _of_text("pdn", pgn_pdn.is_pdn, pgn_pdn.read, by_file=True),
    _of_text("pgn", pgn_pdn.is_pgn, pgn_pdn.read, by_file=True),
    _of_text("pbn", pbn.is_pbn, pbn.read),
    _Format("vp_table", None, lambda file: is_vp_table(file.text), lambda _: Sheets({}, [])),
    _Format("schedule", None, lambda file: is_schedule(file.text), lambda _: Sheets({}, [])),
    _of_text("csv", landing_tables.is_landing_table, lambda text, _: landing_tables.read_csv(text)),
    _Format("unknown", None, lambda _: True, _unread),
)

RESULT_SUFFIXES = frozenset(known.suffix for known in _FORMATS if known.suffix)
"""The suffixes of result files. They are needed only outside competition folders, where files are not opened."""


# --- the origin of a file: its program, club and event ---------------------------------------------------------------

PROGRAM, CLUB, EVENT = "program", "club", "event"

_LONGEST = 100
_REMARK = re.compile(r"^%[ \t]*(?:Creator|Generator|Program)\b[ \t]*[:=]?[ \t]*([^\n<]{1,200})$", re.M | re.I)
_TAG = re.compile(r'^\[(Event|Site) "([^"\n]{1,500})"\]', re.M)


def read_with_origin(data: bytes, file_id: str) -> Reading:
    """Read a file as `read_bytes` does, and add its origin, if it states one, for `barometer new`."""
    found = read_bytes(data, file_id)
    said = _ASKED[found.format](data) if found.format in _ASKED else {}
    tidy = {what: " ".join((value or "").split())[:_LONGEST] for what, value in said.items()}
    return replace(found, origin={what: value for what, value in tidy.items() if value})


def _of_pbn(data: bytes) -> dict[str, str | None]:
    text = decoded(data)[0]
    tags = {name: tag.value for name, tag in document(text).first_tags().items()}

    def first(*names: str) -> str | None:
        return next((tags[name] for name in names if tags.get(name, "").strip()), None)

    remark = _REMARK.search(text)
    return {
        PROGRAM: first("Generator", "generator", "creator", "program") or (remark and remark[1]),
        CLUB: first("Arranger", "organizer", "organiser", "site"),
        EVENT: first("ContestName", "event", "Event"),
    }


def _of_usebio(data: bytes) -> dict[str, str | None]:
    root, _ = parsed_xml(data)
    if root is None:
        return {}
    tidied(root)
    texts = [(str(element.tag), (element.text or "").strip()) for element in root.iter("*")]
    found = {tag: text for tag, text in reversed(texts) if text}
    event = found.get("EVENT_DESCRIPTION") or found.get("TITLE")
    return {PROGRAM: found.get("PROGRAM_NAME"), CLUB: found.get("CLUB_NAME"), EVENT: event}


def _of_games(data: bytes) -> dict[str, str | None]:
    tags = {name: value for name, value in reversed(_TAG.findall(decoded(data)[0])) if value != "?"}
    return {CLUB: tags.get("Site"), EVENT: tags.get("Event")}


_ASKED: dict[str, Callable[[bytes], dict[str, str | None]]] = {
    **{"pbn": _of_pbn, "usebio": _of_usebio},
    **dict.fromkeys(("pgn", "pdn"), _of_games),
}
