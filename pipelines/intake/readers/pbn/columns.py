"""Columns of score tables and result lists that are lost by a slip of spelling, or on one board only."""

import difflib
from collections import Counter

from pipelines.intake.readers.pbn.cells import RANK_COLUMNS, SCORE_COLUMNS, columns_of, missing_columns
from pipelines.intake.readers.pbn.text import Document, Section
from transforms.tables.nearest_words import nearest_words

_ONE_SLIP = 0.75
"""The least similarity of a misspelt name. The standard allows columns of any name, and most of them are no slips."""
_OTHERS = (
    *("Lead", "Score", "Points", "Rank", "RankTie", "Tie", "Board", "NrBoards", "Multiplicity", "Name", "Players"),
    *("Percentage", "IMP", "MP", "VP", "VP_NS", "VP_EW", "Points_NS", "Points_EW", "BAM_NS", "BAM_EW"),
    *("PlayerId", "PlayerId_NS", "PlayerId_EW", "PlayerId_N", "PlayerId_E", "PlayerId_S", "PlayerId_W", "TeamId"),
    *("TeamId_NS", "TeamId_EW", "Pair_NS", "Pair_EW", "TeamName", "Team", "Total", "TotalScore", "TotalScoreVP"),
    *("TotalVP", "TotalScoreBAM", "MeanScore", "MeanIMP", "MeanMP", "MeanVP", "MeanPercentage", "ScoreCarryOver"),
)
"""Columns that other programs write, and that nothing is read from: none of them is a slip of another."""


_SILENT = {name.lower() for name in (*SCORE_COLUMNS, *RANK_COLUMNS, *_OTHERS)}
_LONGEST = 40
_MOST_LOOKED_UP = 1000
"""So many names of a file are compared letter by letter, and only such short ones."""


def tell_lost_columns(found: Document) -> None:
    """Tell, once a table, of columns that are near a known one, and of those that other boards have."""
    headers = [(section, columns_of(section.value)[0]) for section in found.sections if section.is_table]
    usable = [
        (section, header) for section, header in headers if section.lines and not missing_columns(section.name, header)
    ]
    scores = [header for section, header in usable if section.name == "scoretable"]
    having = Counter(column for header in scores for column in set(header))
    common = [column for column in SCORE_COLUMNS if 2 * having[column] >= len(scores) > 1]
    spelling = _Spelling()
    for section, header in usable:
        near = spelling.misspelt(section, header)
        for column, meant in near.items():
            found.told.error(
                "pbn.column_like",
                "{column} is no column that is known, so its cells are left out: did you mean {meant}? Write it so",
                line_no=section.line_no,
                field=meant,
                value=column,
                column=column,
                meant=meant,
                rows=0,
            )
        absent = [column for column in common if column not in header and column not in near.values()]
        if absent and section.name == "scoretable":
            found.told.error(
                "pbn.column_of_others",
                "the score table of board {board} lacks {columns}, which those of other boards have; its rows count"
                " without: export it with all columns",
                line_no=section.line_no,
                field=absent[0],
                value=f"board {section.board}",
                board=section.board,
                columns=", ".join(absent),
                rows=0,
            )


class _Spelling:
    def __init__(self) -> None:
        self.known: dict[tuple[str, str], list[str]] = {}

    def misspelt(self, section: Section, header: list[str]) -> dict[str, str]:
        """Column as it is written -> the known and absent one that it is probably meant to be."""
        of_table = SCORE_COLUMNS if section.name == "scoretable" else RANK_COLUMNS
        near: dict[str, str] = {}
        for column in header:
            meant = next((name for name in self._alike(column.lower(), of_table) if name not in header), None)
            if meant:
                near[column] = meant
        return near

    def _alike(self, column: str, of_table: tuple[str, ...]) -> list[str]:
        if column in _SILENT or column.startswith("memberid") or len(column) > _LONGEST:
            return []
        key = column, of_table[1]
        if key not in self.known:
            if len(self.known) == _MOST_LOOKED_UP:
                return []
            lowered = {name.lower(): name for name in of_table}
            near = nearest_words(column, lowered, at_most=3)
            self.known[key] = [
                lowered[name] for name in near if difflib.SequenceMatcher(None, name, column).ratio() >= _ONE_SLIP
            ]
        return self.known[key]
