"""Who is told when something fails: a command of the operator's, such as one that sends mail; else the log."""

import logging
import shlex
import subprocess
import sys

from pipelines.machine.environment import TELL, value_of

_SECONDS = 30


def tell(message: str, log: logging.Logger) -> None:
    """Hand a message to the command that the environment names; where there is none, or it fails, to the log.

    Args:
        message: in plain words, on one line or more.
        log: of the run or sensor.
    """
    command = (value_of(TELL) or "").strip()
    if not command:
        log.error(message)
        return
    said = message.encode("utf-8")
    try:
        subprocess.run(_in_words(command), input=said, timeout=_SECONDS, check=True, capture_output=True)  # noqa: S603 - the operator's
    except (OSError, ValueError, subprocess.SubprocessError) as wrong:
        log.error(f"{message}\n({TELL}: {wrong})")


def _in_words(command: str) -> str | list[str]:
    """The program and what it is given; Windows parts them itself, where a backslash stands in every path."""
    return command if sys.platform == "win32" else shlex.split(command)
