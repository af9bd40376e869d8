"""`barometer balance design`. Thin: arguments in, one call, a schedule file out."""

from typing import Annotated

import typer

from pipelines.cli.balance.long_search import STOPPED, can_be_written, stopped_gently
from pipelines.cli.terminal.exit_status import explained, say
from pipelines.cli.terminal.options import ReplaceOption, ScheduleOption
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from transforms.messages import gettext


def design(
    pairs: Annotated[int, typer.Argument(help="Pairs that play; in each line, where there are more lines.")],
    rounds: Annotated[int, typer.Argument(help="Rounds in all sessions together.")],
    *,
    shared: Annotated[bool, typer.Option("--shared", help="Tables may share boards.")] = False,
    boards_stay: Annotated[
        bool, typer.Option("--boards-stay", help="Every set stays at its table; otherwise as few tables as can be.")
    ] = False,
    fixed_pair: Annotated[int | None, typer.Option(help="A pair that keeps its table, North-South.")] = None,
    sets_a_round: Annotated[
        int, typer.Option(help="Board sets that two pairs play in a round; a line of the schedule for each.")
    ] = 1,
    sessions: Annotated[int, typer.Option(help="Sessions, as equally long as can be.")] = 1,
    turns_apart: Annotated[
        bool, typer.Option("--turns-apart", help="The turns of a board set (--symmetry) fall in different sessions.")
    ] = False,
    lines: Annotated[int, typer.Option(help="Lines of this many pairs, scored together.")] = 1,
    individual: Annotated[
        bool, typer.Option("--individual", help="PAIRS are single players, who partner each other once; tables share.")
    ] = False,
    symmetry: Annotated[
        str | None,
        typer.Option(
            help="Search movements with this symmetry only: order x circles (7x2; 7x2+1 with a set that never turns; "
            "13x1-2 with two sets left out), or none."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Where the search starts.")] = 1,
    tries: Annotated[int, typer.Option(help="Searches from other starts.")] = 200,
    proposals: Annotated[int, typer.Option(help="Changes proposed in each search.")] = 200_000,
    turning_runs: Annotated[
        int, typer.Option(help="Turn the tables of the symmetric movement freely, from so many starts.")
    ] = 0,
    work: Annotated[
        float, typer.Option(help="The solver's work on the rounds of a session, in each attempt; less ends sooner.")
    ] = 5.0,
    seconds: Annotated[float | None, typer.Option(help="Stop after this time with the best so far.")] = None,
    out: ScheduleOption = None,
    replaces: ReplaceOption = False,
) -> None:
    """Design a movement: who meets whom, on which boards, in which direction, for as even a balance as can be found."""
    from pipelines.cli.balance.designing import (
        Wanted,
        asked_for,
        at_least_one,
        described,
        designed,
        effort_of,
        individual_movement,
        size_of,
        style_of,
        symmetry_of,
    )
    from pipelines.cli.balance.in_library import Size, better_or_equal
    from transforms.balance.schedule import parse_schedule

    with explained(), stopped_gently(within=2.0) as stopped:
        can_be_written(out, replaces=replaces)
        if individual:
            others = (sessions, lines, sets_a_round, boards_stay, turns_apart, fixed_pair, symmetry)
            if others != (1, 1, 1, False, False, None, None):
                raise UnusableError("--individual: goes with --seed, --tries and --out only: leave out the others")
            text = individual_movement(pairs, rounds, seed=seed, tries=at_least_one("--tries", tries), stopped=stopped)
            size = Size(pairs, (rounds,), shared=True, individual=True)
        else:
            wanted = Wanted(
                asked_for(
                    pairs, rounds, sessions, lines, fixed_pair, sets_a_round=sets_a_round, turns_apart=turns_apart
                ),
                style_of(fixed_pair, shared=shared, boards_stay=boards_stay, sets_a_round=sets_a_round),
                effort_of(tries, proposals, work, turning_runs),
                seed,
                None if symmetry is None else symmetry_of(symmetry),
                seconds,
            )
            found = designed(wanted, stopped)
            if found is None:
                say(gettext("stopped: no movement yet, so nothing is written"))
                raise typer.Exit(STOPPED)
            text = described(wanted, found)
            size = size_of(wanted)
        if out is None:
            typer.echo(text, nl=False)
        else:
            put_whole(out, text)
        has_demands = boards_stay or fixed_pair is not None or lines > 1 or sets_a_round > 1
        if not has_demands and (known := better_or_equal(size, parse_schedule(text))):
            say(known)
        if stopped():
            say(gettext("stopped: this is the best so far"))
            raise typer.Exit(STOPPED)
