"""The parts of a game, each with the one that it belongs to.

They stand inside each other, or side by side with the ids of what they belong to (`section_id`); both are read.
"""

from typing import Any, NamedTuple

from pipelines.intake.readers.reading import Finding, error
from pipelines.intake.readers.results_json import cell

_BELONGS_TO = {
    "sessions": ("event", "event_id"),
    "sections": ("sessions", "session_id"),
    "boards": ("sections", "section_id"),
    "board_results": ("boards", "board_id"),
    "pair_summaries": ("sections", "section_id"),
    "players": ("pair_summaries", "pair_summary_id"),
}
"""A list -> the one whose parts it belongs to, and the key with the id of that part."""


class Part(NamedTuple):
    """An object of one of the lists, and the one that it belongs to."""

    no: int
    """Its place in the file among those of its list, from 1."""
    of: dict[str, Any]
    parent: "Part | None"


def parts_of(document: dict[str, Any]) -> tuple[dict[str, list[Part]], list[Finding]]:
    """The parts of each list, in order; and an error on those that belong to nothing."""
    event = Part(1, document, None)
    parts: dict[str, list[Part]] = {"event": [event]}
    findings: list[Finding] = []
    for name, (above, key) in _BELONGS_TO.items():
        rows: list[tuple[Any, Part | None]] = [(row, one) for one in parts[above] for row in items(one.of, name)]
        if above != "event":
            by_id = {text_of(one.of, "id"): one for one in parts[above] if text_of(one.of, "id")}
            rows += [(row, by_id.get(text_of(row, key)) if _is_object(row) else None) for row in items(document, name)]
        whole = [(row, one) for row, one in rows if one is not None and _is_object(row)]
        parts[name] = [Part(no, row, one) for no, (row, one) in enumerate(whole, 1)]
        if lost := len(rows) - len(whole):
            said = "what belongs to nothing in this file is left out (of {list}: {rows}): save it again"
            findings.append(error("acbl.alone", said, field=key, rows=lost, list=name))
        if name == "board_results" and (elsewhere := _results_in(document) - len(rows)) > 0:
            said = (
                "results stand where none are looked for, so they are left out (how many: {rows}): save the page again"
            )
            findings.append(error("acbl.elsewhere", said, field=name, rows=elsewhere))
    return parts, findings


def _results_in(document: dict[str, Any]) -> int:
    """How many objects there are, wherever they stand, with a pair in both directions."""
    count = 0
    inside: list[Any] = [document]
    while inside:
        of = inside.pop()
        if isinstance(of, dict):
            count += {"ns_pair", "ew_pair"} <= of.keys()
            inside += of.values()
        elif isinstance(of, list):
            inside += of
    return count


def items(of: dict[str, Any], name: str) -> list[Any]:
    """What stands in a list of an object; nothing where there is no such list."""
    given = of.get(name)
    return given if isinstance(given, list) else []


def _is_object(row: object) -> bool:
    return isinstance(row, dict)


def text_of(of: dict[str, Any], key: str) -> str | None:
    """A value of an object as text; None where it has none, or blanks only."""
    return (cell(of.get(key)) or "").strip() or None
