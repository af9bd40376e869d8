"""`barometer balance book`. Thin: a folder in, pages out."""

from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.exit_status import explained, say
from pipelines.cli.terminal.options import ReplaceOption
from transforms.messages import gettext


def book(
    out: Annotated[Path, typer.Argument(help="The folder for the pages.")] = Path("movements"),
    replaces: ReplaceOption = False,
) -> None:
    """Write the movements of the library as pages: an index, and for each its rounds, its cards and its schedule."""
    from pipelines.cli.movement.book import write_book

    with explained():
        written = write_book(out, replaces=replaces)
        say(gettext("Written: {file}, and {number} files beside it", file=written[0], number=len(written) - 1))
