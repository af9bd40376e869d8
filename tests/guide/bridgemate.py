"""The file of the Bridgemates that the guide goes on with: four pairs at two tables, three rounds of two boards."""

import datetime as dt

from access_files import Row, access_file
from guide.chapters import GUIDE

FILE = GUIDE / "evening.bws"
EVENING = dt.datetime(2025, 9, 3)
SECTION = {"ID": 1, "Letter": "A", "Tables": 2, "MissingPair": 0}
# Round, table, pair North-South, pair East-West, first board; then contract, declarer and result of it and of the next.
PLAYED = (
    (1, 1, 4, 1, 1, ("4 S", "N", "="), ("3 NT", "E", "+1")),
    (1, 2, 2, 3, 1, ("4 S", "N", "-1"), ("3 NT", "E", "=")),
    (2, 1, 4, 2, 3, ("2 H", "S", "+1"), ("1 NT", "W", "-1")),
    (2, 2, 3, 1, 3, ("3 H", "S", "-1"), ("2 D", "W", "=")),
    (3, 1, 4, 3, 5, ("5 C", "N", "-2"), ("4 H x", "E", "-1")),
    (3, 2, 1, 2, 5, ("3 NT", "N", "="), ("4 H", "E", "=")),
)


def evening() -> bytes:
    """The file as the Bridgemates leave it where nobody typed a number of a player."""
    entries: list[Row] = []
    rounds: list[Row] = []
    for round_no, table, ns, ew, board, *results in PLAYED:
        seat = {"Section": 1, "Table": table, "Round": round_no}
        rounds.append(seat | {"NSPair": ns, "EWPair": ew, "LowBoard": board, "HighBoard": board + 1})
        for number, (contract, declarer, result) in enumerate(results, board):
            entry = {"Board": number, "PairNS": ns, "PairEW": ew, "Declarer": ns if declarer in "NS" else ew}
            words = {"NS/EW": declarer, "Contract": contract, "Result": result, "LeadCard": "", "Remarks": ""}
            entries.append({"ID": len(entries) + 1} | seat | entry | words | {"DateLog": EVENING, "Erased": False})
    return access_file({"ReceivedData": entries, "Section": [SECTION], "RoundData": rounds})


if __name__ == "__main__":
    FILE.write_bytes(evening())
