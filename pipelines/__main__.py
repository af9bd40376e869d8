"""The entry point of `barometer` and `python -m pipelines`. It prepares for signals before any slow import begins."""

import gc
import sys
from importlib.util import find_spec
from pathlib import Path

_NEW_OBJECTS = 50_000
"""How many new objects start a search for garbage. The usual 700 cause hundreds of searches while libraries load, which
take a twentieth of a small command, and most of these objects stay."""


def main() -> None:
    """Run a command, and exit with its status."""
    _refuse_packages_of_others()
    from pipelines.machine import stopping

    stopping.run(_command)


def _refuse_packages_of_others() -> None:
    found = find_spec("transforms")
    place = Path(found.origin if found and found.origin else ".").resolve()
    if place.parents[1] != Path(__file__).resolve().parents[1]:
        sys.exit(
            f"barometer: {place} is a package of another program, in the place of ours with this name; install "
            "Barometer by itself, with uv tool install or pipx"
        )


def _command() -> object:
    from pipelines.machine.errors import leave_out_what_is_for_others

    leave_out_what_is_for_others()
    gc.set_threshold(_NEW_OBJECTS)
    from pipelines.cli.app import run

    return run()


if __name__ == "__main__":
    main()
