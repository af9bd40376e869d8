"""The command about deals: `barometer deals solve`. `cli.py` adds it to the others."""

from typing import Annotated

import typer

from pipelines import stopping
from pipelines.commands.exit_status import explained, say
from pipelines.display.progress_bar import progress_bar
from pipelines.paths import warehouse_named
from transforms.messages import Message

app = typer.Typer(
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
    warehouse: Annotated[str | None, typer.Option(help="The warehouse of a build.")] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Solve also the deals whose table is that of a file, after the others.")
    ] = False,
) -> None:
    """Solve the deals that have no double-dummy table yet; stop at any time, and go on later."""
    from pipelines.solving.of_warehouse import solve_deals

    stopping.leaves(Message("what is solved stays, and barometer deals solve goes on from here"))
    with explained(), progress_bar() as progress:
        done = solve_deals(warehouse_named(warehouse), workers, progress, say, verify=verify)
    deals_solved = "1 deal" if done.here == 1 else f"{done.here:,} deals"
    say(
        f"{deals_solved} solved, {done.wanted - done.known:,} left; the next build takes them in."
        if done.here or done.known < done.wanted
        else "No deal is without a table."
    )
