"""`barometer balance renumber`: one movement over several sessions for a fixed field, its pairs renumbered in each."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.balance.long_search import can_be_written
from pipelines.cli.terminal.options import ReplaceOption, ScheduleOption, SeedOption, in_range
from pipelines.cli.terminal.output import say
from pipelines.machine.cores import cores
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import gettext

if TYPE_CHECKING:
    from transforms.balance.movement import Movement
    from transforms.balance.seating.renumbering import Renumbered

_MOST_SESSIONS = 100


def renumber(
    schedule: Annotated[str, typer.Argument(help="One session: a schedule file, or a name of the library.")],
    *,
    sessions: Annotated[int, typer.Option(help="How many sessions it is played, by the same field.")],
    runs: Annotated[int, typer.Option(min=0, help="Searches, each from random numbers.")] = 16,
    seed: SeedOption = 1,
    out: ScheduleOption = None,
    replaces: ReplaceOption = False,
) -> None:
    """Renumber the pairs in each session, so that meetings first, then scores of all sessions are as even as can be."""
    from pipelines.cli.balance.certificate import check_size
    from pipelines.cli.balance.schedules import movement_named
    from transforms.balance.seating.renumbering import renumbered

    can_be_written(out, replaces=replaces)
    in_range("--sessions", sessions, 1, _MOST_SESSIONS)
    movement = movement_named(schedule)
    if movement.pairs < 2:
        raise UnusableError(
            "{schedule}: {pairs} pairs: there is nobody to change numbers with", schedule=schedule, pairs=movement.pairs
        )
    check_size(movement, Path(schedule))
    with ThreadPoolExecutor(cores()) as pool:
        found = renumbered(movement, sessions=sessions, seed=seed, runs=runs, spread=pool.map)
    text = described(movement, found)
    if out is None:
        typer.echo(text, nl=False)
    else:
        put_whole(out, text)
    say(_in_words(found))


def described(movement: "Movement", found: "Renumbered") -> str:
    """The schedule of all sessions, with comment lines: the rounds of each session, the balance, and all numbers."""
    from transforms.balance.quality import quality, vacancy
    from transforms.balance.schedule import write_schedule

    factor, absent = quality(found.movement).qf, vacancy(found.movement).highest
    facts = {
        "rounds of each session": " ".join([str(movement.rounds)] * len(found.numbers)),
        "Qf": "none" if factor is None else in_decimals(factor, 2),
        "Qf1": "none" if absent is None else in_decimals(absent, 2),
    } | {
        f"numbers in session {session}": " ".join(map(str, numbers))
        for session, numbers in enumerate((found.numbers + 1).tolist(), start=1)
    }
    return "".join(f"# {what}: {value}\n" for what, value in facts.items()) + write_schedule(found.movement)


def _in_words(found: "Renumbered") -> str:
    from transforms.balance.movement import meetings
    from transforms.balance.quality import of_combinations, quality

    balance, met = quality(found.movement), of_combinations(meetings(found.movement))
    worth = ""
    if balance.qf is not None and balance.qo is not None:
        worth = f", Qf {in_decimals(balance.qf, 2)}, Qo {in_decimals(balance.qo, 2)}"
    return f"SS {balance.ss}{worth}; {gettext('each two meet {least} to {most} times', least=min(met), most=max(met))}"
