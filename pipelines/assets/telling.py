"""Who is told when something fails: a command of the operator's, such as one that sends mail; else the log."""

import logging
import os
import shlex
import subprocess

TELL = "BAROMETER_TELL"
"""The command that gets each message on its standard input."""
_SECONDS = 30


def tell(message: str, log: logging.Logger) -> None:
    """Hand a message to the command that the environment names; where there is none, or it fails, to the log.

    Args:
        message: in plain words, on one line or more.
        log: of the run or sensor.
    """
    command = shlex.split(os.environ.get(TELL, ""))
    if not command:
        log.error(message)
        return
    try:
        subprocess.run(command, input=message, text=True, timeout=_SECONDS, check=True, capture_output=True)  # noqa: S603 - the operator's
    except (OSError, subprocess.SubprocessError) as wrong:
        log.error(f"{message}\n({TELL}: {wrong})")
