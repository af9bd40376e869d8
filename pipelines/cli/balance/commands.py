"""The commands of `barometer balance`. Like `pipelines/cli/app.py`, this module leaves the work to others."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from pipelines.cli.balance.long_search import STOPPED, Pace, can_be_written, stopped_gently
from pipelines.cli.terminal import options
from pipelines.cli.terminal.files import read_whole
from pipelines.cli.terminal.help_texts import Commands
from pipelines.cli.terminal.output import DONE, DONE_WITH_ERRORS, Format, print_as, say
from pipelines.machine.cores import cores
from pipelines.machine.errors import UnusableError, why
from pipelines.machine.files import put_whole
from pipelines.machine.paths import warehouse_named
from pipelines.words.finding_texts import severity_name
from pipelines.words.progress import Progress, progress_bar
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import Message, gettext, gettext_noop, labelled

if TYPE_CHECKING:
    from transforms.balance.directions import Optimised
    from transforms.balance.movement import Movement
    from transforms.balance.proof.prove import Proof

app = Commands(
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Check and design movements: how evenly they compare everybody with everybody else.",
    epilog="Example: barometer balance check 12-pairs-6-rounds",
)
_HEAD = """\
# First rounds of Howells and three-quarter Howells, each a schedule of one round; there are as many rounds as sets.
# In each later round every set, and every pair up to the number of rounds, goes up one number, from the last to the
# first; the pairs above that stay.
# Found by: barometer balance howells --pairs {pairs} --rounds {rounds} --seconds {seconds}
"""


_HEAD_OF_WEBS = """\
# The tables of Web Mitchells at which the pairs change places, with the Qf of the movement. A line has: tables, rounds,
# Qf, and a number in base 16 that has a bit for each play, in order of round and then of table; 1 is turned.
# Found by: barometer balance webs --tables {tables} --runs {runs} --seed {seed}
"""


@app.command(epilog="Example: barometer balance design 14 7 --out 14-pairs.txt")
def design(
    pairs: int,
    rounds: int,
    *,
    shared: Annotated[bool, Option("--shared")] = False,
    boards_stay: Annotated[bool, Option("--boards-stay")] = False,
    fixed_pair: int | None = None,
    sets_a_round: int = 1,
    sessions: int = 1,
    turns_apart: Annotated[bool, Option("--turns-apart")] = False,
    lines: int = 1,
    individual: Annotated[bool, Option("--individual")] = False,
    symmetry: str | None = None,
    seed: int = 1,
    tries: Annotated[int, Option(min=1)] = 200,
    proposals: Annotated[int, Option(min=1)] = 200_000,
    turning_runs: Annotated[int, Option(min=0, max=10_000)] = 0,
    work: Annotated[float, Option(min=0.001, max=10_000)] = 5.0,
    absent_runs: Annotated[int, Option(min=0, max=10_000)] = 0,
    seconds: float | None = None,
    out: options.ScheduleOption = None,
    replaces: options.ReplaceOption = False,
) -> None:
    """Design a movement with the best balance found: who meets whom, on which boards, in which direction."""
    from pipelines.cli.balance.design import Wanted, better_or_equal, designed, individual_movement
    from transforms.balance.schedule import parse_schedule

    wanted = Wanted(
        *(pairs, rounds, shared, boards_stay, turns_apart, individual, sets_a_round, sessions, lines, fixed_pair),
        *(symmetry, seed, tries, proposals, turning_runs, work, absent_runs, seconds),
    )
    with stopped_gently(within=2.0) as stopped:
        can_be_written(out, replaces=replaces)
        text = individual_movement(wanted, stopped) if individual else designed(wanted, stopped)
        if text is None:
            say(gettext("stopped: no movement was found yet, so nothing is written"))
            raise typer.Exit(STOPPED)
        _put(text, out)
        has_demands = boards_stay or fixed_pair is not None or lines > 1 or sets_a_round > 1
        if not has_demands and (known := better_or_equal(wanted, parse_schedule(text))):
            say(known)
        if stopped():
            say(gettext("stopped: this is the best so far"))
            raise typer.Exit(STOPPED)


@app.command(epilog="Example: barometer balance optimise 12-pairs-6-rounds --runs 100")
def optimise(
    schedule: Path,
    *,
    runs: Annotated[int, Option("-s", "--runs", min=0)] = 500,
    fixed_rounds: Annotated[list[int] | None, Option("-r", "--fixed-round")] = None,
    fixed_tables: Annotated[list[int] | None, Option("-t", "--fixed-table")] = None,
    fixed_positions: Annotated[int, Option("-f", "--fixed-positions")] = 0,
    seed: options.SeedOption = 1,
    seconds: float | None = None,
    proved: Annotated[bool, Option("--prove")] = False,
    certificate: Path | None = None,
    out: options.ScheduleOption = None,
    replaces: options.ReplaceOption = False,
) -> None:
    """Turn tables for the best balance: by SS, then by SS with a pair absent, then by fourth powers of the scores."""
    from pipelines.cli.balance.certificate import certificate as written
    from pipelines.cli.balance.certificate import check_size, in_words, known_bound
    from pipelines.cli.balance.schedules import check_absent, movement_named
    from transforms.balance.directions import optimise as search
    from transforms.balance.movement import MovementError
    from transforms.balance.proof.prove import absent_parity_bound
    from transforms.balance.schedule import write_schedule

    with progress_bar(gettext("searching")) as report, stopped_gently(within=2.0) as stopped:
        movement = movement_named(str(schedule))
        check_size(movement, schedule)
        check_absent(movement, schedule)
        for option, numbers, most in (("-r", fixed_rounds, movement.rounds), ("-t", fixed_tables, movement.tables)):
            for number in numbers or ():
                options.in_range(option, number, 1, most)
        rounds, tables = ([number - 1 for number in numbers or ()] for numbers in (fixed_rounds, fixed_tables))
        options.in_range("-f", fixed_positions, 0, movement.rounds * movement.tables)
        options.in_range("--seconds", seconds, 0, 31_536_000)
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
                    absent_bound=absent_parity_bound(movement),
                    keep_going=lambda done, of_all, ss: pace.going(f"SS {ss}", done, of_all),
                    spread=pool.map,
                )
        except MovementError as error:
            raise UnusableError(*error.args) from None
        say(_found_in_words(found))
        best, proof = found.movement, None
        if path and not stopped():
            best, proof = _proved(best, free=not (rounds or tables or fixed_positions), report=report, stopped=stopped)
        _put(write_schedule(best), out)
        if path and proof:
            put_whole(path, written(best, proof))
            say(gettext("{what}; certificate: {path}", what=in_words(proof), path=path))
        if stopped():
            say(gettext("stopped: this is the best so far"))
            raise typer.Exit(STOPPED)


def _proved(
    best: "Movement", *, free: bool, report: Progress, stopped: Callable[[], bool]
) -> "tuple[Movement, Proof | None]":
    """Return the movement and its proof (None if stopped). With `free`, the proof may improve its directions."""
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
    if found.absent_at_bound:
        return f"{words}: {gettext('a lower SS is impossible, also with a pair absent')}"
    return f"{words}: {gettext('a lower SS is impossible')}" if found.at_bound else words


@app.command(epilog="Example: barometer balance seat tuesday-evening pairs.csv -m 8-pairs-7-rounds")
def seat(
    competition: options.CompetitionArgument,
    attendance: Path,
    *,
    movement: Annotated[str | None, Option("--movement", "-m")] = None,
    season: options.SeasonOption = None,
    guest: list[str] | None = None,
    boards: Annotated[int | None, Option(min=1, max=100)] = None,
    absent: Annotated[list[str] | None, Option(metavar="NUMBER")] = None,
    seed: options.SeedOption = 1,
    runs: Annotated[int, Option(min=1, max=100_000)] = 24,
    warehouse: options.WarehouseOption = None,
    output: Annotated[Format, Option("--format")] = Format.TABLE,
) -> None:
    """Number the pairs present so that, over the season, all pairs meet and are compared as equally as possible."""
    from pipelines.cli.balance.schedules import number_left_empty
    from pipelines.cli.balance.seating import as_json, numbers_of, show

    numbers = numbers_of(
        warehouse_named(warehouse),
        competition,
        attendance,
        movement=movement,
        season=season,
        guests=guest or (),
        boards=boards,
        absent=number_left_empty(absent),
        seed=seed,
        runs=runs,
    )
    print_as(output, table=lambda: show(numbers), csv=lambda: numbers.pairs, json=lambda: as_json(numbers))


@app.command(epilog="Example: barometer balance verify 14-pairs.certificate.json")
def verify(certificate: Path) -> None:
    """Check a certificate, or the data set of `book`, by computing it again; exit status 1 if it does not hold."""
    from pipelines.cli.balance.certificate import false_claims, in_words, read_certificate, scope
    from transforms.balance.proof.recheck import rechecked

    text = read_whole(certificate, Message("certificate")).decode("utf-8", errors="replace")
    if '"barometer-movements"' in text[:200]:
        from pipelines.cli.movement.dataset import unlike

        wrong, number = unlike(text)
        for words in wrong:
            say(gettext("error: {what}", what=f"{certificate}: {words}"))
        if not wrong:
            typer.echo(gettext("{number} movements verified: all figures follow from their schedules", number=number))
        raise typer.Exit(DONE_WITH_ERRORS if wrong else DONE)
    movement, proof, claims = read_certificate(certificate)
    wrong, of_every_complete = rechecked(movement, proof)
    if not wrong:
        wrong = false_claims(claims, movement, proof, of_every_complete=of_every_complete)
    for words in wrong:
        say(gettext("error: {what}", what=words))
    if not wrong:
        of_what = scope(movement, of_every_complete=of_every_complete)
        typer.echo(gettext("the certificate holds for {movements}: {what}", what=in_words(proof), movements=of_what))
    raise typer.Exit(DONE_WITH_ERRORS if wrong else DONE)


@app.command(epilog="Example: barometer balance renumber 12-pairs-6-rounds --sessions 2")
def renumber(
    schedule: str,
    *,
    sessions: Annotated[int, Option(min=1, max=100)],
    runs: Annotated[int, Option(min=0)] = 16,
    seed: options.SeedOption = 1,
    out: options.ScheduleOption = None,
    replaces: options.ReplaceOption = False,
) -> None:
    """Renumber the pairs in each session, to make first the meetings and then the scores as even as possible."""
    from pipelines.cli.balance.certificate import check_size
    from pipelines.cli.balance.design import how_even, numbers_of_sessions, with_facts
    from pipelines.cli.balance.schedules import movement_named
    from transforms.balance.movement import meetings
    from transforms.balance.quality import of_combinations, quality
    from transforms.balance.seating.renumbering import renumbered

    can_be_written(out, replaces=replaces)
    movement = movement_named(schedule)
    if movement.pairs < 2:
        sentence = gettext_noop(
            "{schedule}: a movement with {pairs} pairs cannot be renumbered; name one with at least 2 pairs"
        )
        raise UnusableError(sentence, schedule=schedule, pairs=movement.pairs)
    check_size(movement, Path(schedule))
    with ThreadPoolExecutor(cores()) as pool:
        found = renumbered(movement, sessions=sessions, seed=seed, runs=runs, spread=pool.map)
    facts = {
        "rounds of each session": " ".join([str(movement.rounds)] * len(found.numbers)),
        **how_even(found.movement),
        **numbers_of_sessions((found.numbers + 1).tolist()),
    }
    _put(with_facts(found.movement, facts), out)
    balance, met = quality(found.movement), of_combinations(meetings(found.movement))
    factors = {"Qf": balance.qf, "Qo": balance.qo}
    worth = "".join(f", {name} {in_decimals(value, 2)}" for name, value in factors.items() if value is not None)
    times = gettext("every two pairs meet {least} to {most} times", least=min(met), most=max(met))
    say(f"SS {balance.ss}{worth}; {times}")


def _put(schedule: str, out: Path | None) -> None:
    """Write a schedule to a file, or print it. If writing fails, print it too, so that no search is lost."""
    if out is None:
        typer.echo(schedule, nl=False)
        return
    try:
        put_whole(out, schedule)
    except OSError as error:
        typer.echo(schedule, nl=False)
        sentence = gettext_noop(
            "{out}: this file cannot be written ({strerror}); the schedule is printed instead, so save it from there"
        )
        raise UnusableError(sentence, out=out, strerror=why(error)) from None


@app.command(epilog="Example: barometer balance howells howells.txt --pairs 8 --rounds 7")
def howells(
    out: Path,
    *,
    pairs: Annotated[int, Option(min=4, max=60)] = 40,
    rounds: Annotated[int, Option(min=3, max=59)] = 16,
    seconds: Annotated[int, Option(min=1)] = 60,
    replaces: options.ReplaceOption = False,
) -> None:
    """Find the first round of a Howell for each possible number of pairs and rounds."""
    import numpy as np

    from transforms.balance.book.first_round import first_round
    from transforms.balance.movement import Movement
    from transforms.balance.schedule import write_schedule

    can_be_written(out, replaces=replaces)
    text = _HEAD.format(pairs=pairs, rounds=rounds, seconds=seconds)
    for number in range(4, pairs + 1, 2):
        for played in range(number // 2 + 1, min(number - 1, rounds) + 1):
            found = first_round(number, played, seconds)
            if found is None:
                say(gettext("{pairs} pairs, {rounds} rounds: no first round found", pairs=number, rounds=played))
                continue
            say(gettext("{pairs} pairs, {rounds} rounds: first round found", pairs=number, rounds=played))
            plays = np.array([(0, table, *sits) for table, sits in enumerate(found)], dtype=np.int32)
            text += write_schedule(Movement(number, number // 2, 1, played, plays))
    put_whole(out, text)


@app.command(epilog="Example: barometer balance webs webs.txt --tables 20")
def webs(
    out: Path,
    *,
    tables: Annotated[int, Option(min=6, max=100)] = 40,
    runs: Annotated[int, Option(min=1)] = 64,
    seed: options.SeedOption = 1,
    replaces: options.ReplaceOption = False,
) -> None:
    """Find the tables to turn in each Web Mitchell, for the best balance of one winner."""
    from transforms.balance.directions import optimise
    from transforms.balance.mitchells import as_hexadecimal, web_mitchell, webs_of
    from transforms.balance.quality import quality

    can_be_written(out, replaces=replaces)
    text = _HEAD_OF_WEBS.format(tables=tables, runs=runs, seed=seed)
    for number in range(6, tables + 1):
        for rounds in webs_of(number):
            found = optimise(web_mitchell(number, rounds), seed=seed, runs=runs)
            worth = in_decimals(quality(found.movement).qf or 0, 2)
            text += f"{number} {rounds} {worth} {as_hexadecimal(found.turned)}\n"
        say(gettext("{number} tables", number=number))
    put_whole(out, text)


@app.command(epilog="Example: barometer balance book movements")
def book(out: Annotated[Path, Argument()] = Path("movements"), replaces: options.ReplaceOption = False) -> None:
    """Write the library's movements as pages, or as a data set if the name ends in .json."""
    from pipelines.cli.movement.matter import write_book

    if out.suffix.lower() == ".json":
        from pipelines.cli.movement.dataset import data_set

        can_be_written(out, replaces=replaces)
        _put(data_set(), out)
        say(gettext("Written: {file}", file=out))
        return
    written = write_book(out, replaces=replaces)
    say(gettext("Written: {file}, and {number} files next to it", file=written[0], number=len(written) - 1))


@app.command(epilog="Example: barometer balance check 12-pairs-6-rounds")
def check(schedule: Path, output: options.FormatOption = Format.TABLE, strong: list[int] | None = None) -> None:
    """Check a movement: its quality factors, also with a pair absent, and the score of every two pairs."""
    from pipelines.cli.balance.certificate import as_json, balance_row, print_checked
    from pipelines.cli.balance.schedules import check_absent, movement_named
    from transforms.balance.schedule import schedule_findings

    pairs, movement = strong or [], movement_named(str(schedule))
    check_absent(movement, schedule)
    for pair in pairs:
        options.in_range("--strong", pair, 1, movement.pairs)
    print_as(
        output,
        table=lambda: print_checked(movement, pairs),
        csv=lambda: balance_row(movement),
        json=lambda: as_json(movement, pairs),
    )
    findings = schedule_findings(movement)
    for finding in findings:
        said = f"{finding.value} {finding.message}"
        if finding.round:
            said = gettext("round {round}: {what}", round=finding.round, what=said)
        say(labelled(severity_name(finding.severity), said))
    raise typer.Exit(DONE_WITH_ERRORS if any(one.severity == "error" for one in findings) else DONE)
