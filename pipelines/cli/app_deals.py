"""The command about deals: `barometer deals solve`. `cli.py` adds it to the others."""

from typing import Annotated

import typer

from pipelines.cli.terminal.exit_status import explained, say
from pipelines.cli.terminal.help_texts import Commands
from pipelines.cli.terminal.options import WarehouseOption
from pipelines.machine import stopping
from pipelines.machine.paths import warehouse_named
from pipelines.words.languages.numbers import grouped
from pipelines.words.progress_bar import progress_bar
from transforms.messages import Message, gettext

app = Commands(
    no_args_is_help=True,
    help="Double-dummy tables of the deals that were played.",
    epilog="Example: barometer deals solve",
)


@app.callback()
def deals() -> None:
    """Double-dummy tables of the deals that were played."""


@app.command(epilog="Example: barometer deals solve --workers 2")
def solve(
    *,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1000, help="How many processes; one a core where it is not given.")
    ] = None,
    warehouse: WarehouseOption = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Solve also the deals whose table is that of a file, after the others.")
    ] = False,
) -> None:
    """Solve the deals that have no double-dummy table yet; stop at any time, and go on later."""
    from pipelines.building.solving.of_warehouse import solve_deals

    stopping.leaves(Message("what is solved stays, and barometer deals solve goes on from here"))
    with explained(), progress_bar() as progress:
        done = solve_deals(warehouse_named(warehouse), workers, progress, say, verify=verify)
    from pipelines.words.words import counted

    if done.here or done.known < done.wanted:
        say(
            gettext(
                "{deals} solved, {left} left; the next build takes them in.",
                deals=counted(done.here, "deal"),
                left=grouped(done.wanted - done.known),
            )
        )
    else:
        say(gettext("No deal is without a table."))
