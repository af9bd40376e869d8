"""Arguments of several commands, each with its help text, and the values that users may type for them."""

from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Option

from pipelines.cli.terminal.output import Format
from pipelines.machine.errors import UnusableError
from transforms.tables.messages import gettext_noop

TableFormat = Literal["csv", "parquet"]
Part = Literal["results", "rounds", "matches", "events", "control-sheet", "frequencies", "boards"]
THE_ONLY_ONE = "The competition: its id, its name, or CLUB/COMPETITION. Default: the only one."
ClubOption = Annotated[str | None, Option(help="The id of the club. Default: all clubs.")]
CompetitionArgument = Annotated[str, Argument(help="The competition: its id, its name, or CLUB/COMPETITION.")]
CompetitionOption = Annotated[
    str | None, Option(help="The competition: its id, its name, or CLUB/COMPETITION. Default: all.")
]
LandingArgument = Annotated[
    Path | None,
    Argument(metavar="[FOLDER]", help="The folder of a competition, or a folder that contains <club>/<competition>/…"),
]
FormatOption = Annotated[Format, Option("--format", help="How to print the result.")]
LanguageOption = Annotated[
    str | None, Option(help="The language of messages, and of the pages of clubs that set no language: en, nl, fr, nb.")
]
SeasonOption = Annotated[str | None, Option(help="The season. Default: the latest.")]
WarehouseOption = Annotated[str | None, Option(help="The warehouse that a build wrote.")]
WarehouseToWrite = Annotated[str | None, Option(help="The warehouse to write: a DuckDB file, or ducklake:…")]
LookOption = Annotated[bool, Option("--open/--no-open", help="Open the page in a browser, if there is a screen.")]
ReplaceOption = Annotated[bool, Option("--replace", help="Overwrite an existing file.")]
PageOption = Annotated[Path | None, Option("--page", help="An HTML file to write the result to as well.")]
ReportsToWrite = Annotated[Path | None, Option(help="The folder to write the web pages to.")]
ScheduleOption = Annotated[Path | None, Option(help="The schedule file to write; by default the schedule is printed.")]
SeedOption = Annotated[int, Option(min=0, help="The seed of the search: another number starts it elsewhere.")]


def in_range(name: str, value: float | None, least: int, most: int) -> None:
    """Refuse the value of an option that is out of range or not a number (NaN). None is accepted."""
    if value is not None and not least <= value <= most:
        sentence = gettext_noop("{name} {value}: give a number from {least} to {most}")
        raise UnusableError(sentence, name=name, value=value, least=least, most=most)
