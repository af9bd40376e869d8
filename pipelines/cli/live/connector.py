"""The Data Connector of Bridgemate Control Software, over HTTP, through its maker's client (the extra `live`).

The program that scores the club's evenings takes new results off the queue of the Data Connector. This module only
asks for all results of a session, and never accepts any, so it takes nothing away from that program. Each answer
is merged into the state of the evening (`landing/followed.py`): the last answer about a board at a table in a round
counts, and a deleted result goes. A result therefore stays if the Data Connector starts afresh without it.

The results become the tables of a Bridgemate file, which the reader of those files turns into tables of results.
"""

import datetime as dt
import json
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pipelines.cli.live.sources import SilentError
from pipelines.intake.landing.followed import STATE, keep, state_of
from pipelines.intake.readers import bws
from pipelines.intake.readers.reading import Sheets
from pipelines.intake.readers.results_json import LISTS, OF_SESSION
from pipelines.machine import clock, waits
from pipelines.machine.environment import BRIDGEMATE_CLUB, BRIDGEMATE_LICENCE, value_of
from pipelines.machine.errors import UnusableError
from transforms.tables.messages import gettext_noop

_CLIENT = "bridgemate_dataconnector"
_RECEIVED, _SEATED, _NAMES = "received", "seated", "names"
_WRITTEN = ("players", "entries", "results")
_DENOMINATIONS, _SEATS = ("", "C", "D", "H", "S", "NT"), ("", "N", "E", "S", "W")
_SUITS, _CARDS = ("", "C", "D", "H", "S"), {11: "J", 12: "Q", 13: "K", 14: "A"}
_STAKES = ("", " x", " xx")
_NOT_PLAYED = -10
_SHARES = (40, 50, 60)
_OF_EW = 2
Row = dict[str, Any]


class DataConnector:
    """A session of a Data Connector. Its address is `http://computer:5079/` and the session's guid."""

    def __init__(self, address: str, competition: Path) -> None:
        if find_spec(_CLIENT) is None:
            raise UnusableError(
                "the client of Bridgemate's Data Connector is not installed; run: pip install 'barometer[live]'"
            )
        client, self._dto = import_module(_CLIENT), import_module(f"{_CLIENT}.dto")
        parts = urlsplit(address)
        self._session = parts.path.strip("/").replace("-", "").upper()
        if not self._session:
            raise UnusableError(
                "{address}: add the guid of the session, as in {example}; the program that started the evening in "
                "Bridgemate Control Software knows it",
                address=address,
                example=f"{parts.scheme}://{parts.netloc}/8F1DE2…",
            )
        club, licence = (value_of(name) or "" for name in (BRIDGEMATE_CLUB, BRIDGEMATE_LICENCE))
        transport = client.UrllibTransport(waits.SILENT_CONNECTOR)
        self._client = client.DataConnectorClient(club, licence, f"{parts.scheme}://{parts.netloc}", transport)
        self._competition = competition

    def look(self) -> Path | None:
        """Merge all results that the Data Connector has into the state, and return the file of the state."""
        before = state_of(self._competition) or {}
        state: Row = {"date": clock.today().isoformat()} | before
        for what, (key, command, of) in _ASKED.items():
            try:
                state[what] = merged(state.get(what, []), self._asked(command, of), key)
            except SilentError:
                if what == _RECEIVED:
                    raise
                state.setdefault(what, [])  # results without names are better than none
        if state != before:
            sheets = bws.sheets(tables_of(state), "") if state[_RECEIVED] else Sheets({}, [])
            keep(self._competition, state | {"sessions": [session_of(sheets)] if sheets.sheets else []})
        return self._competition / STATE if state[_RECEIVED] else None

    def _asked(self, command: str, of: str) -> list[Row]:
        asked = self._dto.ScoringProgramDataConnectorCommands[command]
        request = self._dto.ScoringProgramRequest(command=asked, session_guid=self._session, serialized_data="")
        answer = self._client.send_request(request)
        if answer.data_type == self._dto.DataConnectorResponseData.Error and answer.error_type.name != "NoData":
            sentence = gettext_noop("the Data Connector at {address} does not answer ({reason})")
            reason = (answer.serialized_data or "").strip('"') or answer.error_type.name
            raise SilentError(sentence, address=self._client.base_address, reason=reason)
        rows = json.loads(answer.serialized_data or "null")
        # The client's own classes fill what an answer leaves out.
        return [getattr(self._dto, of).from_dict(row).to_dict() for row in rows] if isinstance(rows, list) else []


