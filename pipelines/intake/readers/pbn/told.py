"""Findings on one PBN file: each is said by its code, and of many errors of one kind only the first by name."""

from collections import Counter
from typing import Any

from pipelines.intake.readers.reading import Finding, error, warning

CUT_OFF = "pbn.cut_off"
_MOST_ALIKE = 50
_LONGEST = 200

_SENTENCES = {
    "pbn.cut_off": "the file stops in the middle of this tag: export it again, or copy all of it",
    "pbn.cut_off/row": (
        "the file stops in the middle of this row, which is left out, and all below it: export it again, or copy"
        " all of it"
    ),
    "pbn.left_out/tag": (
        'this tag is not understood, so it is left out with its rows (how many: {rows}): write [Name "value"]'
    ),
    "pbn.left_out/stray": (
        "lines below a tag that has none are left out (how many: {rows}): write the tag of their table, or ;"
        " before a remark"
    ),
    "pbn.left_out/table_like": (
        "[{written}] is no known table, so its rows are left out (how many: {rows}): did you mean {meant}?"
    ),
    "pbn.left_out/columns": (
        "{table} lacks {columns}, so its rows are left out (how many: {rows}): export these columns"
    ),
    "pbn.left_out/cells": "cells: {cells}, columns: {columns}; the row is left out: quote cells with spaces",
    "pbn.left_out/beside_tables": (
        "a result in tags, next to games with score tables, is left out (how many: {rows}): put it into the table"
        " of its board"
    ),
    "pbn.left_out/nobody": "a result without those who played it is left out: export North, East, South and West",
    "pbn.left_out/board": "no [Board] stands before this, so it is left out (how many: {rows}): write it before",
    "pbn.left_out/contract": (
        "a game with declarer and tricks, but without contract or score, is left out: add [Contract]"
    ),
    "pbn.left_out/direction": (
        "pair {pair} of the result list is one of two of this number, and is left out: add a column Direction"
    ),
    "pbn.left_out/two_scores": (
        "board {board}: the scores {ns} for North-South and {ew} for East-West are not each other's opposite, and"
        " no contract brings one; the row is left out: mend one, or give the ruling {split} in a table results"
    ),
    "pbn.passed_over/comment": "a comment that is never closed ends with this line: write a closing brace at its end",
    "pbn.passed_over/column": "{column} is no known column, so its cells are left out: did you mean {meant}?",
    "pbn.passed_over/table": (
        "[{written}] is no known table, so its rows are passed over (how many: {lines}): for results write"
        " ScoreTable or TotalScoreTable"
    ),
    "pbn.passed_over/double_dummy": (
        "a double-dummy table without tricks for 20 contracts is passed over (how many: {tables}); the deal is"
        " solved here"
    ),
    "pbn.no_results": "no usable ScoreTable, so the file brings no results: export the results, not only the deals",
    "pbn.no_results/with_list": (
        "no usable ScoreTable, so the result list is left out too (rows: {rows}): export the results, not only the"
        " deals"
    ),
    "pbn.no_names": "no usable TotalScoreTable in this file, so nobody's name is known: export the result list too",
    "pbn.doubtful/columns": (
        "the score table of board {board} lacks {columns}, which others have, and counts without: export all columns"
    ),
    "pbn.doubtful/last_board": (
        "the last board, and no other, has no results: if the file was cut off, export it again"
    ),
    "pbn.doubtful/unfinished": (
        "a game with a contract, but without tricks or score, is no result (games like it: {rows}): fill in what"
        " was scored"
    ),
    "pbn.doubtful/no_result": (
        "a game with names, but without contract or score, is no result, as others have them (games like it:"
        " {rows}): fill in what was scored, or leave it if it was not played"
    ),
    "pbn.doubtful/share": (
        "no contract and no score, so it is not played, but the file gives it {share} %: fill in what was played"
        " or ruled"
    ),
    "pbn.doubtful/two_scores": (
        "board {board}: the scores {ns} for North-South and {ew} for East-West are not each other's opposite;"
        " {score} from North-South counts (rows like it: {lines}): mend the other, or leave it empty"
    ),
    "pbn.doubtful/penalty": "points given or taken by the director, but not how many: add them to the adjustments",
    "pbn.doubtful/names": (
        "pair {pair} has other names than in its first row, which count: give a substitute in entries, or mend the"
        " number"
    ),
    "pbn.doubtful/dates": (
        "this file says {other} too (how often: {others}); it counts as of {date} (as {dates} say): mend the wrong ones"
    ),
    "pbn.scoring": "this scoring is not known; boards are scored {how}: write MatchPoints, IMP;Cross or IMP;Butler",
    "pbn.scoring/which_imps": "IMPs may be cross-IMPs or Butler; read as cross-IMPs: write IMP;Cross or IMP;Butler",
    "pbn.scoring/only_of_teams": (
        "this scoring is that of teams, and pairs play here; boards are scored {how}: write MatchPoints, IMP;Cross"
        " or IMP;Butler, or Teams as Competition"
    ),
    "pbn.scoring/of_teams": "matches of teams are scored by IMPs or a point a board, these by IMPs: write IMP or BAM",
    "pbn.scoring/mixed": (
        "some boards ({boards}) say this, and most others {most}; all are scored {how}: mend the tags, or hand in"
        " what is scored so as a file of its own"
    ),
    "pbn.scoring/no_teams": (
        "no board is played at two tables by the same two teams; read as pairs, scored {how}: write Pairs, or give"
        " both tables the numbers of the teams"
    ),
    "pbn.scoring/no_individuals": (
        "the rows name pairs, so they are read as pairs, scored {how}: write Pairs, or number players as 3+7"
    ),
    "pbn.scoring/competition": (
        "no kind of competition that is known; read as pairs, scored {how}: write Pairs, Teams or Individuals"
    ),
    "pbn.scoring/other_points": (
        "boards scored so are not compared, so the session is left out (results: {rows}): write MatchPoints,"
        " IMP;Cross or IMP;Butler, if one of them was meant"
    ),
    "pbn.more": (
        "as on the {named} lines before ({kind}), from here on ({lines} more; rows left out: {rows}): mend them"
        " likewise"
    ),
}


