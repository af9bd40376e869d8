"""`barometer movement`: what fits tonight's tables, by kind, and the cards of the chosen movement."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.terminal.options import ReplaceOption
from pipelines.cli.terminal.output import Format, print_lines, print_rows, say
from pipelines.machine.errors import UnusableError
from pipelines.words.languages import ENGLISH, speaking
from transforms.tables.messages import gettext

if TYPE_CHECKING:
    from pipelines.cli.movement.fitting import Evening
    from transforms.balance.book.offers import LeftEmpty


def movement(
    tables: Annotated[int | None, typer.Option(help="Number of tables; a pair may be missing.")] = None,
    *,
    pairs: Annotated[int | None, typer.Option(help="Number of pairs, instead of tables.")] = None,
    rounds: Annotated[
        int | None, typer.Option(help="Number of rounds; by default, any number that comes near the boards.")
    ] = None,
    boards: Annotated[int, typer.Option(help="About how many boards to play.")] = 24,
    absent: Annotated[
        list[str] | None, typer.Option(metavar="NUMBER", help="The number left empty, if a pair is missing.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show all movements that fit.")] = False,
    choose: Annotated[int | None, typer.Option(help="The number of the movement whose cards to write.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder for the cards of the chosen movement; by default `movement`.")
    ] = None,
    print_to: Annotated[
        Path | None,
        typer.Option("--print", help="One PDF or HTML file for the cards; of the first movement, if none is chosen."),
    ] = None,
    replaces: ReplaceOption = False,
    output: Annotated[Format, typer.Option("--format", help="How to print what fits; CSV and JSON have all.")] = (
        Format.TABLE
    ),
) -> None:
    """Show the movements that fit: one winner before two, no shared boards before shared, then the evenest first.

    With --choose, write guide cards, table cards and the round sheet.
    """
    from pipelines.cli.balance.schedules import number_left_empty
    from pipelines.cli.movement import fitting

    with speaking(None if output is Format.TABLE else ENGLISH):
        away = number_left_empty(absent)
        lacks_a_pair = pairs is not None and pairs % 2 == 1 and away is None
        evening = fitting.Evening(fitting.tables_of(tables, pairs), boards, rounds, away, lacks_a_pair)
        found = fitting.fitting(evening)
        if choose is not None or print_to is not None:
            from pipelines.cli.movement.matter import in_short, print_cards
            from transforms.balance.book.offers import with_one_missing

            number = fitting.usual_choice(evening, found) if choose is None else choose
            offer = fitting.chosen(found, number)
            if lacks_a_pair:
                offer, away = with_one_missing(offer)
            cards = offer, fitting.boards_in_set(evening, offer), away
            if print_to is not None and print_to.suffix.lower() not in (".pdf", ".html", ".htm"):
                raise UnusableError("--print {file}: end the name in .pdf or .html", file=print_to)
            files = [] if print_to is None else [print_to]
            if print_to is None or out is not None:
                files += [(out or Path("movement")) / f"movement{suffix}" for suffix in (".html", ".pdf", ".txt")]
            print_cards(*cards, files, replaces=replaces)
            for file in files:
                say(gettext("Written: {file}", file=file))
            say(in_short(*cards[:2]))
            if lacks_a_pair:
                say(_of_one_missing(pairs, away, offer.left_empty))
            if choose is None and len(found) > 1:
                say(
                    gettext(
                        "No movement was chosen, so this is number {chosen} of {number}. The command without --print"
                        " lists them, and --choose NUMBER takes another.",
                        chosen=number,
                        number=len(found),
                    )
                )
            return
        rows = fitting.as_table(evening, found)
    match output:
        case Format.CSV | Format.JSON:
            print_rows(rows, output, title="")
        case Format.TABLE:
            from pipelines.words.terminal import print_table

            shown = rows if every else fitting.best_of_each_kind(rows)
            kinds = fitting.by_kind(shown)
            has_more = any({"shared", "turned"} & {*of_kind.columns} for _, of_kind in kinds)
            print_lines(_title(evening, pairs), _legend()[: 3 if has_more else 2])
            for words, of_kind in kinds:
                print_table(of_kind, f"\n{words}", narrowest=_NARROWEST)
            print_lines(f"\n{gettext('How they go')}", fitting.how_they_go(shown))
            _say_what_to_type(away, rows.height - shown.height)


def _say_what_to_type(away: int | None, more: int) -> None:
    if away is not None:
        say(gettext("You choose which number stays empty: leave empty shows the best one; give it as --absent."))
    say(gettext("The evenest of each kind come first."))
    if more:
        say(gettext("{number} more with --all", number=more))
    say(gettext("Write the cards of a movement with --choose NUMBER"))


def _of_one_missing(pairs: int | None, number: int | None, left: "LeftEmpty | None") -> str:
    if left is None:
        why = gettext("because the best one is not known here")
    else:
        why = gettext("because any number is as good here") if left.is_any else gettext("the best one here")
    return gettext(
        "{pairs} pairs: number {number} stays empty, {why}, and its opponents sit out. To leave another number empty,"
        " list what fits with --absent NUMBER, and choose from that list, because its order may differ.",
        pairs=pairs,
        number=number,
        why=why,
    )


_NARROWEST = 11
"""The fewest letters to which a column of words is folded, so that the table fits 80 characters."""


def _title(evening: "Evening", pairs: int | None) -> str:
    if evening.lacks_a_pair:
        return gettext(
            "What fits {pairs} pairs at {tables} tables: the number under leave empty stays empty, or any number"
            " if it says so, and the balance is the one without that number",
            pairs=pairs,
            tables=evening.tables,
        )
    if evening.absent is None:
        return gettext("What fits {tables} tables", tables=evening.tables)
    return gettext("What fits {tables} tables, without pair {pair}", tables=evening.tables, pair=evening.absent)


def _legend() -> tuple[str, ...]:
    return (
        gettext("boards: rounds x boards in each (boards to lay out); balance: in words, and out of 100"),
        gettext(
            "leave empty: the best number to leave empty if a pair is missing, and the balance then; in brackets "
            "the balance with the worst number"
        ),
        gettext("shared: how often a table plays the boards of another; turned: the rounds with arrows switched"),
    )
