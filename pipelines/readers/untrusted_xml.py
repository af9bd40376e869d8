"""Parse XML from unknown sources: no entity is expanded, and nothing is fetched.

A file that breaks off or has a fault is read up to that place.
"""

from lxml import etree

from pipelines.readers.decoding import decoded
from pipelines.readers.reading import Finding


def parsed_xml(data: bytes) -> tuple[etree._Element | None, list[Finding]]:
    """The outermost element of the file, or of its part before a fault; and the findings.

    The element is None where the file declares entities, or where no element can be read.
    """
    findings: list[Finding] = []
    try:
        root = etree.fromstring(data, _parser())
    except etree.XMLSyntaxError as error:
        root, findings = _in_other_letters(data)
        if root is None:
            reason = f"the XML breaks off or is not sound here ({error.msg}); what stands before is read"
            findings = [Finding(error.lineno, "error", "XML", None, f"{reason}: export the file again")]
            root = _as_far_as_sound(data)
    if b"<!ENTITY" in data or (root is not None and _declares_entities(root)):
        message = (
            "the file declares entities of its own, so it is not read: result programs write none; export it again"
        )
        return None, [Finding(None, "error", "<!ENTITY", None, message)]
    return root, findings


def _parser(encoding: str | None = None, *, recover: bool = False) -> etree.XMLParser:
    return etree.XMLParser(
        encoding=encoding, recover=recover, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )


def _in_other_letters(data: bytes) -> tuple[etree._Element | None, list[Finding]]:
    """The outermost element of a file that is sound, but in another encoding than it declares; None for other files."""
    text, findings = decoded(data)
    try:
        return etree.fromstring(text.encode(), _parser("utf-8")), findings
    except etree.XMLSyntaxError:
        return None, []


def _as_far_as_sound(data: bytes) -> etree._Element | None:
    try:
        root = etree.fromstring(data, _parser(recover=True))
    except etree.XMLSyntaxError:
        return None
    if root is not None:
        _drop_open_end(root)
    return root


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
