"""`PYTHONPATH=tests python -m mistakes` makes all mistakes and writes docs/mistakes.md."""

import tempfile
from pathlib import Path

from mistakes.making import MISTAKES, PAGE, build_once, page, said_of

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        (place / "sound").mkdir()
        build_once(place / "sound")
        parts = [said_of(made, place / "sound", place / str(number)) for number, made in enumerate(MISTAKES)]
    PAGE.write_text(page(parts), encoding="utf-8")
