"""Parse XML from unknown sources: no entity is expanded, and nothing is fetched.

A file that breaks off or has a fault is read up to that place.
"""

import re

from lxml import etree

from pipelines.intake.readers.decoding import decoded
from pipelines.intake.readers.reading import Finding, error, warning


def parsed_xml(data: bytes) -> tuple[etree._Element | None, list[Finding]]:
    """The outermost element of the file, or of its part before a fault; and the findings.

    The element is None where the file declares entities, or where no element can be read.
    """
    data, findings = _with_characters_only(data)
    try:
        root = etree.fromstring(data, _parser())
    except etree.XMLSyntaxError as fault:
        root, told = _in_other_letters(data)
        findings += told
        if root is None:
            findings.append(_not_sound(fault))
            root, told = _as_far_as_sound(data)
            return _without_entities(data, root, [*findings, *told])
    return _without_entities(data, root, [*findings, *_without_crowds(root)])


def _without_entities(
    data: bytes, root: etree._Element | None, findings: list[Finding]
) -> tuple[etree._Element | None, list[Finding]]:
    """The outermost element and the findings, unless the file declares entities."""
    if b"<!ENTITY" in data or (root is not None and _declares_entities(root)):
        return None, [error("xml.entities", _ENTITIES, field="<!ENTITY")]
    return root, findings


_ENTITIES = "the file declares entities of its own, so it is not read: result programs write none; export it again"


_MOST_ATTRIBUTES = 100
"""Of an element: the time to read them grows with the square of their number."""
_REFERENCE = re.compile(rb"&#([xX][0-9A-Fa-f]+|[0-9]+);")
_NO_CHARACTER = b"&#xFFFD;"
_MOST_DIGITS = 7
_CHARACTERS = ((0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF))


def _not_sound(fault: etree.XMLSyntaxError) -> Finding:
    if "Premature end" in (fault.msg or ""):
        sentence = "the file breaks off here; what stands before is read: export it again, or copy all of it"
        return error("xml.breaks_off", sentence, line_no=fault.lineno, field="XML")
    sentence = "this is no sound XML from column {column} of this line on; what stands before is read: export it again"
    return error("xml.not_sound", sentence, line_no=fault.lineno, field="XML", column=fault.offset or 1)


def _parser(encoding: str | None = None, *, recover: bool = False) -> etree.XMLParser:
    return etree.XMLParser(
        encoding=encoding, recover=recover, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )


def _with_characters_only(data: bytes) -> tuple[bytes, list[Finding]]:
    """The file with a sign of doubt for each reference to no character, such as `&#xD800;`; and a warning."""
    wrong = [reference for reference in _REFERENCE.finditer(data) if not _is_character(reference[1])]
    if not wrong:
        return data, []
    parts: list[bytes] = []
    end = 0
    for reference in wrong:
        parts += [data[end : reference.start()], _NO_CHARACTER]
        end = reference.end()
    value = wrong[0][0].decode("ascii")[:20]
    at = data.count(b"\n", 0, wrong[0].start()) + 1
    said = (
        "references to no character are read as \N{REPLACEMENT CHARACTER} (how many: {references}, this one first):"
        " mend the names"
    )
    found = warning("xml.no_character", said, line_no=at, field="XML", value=value, references=len(wrong))
    return b"".join([*parts, data[end:]]), [found]


def _is_character(digits: bytes) -> bool:
    """Whether XML allows the character with this number: decimal, or hexadecimal after an x."""
    significant = digits.lstrip(b"xX0")
    if len(significant) > _MOST_DIGITS:
        return False
    number = int(significant or b"0", 16 if digits[:1] in b"xX" else 10)
    return number in (0x9, 0xA, 0xD) or any(low <= number <= high for low, high in _CHARACTERS)


def _in_other_letters(data: bytes) -> tuple[etree._Element | None, list[Finding]]:
    """The outermost element of a file that is sound, but in another encoding than it declares; None for other files."""
    text, findings = decoded(data)
    try:
        return etree.fromstring(text.encode(), _parser("utf-8")), findings
    except etree.XMLSyntaxError:
        return None, []


def _as_far_as_sound(data: bytes) -> tuple[etree._Element | None, list[Finding]]:
    try:
        root = etree.fromstring(data, _parser(recover=True))
    except etree.XMLSyntaxError:
        return None, []
    if root is None:
        return None, []
    findings = _without_crowds(root)
    if not _is_text(root):
        return None, findings
    _drop_open_end(root)
    return root, findings


def _without_crowds(root: etree._Element) -> list[Finding]:
    """Take away the attributes of elements that have far too many; and an error for each of these."""
    crowds = [(element, len(element.attrib)) for element in root.iter("*") if len(element.attrib) > _MOST_ATTRIBUTES]
    for element, _ in crowds:
        element.attrib.clear()
    sentence = "{attributes} attributes of one element, more than any has; they are passed over: export the file again"
    return [
        error("xml.attributes", sentence, line_no=element.sourceline, field="XML", attributes=attributes)
        for element, attributes in crowds
    ]


def _is_text(root: etree._Element) -> bool:
    """Whether every text of a recovered tree is text: the parser may keep bytes that are not."""
    try:
        return all(
            isinstance(value, str)
            for element in root.iter("*")
            for value in (element.text or "", element.tail or "", *element.attrib.values())
        )
    except UnicodeDecodeError:
        return False


def _declares_entities(root: etree._Element) -> bool:
    declared = root.getroottree().docinfo.internalDTD
    return declared is not None and any(True for _ in declared.iterentities())


def _drop_open_end(root: etree._Element) -> None:
    """Remove the last match, line, team or pair: it was cut off in the middle, so it cannot be trusted."""
    element = root
    while len(element):
        parent, element = element, element[-1]
        if element.tag in ("MATCH", "TRAVELLER_LINE", "TEAM", "PAIR"):
            parent.remove(element)
            return
