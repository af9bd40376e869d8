"""The commands of `barometer balance`. Thin, like those of `pipelines/cli/app.py`."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.balance.book import book
from pipelines.cli.balance.design import design
from pipelines.cli.balance.howells import howells
from pipelines.cli.balance.optimise import optimise
from pipelines.cli.balance.renumber import renumber
from pipelines.cli.balance.seat import seat
from pipelines.cli.balance.verify import verify
from pipelines.cli.terminal.exit_status import DONE, DONE_WITH_ERRORS, explained, say
from pipelines.cli.terminal.help_texts import Commands
from pipelines.cli.terminal.printed import print_csv, print_json
from pipelines.words.finding_texts import severity_name
from transforms.messages import gettext, labelled

app = Commands(
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="How evenly a movement lets everybody be compared with everybody.",
    epilog="Example: barometer balance check 12-pairs-6-rounds",
)
app.command(epilog="Example: barometer balance design 14 7 --out 14-pairs.txt")(design)
app.command(epilog="Example: barometer balance optimise 12-pairs-6-rounds --runs 100")(optimise)
app.command(epilog="Example: barometer balance seat tuesday-evening pairs.csv -m 8-pairs-7-rounds")(seat)
app.command(epilog="Example: barometer balance verify 14-pairs.certificate.json")(verify)
app.command(epilog="Example: barometer balance renumber 12-pairs-6-rounds --sessions 2")(renumber)
app.command(epilog="Example: barometer balance howells howells.txt --pairs 8 --rounds 7")(howells)
app.command(epilog="Example: barometer balance book movements")(book)


class Format(StrEnum):
    """How a balance is printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


@app.callback()
def balance() -> None:
    """Movements: how good their balance is, and how to make it better."""


@app.command(epilog="Example: barometer balance check 12-pairs-6-rounds")
def check(
    schedule: Annotated[Path, typer.Argument(help="A schedule file, or a movement of the library.")],
    output: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.TABLE,
    strong: Annotated[
        list[int] | None,
        typer.Option(help="A pair that wins every board: print what the others would score; more than once for more."),
    ] = None,
) -> None:
    """Check a movement: its quality factors, with a pair absent too, and the score of each two pairs."""
    from pipelines.cli.balance.check import as_json, balance_row, check_schedule

    with explained():
        checked = check_schedule(schedule, strong or [])
    match output:
        case Format.CSV:
            print_csv(balance_row(checked))
        case Format.JSON:
            print_json(as_json(checked))
        case Format.TABLE:
            from pipelines.cli.balance.check_printing import print_checked

            print_checked(checked)
    for finding in checked.findings:
        said = f"{finding.value} {finding.message}"
        if finding.round:
            said = gettext("round {round}: {what}", round=finding.round, what=said)
        say(labelled(severity_name(finding.severity), said))
    has_errors = any(finding.severity == "error" for finding in checked.findings)
    raise typer.Exit(DONE_WITH_ERRORS if has_errors else DONE)
