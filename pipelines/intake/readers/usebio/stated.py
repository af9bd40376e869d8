"""What the file says of itself, and what it has that is not read."""

import re
from collections import defaultdict

from lxml import etree

from pipelines.intake.readers.reading import Finding, error, warning
from pipelines.intake.readers.usebio.elements import Element, line_no
from pipelines.intake.readers.usebio.rows import Row
from pipelines.intake.readers.usebio.sessions import PARTICIPANTS, Found, Session
from transforms.bridge.sessions import PARTNERS
from transforms.tables.messages import gettext_noop
from transforms.tables.schemas import SEATS

_STATED = (("sections", ("SECTION_COUNT",)), ("entrants", ("PAIRS", "TEAMS", "PLAYERS")))
"""What is counted -> the elements of an event that say how many there are."""
_WHERE = {
    "TRAVELLER_LINE": (
        "usebio.outside/traveller_line",
        "results stand outside the sections of their session, and are not read (how many: {rows}): export the file"
        " again",
        "//TRAVELLER_LINE",
    ),
    "MATCH": (
        "usebio.outside/match",
        "matches stand outside the sections of their session, and are not read (how many: {rows}): export the file"
        " again",
        "//MATCH",
    ),
    "PAIR": (
        "usebio.outside/pair",
        "pairs stand outside the participants, and are not read (how many: {rows}): export the file again",
        "//PAIR[not(ancestor::TEAM)]",
    ),
    "TEAM": (
        "usebio.outside/team",
        "teams stand outside the participants, and are not read (how many: {rows}): export the file again",
        "//TEAM[not(parent::MATCH)]",
    ),
    "PLAYER": (
        "usebio.outside/player",
        "players stand outside the participants, and are not read (how many: {rows}): export the file again",
        "//PLAYER",
    ),
}
"""Element -> code and sentence where some of it are not read, and where to find all of it."""
_LOST = gettext_noop("elements {tag} are not read, because the file is not sound ({rows} of {whole}): export it again")
_MOST_TOLD = 20
_OF_DIRECTOR = re.compile(r"PENALT|ADJUST|WEIGHT")
"""In the names of elements that may hold what a director decided; no program that is known here writes any."""
_NOTHING = re.compile(r"[+-]?[0.]*|N|NO|NONE|FALSE", re.IGNORECASE)
_IN_FILE = rb"<(?:\w+:)?%s[\s/>]"


def stated_rows(sessions: list[Session]) -> list[Row]:
    """The numbers that an event gives of itself, where all of it is one session.

    SESSION_COUNT is not among them, since programs that score two sessions as one write 2; nor is BOARDS_PLAYED, since
    that is how many each entrant played: see `boards_missing`.
    """
    return [
        {"session_id": session.id, "what": what, "value": (element.text or "").strip(), "line_no": line_no(element)}
        for session in _alone(sessions)
        for what, paths in _STATED
        for element in _numbers(session.event.element, paths)
    ]


def _numbers(event: Element, paths: tuple[str, ...]) -> list[Element]:
    """The first of these elements that is a number; none where none is."""
    found = (element for path in paths for element in event.iterchildren(path))
    return [element for element in found if re.fullmatch(r"[0-9]{1,6}", (element.text or "").strip())][:1]


def boards_missing(sessions: list[Session], results: list[Row]) -> list[Finding]:
    """A warning for each session in which nobody has as many boards as BOARDS_PLAYED says that each has."""
    played: dict[str | None, dict[str, set[tuple[str | None, ...]]]] = defaultdict(lambda: defaultdict(set))
    for row in results:
        for side in ("ns", "ew"):
            for entrant in (row[side] or "").split(PARTNERS):
                played[row["session_id"]][f"{row['line']} {entrant}"].add((row["round"], row["board"]))
    findings = []
    for session in _alone(sessions):
        written = session.event.boards_played or ""
        most = max(map(len, played[session.id].values()), default=0)
        if re.fullmatch(r"[0-9]{1,6}", written) and 0 < most < int(written):
            findings.append(
                warning(
                    "usebio.boards_missing",
                    "the file says that {stated} boards were played, but nobody has more than {most}:"
                    " see what is missing",
                    line_no=session.event.element.sourceline,
                    field="BOARDS_PLAYED",
                    value=written,
                    stated=written,
                    most=most,
                )
            )
    return findings


