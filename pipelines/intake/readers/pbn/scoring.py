"""The session of a PBN file: how it is scored, its date and title, and the numbers that the program states.

The tags Scoring and Competition show the scoring, together with the result lines. Findings report words that are
unknown, that differ from board to board, or that contradict the lines.
"""

import datetime as dt
import re
from collections import Counter
from typing import NamedTuple

import polars as pl

from pipelines.intake.readers.pbn.text import Document, Faults, Tag
from pipelines.intake.readers.sheets import HOW_SCORED, OTHER_MATCHPOINTS, Row, sheet_of
from transforms.bridge.sessions import PARTNERS

_IMPS, _BOARD_A_MATCH, _VICTORY_POINTS = "imps", "board_a_match", "victory_points"
_OTHER, _UNKNOWN = "other", "unknown"
_KINDS = {
    **dict.fromkeys(("butler", "butler1", "butler2", "mean", "median", "experts"), "butler"),
    **dict.fromkeys(("cross", "cross1", "cross2", "crossimp", "crossimps", "ximp", "ximps"), "cross_imp"),
    **dict.fromkeys(("imp", "imps"), _IMPS),
    **dict.fromkeys(("mp", "mps", "mp1", "mp2", "oldmp", "matchpoint", "matchpoints"), "pairs"),
    **dict.fromkeys(("mitchell", "mitchell2", "mitchell3", "mitchell4", "ascherman", "bastille"), "pairs"),
    **dict.fromkeys(("bam", "boardamatch", "pointaboard"), _BOARD_A_MATCH),
    **dict.fromkeys(("vp", "vps", "victorypoints"), _VICTORY_POINTS),
    **dict.fromkeys(("rubber", "chicago", "cavendish", "chouette", "instant", "patton"), _OTHER),
    **dict.fromkeys(("total", "totalpoint", "totalpoints"), _OTHER),
}
"""The kind of session, or another meaning, of each word of [Scoring], written in small letters and digits."""
_DROPPED = {"median": 100, "butler2": 1}
"""By word of [Scoring], how many results at each end are not used for the datum; 100 leaves only the middle ones."""
_IN_ORDER = ("butler", "cross_imp", _IMPS, "pairs", _BOARD_A_MATCH, _OTHER, _VICTORY_POINTS)
"""The meanings of [Scoring]. If a text has several, the first counts: `IMP;Cross` means cross-IMPs."""
_TEAMS, _INDIVIDUALS, _PAIRS = "teams", "individuals", "pairs"
_COMPETITIONS = {
    **dict.fromkeys(("team", "teams", "teamoffour", "teamsoffour", "swissteams"), _TEAMS),
    **dict.fromkeys(("individual", "individuals"), _INDIVIDUALS),
    **dict.fromkeys(("pair", "pairs"), _PAIRS),
    **dict.fromkeys(("rubber", "chicago"), _OTHER),
}
_OF_MATCHPOINTS = ("TotalScoreMP", "TotalMP", "TotalPercentage")
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")
_BETWEEN = re.compile(r"[;,/]")
_BOARDS_NAMED = 10
_DOUBTS = {
    _IMPS: "pbn.scoring/which_imps",
    **dict.fromkeys((_BOARD_A_MATCH, _VICTORY_POINTS), "pbn.scoring/only_of_teams"),
    _UNKNOWN: "pbn.scoring",
}

_WHERE = ("date", "eventdate", "ContestDate", "Date")
"""The tags that may have a date, and then the values in comments; the most reliable first."""
_WELL_FORMED = re.compile(r"[0-9]{4}[.-][0-9][0-9][.-][0-9][0-9]")
_STATED = {
    "entrants": ("PairCount",),
    "rounds": ("RoundCount",),
    "tables": ("TableCount",),
    "boards": ("BoardCountSession", "BoardCount"),
}
"""The names under which Ruter and Magic Contest state each number. The first name with a number counts."""


class Way(NamedTuple):
    """How a session is scored; `kind` is None if the session is left out."""

    kind: str | None
    team_scoring: str | None = None
    datum_drop: int | None = None


