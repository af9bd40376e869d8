"""`barometer balance howells`: first rounds of Howells and three-quarter Howells, for the book of movements."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.balance.long_search import can_be_written
from pipelines.cli.terminal.exit_status import explained, say
from pipelines.cli.terminal.options import ReplaceOption
from pipelines.machine.files import put_whole
from transforms.messages import gettext

if TYPE_CHECKING:
    from transforms.balance.book.first_round import FirstRound

_HEAD = """\
# First rounds of Howells and three-quarter Howells, each a schedule of one round; there are as many rounds as sets.
# In each later round every set, and every pair up to the number of rounds, goes up one number, from the last to the
# first; the pairs above that stay.
# Found by: barometer balance howells --pairs {pairs} --rounds {rounds} --seconds {seconds}
"""


def howells(
    out: Annotated[Path, typer.Argument(help="The file to write.")],
    *,
    pairs: Annotated[int, typer.Option(min=4, max=60, help="For every even number of pairs up to this.")] = 40,
    rounds: Annotated[int, typer.Option(min=3, max=59, help="For every number of rounds up to this.")] = 16,
    seconds: Annotated[int, typer.Option(min=1, help="How long to search for each.")] = 60,
    replaces: ReplaceOption = False,
) -> None:
    """Find the first round of a Howell for each number of pairs and rounds that can have one."""
    from transforms.balance.book.first_round import first_round

    with explained():
        can_be_written(out, replaces=replaces)
        text = _HEAD.format(pairs=pairs, rounds=rounds, seconds=seconds)
        for number in range(4, pairs + 1, 2):
            for played in range(number // 2 + 1, min(number - 1, rounds) + 1):
                found = first_round(number, played, seconds)
                said = gettext("{pairs} pairs, {rounds} rounds: found", pairs=number, rounds=played)
                if found is None:
                    said = gettext("{pairs} pairs, {rounds} rounds: none found", pairs=number, rounds=played)
                say(said)
                text += "" if found is None else _as_schedule(number, played, found)
        put_whole(out, text)


def _as_schedule(pairs: int, rounds: int, first: "FirstRound") -> str:
    import numpy as np

    from transforms.balance.movement import Movement
    from transforms.balance.schedule import write_schedule

    plays = np.array([(0, table, *sits) for table, sits in enumerate(first)], dtype=np.int32)
    return write_schedule(Movement(pairs, pairs // 2, 1, rounds, plays))
