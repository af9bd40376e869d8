"""The origin of a file, if it names its program, club or event. `barometer new` shows it."""

import re
from collections.abc import Callable
from dataclasses import replace

from pipelines.intake.readers.decoding import decoded
from pipelines.intake.readers.pbn.text import document
from pipelines.intake.readers.reading import Reading
from pipelines.intake.readers.recognise import read_bytes
from pipelines.intake.readers.untrusted_xml import parsed_xml
from pipelines.intake.readers.usebio.elements import tidied

PROGRAM, CLUB, EVENT = "program", "club", "event"

_LONGEST = 100
_REMARK = re.compile(r"^%[ \t]*(?:Creator|Generator|Program)\b[ \t]*[:=]?[ \t]*([^\n<]{1,200})$", re.M | re.I)
"""A comment that names the program, such as `%Creator: BridgeComposer Version 5`."""
_TAG = re.compile(r'^\[(Event|Site) "([^"\n]{1,500})"\]', re.M)


def read_with_origin(data: bytes, file_id: str) -> Reading:
    """Read a file as `read_bytes` does, and add its origin: any of `PROGRAM`, `CLUB` and `EVENT`."""
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