def way_of(found: Document, tags: dict[str, Tag], rows: list[Row], ranked: list[Row], *, is_of_teams: bool) -> Way:
    """Decide how a session is scored; findings report doubts. `ranked` has the rows of the result list."""
    faults, ways = found.faults, _boards_of_ways(found)
    word, scoring = next(((word, said[0][1]) for word, said in ways.items()), (None, None))
    competition = tags.get("competition")
    who = _who(competition.value) if competition else _PAIRS
    # In a match the same two entrants meet twice on a board, once in each direction.
    meetings = {(row.get("board"), _side(row, "NS"), _side(row, "EW")) for row in rows if who == _TEAMS}
    if is_of_teams or any(ns != ew and (board, ew, ns) in meetings for board, ns, ew in meetings):
        if scoring and word in ("pairs", _OTHER, _UNKNOWN):
            report = faults.error if word == _OTHER else faults.warning
            report("pbn.scoring/of_teams", scoring.line_no, "Scoring", scoring.value)
        _report_mixed(faults, ways, "teams")
        return Way("teams", "point_a_board" if word == _BOARD_A_MATCH else None)
    for field, said, tag in (("Scoring", word, scoring), ("Competition", word or who, competition)):
        if said == _OTHER and tag:
            faults.error("pbn.scoring/other_points", tag.line_no, field, tag.value, rows=len(rows))
            return Way(None)
    # If no word says so, the points on the lines show the scoring.
    of_imps = _has(rows, "IMP_NS", "IMP_EW") or _has(ranked, "TotalScoreIMP", "TotalIMP")
    in_imps = of_imps and not _has(rows, "MP_NS", "MP_EW") and not _has(ranked, *_OF_MATCHPOINTS)
    kind = word if word in HOW_SCORED else "cross_imp" if in_imps or word == _IMPS else "pairs"
    how = HOW_SCORED[kind]
    if scoring and word != kind:
        faults.warning(_DOUBTS[word or _UNKNOWN], scoring.line_no, "Scoring", scoring.value, how=how)
    elif scoring is None and in_imps:
        faults.warning("pbn.scoring/which_imps", None, "Scoring")
    elif scoring is None and _is_unsaid(rows, ranked):
        faults.warning("pbn.scoring/missing", None, "Scoring")
    parts = _BETWEEN.split(scoring.value) if scoring and kind == "pairs" else []
    if scoring and (other := next((part for part in parts if _plain(part) in OTHER_MATCHPOINTS), None)):
        faults.warning("pbn.scoring/other_matchpoints", scoring.line_no, "Scoring", scoring.value, word=other.strip())
    is_of_singles = who == _INDIVIDUALS and any(PARTNERS in (_side(row, "NS") or "") for row in rows)
    if competition and who != _PAIRS and not is_of_singles:
        report = faults.error if who in (_TEAMS, _INDIVIDUALS) else faults.warning
        code = {_TEAMS: "pbn.scoring/no_teams", _INDIVIDUALS: "pbn.scoring/no_individuals"}.get(who)
        report(code or "pbn.scoring/competition", competition.line_no, "Competition", competition.value, how=how)
    _report_mixed(faults, ways, kind)
    plain = {_plain(part) for part in _BETWEEN.split(scoring.value if scoring and kind == "butler" else "")}
    return Way(kind, datum_drop=next((dropped for said, dropped in _DROPPED.items() if said in plain), None))


def _is_unsaid(rows: list[Row], ranked: list[Row]) -> bool:
    """Return whether a board has several results to compare, and nothing shows how they were compared."""
    shown = _has(rows, "MP_NS", "MP_EW", "Percentage_NS", "Percentage_EW") or _has(ranked, *_OF_MATCHPOINTS)
    return not shown and len({row.get("board") for row in rows}) < len(rows)


def says_teams(competition: str) -> bool:
    """Return whether the value of [Competition] is a word for teams."""
    return _who(competition) == _TEAMS


def _who(competition: str) -> str:
    return _COMPETITIONS.get(_plain(competition), _UNKNOWN)


def _plain(written: str) -> str:
    return _NOT_A_LETTER.sub("", written.lower())


def _boards_of_ways(found: Document) -> dict[str, list[tuple[str, Tag]]]:
    """Return, for each meaning of [Scoring], its boards with their tags. The most frequent meaning comes first."""
    said: dict[str, list[tuple[str, Tag]]] = {}
    for game in found.games:
        written = game.get("scoring")
        if written and written != "#":
            words = {_KINDS.get(_plain(part)) for part in [written, *_BETWEEN.split(written)]}
            word = next((word for word in _IN_ORDER if word in words), _UNKNOWN)
            said.setdefault(word, []).append((game.get("board") or "?", Tag(game.line_of("scoring"), written)))
    return dict(sorted(said.items(), key=lambda of_word: -len(of_word[1])))


def _side(row: Row, direction: str) -> str | None:
    return row.get(f"PairId_{direction}") or row.get(f"Pair{direction}") or row.get(f"Names_{direction}")


def _has(rows: list[Row], *columns: str) -> bool:
    return any(row.get(column) for row in rows for column in columns)


def _report_mixed(faults: Faults, ways: dict[str, list[tuple[str, Tag]]], kind: str) -> None:
    most, *others = [*ways.values()] or [[]]
    for said in others:
        boards, first = list(dict.fromkeys(board for board, _ in said)), said[0][1]
        named = ", ".join(boards[:_BOARDS_NAMED]) + (", …" if len(boards) > _BOARDS_NAMED else "")
        gaps = {"boards": named, "most": most[0][1].value, "how": HOW_SCORED[kind]}
        faults.error("pbn.scoring/mixed", first.line_no, "Scoring", first.value, **gaps)


