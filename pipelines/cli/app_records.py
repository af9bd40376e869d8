"""The commands about what goes out to others, and what is kept: `ratings`, `publish`, `history`, `export`, `tidy`.

`cli.py` adds them.
"""

from contextlib import nullcontext
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.exit_status import explained, say
from pipelines.cli.terminal.help_texts import Commands
from pipelines.cli.terminal.options import FormatOption, ReplaceOption, WarehouseOption
from pipelines.cli.terminal.printed import Format, print_rows, print_text
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import warehouse_named
from pipelines.words.languages import ENGLISH, speaking
from pipelines.words.progress_bar import progress_bar
from transforms.messages import Message, gettext

app = Commands()


class Listed(StrEnum):
    """Which of the two rating lists."""

    RANKING = "ranking"
    ALPHABETICAL = "alphabetical"


class Exported(StrEnum):
    """In which format results are written."""

    USEBIO = "usebio"
    PBN = "pbn"
    JSON = "json"


class Asked(StrEnum):
    """What a word on the command line is the id of."""

    SESSION = "session"
    PLAYER = "player"


@app.command(epilog="Example: barometer ratings --on 2026-06-01")
def ratings(
    competition: Annotated[
        str | None, typer.Argument(help="Its id, its name, or CLUB/COMPETITION; not needed where only one is rated.")
    ] = None,
    *,
    on: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], help="A list day; on another day, the interim list. The last list if not given."
        ),
    ] = None,
    kind: Annotated[Listed, typer.Option("--list", help="Which of the two lists.")] = Listed.RANKING,
    publish: Annotated[bool, typer.Option("--publish", help="Record the list as published.")] = False,
    warehouse: WarehouseOption = None,
    output: FormatOption = Format.TABLE,
) -> None:
    """Print a yearly rating list, or how it stands within a season; publish it."""
    from pipelines.cli import ratings as yearly

    day = None if on is None else on.date()
    with explained():
        path = warehouse_named(warehouse)
        if publish:
            say(yearly.publish(path, competition, on=day, say=say))
        listing = yearly.ratings(path, competition, on=day, kind=kind.value)
    for warning in listing.warnings:
        say(gettext("warning: {what}", what=warning))
    print_rows(listing.at_a_glance() if output is Format.TABLE else listing.rows, output, listing.title)


@app.command(epilog="Example: barometer publish site")
def publish(
    target: Annotated[
        str | None, typer.Argument(help="A folder for the public site, sftp://USER@HOST/FOLDER, or USER@HOST:FOLDER.")
    ] = None,
    *,
    warehouse: WarehouseOption = None,
    reports: Annotated[
        Path | None, typer.Option(help="The folder of the web pages; that of the last build where it is not given.")
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(help="Some of results, rankings, championships, awards, ratings, with commas between them."),
    ] = None,
    replaces: Annotated[
        bool, typer.Option("--replace", help="Publish where the pages of other competitions are, which are removed.")
    ] = False,
) -> None:
    """Record what the last build shows as published, and copy the public site to a folder where one is named."""
    from pipelines.cli.publish.publish import publish as publish_all
    from pipelines.cli.publish.sending import Server

    # Where a password may be asked for, nothing moves on the screen meanwhile.
    with explained(), nullcontext() if target and Server.named(target) else progress_bar(gettext("publishing")):
        said = publish_all(warehouse_named(warehouse), target, reports=reports, only=only, replaces=replaces, say=say)
    for line in said:
        say(line)


@app.command(epilog="Example: barometer history 2025-09-02")
def history(
    wanted: Annotated[
        str,
        typer.Argument(metavar="SESSION|PLAYER", help="The id of a session; or a player: an id, a name, or a part."),
    ],
    *,
    kind: Annotated[Asked | None, typer.Option("--as", help="What it is, where it may be both.")] = None,
    competition: Annotated[
        str | None, typer.Option(help="Its id, its name, or CLUB/COMPETITION; all where it is not given.")
    ] = None,
    season: Annotated[str | None, typer.Option(help="All where it is not given.")] = None,
    warehouse: WarehouseOption = None,
    output: FormatOption = Format.TABLE,
) -> None:
    """Print what was published and when, what would now be another, since when and from which file."""
    from pipelines.cli.history.history import history as told

    with explained(), speaking(None if output is Format.TABLE else ENGLISH):
        path = warehouse_named(warehouse)
        found = told(path, wanted, None if kind is None else kind.value, competition=competition, season=season)
    for warning in found.warnings:
        say(gettext("warning: {what}", what=warning))
    print_rows(found.at_a_glance() if output is Format.TABLE else found.for_programs(), output, found.title)


@app.command(epilog="Example: barometer export 2025-09-02 --format usebio --out evening.xml")
def export(
    wanted: Annotated[
        str | None,
        typer.Argument(metavar="[SESSION]", help="The id of a session; all of a season where it is not given."),
    ] = None,
    *,
    form: Annotated[Exported, typer.Option("--format", help="USEBIO 1.3, PBN 2.1, or the JSON of docs/results.md.")],
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write; for USEBIO or PBN of a season, a folder. Else it is printed."),
    ] = None,
    competition: Annotated[
        str | None, typer.Option(help="Its id, its name, or CLUB/COMPETITION; not needed where only one fits.")
    ] = None,
    season: Annotated[str | None, typer.Option(help="The latest where neither it nor a session is given.")] = None,
    replaces: ReplaceOption = False,
    warehouse: WarehouseOption = None,
) -> None:
    """Write the results of a session or a season, with everybody's name, for other programs to go on with."""
    from pipelines.cli import export as exporting

    is_one = wanted is not None or form is Exported.JSON
    with explained():
        if not is_one and out is None:
            raise UnusableError(
                Message(
                    "a season in {form} is a file for each session, so it needs a folder: add --out FOLDER",
                    form=form.value,
                )
            )
        path = warehouse_named(warehouse)
        files = exporting.export(path, wanted, form.value, competition=competition, season=season)
        if out is not None:
            exporting.put(files, out, form.value, is_one=is_one, replaces=replaces, say=say)
            return
    print_text(b"".join(files.values()).decode())


@app.command(epilog="Example: barometer tidy --days 7")
def tidy(
    *,
    days: Annotated[
        int, typer.Option(min=1, help="How long what was replaced is kept, for whoever reads it still.")
    ] = 7,
    warehouse: WarehouseOption = None,
) -> None:
    """Delete the old files of a lake, and put its small ones together; others may read it meanwhile."""
    from pipelines.cli.tidy import tidy as tidy_warehouse

    with explained(), progress_bar(gettext("tidying")):
        said = tidy_warehouse(warehouse_named(warehouse), days, say=say)
    for line in said:
        say(line)
