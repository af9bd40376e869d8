"""How the session of a PBN file is scored: from the tags Scoring and Competition, and from what its lines show.

The words are those of the standard, with the spellings of programs. A word that is not known, words that differ from
board to board, and words that the lines contradict are findings. A session in another kind of points is left out.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from pipelines.intake.readers.kinds import HOW_SCORED
from pipelines.intake.readers.pbn.cells import Row
from pipelines.intake.readers.pbn.text import Document, Tag
from pipelines.intake.readers.reading import Finding, error, warning
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
"""A word of [Scoring], in small letters and figures -> the kind of session, or what else it is."""
_IN_ORDER = ("butler", "cross_imp", _IMPS, "pairs", _BOARD_A_MATCH, _OTHER, _VICTORY_POINTS)
"""Of several words the one that says most: `IMP;Cross` are cross-IMPs."""
_TEAMS, _INDIVIDUALS, _PAIRS = "teams", "individuals", "pairs"
_COMPETITIONS = {
    **dict.fromkeys(("team", "teams", "teamoffour", "teamsoffour", "swissteams"), _TEAMS),
    **dict.fromkeys(("individual", "individuals"), _INDIVIDUALS),
    **dict.fromkeys(("pair", "pairs"), _PAIRS),
    **dict.fromkeys(("rubber", "chicago"), _OTHER),
}
"""[Competition], in small letters -> who plays."""
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")
_BETWEEN = re.compile(r"[;,/]")
_BOARDS_NAMED = 10

_OTHER_POINTS = (
    "boards scored in this way are not compared with each other, which is all that can be done here, so the session is"
    " left out (results: {rows}): write MatchPoints, IMP;Cross or IMP;Butler, if one of them was meant"
)
_SCORING_OF_TEAMS = "matches of teams are scored by IMPs or a point a board here, and these by IMPs: write IMP or BAM"
_WHICH_IMPS = "IMPs may be cross-IMPs or Butler; read as cross-IMPs: write IMP;Cross or IMP;Butler"
_UNKNOWN_SCORING = (
    "this way of scoring is not known; boards are scored {how}: write MatchPoints, IMP;Cross or IMP;Butler"
)
_ONLY_OF_TEAMS = (
    "this way of scoring is that of teams, and pairs play here; boards are scored {how}: write MatchPoints, IMP;Cross"
    " or IMP;Butler, or Teams as Competition"
)
_DOUBTS = {
    _IMPS: ("pbn.scoring/which_imps", _WHICH_IMPS),
    _BOARD_A_MATCH: ("pbn.scoring/only_of_teams", _ONLY_OF_TEAMS),
    _VICTORY_POINTS: ("pbn.scoring/only_of_teams", _ONLY_OF_TEAMS),
    _UNKNOWN: ("pbn.scoring", _UNKNOWN_SCORING),
}
"""What [Scoring] says of pairs, where it is no kind -> code and sentence."""
_MIXED = (
    "this is said of some boards ({boards}), and {most} of most others; a session is scored in one way, so all are"
    " scored {how}: mend the tags, or hand in what is scored so as a file of its own"
)
_NO_TEAMS = (
    "no board is played at two tables by the same two teams, so these are no matches; read as pairs, scored {how}:"
    " write Pairs, or give both tables the numbers of the teams"
)
_NO_INDIVIDUALS = (
    "the rows name pairs and not single players, so they are read as pairs, scored {how}: write Pairs, or number the"
    " players of a side as 3+7"
)
_NO_SUCH_COMPETITION = (
    "this is no kind of competition that is known here; read as pairs, scored {how}: write Pairs, Teams or Individuals"
)
_NOT_PAIRS: dict[str, tuple[Callable[..., Finding], str, str]] = {
    _TEAMS: (error, "pbn.scoring/no_teams", _NO_TEAMS),
    _INDIVIDUALS: (error, "pbn.scoring/no_individuals", _NO_INDIVIDUALS),
    _OTHER: (warning, "pbn.competition", _NO_SUCH_COMPETITION),
    _UNKNOWN: (warning, "pbn.competition", _NO_SUCH_COMPETITION),
}
"""Who plays, as [Competition] says of pairs -> severity, code and sentence."""


class _Said(NamedTuple):
    """A [Scoring] of a board."""

    board: str
    tag: Tag


class Way(NamedTuple):
    """How a session is scored; `kind` is null where it is left out."""

    kind: str | None
    team_scoring: str | None
    findings: list[Finding]


def way_of(found: Document, tags: dict[str, Tag], rows: list[Row], *, is_of_teams: bool) -> Way:
    """The way in which a session is scored.

    Args:
        found: the file.
        tags: the first value of each tag.
        rows: the rows of its score tables and games.
        is_of_teams: whether the games show two rooms.
    """
    ways = _boards_of_ways(found)
    word, scoring = next(((word, said[0].tag) for word, said in ways.items()), (None, None))
    competition = tags.get("competition")
    who = _who(competition.value) if competition else _PAIRS
    if is_of_teams or (who == _TEAMS and _has_matches(rows)):
        findings = [*_of_teams(word, scoring), *_mixed(ways, "teams")]
        return Way("teams", "point_a_board" if word == _BOARD_A_MATCH else None, findings)
    for field, said, tag in (("Scoring", word, scoring), ("Competition", word or who, competition)):
        if said == _OTHER and tag:
            left_out = _told(error, "pbn.other_points", _OTHER_POINTS, field, tag, rows=len(rows))
            return Way(None, None, [left_out])
    kind, doubts = _kind_of_pairs(word, scoring, rows)
    return Way(kind, None, [*_who_plays(who, competition, rows, kind), *doubts, *_mixed(ways, kind)])


def says_teams(competition: str) -> bool:
    """Whether the value of [Competition] is a word for teams."""
    return _who(competition) == _TEAMS


def _who(competition: str) -> str:
    return _COMPETITIONS.get(_plain(competition), _UNKNOWN)


def _plain(written: str) -> str:
    return _NOT_A_LETTER.sub("", written.lower())


def _boards_of_ways(found: Document) -> dict[str, list[_Said]]:
    """What [Scoring] says, in one of the words above -> where; that of most boards first."""
    said: dict[str, list[_Said]] = {}
    for game in found.games:
        written = game.get("scoring")
        if written and written != "#":
            line_no = game.tags["scoring"].line_no if "scoring" in game.tags else game.line_no
            said.setdefault(_word(written), []).append(_Said(game.get("board") or "?", Tag(line_no, written)))
    return dict(sorted(said.items(), key=lambda of_word: -len(of_word[1])))


def _word(written: str) -> str:
    words = {_KINDS.get(_plain(part)) for part in [written, *_BETWEEN.split(written)]}
    return next((word for word in _IN_ORDER if word in words), _UNKNOWN)


def _has_matches(rows: list[Row]) -> bool:
    """Whether two entrants meet twice on a board, each once North-South."""
    meetings = {(row.get("board"), _side(row, "NS"), _side(row, "EW")) for row in rows}
    return any(ns != ew and (board, ew, ns) in meetings for board, ns, ew in meetings)


def _side(row: Row, direction: str) -> str | None:
    return row.get(f"PairId_{direction}") or row.get(f"Pair{direction}") or row.get(f"Names_{direction}")


def _of_teams(word: str | None, scoring: Tag | None) -> list[Finding]:
    if scoring is None or word not in ("pairs", _OTHER, _UNKNOWN):
        return []
    said = error if word == _OTHER else warning
    return [_told(said, "pbn.scoring/of_teams", _SCORING_OF_TEAMS, "Scoring", scoring)]


def _kind_of_pairs(word: str | None, scoring: Tag | None, rows: list[Row]) -> tuple[str, list[Finding]]:
    """The kind: as the tag says, or else as the points on the lines are; and what is doubtful about it."""
    in_imps = _has(rows, "IMP_NS", "IMP_EW") and not _has(rows, "MP_NS", "MP_EW")
    if word in HOW_SCORED:
        return word, []
    kind = "cross_imp" if in_imps or word == _IMPS else "pairs"
    if scoring is None:
        told = [warning("pbn.scoring/which_imps", _WHICH_IMPS, field="Scoring")] if in_imps else []
        return kind, told
    code, sentence = _DOUBTS[word or _UNKNOWN]
    return kind, [_told(warning, code, sentence, "Scoring", scoring, how=HOW_SCORED[kind])]


def _has(rows: list[Row], *columns: str) -> bool:
    return any(row.get(column) for row in rows for column in columns)


def _who_plays(who: str, competition: Tag | None, rows: list[Row], kind: str) -> list[Finding]:
    """A finding where [Competition] names others than the pairs that the lines show."""
    if competition is None or who == _PAIRS:
        return []
    if who == _INDIVIDUALS and any(PARTNERS in (_side(row, "NS") or "") for row in rows):
        return []
    said, code, sentence = _NOT_PAIRS[who]
    return [_told(said, code, sentence, "Competition", competition, how=HOW_SCORED[kind])]


def _mixed(ways: dict[str, list[_Said]], kind: str) -> list[Finding]:
    """An error for each way of scoring that fewer boards have than another."""
    said_of = list(ways.values())
    findings: list[Finding] = []
    for said in said_of[1:]:
        boards = list(dict.fromkeys(each.board for each in said))
        more = ", …" if len(boards) > _BOARDS_NAMED else ""
        gaps = {
            "boards": ", ".join(boards[:_BOARDS_NAMED]) + more,
            "most": said_of[0][0].tag.value,
            "how": HOW_SCORED[kind],
        }
        findings.append(_told(error, "pbn.scoring/mixed", _MIXED, "Scoring", said[0].tag, **gaps))
    return findings


def _told(said: Callable[..., Finding], code: str, sentence: str, field: str, tag: Tag, **gaps: object) -> Finding:
    return said(code, sentence, line_no=tag.line_no, field=field, value=tag.value, **gaps)
