"""The settings of a club for its pages: club.toml, and its mark (a logo), an untrusted picture that everybody sees."""

import base64
import re
from typing import Final, NamedTuple

import polars as pl
from lxml import etree

from pipelines.intake.landing.folders import OF_CLUB, Folder
from pipelines.intake.readers.reading import Finding, warning
from pipelines.intake.readers.untrusted_xml import parsed_xml
from pipelines.machine.files import TooLargeError, bytes_of
from pipelines.settings.club import CLUB_SETTINGS, CONTRAST, Page, on_dark, on_light, read_club_settings
from pipelines.settings.problems import Problem, SettingsError, problem
from transforms.tables.schemas import Looks
from transforms.tables.shared import types_of

OF_SETTINGS = f"{OF_CLUB}{CLUB_SETTINGS}"
MOST_BYTES: Final = 100_000
"""The largest size in bytes of a mark (a club's picture), because every page of the club loads it."""

_MARK = "page.mark"
_STARTS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpg"}
_SVG = "{http://www.w3.org/2000/svg}"
_ACTIVE = frozenset({"script", "handler", "listener", "foreignobject", "set", "animate", "animatetransform", "discard"})
"""SVG elements that could run code, or change the picture when it is opened. No mark needs them."""

_ELSEWHERE = re.compile(r"@import|\\|image-set\(|\bsrc\(|url\(\s*+['\"]?+\s*+(?!#)", re.IGNORECASE)
"""CSS that loads something from outside the picture; a backslash may hide such CSS."""
_EMBEDDED = re.compile(r"#|data:image/(?:png|jpeg|gif|webp)[;,]", re.IGNORECASE)
"""The beginning of a link to a part of the picture, or to an image embedded in it."""


class OfClub(NamedTuple):
    """The settings of a club for the pages of one of its competitions, and findings about them."""

    page: Page
    looks: pl.DataFrame
    findings: list[Finding]


class Picture(NamedTuple):
    """The picture of a club, after checks that it can be shown safely."""

    suffix: str
    content: bytes
    """All bytes of the file. An SVG is written anew from its parsed elements, so that browsers see nothing else."""


def of_club(folder: Folder) -> OfClub:
    """Return the settings of a club for the pages of a competition, with findings about them."""
    page, looks = Page(), pl.DataFrame(schema=types_of(Looks))
    listed = folder.files.get(OF_SETTINGS)
    if listed is None or not listed.can_be_read:
        return OfClub(page, looks, list(listed.findings if listed else ()))
    row: dict[str, str] = {}
    try:
        settings = read_club_settings(listed.path)
    except SettingsError as wrong:
        problems = wrong.problems
    else:
        page, problems = settings.page, list(settings.set_aside)
        mark = _mark(folder, page.mark) if page.mark else None
        if isinstance(mark, Picture):
            row = {"mark_format": mark.suffix, "mark": base64.b64encode(mark.content).decode()}
        problems += [mark] if isinstance(mark, Problem) else []
    findings = [*listed.findings, *(Finding(one.line_no, "error", *one[:5]) for one in problems)]
    if page.colour:
        row |= {"colour": (shown := on_light(page.colour)), "colour_in_the_dark": on_dark(page.colour)}
        if shown != page.colour:
            at = {"field": "page.colour", "value": page.colour}
            findings.append(warning("settings.colour_pale", **at, contrast=CONTRAST, shown=shown))
    if page.welcome:
        row["welcome"] = page.welcome
    if row:
        row |= {"club": folder.club, "competition": folder.competition}
        looks = pl.DataFrame([row], schema=types_of(Looks))
    return OfClub(page, looks, findings)


def _mark(folder: Folder, name: str) -> Picture | Problem:
    listed = folder.files.get(folder.mark or "")
    try:
        if listed is None or not listed.can_be_read or listed.path.is_symlink():
            raise FileNotFoundError(name)
        content = bytes_of(listed.path, MOST_BYTES)
    except TooLargeError:
        sentence = (
            "the picture is larger than {most} kB, and every page would load it, so it is not shown: save a "
            "smaller picture"
        )
        return problem("mark/bytes", sentence, {"most": MOST_BYTES // 1000}, key=_MARK, value=name)
    except OSError:
        sentence = "there is no such file next to club.toml, or it is a link or a folder: put the picture itself there"
        return problem("mark/not_found", sentence, key=_MARK, value=name)
    return picture_of(content, name)


def picture_of(content: bytes, name: str) -> Picture | Problem:
    """Return the picture with this content, or the reason why it is not shown."""
    for start, suffix in _STARTS.items():
        if content.startswith(start):
            return Picture(suffix, content)
    root, faults = parsed_xml(content)
    if faults or root is None or root.tag != f"{_SVG}svg":
        sentence = "the content is not a PNG, a JPEG or a valid SVG, so it is not shown: save it as one of these"
        return problem("mark/kind", sentence, key=_MARK, value=name)
    if found := _active(root):
        sentence = (
            "the picture is an SVG with {found}, which is not allowed here, so it is not shown: save it as a plain SVG"
        )
        return problem("mark/active", sentence, {"found": found}, key=_MARK, value=name)
    return Picture("svg", etree.tostring(root, encoding="utf-8"))


def _active(root: etree._Element) -> str | None:
    around = [*root.itersiblings(preceding=True), *root.itersiblings()]
    for element in [*around, *root.iter()]:
        if not isinstance(element.tag, str):
            if element.tag is etree.ProcessingInstruction:
                return "<?"
            continue
        name = etree.QName(element)
        if name.localname.lower() in _ACTIVE or name.namespace == "http://www.w3.org/1999/xhtml":
            return f"<{name.localname[:20]}>"
        for attribute, value in element.attrib.items():
            local = etree.QName(attribute).localname
            is_link = local.lower() in ("href", "src", "base")
            loads = not _EMBEDDED.match(value.strip()) if is_link else _ELSEWHERE.search(value)
            if local.lower().startswith("on") or loads or "javascript:" in "".join(value.split()).lower():
                return local[:20]
        if name.localname.lower() == "style" and _ELSEWHERE.search("".join(element.itertext())):
            return "<style>"
    return None
