"""Write a Bridgemate file (`.bws`) with the movement of an evening: who sits where in each round, on which boards.

The tables and columns are those of the files that scoring programs hand to Bridgemate Control. Results are empty.
"""

from collections.abc import Iterable

import polars as pl

from pipelines.intake.writers.access_file import Column, Row, Table, Type, access_file

_SECTION, _LETTER = 1, "A"
_INTEGERS = {
    "Section": ("ID", ("Letter", 2), "Tables", "MissingPair", "EWMoveBeforePlay", "Winners"),
    "Tables": (
        *("Section", "Table", "ComputerID", "Status", "LogOnOff"),
        *("CurrentRound", "CurrentBoard", "UpdateFromRound", "Group"),
    ),
    "RoundData": (
        *("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard"),
        ("CustomBoards", 255),
    ),
}
"""By table, the columns of small whole numbers, and of texts with their most letters."""
_TRUTHS = (
    *("ShowResults", "ShowOwnResult", "RepeatResults", "ShowPercentage", "GroupSections", "ShowPairNumbers"),
    *("IntermediateResults", "LeadCard", "MemberNumbers", "MemberNumbersNoBlankEntry", "BoardOrderVerification"),
    "HandRecordValidation",
)
_SETTINGS = (
    *("MaximumResults", "ScorePoints", "EnterResultsMethod", "AutopoweroffTime", "VerificationTime", "ShowContract"),
    "Section",
)
_PROCESSED = ("Processed", *(f"Processed{number}" for number in range(1, 5)), "Erased", "ExternalUpdate")
_LOGGED_OFF = 2


def as_bws(plays: pl.DataFrame, boards_in_set: int, *, winners: int, missing: int | None, section: str = "") -> bytes:
    """Return the bytes of a file. `plays` has round, table, ns, ew and board_set, all from 1.

    `missing` is the number of the pair that is not there; its opponents sit out. `section` is the letter of the line.
    """
    rounds = [
        {
            **{"Section": _SECTION, "Table": table, "Round": round_, "NSPair": ns, "EWPair": ew},
            **{"LowBoard": (board_set - 1) * boards_in_set + 1, "HighBoard": board_set * boards_in_set},
        }
        for round_, table, ns, ew, board_set in plays.select("round", "table", "ns", "ew", "board_set").iter_rows()
    ]
    tables = sorted({row["Table"] for row in rounds})
    described: Row = {
        **{"ID": _SECTION, "Letter": section or _LETTER, "Tables": len(tables), "MissingPair": missing or 0},
        **{"EWMoveBeforePlay": 0, "Winners": winners},
    }
    at_tables: list[Row] = [
        {
            **dict.fromkeys(("ComputerID", "Status", "CurrentRound", "CurrentBoard", "UpdateFromRound", "Group"), 0),
            **{"Section": _SECTION, "Table": table, "ComputerID": 1, "LogOnOff": _LOGGED_OFF},
        }
        for table in tables
    ]
    filled = {"Section": [described], "Tables": at_tables, "RoundData": rounds}
    return access_file(
        {
            "Clients": Table((Column("ID", Type.LONG), Column("Computer", Type.TEXT, 255))),
            **{name: Table(_columns(of), filled[name]) for name, of in _INTEGERS.items()},
            "ReceivedData": Table(_of_results()),
            "PlayerNumbers": Table(_of_players()),
            "Settings": Table(
                [*(Column(name, Type.TRUTH) for name in _TRUTHS), *(Column(name, Type.INTEGER) for name in _SETTINGS)],
                [{**dict.fromkeys(_SETTINGS, 0), "Section": _SECTION, "ShowPairNumbers": True}],
            ),
        }
    )


def _columns(of: Iterable[str | tuple[str, int]]) -> list[Column]:
    return [Column(one, Type.INTEGER) if isinstance(one, str) else Column(one[0], Type.TEXT, one[1]) for one in of]


def _of_results() -> list[Column]:
    numbers = ("Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer")
    texts = (("NS/EW", 2), ("Contract", 10), ("Result", 10), ("LeadCard", 10), ("Remarks", 255))
    dates = [Column(name, Type.DATE) for name in ("DateLog", "TimeLog")]
    truths = [Column(name, Type.TRUTH) for name in _PROCESSED]
    return [Column("ID", Type.LONG), *_columns((*numbers, *texts)), *dates, *truths]


def _of_players() -> list[Column]:
    columns = _columns(("Section", "Table", ("Direction", 2), ("Number", 16), ("Name", 18)))
    return [*columns, Column("Updated", Type.TRUTH), Column("Processed", Type.TRUTH), Column("TimeLog", Type.DATE)]