_PLACE = ("SectionLetters", "RoundNumber", "TableNumber")
_ASKED = {
    _RECEIVED: ((*_PLACE, "BoardNumber"), "PollQueueForAllResults", "ResultDTO"),
    _NAMES: (("PlayerNumber",), "PollQueueForAllPlayerData", "PlayerDataDTO"),
    _SEATED: ((*_PLACE, "Direction"), "PollQueueForAllParticipations", "ParticipationDTO"),
}
"""What is asked, by its name in the state: the columns that identify a row, the command, and the class of the rows."""


def merged(before: Iterable[Row], asked: Iterable[Row], key: tuple[str, ...]) -> list[Row]:
    """Return all rows. Of rows with the same key, the last one counts.

    Rows about the score of East-West alone are left out, as Bridgemate Control Software leaves them out.
    """
    rows = (row for row in (*before, *asked) if row.get("ScoringDirection") != _OF_EW)
    return list({tuple(row[part] for part in key): row for row in rows}.values())


def tables_of(state: Row) -> bws.Tables:
    """Return the tables of a Bridgemate file with the results and players of a state."""
    received, day = state[_RECEIVED], dt.datetime.fromisoformat(state["date"])
    letters = sorted({_letter(row) for row in received})
    names = {row["PlayerNumber"]: _name(row) for row in state[_NAMES]}
    meetings = {tuple(_table(row, letters).values()): row for row in received if not row["IsDeleted"]}
    return {
        "ReceivedData": [{"ID": place, "DateLog": day} | _entry(row, letters) for place, row in enumerate(received, 1)],
        "Section": [{"ID": place, "Letter": letter} for place, letter in enumerate(letters, 1)],
        "RoundData": [
            _table(row, letters) | {"NSPair": row["PairNorthSouth"], "EWPair": row["PairEastWest"]}
            for row in meetings.values()
        ],
        "PlayerNumbers": [
            _table(row, letters)
            | {
                "Direction": _word(_SEATS, row["Direction"]),
                "Number": row["PlayerNumber"] or "",
                "Name": _name(row) or names.get(row["PlayerNumber"], ""),
            }
            for row in state[_SEATED]
            if _letter(row) in letters and not row["IsRemoval"]
        ],
    }


def _letter(row: Row) -> str:
    return row["SectionLetters"] or ""


def _table(row: Row, letters: list[str]) -> Row:
    section = letters.index(_letter(row)) + 1
    return {"Section": section, "Table": row["TableNumber"], "Round": max(row["RoundNumber"], 1)}


def _name(row: Row) -> str:
    return " ".join(filter(None, (row["FirstName"], row["LastName"])))


def _entry(row: Row, letters: list[str]) -> Row:
    entry = _table(row, letters) | {"Board": row["BoardNumber"], "Erased": row["IsDeleted"]}
    entry |= {"PairNS": row["PairNorthSouth"], "PairEW": row["PairEastWest"]}
    level = row["Level"]
    if level <= _NOT_PLAYED:
        return entry | {"Remarks": "Not played"}
    if level < 0:
        ns, ew = divmod(-level - 1, len(_SHARES))
        return entry | {"Remarks": f"{_SHARES[ns]}%-{_SHARES[ew]}%"}
    if level == 0:
        return entry | {"Contract": "PASS"}
    more, rank = row["TotalTricks"] - 6 - level, row["LeadCardRank"]
    return entry | {
        "Contract": f"{level} {_word(_DENOMINATIONS, row['Denomination'])}{_word(_STAKES, row['Stake'])}",
        "NS/EW": _word(_SEATS, row["DeclarerDirection"]),
        "Result": f"{more:+}" if more else "=",
        "LeadCard": f"{_word(_SUITS, row['LeadCardSuit'])}{_CARDS.get(rank, rank)}" if rank else "",
    }


def _word(words: tuple[str, ...], number: int) -> str:
    return words[number] if 0 <= number < len(words) else "?"


def session_of(sheets: Sheets) -> Row:
    """Return a session of the JSON of results with these sheets. Its id is that of the file that holds it."""
    (head,) = sheets.sheets["sessions"].to_dicts()
    lists = {
        name: [
            {key: cell for key, column in LISTS[name].columns.items() if (cell := row.get(column)) is not None}
            for row in sheets.sheets[LISTS[name].table].to_dicts()
        ]
        for name in _WRITTEN
    }
    return {key: head[key] for key in OF_SESSION if key != "session_id" and head.get(key)} | lists


def document_of(state: Row) -> bytes:
    """Return the evening as a document of results, which `barometer build` reads."""
    kept = ("format", "version", "sessions")
    document = {key: state[key] for key in kept} | {"program": "Bridgemate Data Connector"}
    return json.dumps(document, ensure_ascii=False, indent=0).encode()