def doubts(session: Session) -> list[Finding]:
    """Warnings about what is read of a session, but not all that the file says."""
    findings = []
    matches = [match for section in session.sections for match in section.matches]
    if matches and session.match_score is None:
        findings.append(
            warning(
                "usebio.match_points",
                "matches in points that are not known here: their boards are read, their scores are not",
                line_no=matches[0].element.sourceline,
                field="MATCH_SCORING_METHOD",
                value=session.match_method,
            )
        )
    lines = [line for section in session.sections for board in section.boards for line in board.lines]
    by_pair = [line for line in lines if all(line.find(f"{seat}_PLAYER_NUMBER") is None for seat in SEATS)]
    if session.event.is_individual and by_pair:
        findings.append(
            warning(
                "usebio.individual_of_pairs",
                "results of an individual do not say who sat there, so they count for pairs (how many: {lines}, this"
                " one first): give N_PLAYER_NUMBER to W_PLAYER_NUMBER",
                line_no=by_pair[0].sourceline,
                field="EVENT_TYPE",
                value="INDIVIDUAL",
                lines=len(by_pair),
            )
        )
    return findings


def of_director(root: Element) -> list[Finding]:
    """An error for each name of elements that seem to hold penalties or adjusted scores, which are not read."""
    found: dict[str, list[tuple[Element, str]]] = defaultdict(list)
    for element in root.iter("*"):
        written = (element.text or "").strip()
        if _OF_DIRECTOR.search(str(element.tag).upper()) and not _NOTHING.fullmatch(written):
            found[str(element.tag)].append((element, written))
    return [
        error(
            "usebio.of_director",
            "elements of this name seem to hold what a director decided, and are not read (how many: {elements}, this"
            " one first): give a penalty in a table adjustments, and a weighted score as SCORE (w30:420/70:-50)",
            line_no=elements[0][0].sourceline,
            field=name,
            value=elements[0][1],
            elements=len(elements),
        )
        for name, elements in list(found.items())[:_MOST_TOLD]
    ]


def not_read(root: Element, found: Found) -> list[Finding]:
    """Errors for elements that belong to no session, and for a file without result lines."""
    findings = []
    distinct = {id(one): one for one in found.participants}.values()
    read = {
        "TRAVELLER_LINE": found.lines,
        "MATCH": found.matches,
        **{tag: sum(one.tag == tag for one in distinct) for tag in PARTICIPANTS},
        "PLAYER": sum(1 for one in distinct for _ in one.iter("PLAYER")),
    }
    for tag, (code, sentence, path) in _WHERE.items():
        rows = _count(root, path) - read[tag]
        if rows > 0:
            findings.append(error(code, sentence, field=tag, rows=rows))
    if _count(root, "//TRAVELLER_LINE") == 0 and found.matches:
        findings.append(
            warning(
                "usebio.only_matches",
                "no results in this file, only matches ({rows}), which count: where boards were entered, export"
                " the travellers too",
                field="TRAVELLER_LINE",
                rows=found.matches,
            )
        )
    elif _count(root, "//TRAVELLER_LINE") == 0:
        said = "no results in this file: export the travellers too"
        findings.append(error("usebio.no_result_lines", said, field="TRAVELLER_LINE"))
    return findings


def lost(root: Element | None, data: bytes) -> list[Finding]:
    """Errors for what stands in a file that breaks off, but was not parsed."""
    plain = data.replace(b"\0", b"")
    findings = []
    for tag in ("TRAVELLER_LINE", "MATCH", "PAIR", "PLAYER"):
        whole = len(re.findall(_IN_FILE % tag.encode(), plain))
        rows = whole - (0 if root is None else _count(root, f"//{tag}"))
        if rows > 0:
            gaps = {"rows": rows, "whole": whole, "tag": tag}
            findings.append(error(f"usebio.{tag.lower()}_lost", _LOST, field=tag, sentence=_LOST, **gaps))
    return findings


def _alone(sessions: list[Session]) -> list[Session]:
    """The sessions that are all there is of their event."""
    return [session for session in sessions if session.event.is_one_session]


def _count(root: Element, path: str) -> int:
    return int(float(str(etree.XPath(f"count({path})")(root))))