def date_of(found: Document, tags: dict[str, Tag]) -> Tag | None:
    """Return the most frequent date in the tags `Date`, or else the date of the event or the contest.

    If several dates are most frequent, the one of the contest counts, or else the first. A finding reports the others.
    """
    said = [tag for game in found.games if (tag := game.tags.get("date")) and _WELL_FORMED.fullmatch(tag.value)]
    contest = tags.get("ContestDate")
    if contest and not _is_day(_dashed(contest)):
        contest = None
    counts = Counter(map(_dashed, said))
    if counts:
        chosen = max(counts, key=lambda day: (_is_day(day), counts[day], contest and day == _dashed(contest)))
        first: Tag | None = next(tag for tag in said if _dashed(tag) == chosen)
    else:
        dates = [tags[name] for name in _WHERE if name in tags]
        first = next(iter([*(tag for tag in dates if _WELL_FORMED.fullmatch(tag.value)), *dates]), None)
    if first is None or not _WELL_FORMED.fullmatch(first.value):
        return first
    day = _dashed(first)
    others = [tag for tag in [*said, *([contest] if contest else [])] if _dashed(tag) != day]
    if others:
        other = ", ".join(dict.fromkeys(map(_dashed, others)))
        gaps = {"other": other, "others": len(others), "date": day, "dates": counts[day]}
        found.faults.warning("pbn.doubtful/dates", others[0].line_no, "Date", others[0].value, **gaps)
    return first


def _dashed(tag: Tag) -> str:
    return tag.value.replace(".", "-")


def _is_day(day: str) -> bool:
    try:
        dt.date.fromisoformat(day)
    except ValueError:
        return False
    return _WELL_FORMED.fullmatch(day) is not None


def session(tags: dict[str, Tag], date: Tag | None, session_id: str, way: Way, winners: int) -> pl.DataFrame:
    """Return the sheet `sessions` with the row of the session."""
    title = tags.get("event") or tags.get("Event")
    row: Row = {
        **{"session_id": session_id, "kind": way.kind, "team_scoring": way.team_scoring, "winners": str(winners)},
        "datum_drop": None if way.datum_drop is None else str(way.datum_drop),
        "date": date.value if date else None,
        "title": title.value if title else None,
        "line_no": str(date.line_no) if date else None,
    }
    return sheet_of("sessions", [row])


def adds_up(found: Document, tags: dict[str, Tag], session_id: str) -> bool:
    """Return whether the result list also counts earlier sessions of an event; findings propose to record the event."""
    number, count = (found.remarks.get(name) for name in ("CRSession", "CRSessionCount"))
    if not (number and count and number.value.isdecimal() and count.value.isdecimal() and int(count.value) > 1):
        return False
    is_later = int(number.value) > 1
    title = tags.get("event") or tags.get("Event")
    gaps = {"number": number.value, "sessions": count.value, "event": title.value if title else session_id}
    code = "pbn.session_of_event/later" if is_later else "pbn.session_of_event"
    found.faults.warning(code, number.line_no, "CRSession", number.value, session=session_id, **gaps)
    return is_later


def stated(
    found: Document, scores: list[Row], ranked: list[Row], session_id: str, *, adds_up: bool = False
) -> pl.DataFrame:
    """Return the sheet of numbers that the program states, without those of a cumulative result list (`adds_up`).

    The result list states each pair's number of boards, including byes. If each bye counts twice, half of their sum is
    the number of result lines. A list may lack pairs, so it states the number of pairs only if it has all who played.
    """
    numbers: dict[str, tuple[int, int]] = {}
    for what, names in _STATED.items():
        said = (tag for name in names if (tag := found.remarks.get(name)) and tag.value.isdecimal())
        tag = next(said, None)
        if tag and int(tag.value):
            numbers[what] = int(tag.value), tag.line_no
    results = [row for row in scores if "Pen" not in (row.get("Score_NS"), row.get("Score_EW"))]
    played = {(row["line"], row[side]) for row in results for side in ("ns", "ew") if row[side]}
    if ranked and not adds_up:
        list_line = int(ranked[0]["line_no"] or 0)
        if "entrants" not in numbers and len(ranked) >= len(played):
            numbers["entrants"] = len(ranked), list_line
        boards = [row.get("NrBoards") or "" for row in ranked]
        is_complete = all(map(str.isdecimal, boards)) and played <= {(row["line"], row["entrant"]) for row in ranked}
        # Other programs may not count byes and boards that were not played.
        if "Generator" in found.remarks and is_complete:
            byes = sum(not (row["ns"] and row["ew"]) for row in results)
            sides = sum(map(int, boards)) + byes
            numbers["results"] = (-(-sides // 2) if sides > 2 * len(results) else sides // 2), list_line
    rows: list[Row] = [
        {"session_id": session_id, "what": what, "value": str(value), "line_no": str(line_no)}
        for what, (value, line_no) in numbers.items()
    ]
    return sheet_of("stated", rows)
