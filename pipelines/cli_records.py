"""The commands about what was published: `ratings`, `publish` and `history`. `cli.py` adds them to the others."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pipelines.commands.exit_status import explained, say
from pipelines.commands.printed import Format, print_rows
from pipelines.paths import warehouse_named

app = typer.Typer()


class Listed(StrEnum):
    """Which of the two rating lists."""

    RANKING = "ranking"
    ALPHABETICAL = "alphabetical"


class Asked(StrEnum):
    """What a word on the command line is the id of."""

    SESSION = "session"
    PLAYER = "player"


@app.command()
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
    warehouse: Annotated[str | None, typer.Option(help="The warehouse of a build.")] = None,
    output: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.TABLE,
) -> None:
    """Print a yearly rating list, or how it stands within a season; publish it."""
    from pipelines.commands import ratings as yearly

    day = None if on is None else on.date()
    with explained():
        path = warehouse_named(warehouse)
        if publish:
            say(yearly.publish(path, competition, on=day))
        listing = yearly.ratings(path, competition, on=day, kind=kind.value)
    for warning in listing.warnings:
        say(f"warning: {warning}")
    print_rows(listing.at_a_glance() if output is Format.TABLE else listing.rows, output, listing.title)


@app.command()
def publish(
    target: Annotated[
        str | None, typer.Argument(help="A folder for the public site, sftp://USER@HOST/FOLDER, or USER@HOST:FOLDER.")
    ] = None,
    *,
    warehouse: Annotated[str | None, typer.Option(help="The warehouse of a build.")] = None,
    reports: Annotated[
        Path | None, typer.Option(help="The folder of the web pages; that of the last build where it is not given.")
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(help="Some of results, rankings, championships, awards, ratings, with commas between them."),
    ] = None,
) -> None:
    """Record what the last build shows as published, and copy the public site to a folder where one is named."""
    from pipelines.commands.publish import publish as publish_all

    with explained():
        said = publish_all(warehouse_named(warehouse), target, reports=reports, only=only, say=say)
    for line in said:
        say(line)


@app.command()
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
    warehouse: Annotated[str | None, typer.Option(help="The warehouse of a build.")] = None,
    output: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.TABLE,
) -> None:
    """Print what was published and when, what would now be another, since when and from which file."""
    from pipelines.commands.history import history as told

    with explained():
        path = warehouse_named(warehouse)
        found = told(path, wanted, None if kind is None else kind.value, competition=competition, season=season)
    for warning in found.warnings:
        say(f"warning: {warning}")
    print_rows(found.at_a_glance() if output is Format.TABLE else found.for_programs(), output, found.title)
