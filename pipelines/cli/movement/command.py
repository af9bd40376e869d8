"""`barometer movement`: what fits tonight's tables, kind after kind, and the cards of the one that is chosen."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.terminal.options import ReplaceOption
from pipelines.cli.terminal.output import Format, print_csv, print_json, print_lines, say
from pipelines.words.languages import ENGLISH, speaking
from pipelines.words.languages.numbers import written as number_written
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import gettext

if TYPE_CHECKING:
    from pipelines.cli.movement.fitting import Evening
    from transforms.balance.book.offers import LeftEmpty, Offer


def movement(
    tables: Annotated[int | None, typer.Option(help="How many tables; a pair may be missing.")] = None,
    *,
    pairs: Annotated[int | None, typer.Option(help="How many pairs, instead of tables.")] = None,
    rounds: Annotated[
        int | None, typer.Option(help="How many rounds; where it is not given, any that come near the boards.")
    ] = None,
    boards: Annotated[int, typer.Option(help="How many boards are to be played, about.")] = 24,
    absent: Annotated[
        list[str] | None, typer.Option(metavar="NUMBER", help="The number that is left empty, where a pair is missing.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show all that fit.")] = False,
    choose: Annotated[int | None, typer.Option(help="The number of the one to write the cards of.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder for its cards, where one is chosen; `movement`, if not given.")
    ] = None,
    print_to: Annotated[
        Path | None,
        typer.Option("--print", help="One file for its cards: a PDF, or HTML; of the first, if none is chosen."),
    ] = None,
    replaces: ReplaceOption = False,
    output: Annotated[Format, typer.Option("--format", help="How to print what fits; as CSV and JSON all.")] = (
        Format.TABLE
    ),
) -> None:
    """Show the movements that fit: one winner before two, no shared boards before shared, then the evenest first.

    With --choose write guide cards, table cards and the round sheet.
    """
    from pipelines.cli.balance.schedules import number_left_empty
    from pipelines.cli.movement import fitting

    with speaking(None if output is Format.TABLE else ENGLISH):
        away = number_left_empty(absent)
        lacks_a_pair = pairs is not None and pairs % 2 == 1 and away is None
        evening = fitting.Evening(fitting.tables_of(tables, pairs), boards, rounds, away, lacks_a_pair)
        found = fitting.fitting(evening)
        if choose is not None or print_to is not None:
            from pipelines.cli.movement.matter import in_short
            from pipelines.cli.movement.printing import print_movement, print_one_file
            from transforms.balance.book.offers import with_one_missing

            number = fitting.usual_choice(evening, found) if choose is None else choose
            offer = fitting.chosen(found, number)
            if lacks_a_pair:
                offer, away = with_one_missing(offer)
            cards = offer, fitting.boards_in_set(evening, offer), away
            written = [] if print_to is None else print_one_file(*cards, print_to, replaces=replaces)
            if print_to is None or out is not None:
                written += print_movement(*cards, out or Path("movement"), replaces=replaces)
            for file in written:
                say(gettext("Written: {file}", file=file))
            say(in_short(*cards[:2]))
            if lacks_a_pair:
                say(_of_one_missing(pairs, away, offer.left_empty))
            if choose is None and len(found) > 1:
                say(_of_no_choice(number, len(found), boards))
                _say_evener(found, number, fitting.far_evener(evening, found, number))
            return
        rows = fitting.as_table(evening, found)
    match output:
        case Format.CSV:
            print_csv(rows)
        case Format.JSON:
            print_json(rows.write_json())
        case Format.TABLE:
            from pipelines.words.terminal import print_table

            shown = rows if every else fitting.best_of_each_kind(rows)
            print_lines(_title(evening, pairs), _legend(fitting.named_where_any(shown)))
            for words, of_kind in fitting.by_kind(shown):
                print_table(of_kind, f"\n{words}", narrowest=_NARROWEST)
            print_lines(f"\n{gettext('How they go')}", fitting.how_they_go(shown))
            if away is not None:
                say(
                    gettext(
                        "Which number stays empty is yours to choose: leave empty has the best one; "
                        "give it as --absent."
                    )
                )
            say(gettext("The evenest of each kind first."))
            if rows.height > shown.height:
                say(gettext("{number} more with --all", number=rows.height - shown.height))
            say(gettext("Write the cards of one with --choose NUMBER"))


def _of_one_missing(pairs: int | None, number: int | None, left: "LeftEmpty | None") -> str:
    if left is None:
        why = gettext("as which is best cannot be told here")
    else:
        why = gettext("as any is as good here") if left.is_any else gettext("the best one here")
    return gettext(
        "{pairs} pairs: number {number} stays empty, {why}, and whoever meets it sits out. To leave another empty, list"
        " what fits with --absent NUMBER, and choose from that list: its order may be another.",
        pairs=pairs,
        number=number,
        why=why,
    )


def _of_no_choice(number: int, count: int, boards: int) -> str:
    if number == 1:
        return gettext(
            "None was chosen, so this is the first of {number}: without --print they are listed, and"
            " --choose NUMBER takes another.",
            number=count,
        )
    return gettext(
        "None was chosen, so this is number {chosen} of {number}, the first with {boards} boards:"
        " without --print they are listed, and --choose NUMBER takes another.",
        chosen=number,
        number=count,
        boards=boards,
    )


def _say_evener(found: Sequence["Offer"], printed: int, evener: int | None) -> None:
    if evener is None:
        return
    qf, of_this = (number_written(in_decimals(found[number - 1].qf or 0, _DECIMALS)) for number in (evener, printed))
    gaps = {"number": evener, "qf": qf, "of_this": of_this}
    if found[evener - 1].shared:
        words = gettext(
            "Number {number}, which has one winner too, is far evener: {qf} of 100, where this one has {of_this}; its"
            " tables share boards. --choose {number} takes it.",
            **gaps,
        )
    else:
        words = gettext(
            "Number {number}, which has one winner too, is far evener: {qf} of 100, where this one has {of_this}."
            " --choose {number} takes it.",
            **gaps,
        )
    say(words)


_DECIMALS = 2
_NARROWEST = 11
"""No column of words is folded to fewer letters: so it all fits 80."""


def _title(evening: "Evening", pairs: int | None) -> str:
    if evening.lacks_a_pair:
        return gettext(
            "What fits {pairs} pairs at {tables} tables: the number below leave empty stays empty, or any where that"
            " stands there, and the balance is that then",
            pairs=pairs,
            tables=evening.tables,
        )
    if evening.absent is None:
        return gettext("What fits {tables} tables", tables=evening.tables)
    return gettext("What fits {tables} tables, without pair {pair}", tables=evening.tables, pair=evening.absent)


def _legend(named: Collection[str]) -> tuple[str, ...]:
    always = (
        gettext("boards: rounds x boards in each (boards to lay out); balance: in words, and of 100"),
        gettext(
            "leave empty: the best number to leave empty where a pair is missing, and the balance then; in brackets "
            "the balance with the worst number"
        ),
    )
    if not named:
        return always
    sometimes = gettext("shared: how often a table plays the boards of another; turned: the rounds with arrows turned")
    return (*always, sometimes)
