"""Count the clicks and seconds of a director's evenings at the desk, in headless Chromium: `python -m bench.desk`.

The seconds are those of the machine, with the builds that the director waits for; what happens on each evening is in
`tests/browser/desk_evenings.mjs`. Then: the seconds until the first page is there, and from a dropped file to the page
that says what came in. Nothing else should run on the machine.
"""

import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Print the tables."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from browser.desks import evenings, opened
    from browser.driver import asked, prepare

    prepare()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with opened(home) as address:
            found = asked("desk_evenings.mjs", address=address, upTo=6, **evenings(home / "files"))
    print(f"{'evening':<12} {'clicks':>6} {'keys':>5} {'seconds':>8}")
    for name, one in found["met"].items():
        print(f"{name:<12} {one['clicks']:>6} {one['keys']:>5} {one['seconds']:>8.1f}")
    print("\nseconds until the page is there, and after a dropped file")
    for name, seconds in found["came"].items():
        print(f"{name:<12} {seconds:>8.2f}")


if __name__ == "__main__":
    main()
