"""Elements of an XML tree, and their texts."""

from collections.abc import Iterable

from lxml import etree

from pipelines.readers.reading import Finding, error

Element = etree._Element

LONGEST = 500
"""Characters: more than any name or number has, so that a text of megabytes is not copied to every line."""
_SHOWN = 40

_LONG_TEXTS = f"//*[not(*)][string-length(text()) > {LONGEST}]"
_LONG_ATTRIBUTES = f"//*[@*[string-length() > {LONGEST}]]"
_WITH_NAMESPACE = "//*[namespace-uri() != '']"


def text(element: Element, path: str) -> str | None:
    """The text at this path without the blanks around it; None where it is absent or empty."""
    return (element.findtext(path) or "").strip() or None


def texts(element: Element) -> dict[str, str]:
    """The texts of the elements directly in this one, by name, without empty ones; of several of one name the first."""
    found = ((str(child.tag), (child.text or "").strip()) for child in element.iterchildren("*", reversed=True))
    return {name: written for name, written in dict(found).items() if written}


def first(*texts: str | None) -> str | None:
    """The first text that is there."""
    return next((each for each in texts if each), None)


def line_no(element: Element) -> str:
    """The number of the line on which the element begins."""
    return str(element.sourceline)


def children(holders: Iterable[Element], *names: str) -> list[Element]:
    """The elements of these names directly in the holders, in their order."""
    return [child for holder in holders for child in holder.iterchildren(*names)]


def tidied(root: Element) -> list[Finding]:
    """Take away namespaces, and texts that are too long to be a name or a number; an error for each of these."""
    for element in _found(root, _WITH_NAMESPACE):
        element.tag = etree.QName(element).localname
    findings = []
    for element in _found(root, _LONG_TEXTS):
        findings.append(_too_long(element, str(element.tag), element.text or ""))
        element.text = None
    for element in _found(root, _LONG_ATTRIBUTES):
        for name, value in element.attrib.items():
            if len(value) > LONGEST:
                findings.append(_too_long(element, str(name), str(value)))
                del element.attrib[name]
    return findings


def _found(root: Element, path: str) -> list[Element]:
    found = root.getroottree().xpath(path)
    return [element for element in found if isinstance(element, Element)] if isinstance(found, list) else []


def _too_long(element: Element, name: str, value: str) -> Finding:
    return error(
        "usebio.too_long",
        "{characters} characters in {name}, more than a name or number has; taken as empty: mend it",
        line_no=element.sourceline,
        field=name,
        value=f"{value[:_SHOWN]}...",
        characters=len(value),
        name=name,
    )
