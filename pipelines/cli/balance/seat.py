"""`barometer balance seat`. Thin: arguments in, one call, the numbers out."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.exit_status import explained
from pipelines.cli.terminal.options import CompetitionArgument, SeasonOption, SeedOption, WarehouseOption
from pipelines.cli.terminal.printed import print_csv, print_json
from pipelines.machine.paths import warehouse_named
from transforms.messages import Message, gettext

ANOTHER_SEASON = Message(
    "These numbers are not those of the season's page: here a declared pair or trio is one entrant, and tonight's "
    "combinations are among those counted before it."
)
"""Printed below the numbers."""


class Format(StrEnum):
    """How numbers are printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def seat(
    competition: CompetitionArgument,
    attendance: Annotated[Path, typer.Argument(help="A CSV file: player_id and partner_id, or pair, of each present.")],
    *,
    movement: Annotated[
        str | None,
        typer.Option(
            "--movement",
            "-m",
            help="A schedule file, or a name of the library: 12-pairs-6-rounds; else that of competition.toml.",
        ),
    ] = None,
    season: SeasonOption = None,
    guest: Annotated[
        list[str] | None, typer.Option(help="A name in the file that the club does not know yet; may be repeated.")
    ] = None,
    boards: Annotated[
        int | None, typer.Option(min=1, max=100, help="Boards in a set; as in the last session where not given.")
    ] = None,
    absent: Annotated[
        list[str] | None,
        typer.Option(metavar="NUMBER", help="The number that nobody takes with an odd number of pairs; else the best."),
    ] = None,
    seed: SeedOption = 1,
    runs: Annotated[int, typer.Option(min=1, max=100_000, help="Searches from random numbers.")] = 24,
    warehouse: WarehouseOption = None,
    output: Annotated[Format, typer.Option("--format", help="How to print it; as CSV the pairs.")] = Format.TABLE,
) -> None:
    """Number the pairs present so that over the season all meet, and are compared, as equally as can be."""
    from pipelines.cli.balance.left_empty import number_left_empty
    from pipelines.cli.balance.seating import Asked, numbers_of

    with explained():
        numbers = numbers_of(
            warehouse_named(warehouse),
            competition,
            attendance,
            movement=movement,
            season=season,
            guests=guest or (),
            asked=Asked(boards, number_left_empty(absent), seed, runs),
        )
    match output:
        case Format.CSV:
            print_csv(numbers.pairs)
        case Format.JSON:
            print_json(numbers.as_json())
        case Format.TABLE:
            from pipelines.words.terminal import print_table
            from pipelines.words.words import counted

            title = counted(numbers.pairs.height, "pair")
            if numbers.absent is not None:
                title = gettext("{pairs}; nobody takes number {number}", pairs=title, number=numbers.absent)
            print_table(numbers.pairs.drop("player_id", "partner_id"), title)
            typer.echo("")
            print_table(numbers.balance, gettext("Combinations that never met, and how even the season is"))
            typer.echo(str(ANOTHER_SEASON))
