"""An evening as it is played: what happens at the tables, and the sources that `barometer live` follows with it."""

import datetime as dt
import json
import random
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from access_files import Row, access_file

DAY = dt.datetime(2025, 9, 2)
SETTINGS = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2099-08-31\n'
SESSION = "8F1DE200000000000000000000000001"
A_BOARD = 450.0
"""How many seconds a board takes at a table."""
_DENOMINATIONS, _SEATS = ("C", "D", "H", "S", "NT"), "NESW"


class Meeting(NamedTuple):
    """A board at a table in a round, with the pairs that meet there."""

    round: int
    table: int
    board: int
    ns: int
    ew: int


class Result(NamedTuple):
    """A contract with its result: level, denomination (0 to 4 for clubs to notrump), seat (0 to 3), tricks."""

    level: int
    denomination: int
    seat: int
    tricks: int

    @property
    def read(self) -> tuple[str, str, int]:
        """The contract, declarer and tricks as the tables of results have them."""
        return f"{self.level}{_DENOMINATIONS[self.denomination][0]}", _SEATS[self.seat], self.tricks


class Event(NamedTuple):
    """What happens at a time, in seconds from the start: a result is entered, corrected or, with None, erased."""

    at: float
    meeting: Meeting
    result: Result | None


def movement(tables: int, rounds: int, boards: int) -> list[Meeting]:
    """A movement in which nobody plays a board twice: a Mitchell for an odd number of tables, or one for eight."""
    each = boards // rounds

    def place(table: int, number: int) -> tuple[int, int]:
        if tables % 2:
            return (table + number) % tables, (table - number) % tables
        doubled = number << 1 ^ (0b1011 if number & 4 else 0)  # in the field of eight elements
        return table ^ doubled, table ^ number

    return [
        Meeting(number + 1, table + 1, sets * each + board + 1, table + 1, tables + pair + 1)
        for number in range(rounds)
        for table in range(tables)
        for sets, pair in [place(table, number)]
        for board in range(each)
    ]


def evening(tables: int = 8, rounds: int = 8, boards: int = 24, seed: int = 1) -> list[Event]:
    """All that happens in an evening, in order: at one table late, with corrections, erasures and double reports."""
    draw, events = random.Random(seed), list[Event]()  # noqa: S311 - the same evening each time
    late, each = min(3, tables), boards // rounds
    for meeting in movement(tables, rounds, boards):
        place = (meeting.round - 1) * each + (meeting.board - 1) % each + 1
        at = place * A_BOARD + draw.uniform(-200, 150) + (each * A_BOARD * 0.8 if meeting.table == late else 0)
        events.append(Event(at, meeting, drawn(draw)))
        if (fate := draw.random()) < 0.05:
            events.append(Event(at + draw.uniform(20, 300), meeting, drawn(draw)))
        elif fate < 0.10:
            events += [Event(at + 60, meeting, None), Event(at + 240, meeting, drawn(draw))]
        elif fate < 0.15:
            events.append(Event(at + 15, meeting, events[-1].result))
    return sorted(events)


def drawn(draw: random.Random) -> Result:
    """Some result."""
    return Result(draw.randint(1, 5), draw.randrange(5), draw.randrange(4), draw.randint(5, 12))


def as_bws(events: Iterable[Event], plan: Iterable[Meeting] = ()) -> bytes:
    """The file of the Bridgemates after these events, for a movement."""
    received: list[Row] = []
    for event in (Event(0.0, Meeting(9, 99, 99, 98, 99), None), *events):  # the first shows the types of the columns
        meeting, result = event.meeting, event.result or Result(1, 0, 0, 7)
        if event.result is None:
            received = [{**row, "Erased": True} if _of(row) == meeting[:3] else row for row in received]
        if event.result is not None or not received:
            more = result.tricks - 6 - result.level
            received.append(
                {
                    **{"ID": len(received) + 1, "Section": 1, "Table": meeting.table, "Round": meeting.round},
                    **{"Board": meeting.board, "PairNS": meeting.ns, "PairEW": meeting.ew, "Declarer": meeting.ns},
                    **{"NS/EW": _SEATS[result.seat], "Result": f"{more:+}" if more else "=", "LeadCard": "SA"},
                    **{"Contract": f"{result.level} {_DENOMINATIONS[result.denomination]}", "Remarks": ""},
                    **{"DateLog": DAY, "Erased": event.result is None},
                }
            )
    tables = {(meeting.round, meeting.table): meeting for meeting in reversed([*plan])}
    size = max((sum(one.round == 1 and one.table == 1 for one in plan), 1))
    rounds: list[Row] = [
        {
            **{"Section": 1, "Table": table, "Round": number, "NSPair": first.ns, "EWPair": first.ew},
            **{"LowBoard": first.board, "HighBoard": first.board + size - 1},
        }
        for (number, table), first in sorted(tables.items())
    ]
    section: Row = {"ID": 1, "Letter": "A", "Tables": max((table for _, table in tables), default=1), "MissingPair": 0}
    return access_file({"ReceivedData": received, "Section": [section], **({"RoundData": rounds} if rounds else {})})


