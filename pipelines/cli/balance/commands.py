"""The commands of `barometer balance`. They contain little code, like those of `pipelines/cli/app.py`."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.balance.long_search import STOPPED, can_be_written, stopped_gently
from pipelines.cli.balance.optimise import optimise
from pipelines.cli.terminal.help_texts import Commands
from pipelines.cli.terminal.options import (
    CompetitionArgument,
    FormatOption,
    ReplaceOption,
    ScheduleOption,
    SeasonOption,
    SeedOption,
    WarehouseOption,
)
from pipelines.cli.terminal.output import DONE, DONE_WITH_ERRORS, Format, print_as, say
from pipelines.machine.cores import cores
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.machine.paths import warehouse_named
from pipelines.words.finding_texts import severity_name
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import gettext, labelled

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


@app.command(epilog="Example: barometer balance design 14 7 --out 14-pairs.txt")
def design(
    pairs: Annotated[int, typer.Argument(help="Number of pairs; with several lines, the number in each line.")],
    rounds: Annotated[int, typer.Argument(help="Number of rounds in all sessions together.")],
    *,
    shared: Annotated[bool, typer.Option("--shared", help="Tables may share boards.")] = False,
    boards_stay: Annotated[
        bool,
        typer.Option(
            "--boards-stay",
            help=("Keep every board set at one table; by default, as few tables as possible are used."),
        ),
    ] = False,
    fixed_pair: Annotated[int | None, typer.Option(help="A pair that stays North-South at the same table.")] = None,
    sets_a_round: Annotated[
        int,
        typer.Option(
            help=("Number of board sets that two pairs play in a round; the schedule has a line for each set.")
        ),
    ] = 1,
    sessions: Annotated[int, typer.Option(help="Number of sessions; their lengths are as equal as possible.")] = 1,
    turns_apart: Annotated[
        bool,
        typer.Option(
            "--turns-apart", help=("With --symmetry: put the turned copies of a board set in different sessions.")
        ),
    ] = False,
    lines: Annotated[int, typer.Option(help="Number of lines that are scored together, each with PAIRS pairs.")] = 1,
    individual: Annotated[
        bool,
        typer.Option(
            "--individual",
            help=("PAIRS is a number of single players, who all partner each other once; tables share boards."),
        ),
    ] = False,
    symmetry: Annotated[
        str | None,
        typer.Option(
            help=(
                "Search only movements with this symmetry: order x circles, such as 7x2 (7x2+1 has a set that "
                'never turns, 13x1-2 leaves out two sets); or the word "none".'
            )
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the search: another number starts it elsewhere.")] = 1,
    tries: Annotated[int, typer.Option(min=1, help="Number of searches, each from another start.")] = 200,
    proposals: Annotated[int, typer.Option(min=1, help="Number of changes to try in each search.")] = 200_000,
    turning_runs: Annotated[
        int,
        typer.Option(
            min=0,
            max=10_000,
            help=("Turn tables of the symmetric movement for better balance, from this number of starts."),
        ),
    ] = 0,
    work: Annotated[
        float,
        typer.Option(
            min=0.001,
            max=10_000,
            help=("How much work the solver does on the rounds of a session; less work ends sooner."),
        ),
    ] = 5.0,
    seconds: Annotated[
        float | None, typer.Option(help=("Stop after this number of seconds, with the best result so far."))
    ] = None,
    out: ScheduleOption = None,
    replaces: ReplaceOption = False,
) -> None:
    """Design a movement with the best balance found: who meets whom, on which boards, in which direction."""
    from pipelines.cli.balance.design import Wanted, better_or_equal, designed, individual_movement
    from transforms.balance.schedule import parse_schedule

    wanted = Wanted(
        *(pairs, rounds, shared, boards_stay, turns_apart, individual, sets_a_round, sessions, lines, fixed_pair),
        *(symmetry, seed, tries, proposals, turning_runs, work, seconds),
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


app.command(epilog="Example: barometer balance optimise 12-pairs-6-rounds --runs 100")(optimise)


@app.command(epilog="Example: barometer balance seat tuesday-evening pairs.csv -m 8-pairs-7-rounds")
def seat(
    competition: CompetitionArgument,
    attendance: Annotated[
        Path,
        typer.Argument(help=("CSV with one row per pair present and the columns player_id and partner_id, or pair.")),
    ],
    *,
    movement: Annotated[
        str | None,
        typer.Option(
            "--movement",
            "-m",
            help=(
                "A schedule file, or a movement of the library, such as 12-pairs-6-rounds. Default: the one in "
                "competition.toml."
            ),
        ),
    ] = None,
    season: SeasonOption = None,
    guest: Annotated[
        list[str] | None,
        typer.Option(help=("The name of a player in the file who is new to the club; may be repeated.")),
    ] = None,
    boards: Annotated[
        int | None, typer.Option(min=1, max=100, help=("Number of boards in a set; by default as in the last session."))
    ] = None,
    absent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBER",
            help=("The number that stays empty if the number of pairs is odd; by default the best one."),
        ),
    ] = None,
    seed: SeedOption = 1,
    runs: Annotated[
        int, typer.Option(min=1, max=100_000, help=("Number of searches, each from a random numbering of the pairs."))
    ] = 24,
    warehouse: WarehouseOption = None,
    output: Annotated[
        Format, typer.Option("--format", help="How to print the result; CSV has only the pairs.")
    ] = Format.TABLE,
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
def verify(certificate: Annotated[Path, typer.Argument(help="A certificate that `optimise --prove` wrote.")]) -> None:
    """Check a certificate again, independently of how it was made; exit status 1 if it does not hold."""
    from pipelines.cli.balance.certificate import false_claims, in_words, read_certificate, scope
    from transforms.balance.proof.recheck import rechecked

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
    schedule: Annotated[
        str, typer.Argument(help=("The movement of one session: a schedule file, or a movement of the library."))
    ],
    *,
    sessions: Annotated[
        int, typer.Option(min=1, max=100, help=("Number of sessions in which the same field plays the movement."))
    ],
    runs: Annotated[int, typer.Option(min=0, help="Number of searches; each starts from a random numbering.")] = 16,
    seed: SeedOption = 1,
    out: ScheduleOption = None,
    replaces: ReplaceOption = False,
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
        raise UnusableError(
            "{schedule}: a movement with {pairs} pairs cannot be renumbered; name one with at least 2 pairs",
            schedule=schedule,
            pairs=movement.pairs,
        )
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
    if out is None:
        typer.echo(schedule, nl=False)
    else:
        put_whole(out, schedule)


@app.command(epilog="Example: barometer balance howells howells.txt --pairs 8 --rounds 7")
def howells(
    out: Annotated[Path, typer.Argument(help="The file to write.")],
    *,
    pairs: Annotated[
        int, typer.Option(min=4, max=60, help=("The largest number of pairs; every even number up to it is tried."))
    ] = 40,
    rounds: Annotated[
        int, typer.Option(min=3, max=59, help=("The largest number of rounds; every number up to it is tried."))
    ] = 16,
    seconds: Annotated[int, typer.Option(min=1, help="Seconds to search for each first round.")] = 60,
    replaces: ReplaceOption = False,
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


@app.command(epilog="Example: barometer balance book movements")
def book(
    out: Annotated[Path, typer.Argument(help="The folder for the pages.")] = Path("movements"),
    replaces: ReplaceOption = False,
) -> None:
    """Write the library's movements as pages: an index, and each movement's rounds, cards and schedule."""
    from pipelines.cli.movement.book import write_book

    written = write_book(out, replaces=replaces)
    say(gettext("Written: {file}, and {number} files next to it", file=written[0], number=len(written) - 1))


@app.command(epilog="Example: barometer balance check 12-pairs-6-rounds")
def check(
    schedule: Annotated[Path, typer.Argument(help="A schedule file, or a movement of the library.")],
    output: FormatOption = Format.TABLE,
    strong: Annotated[
        list[int] | None,
        typer.Option(help="Print everybody's scores if this pair won every board; repeat for more pairs."),
    ] = None,
) -> None:
    """Check a movement: its quality factors, also with a pair absent, and the score of every two pairs."""
    from pipelines.cli.balance.certificate import as_json, balance_row, checked_movement, print_checked
    from transforms.balance.schedule import schedule_findings

    pairs = strong or []
    movement = checked_movement(schedule, pairs)
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
