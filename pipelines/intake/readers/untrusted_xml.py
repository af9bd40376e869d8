"""Parse XML from unknown sources, up to its first fault. No entity is expanded, and nothing is fetched."""

import re
from contextlib import suppress

from lxml import etree

from pipelines.intake.readers.decoding import decoded
from pipelines.intake.readers.reading import Finding, error, warning

_MOST_ATTRIBUTES = 100
"""The most attributes an element may have: the time to read them grows with the square of their number."""
_REFERENCE = re.compile(rb"&#([xX][0-9A-Fa-f]+|[0-9]+);")
_NO_CHARACTER = b"&#xFFFD;"
_MOST_DIGITS = 7
_CHARACTERS = ((0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF))
_UTF_8, _LATIN = "UTF-8", ("ISO-8859-1", "WINDOWS-1252")
_MAY_BREAK_OFF = ("MATCH", "TRAVELLER_LINE", "TEAM", "PAIR")


def parsed_xml(data: bytes) -> tuple[etree._Element | None, list[Finding]]:
    """Return the root element, with all content before any fault, and findings; None if the file has entities."""
    root, findings = _parsed(data)
    declared = None if root is None else root.getroottree().docinfo.internalDTD
    if b"<!ENTITY" in data or (declared is not None and any(True for _ in declared.iterentities())):
        return None, [error("xml.left_out", field="<!ENTITY")]
    return root, findings


def _parsed(data: bytes) -> tuple[etree._Element | None, list[Finding]]:
    data, findings = _with_characters_only(data)
    root, fault = _tried(data)
    if fault or (root is not None and _may_be_another(data, root.getroottree().docinfo.encoding)):
        # The file may be sound, but not in the encoding that it declares.
        text, of_letters = decoded(data)
        again, still = _tried(text.encode(), encoding="utf-8")
        if not still:
            root, fault, findings = again, None, [*findings, *of_letters]
    if fault:
        root, _ = _tried(data, recover=True)
        at = {"line_no": fault.lineno, "field": "XML"}
        if "Premature end" in (fault.msg or ""):
            findings.append(error("xml.not_sound/breaks_off", **at))
        else:
            findings.append(error("xml.not_sound", **at, column=fault.offset or 1))
    if root is None:
        return None, findings
    crowds = [(element, len(element.attrib)) for element in root.iter("*") if len(element.attrib) > _MOST_ATTRIBUTES]
    for element, number in crowds:
        element.attrib.clear()
        at = {"line_no": element.sourceline, "field": "XML"}
        findings.append(error("xml.left_out/attributes", **at, attributes=number))
    if fault and not _is_text(root):
        return None, findings
    element = root
    while fault and len(element):
        # The file stopped in its last match, line, team or pair, so that one cannot be trusted.
        parent, element = element, element[-1]
        if element.tag in _MAY_BREAK_OFF:
            parent.remove(element)
            break
    return root, findings


def _may_be_another(data: bytes, declared: str | None) -> bool:
    """Return whether a file may be in another encoding than it declares: many programs declare Latin-1 for anything."""
    if data.isascii() or (declared or _UTF_8).upper() == _UTF_8:
        return False
    with suppress(UnicodeDecodeError):
        return bool(data.decode())
    return (declared or "").upper() in _LATIN


def _tried(
    data: bytes, *, encoding: str | None = None, recover: bool = False
) -> tuple[etree._Element | None, etree.XMLSyntaxError | None]:
    parser = etree.XMLParser(
        encoding=encoding, recover=recover, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        return etree.fromstring(data, parser), None
    except etree.XMLSyntaxError as fault:
        return None, fault


def _with_characters_only(data: bytes) -> tuple[bytes, list[Finding]]:
    """Replace references to invalid characters, such as `&#xD800;`, by `&#xFFFD;`; warn if there are any."""
    wrong = [reference for reference in _REFERENCE.finditer(data) if not _is_character(reference[1])]
    if not wrong:
        return data, []
    at = {"line_no": data.count(b"\n", 0, wrong[0].start()) + 1, "value": wrong[0][0].decode("ascii")[:20]}
    found = warning("decoding.letters/references", **at, field="XML", references=len(wrong))

    def character(reference: re.Match[bytes]) -> bytes:
        return reference[0] if _is_character(reference[1]) else _NO_CHARACTER

    return _REFERENCE.sub(character, data), [found]


def _is_character(digits: bytes) -> bool:
    significant = digits.lstrip(b"xX0")
    if len(significant) > _MOST_DIGITS:
        return False
    number = int(significant or b"0", 16 if digits[:1] in b"xX" else 10)
    return number in (0x9, 0xA, 0xD) or any(low <= number <= high for low, high in _CHARACTERS)


def _is_text(root: etree._Element) -> bool:
    try:
        return all(
            isinstance(value, str)
            for element in root.iter("*")
            for value in (element.text or "", element.tail or "", *element.attrib.values())
        )
    except UnicodeDecodeError:
        return False