def _of(row: Row) -> tuple[object, object, object]:
    return row["Round"], row["Table"], row["Board"]


def standing(events: Iterable[Event]) -> dict[Meeting, Result]:
    """The results that count after these events."""
    found: dict[Meeting, Result | None] = {}
    for event in events:
        found[event.meeting] = event.result
    return {meeting: result for meeting, result in found.items() if result}


def as_csv(events: Iterable[Event]) -> str:
    """The table `results` after these events."""
    rows = (
        f"evening,A,{at.round},{at.table},{at.board},{at.ns},{at.ew},{','.join(map(str, result.read))}\n"
        for at, result in standing(events).items()
    )
    return "session_id,line,round,table,board,ns,ew,contract,declarer,tricks\n" + "".join(rows)


SESSIONS = f"session_id,date,kind\nevening,{DAY:%Y-%m-%d},pairs\n"


class Connector:
    """A Data Connector that answers as its maker's client expects. `queue` has all that happened, in order."""

    def __init__(self) -> None:
        self.queue: list[dict[str, Any]] = []
        self.seated: list[dict[str, Any]] = []
        self.accepted: list[int] = []
        self.port = 0

    def report(self, events: Iterable[Event]) -> None:
        """Put the results of these events into the queue."""
        for event in events:
            at, result = event.meeting, event.result or Result(0, 0, 0, 0)
            self.queue.append(
                {
                    **{"SessionGuid": SESSION, "SectionLetters": "A", "TableNumber": at.table, "ScoringDirection": 3},
                    **{"RoundNumber": at.round, "BoardNumber": at.board, "IsDeleted": event.result is None},
                    **{"PairNorthSouth": at.ns, "PairEastWest": at.ew, "Level": result.level},
                    **{"Denomination": result.denomination + 1, "DeclarerDirection": result.seat + 1},
                    **{"TotalTricks": result.tricks, "LeadCardRank": 14, "LeadCardSuit": 4},
                }
            )

    def seat(self, table: int, direction: int, number: str, name: str) -> None:
        """Let a player sit down for the first round; `direction` is 1 to 4 from North on."""
        place = {"SessionGuid": SESSION, "SectionLetters": "A", "TableNumber": table, "Direction": direction}
        self.seated.append(place | {"RoundNumber": 0, "PlayerNumber": number, "LastName": name})

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request; 23 to 25 ask for all results, players and participations."""
        command = request["Command"]
        kinds = {23: (12, self.queue), 24: (10, list[dict[str, Any]]()), 25: (11, self.seated)}
        if command in (27, 28, 29):
            self.accepted.append(command)
        kind, rows = kinds[command] if command in kinds and request["SessionGuid"] == SESSION else (4, self.queue)
        data = json.dumps("no such session" if kind == 4 else rows)
        error = 6 if kind == 4 else 0
        return {"RequestCommand": command, "DataType": kind, "ErrorType": error, "SerializedData": data}

    @contextmanager
    def running(self) -> Iterator[str]:
        """Answer on a port of this machine, the same one each time; yield the address of the session."""

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler) -> None:  # noqa: N805 - as the library names it; `self` is the connector
                request = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
                content = json.dumps(self.answer(request)).encode()
                handler.send_response(200)
                handler.send_header("Content-Length", str(len(content)))
                handler.end_headers()
                handler.wfile.write(content)

            def log_request(handler, *_: object) -> None:  # noqa: N805  # pyrefly: ignore
                """Print nothing."""

        with ThreadingHTTPServer(("127.0.0.1", self.port), Handler) as server:
            self.port = server.server_port
            thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
            thread.start()
            try:
                yield f"http://127.0.0.1:{self.port}/{SESSION}"
            finally:
                server.shutdown()
                thread.join()


def competition_in(folder: Path) -> Path:
    """The folder of a competition without evenings, in a new club."""
    competition = folder / "harbour" / "tuesday"
    competition.mkdir(parents=True)
    (competition / "competition.toml").write_text(SETTINGS, encoding="utf-8")
    return competition
