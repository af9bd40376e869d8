"""The entry point of `barometer` and `python -m pipelines`. It prepares for signals before any slow import begins."""

from pipelines.machine import stopping
from pipelines.machine.errors import leave_out_what_is_for_others


def main() -> None:
    """Run a command, and exit with its status."""
    stopping.run(_command)


def _command() -> object:
    leave_out_what_is_for_others()
    from pipelines.cli.app import run

    return run()


if __name__ == "__main__":
    main()