class Told:
    """The findings in the order in which they were made; of each kind of error only the first are kept, and counted."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._count: Counter[str] = Counter()
        self._more: dict[str, Finding] = {}
        self._rows: Counter[str] = Counter()
        self.errors: set[str] = set()
        """The codes of errors so far."""

    def error(self, code: str, line_no: int | None, field: str | None = None, value: Any = None, **gaps: Any) -> None:
        """Add an error; `rows` among the gaps says how many rows it stands for, or else it is one."""
        self.errors.add(code)
        self._count[code] += 1
        found = error(code, _SENTENCES[code], line_no=line_no, field=field, value=value and value[:_LONGEST], **gaps)
        if self._count[code] <= _MOST_ALIKE:
            self._findings.append(found)
        else:
            self._rows[code] += int(gaps.get("rows", 1))
            self._more.setdefault(code, found)

    def warning(self, code: str, line_no: int | None, field: str | None = None, value: Any = None, **gaps: Any) -> None:
        """Add a warning."""
        at = {"line_no": line_no, "field": field, "value": value}
        self._findings.append(warning(code, _SENTENCES[code], **at, **gaps))

    def add(self, findings: list[Finding]) -> None:
        """Add what was found otherwise."""
        self._findings += findings

    def findings(self) -> list[Finding]:
        """All findings, with one for each kind of error that has more."""
        more = [
            error(
                "pbn.more",
                _SENTENCES["pbn.more"],
                **{"line_no": first.line_no, "field": first.field, "value": first.value},
                **{"named": _MOST_ALIKE, "kind": kind, "rows": self._rows[kind]},
                lines=self._count[kind] - _MOST_ALIKE,
            )
            for kind, first in self._more.items()
        ]
        return [*self._findings, *more]
