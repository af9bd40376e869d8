"""The commands to begin with: `demo` and `open`. `cli.py` adds them to the others."""

from pathlib import Path
from typing import Annotated

import typer

from pipelines.commands.exit_status import explained, say
from pipelines.display.progress_bar import progress_bar
from pipelines.paths import warehouse_named
from transforms.messages import gettext

app = typer.Typer()


@app.command(epilog="Example: barometer demo")
def demo(
    folder: Annotated[
        Path, typer.Argument(help="Where to put the sample and its pages: a new folder, or one of an earlier demo.")
    ] = Path("barometer-demo"),
    *,
    look: Annotated[bool, typer.Option("--open/--no-open", help="Open the page, where there is a screen.")] = True,
) -> None:
    """Build a made-up season, to see what a club gets: its files lie beside the pages, to look at and to change."""
    from pipelines.commands.demo import build_demo
    from pipelines.display.browser import open_page

    with explained():
        with progress_bar() as progress:
            page = build_demo(folder, progress, say)
        typer.echo(gettext("Report: {page}", page=page))
        if look:
            open_page(page)
    say(gettext("Its files are in {folder}: change one, and run this again.", folder=folder / "landing"))


@app.command("open", epilog="Example: barometer open")
def look_at(
    folder: Annotated[
        Path | None,
        typer.Argument(help="A folder of pages, or of a demo; the pages of the last build where it is not given."),
    ] = None,
    *,
    warehouse: Annotated[str | None, typer.Option(help="The warehouse of a build.")] = None,
) -> None:
    """Open the pages of the last build in a browser; where there is no screen, say where they are."""
    from pipelines.commands.demo import first_page, page_of_last_build
    from pipelines.display.browser import open_page

    with explained():
        page = page_of_last_build(warehouse_named(warehouse)) if folder is None else first_page(folder)
        typer.echo(gettext("Report: {page}", page=page))
        if not open_page(page):
            say(gettext("There is no screen here: open that file in any browser."))
