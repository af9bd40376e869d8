"""The mark of a club: a picture from anybody, which is shown to everybody."""

from typing import Final, NamedTuple

from lxml import etree

from pipelines.intake.readers.untrusted_xml import parsed_xml
from pipelines.settings.problems import Problem, problem

MOST_BYTES: Final = 100_000
"""Of a mark: every page of the club loads it."""

_STARTS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpg"}
_SVG = "{http://www.w3.org/2000/svg}"
_ACTIVE = frozenset({"script", "handler", "listener", "foreignobject", "set", "animate", "animatetransform", "discard"})
"""Elements that are of no use in a mark, and by which a picture opened by itself could run or become something else."""
_NO_PICTURE = "neither a PNG, nor a JPEG, nor a sound SVG by what is in it, so it is not shown: save it as one"
_COULD_RUN = "an SVG with {found}, which a mark does not need, so it is not shown: save it as a plain SVG"


class Picture(NamedTuple):
    """What is shown."""

    suffix: str
    """`png`, `jpg` or `svg`."""
    content: bytes
    """All bytes; of an SVG the elements that were looked at, written anew, so that no browser reads others in them."""


def picture_of(content: bytes, key: str, name: str) -> Picture | Problem:
    """The picture, by what is in the file; or why it is not shown.

    Args:
        content: all bytes of the file.
        key: the key that names it.
        name: of the file.
    """
    for start, suffix in _STARTS.items():
        if content.startswith(start):
            return Picture(suffix, content)
    root, faults = parsed_xml(content)
    if faults or root is None or root.tag != f"{_SVG}svg":
        return problem("mark_kind", _NO_PICTURE, key=key, value=name)
    if found := _active(root):
        return problem("mark_active", _COULD_RUN, {"found": found}, key=key, value=name)
    return Picture("svg", etree.tostring(root, encoding="utf-8"))


def too_large(key: str, name: str) -> Problem:
    """A picture of more than `MOST_BYTES`; the arguments are those of `picture_of`."""
    sentence = "larger than {most} kB, and every page would load it, so it is not shown: save it smaller"
    return problem("mark_bytes", sentence, {"most": MOST_BYTES // 1000}, key=key, value=name)


def _active(root: etree._Element) -> str | None:
    """What in an SVG could run, were it opened by itself; None where nothing could."""
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
            told = etree.QName(attribute).localname
            if told.lower().startswith("on") or "javascript:" in "".join(value.split()).lower():
                return told[:20]
    return None
