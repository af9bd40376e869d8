"""Findings on one PBN file, by their codes; of many errors of one kind only the first are listed."""

from collections import Counter
from functools import partialmethod
from typing import Any

from pipelines.intake.readers.reading import Finding, error

CUT_OFF = "pbn.cut_off"
_MOST_ALIKE = 50

_SENTENCES = {
    "pbn.cut_off": "the file stops in the middle of this tag: export it again, or copy all of it",
    "pbn.cut_off/row": (
        "the file stops in this row, which is left out with all below it: export it again, or copy all of it"
    ),
    "pbn.left_out/tag": 'this tag is not understood, so its rows are left out ({rows}): write [Name "value"]',
    "pbn.left_out/stray": (
        "lines below a tag that has none are left out ({rows}): add the tag of their table, or ; before a remark"
    ),
    "pbn.left_out/table_like": "[{written}] is no known table, so its rows are left out ({rows}): is it {nearest}?",
    "pbn.left_out/columns": "{table} lacks {columns}, so its rows are left out ({rows}): export these columns",
    "pbn.left_out/cells": "cells: {cells}, columns: {columns}; the row is left out: quote cells with spaces",
    "pbn.left_out/beside_tables": (
        "a result in tags is left out, since other games have score tables (number: {rows}): add it"
        " to the table of its board"
    ),
    "pbn.left_out/nobody": "a result without its players is left out: export North, East, South and West",
    "pbn.left_out/board": "no [Board] stands before this, so it is left out (how many: {rows}): write it before",
    "pbn.left_out/contract": "a game with tricks, but without contract or score, is left out: add [Contract]",
    "pbn.left_out/direction": "two pairs have the number {pair}, so this one is left out: add a column Direction",
    "pbn.left_out/two_scores": (
        "board {board}: {ns} for North-South and {ew} for East-West are no opposites, and no contract decides, so the"
        " row is left out: fix one, or give the ruling {split} in a table results"
    ),
    "pbn.passed_over/comment": "a comment that is never closed ends with this line: write a closing brace at its end",
    "pbn.passed_over/column": "{column} is no known column, so its cells are left out: did you mean {nearest}?",
    "pbn.passed_over/table": (
        "[{written}] is no known table, so its rows are passed over ({lines}): write ScoreTable or TotalScoreTable for"
        " results"
    ),
    "pbn.passed_over/double_dummy": (
        "a double-dummy table without tricks for 20 contracts is ignored (number: {tables}); the deal is solved here"
    ),
    "pbn.no_results": "no usable ScoreTable, so the file brings no results: export the results, not only the deals",
    "pbn.no_results/with_list": (
        "no usable ScoreTable, so the result list is left out (rows: {rows}): export the results, not only the deals"
    ),
    "pbn.no_names": "no usable TotalScoreTable in this file, so nobody's name is known: export the result list too",
    "pbn.doubtful/columns": "the score table of board {board} lacks {columns}, which others have: export all columns",
    "pbn.doubtful/last_board": "only the last board has no results: if the file was cut off, export it again",
    "pbn.doubtful/unfinished": "a game with a contract, but without tricks or score, is not a result (games like it:"
    " {rows}): add what was scored",
    "pbn.doubtful/no_result": (
        "a game with names, but without contract or score, is no result, though others are (games: {rows}): add the"
        " score, unless it was not played"
    ),
    "pbn.doubtful/share": (
        "no contract and no score, so it is not played, but it has {share} %: add the score or ruling"
    ),
    "pbn.doubtful/two_scores": (
        "board {board}: {ns} for North-South and {ew} for East-West are no opposites; {score} from North-South counts"
        " (rows like it: {lines}): fix the other, or leave it empty"
    ),
    "pbn.doubtful/penalty": "points given or taken by the director, but not how many: add them to the adjustments",
    "pbn.doubtful/names": (
        "pair {pair} has other names than in its first row, which count: add a substitute, or fix the number"
    ),
    "pbn.doubtful/dates": "this file also has the date {other} (times: {others}); {date} counts (times: {dates}):"
    " correct the wrong ones",
    "pbn.scoring": "this scoring is not known; boards are scored {how}: write MatchPoints, IMP;Cross or IMP;Butler",
    "pbn.scoring/which_imps": "IMPs may be cross-IMPs or Butler; read as cross-IMPs: write IMP;Cross or IMP;Butler",
    "pbn.scoring/only_of_teams": (
        "this scoring is for teams, but pairs play; boards are scored {how}: write MatchPoints, IMP;Cross or"
        " IMP;Butler, or Teams as Competition"
    ),
    "pbn.scoring/of_teams": "matches of teams are scored by IMPs or a point a board, these by IMPs: write IMP or BAM",
    "pbn.scoring/mixed": (
        "some boards ({boards}) say this, most say {most}; all are scored {how}: fix the tags, or make these boards a"
        " file of their own"
    ),
    "pbn.scoring/no_teams": (
        "no two teams meet twice on a board; read as pairs, scored {how}: write Pairs, or give both tables the numbers"
        " of the teams"
    ),
    "pbn.scoring/no_individuals": "the rows name pairs, so they are read as pairs, scored {how}: write Pairs, or number"
    " players as 3+7",
    "pbn.scoring/competition": "this kind of competition is unknown; read as pairs, scored {how}: write Pairs, Teams or"
    " Individuals",
    "pbn.scoring/other_points": (
        "boards scored so are not compared, so the session is left out (results: {rows}): write MatchPoints, IMP;Cross"
        " or IMP;Butler, if it is one of them"
    ),
    "pbn.more": (
        "as on the {named} lines before ({kind}) on {lines} more from here (rows left out: {rows}): fix them likewise"
    ),
}


class Faults:
    """The findings in the order in which they were made; of each kind of error only the first are listed."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.errors: Counter[str] = Counter()
        """Code -> how many errors so far."""
        self._more: dict[str, Finding] = {}
        self._rows: Counter[str] = Counter()

    def error(
        self,
        code: str,
        line_no: int | None,
        field: str | None = None,
        value: str | None = None,
        severity: str = "error",
        **gaps: Any,
    ) -> None:
        """Add an error; the gap `rows` says how many rows it stands for, or else it is one."""
        at = {"line_no": line_no, "field": field, "value": value, "severity": severity}
        found = error(code, _SENTENCES[code], **at, **gaps)
        if severity == "error":
            self.errors[code] += 1
        if self.errors[code] <= _MOST_ALIKE:
            self.found.append(found)
        else:
            self._rows[code] += int(gaps.get("rows", 1))
            self._more.setdefault(code, found)

    warning = partialmethod(error, severity="warning")

    def findings(self) -> list[Finding]:
        """All findings, with one more for each kind of error that has others."""
        sentence = _SENTENCES["pbn.more"]
        more = []
        for kind, first in self._more.items():
            gaps = {
                "named": _MOST_ALIKE,
                "kind": kind,
                "rows": self._rows[kind],
                "lines": self.errors[kind] - _MOST_ALIKE,
            }
            at = {"line_no": first.line_no, "field": first.field, "value": first.value}
            more.append(error("pbn.more", sentence, **at, **gaps))
        return [*self.found, *more]
