"""`barometer balance verify`: a certificate checked again, by other means than those that made it."""

from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.exit_status import DONE, DONE_WITH_ERRORS, explained, say
from transforms.messages import gettext


def verify(certificate: Annotated[Path, typer.Argument(help="A file that `optimise --prove` wrote.")]) -> None:
    """Check a certificate again, independently of how it was made; exit status 1 where it does not hold."""
    from pipelines.cli.balance.certificate import false_claims, in_words, read_claims, scope
    from transforms.balance.proof.recheck import rechecked

    with explained():
        movement, proof, claims = read_claims(certificate)
    wrong, of_every_complete = rechecked(movement, proof)
    if not wrong:
        wrong = false_claims(claims, movement, proof, of_every_complete=of_every_complete)
    for words in wrong:
        say(gettext("error: {what}", what=words))
    if not wrong:
        of_what = scope(movement, of_every_complete=of_every_complete)
        typer.echo(gettext("holds: {what}; for {movements}", what=in_words(proof), movements=of_what))
    raise typer.Exit(DONE_WITH_ERRORS if wrong else DONE)
