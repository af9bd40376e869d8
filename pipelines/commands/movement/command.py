"""`barometer movement`: what fits tonight's tables, the best first, and the cards of the one that is chosen."""

from pathlib import Path
from typing import Annotated

import typer

from pipelines.commands.exit_status import explained, say
from pipelines.commands.printed import Format, print_csv, print_json, print_rows

_SHOWN = 12


def movement(
    tables: Annotated[int, typer.Option(help="How many tables; a pair may be missing.")],
    *,
    rounds: Annotated[
        int | None, typer.Option(help="How many rounds; where it is not given, any that come near the boards.")
    ] = None,
    boards: Annotated[int, typer.Option(help="How many boards are to be played, about.")] = 24,
    absent: Annotated[int | None, typer.Option(help="The number of the pair that is not there.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Show all that fit.")] = False,
    choose: Annotated[int | None, typer.Option(help="The number of the one to write the cards of.")] = None,
    out: Annotated[Path, typer.Option(help="The folder for its cards, where one is chosen.")] = Path("movement"),
    output: Annotated[Format, typer.Option("--format", help="How to print what fits; as CSV and JSON all.")] = (
        Format.TABLE
    ),
) -> None:
    """Show the movements that fit, the best first; with --choose write guide cards, table cards and the round sheet.

    barometer movement --tables 11 --rounds 8 --boards 24 --absent 3
    """
    from pipelines.commands.movement.fitting import Evening, as_table, boards_in_set, chosen, fitting

    with explained():
        evening = Evening(tables, boards, rounds, absent)
        found = fitting(evening)
        if choose is not None:
            from pipelines.commands.movement.printing import print_movement

            offer = chosen(found, choose)
            for file in print_movement(offer, boards_in_set(evening, offer), absent, out):
                say(f"Written: {file}")
            return
    rows = as_table(evening, found)
    match output:
        case Format.CSV:
            print_csv(rows)
        case Format.JSON:
            print_json(rows.write_json())
        case Format.TABLE:
            shown = rows if every else rows.head(_SHOWN)
            print_rows(shown.fill_null(""), output, title=_title(evening.tables, absent))
            if rows.height > shown.height:
                say(f"{rows.height - shown.height} more with --all")
            say("Write the cards of one with --choose NUMBER")


def _title(tables: int, absent: int | None) -> str:
    there = "" if absent is None else f", without pair {absent}"
    return f"What fits {tables} tables{there}; balance from 0 to 100, which is perfect"
