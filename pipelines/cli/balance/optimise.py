"""`barometer balance optimise`: turn tables for the best balance found, and prove the result on request."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.balance.long_search import STOPPED, Pace, can_be_written, stopped_gently
from pipelines.cli.terminal.options import ReplaceOption, ScheduleOption, SeedOption, in_range
from pipelines.cli.terminal.output import say
from pipelines.machine.cores import cores
from pipelines.machine.errors import UnusableError, why
from pipelines.machine.files import put_whole
from pipelines.words.progress import progress_bar
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import gettext

if TYPE_CHECKING:
    from pipelines.words.progress import Progress as Report
    from transforms.balance.directions import Optimised
    from transforms.balance.movement import Movement
    from transforms.balance.proof.prove import Proof

_LONGEST = 31_536_000
"""The longest time limit: a year, in seconds."""


def optimise(
    schedule: Annotated[Path, typer.Argument(help="A schedule file, or a movement of the library.")],
    *,
    runs: Annotated[int, typer.Option("-s", "--runs", min=0, help="Number of attempts from random starts.")] = 500,
    fixed_rounds: Annotated[
        list[int] | None,
        typer.Option("-r", "--fixed-round", help="A round to leave as it is; repeat for more rounds."),
    ] = None,
    fixed_tables: Annotated[
        list[int] | None,
        typer.Option("-t", "--fixed-table", help="A table to leave as it is; repeat for more tables."),
    ] = None,
    fixed_positions: Annotated[
        int,
        typer.Option(
            "-f",
            "--fixed-positions",
            help=("Leave this number of positions as they are, counted row by row from the start of the schedule."),
        ),
    ] = 0,
    seed: SeedOption = 1,
    seconds: Annotated[
        float | None, typer.Option(help=("Stop after this number of seconds, with the best result so far."))
    ] = None,
    proved: Annotated[
        bool, typer.Option("--prove", help="Prove how good the directions can be, and write a certificate.")
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(
            help=(
                "The certificate file for --prove; by default next to --out or the schedule, with the ending "
                ".certificate.json."
            )
        ),
    ] = None,
    out: ScheduleOption = None,
    replaces: ReplaceOption = False,
) -> None:
    """Turn tables for the best balance: by SS, then by SS with a pair absent, then by fourth powers of the scores."""
    from pipelines.cli.balance.certificate import certificate as written
    from pipelines.cli.balance.certificate import check_size, in_words, known_bound
    from pipelines.cli.balance.schedules import check_absent, movement_named
    from transforms.balance.directions import optimise as search
    from transforms.balance.movement import MovementError

    with progress_bar(gettext("searching")) as report, stopped_gently(within=2.0) as stopped:
        movement = movement_named(str(schedule))
        check_size(movement, schedule)
        check_absent(movement, schedule)
        for option, numbers, most in (("-r", fixed_rounds, movement.rounds), ("-t", fixed_tables, movement.tables)):
            for number in numbers or ():
                in_range(option, number, 1, most)
        rounds, tables = ([number - 1 for number in numbers or ()] for numbers in (fixed_rounds, fixed_tables))
        in_range("-f", fixed_positions, 0, movement.rounds * movement.tables)
        in_range("--seconds", seconds, 0, _LONGEST)
        path = certificate or (out or schedule).with_suffix(".certificate.json") if proved else None
        for place in (out, path):
            can_be_written(place, replaces=replaces)
        pace = Pace(seconds, stopped, report)
        try:
            with ThreadPoolExecutor(cores()) as pool:
                found = search(
                    movement,
                    seed=seed,
                    runs=runs,
                    fixed_rounds=rounds,
                    fixed_tables=tables,
                    fixed_positions=fixed_positions,
                    bound=known_bound(movement),
                    keep_going=lambda done, of_all, ss: pace.going(f"SS {ss}", done, of_all),
                    spread=pool.map,
                )
        except MovementError as error:
            raise UnusableError(*error.args) from None
        say(_found_in_words(found))
        best, proof = found.movement, None
        if path and not stopped():
            best, proof = _proved(best, free=not (rounds or tables or fixed_positions), report=report, stopped=stopped)
        _write(best, out)
        if path and proof:
            put_whole(path, written(best, proof))
            say(gettext("{what}; certificate: {path}", what=in_words(proof), path=path))
        if stopped():
            say(gettext("stopped: this is the best so far"))
            raise typer.Exit(STOPPED)


def _proved(
    best: "Movement", *, free: bool, report: "Report", stopped: Callable[[], bool]
) -> "tuple[Movement, Proof | None]":
    """Return the movement, with the better directions that the proof finds if `free`, and its proof if not stopped."""
    from transforms.balance.proof.prove import prove

    def going_on(done: int, of: int) -> None:
        report(gettext("proving"), done, of)
        if stopped():
            raise KeyboardInterrupt

    try:
        proof = prove(best, report=going_on)
        while proof.better is not None and free:
            best = proof.better
            proof = prove(best, report=going_on)
    except KeyboardInterrupt:
        return best, None
    return best, proof


def _write(best: "Movement", out: Path | None) -> None:
    from transforms.balance.schedule import write_schedule

    text = write_schedule(best)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        put_whole(out, text)
    except OSError as error:
        typer.echo(text, nl=False)
        raise UnusableError(
            "{out}: this file cannot be written ({strerror}); the schedule is printed instead, so save it from there",
            out=out,
            strerror=why(error),
        ) from None


def _found_in_words(found: "Optimised") -> str:
    from transforms.balance.quality import quality, vacancy

    factor, pooled = quality(found.movement).qf, vacancy(found.movement).pooled
    said = [f"SS {found.ss}"]
    if factor is not None:
        said.append(f"Qf {in_decimals(factor, 2)}")
    if pooled is not None:
        said.append(gettext("Qf with one pair absent {qf}", qf=in_decimals(pooled, 2)))
    worth, turned = ", ".join(said), int(found.turned.sum())
    words = gettext("{worth}; tables turned: {turned}; runs: {runs}", worth=worth, turned=turned, runs=found.runs)
    return f"{words}: {gettext('a lower SS is impossible')}" if found.at_bound else words
