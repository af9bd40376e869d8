"""Arguments that several commands take, each with its help text, and the words that users type for them."""

from pathlib import Path
from typing import Annotated, Literal

from typer import Argument, Option

from pipelines.cli.terminal.output import Format
from pipelines.machine.errors import UnusableError

TableFormat = Literal["csv", "parquet"]
"""The format of files with landing tables: their suffix."""
Part = Literal["results", "rounds", "matches", "events", "control-sheet", "frequencies", "boards"]
"""A table that `barometer score` can show."""
THE_ONLY_ONE = "Its id, its name, or CLUB/COMPETITION. Default: the only one."
ClubOption = Annotated[str | None, Option(help="Its id. Default: all clubs.")]
CompetitionArgument = Annotated[str, Argument(help="Its id, its name, or CLUB/COMPETITION.")]
CompetitionOption = Annotated[str | None, Option(help="Its id, its name, or CLUB/COMPETITION. Default: all.")]
LandingArgument = Annotated[
    Path | None,
    Argument(metavar="[FOLDER]", help="The folder of a competition, or one with <club>/<competition>/… in it."),
]
FormatOption = Annotated[Format, Option("--format", help="How to print it.")]
LanguageOption = Annotated[
    str | None, Option(help="The language of messages, and of pages of clubs that name none: en, nl, fr, nb.")
]
SeasonOption = Annotated[str | None, Option(help="Default: the latest.")]
WarehouseOption = Annotated[str | None, Option(help="The warehouse of a build.")]
WarehouseToWrite = Annotated[str | None, Option(help="The DuckDB file to write, or ducklake:…")]
LookOption = Annotated[bool, Option("--open/--no-open", help="Open the page, where there is a screen.")]
ReplaceOption = Annotated[bool, Option("--replace", help="Overwrite an existing file.")]
PageOption = Annotated[Path | None, Option("--page", help="An HTML file to write it to as well.")]
ReportsToWrite = Annotated[Path | None, Option(help="The folder of the web pages to write.")]
ScheduleOption = Annotated[Path | None, Option(help="The schedule file to write; otherwise it is printed.")]
SeedOption = Annotated[int, Option(min=0, help="Where the search starts.")]


def in_range(name: str, value: float | None, least: int, most: int) -> None:
    """Refuse the value of an option that is out of range, or not a number (NaN); None passes."""
    if value is not None and not least <= value <= most:
        raise UnusableError(
            "{name} {value}: give a number from {least} to {most}", name=name, value=value, least=least, most=most
        )
