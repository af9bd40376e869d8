"""Commands as a user types them, run in this process."""

from typer.testing import CliRunner, Result

from pipelines.cli.app import app


def barometer(*words: object, columns: int | None = 300) -> Result:
    """What a command prints into a terminal of this width (None: into a file), and its exit status."""
    return CliRunner(env={"COLUMNS": None if columns is None else str(columns)}).invoke(
        app, [str(word) for word in words]
    )
