"""The names of tonight's pairs, written as table `entries` for an evening whose file has none."""

from collections.abc import Iterator

import polars as pl

from pipelines.cli.desk.desk import Competition, Desk
from pipelines.cli.desk.file_names import file_name
from pipelines.cli.desk.tonight_plan import Known, Line, Plan
from pipelines.machine.errors import UnusableError
from pipelines.words.languages.numbers import spoken_date
from transforms.tables.messages import gettext


def keep_names(desk: Desk, competition: Competition, known: Known, plan: Plan, session: str) -> None:
    """Write who played as which pair on an evening, from the seats of tonight, and build.

    UnusableError: the evening has names already, somebody has no seat, or the evening's file has other numbers.
    """
    of = known.nameless.filter(session_id=session)
    if of.is_empty() or not plan.is_ready:
        raise UnusableError("this evening has names already, or not everybody has a seat")
    in_file = {str(line): {*(entrants or ())} for line, entrants in of.select("line", "entrant").iter_rows()}
    rows = [(session, *row) for line in plan.lines for row in _entries(line, in_file.pop(line.letter, set()))]
    if in_file:
        raise UnusableError("the file has a line {line}, which is not played tonight", line=", ".join(in_file))
    table = pl.DataFrame(rows, schema=["session_id", "line", "entrant", "player_id"], orient="row")
    words = gettext("Names kept for the evening of {date}", date=spoken_date(of["date"][0]))
    desk.journal.write(words, competition.folder / file_name(f"entries-{session}.csv"), table.write_csv().encode())
    desk.say(words, *_trios_left_out(plan))
    desk.job.start()


def _entries(line: Line, in_file: set[str]) -> Iterator[tuple[str, str, str]]:
    """Yield (line, entrant, player) for the pairs of a line, with the numbers that the file of the evening has.

    UnusableError: the file has other numbers.
    """
    numbers = {str(seat.number): seat for seat in line.seats}
    north_south = gettext("North-South")
    by_table = {
        f"{seat.table}{'NS' if seat.direction == north_south else 'EW'}": seat for seat in line.seats if seat.table
    }
    seats = next((seats for seats in (numbers, by_table) if seats.keys() == in_file), None)
    if seats is None:
        raise UnusableError(
            "line {line}: the file of the evening has other pair numbers ({theirs}) than tonight’s seats ({ours}), so "
            "no names were kept",
            line=line.letter,
            theirs=", ".join(sorted(in_file)) or gettext("none"),
            ours=", ".join(numbers),
        )
    yield from (
        (line.letter, number, one) for number, seat in seats.items() for one in seat.players if len(seat.players) == 2
    )


def _trios_left_out(plan: Plan) -> list[str]:
    trios = [seat.names for line in plan.lines for seat in line.seats if len(seat.players) > 2]
    return [gettext("Which two of {names} played is not known, so they have no names yet.", names=one) for one in trios]
