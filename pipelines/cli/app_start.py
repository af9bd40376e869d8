"""The commands to begin with: `new`, `demo` and `open`. `cli.py` adds them to the others."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.exit_status import DONE, DONE_WITH_ERRORS, explained, say
from pipelines.cli.terminal.help_texts import Commands
from pipelines.cli.terminal.options import ReportsToWrite, WarehouseOption, WarehouseToWrite
from pipelines.machine.paths import Paths, place_of, warehouse_named
from pipelines.words.progress_bar import progress_bar
from transforms.messages import gettext

app = Commands()


@app.command(epilog="Example: barometer new results/tuesday")
def new(
    folder: Annotated[
        Path | None, typer.Argument(help="The folder of your result files; the working folder where it is not given.")
    ] = None,
    *,
    builds: Annotated[bool, typer.Option("--build/--no-build", help="Build the pages too.")] = True,
    look: Annotated[bool, typer.Option("--open/--no-open", help="Open the page, where there is a screen.")] = True,
    warehouse: WarehouseToWrite = None,
    reports: ReportsToWrite = None,
) -> None:
    """Begin with your own files: look at a folder, write a competition.toml for it, and build its pages.

    The files stay where they are, and a competition.toml that is there stays as it is.
    """
    from pipelines.cli.new.new import (
        has_settings,
        landing_to_build,
        look_and_propose,
        refuse_no_results,
        what_is_set,
        write,
    )
    from pipelines.cli.new.telling import what_is_proposed, what_is_there
    from pipelines.words.to_type import to_type

    with explained():
        folder = folder or Path.cwd()
        usual = Paths.from_environment()
        paths = Paths(usual.landing, place_of(warehouse) if warehouse else usual.warehouse, reports or usual.reports)
        with progress_bar() as progress:
            found = look_and_propose(folder, progress)
        for line in what_is_there(found.seen):
            typer.echo(line)
        refuse_no_results(found)
        if has_settings(found):
            for line in what_is_set(found, paths, pages_are_named=reports is not None):
                typer.echo(line)
            raise typer.Exit(DONE)
        for line in what_is_proposed(found.proposal):
            typer.echo(line)
        typer.echo(gettext("Written: {file}", file=write(found)))
        landing, why = landing_to_build(folder, paths, pages_are_named=reports is not None)
        if why:
            say(why)
    errors = found.seen.errors
    if builds and landing is not None:
        errors = _build_new(replace(paths, landing=landing), warehouse, look=look)
    if landing is None:  # why was said, and by which command it can be built
        say(
            gettext(
                "Change in competition.toml what is not right. After each evening put its file in too, and build it as"
                " is said above."
            )
        )
        raise typer.Exit(DONE_WITH_ERRORS if errors else DONE)
    again = to_type("build", landing, warehouse=paths.warehouse, reports=paths.reports)
    say(
        gettext(
            "Change in competition.toml what is not right. After each evening put its file in too, and run: {command}",
            command=again,
        )
    )
    raise typer.Exit(DONE_WITH_ERRORS if errors else DONE)


def _build_new(paths: Paths, warehouse: str | None, *, look: bool) -> int:
    """Build a competition that is new, in the warehouse that is named, and show its page; return how many errors."""
    from pipelines.cli.build import build
    from pipelines.cli.findings import findings_command, say_first
    from pipelines.words.browser import open_page

    with explained():
        with progress_bar() as progress:
            outcome = build(paths, None, progress, say=say)
        errors = say_first(outcome.findings, findings_command(warehouse))
        typer.echo(gettext("Report: {page}", page=outcome.index))
        if look:
            open_page(outcome.index)
        return errors


@app.command(epilog="Example: barometer demo")
def demo(
    folder: Annotated[
        Path, typer.Argument(help="Where to put the sample and its pages: a new folder, or one of an earlier demo.")
    ] = Path("barometer-demo"),
    *,
    look: Annotated[bool, typer.Option("--open/--no-open", help="Open the page, where there is a screen.")] = True,
) -> None:
    """Build a made-up season, to see what a club gets: its files lie beside the pages, to look at and to change."""
    from pipelines.cli.demo import build_demo, places_of_demo
    from pipelines.cli.findings import findings_command, say_first
    from pipelines.words.browser import open_page

    with explained():
        with progress_bar() as progress:
            outcome = build_demo(folder, progress, say)
        if outcome.up_to_date:
            say(gettext("Nothing changed since the last build."))
        errors = say_first(outcome.findings, findings_command(places_of_demo(folder).warehouse))
        typer.echo(gettext("Report: {page}", page=outcome.index))
        if look:
            open_page(outcome.index)
    say(gettext("Its files are in {folder}: change one, and run this again.", folder=folder / "landing"))
    raise typer.Exit(DONE_WITH_ERRORS if errors else DONE)


@app.command("open", epilog="Example: barometer open")
def look_at(
    folder: Annotated[
        Path | None,
        typer.Argument(help="A folder of pages, or of a demo; the pages of the last build where it is not given."),
    ] = None,
    *,
    warehouse: WarehouseOption = None,
) -> None:
    """Open the pages of the last build in a browser; where there is no screen, say where they are."""
    from pipelines.cli.demo import page_of, page_of_last_build
    from pipelines.words.browser import open_page

    with explained():
        place = warehouse_named(warehouse)
        page = page_of_last_build(place) if folder is None else page_of(folder, place)
        typer.echo(gettext("Report: {page}", page=page))
        if not open_page(page):
            say(gettext("There is no screen here: open that file in any browser."))
