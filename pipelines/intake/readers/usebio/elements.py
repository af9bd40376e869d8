"""Elements of an XML tree, and their texts."""

from collections.abc import Iterable

from lxml import etree

from pipelines.intake.readers.reading import Finding, error

Element = etree._Element

LONGEST = 500
"""Characters: more than any name or number has, so that a text of megabytes is not copied to every line."""
_SHOWN = 40


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
    # Element by element, since the time of XPath may grow with the square of a damaged file.
    findings = []
    for element in root.iter("*"):
        name = str(element.tag)
        if name.startswith("{"):
            element.tag = name = etree.QName(element).localname
        written = element.text
        if written and len(written) > LONGEST and not any(True for _ in element.iterchildren("*")):
            findings.append(_too_long(element, name, written))
            element.text = None
        for attribute, value in element.items():
            if len(value) > LONGEST:
                findings.append(_too_long(element, attribute, value))
                del element.attrib[attribute]
    return findings


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
