"""The landing folders that both checkouts build. They are laid out once, so that both read the same bytes."""

import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bench.fuzz.corpus_files import FORMATS, corpus_of
from bench.fuzz.mutations import mutated

ROOT = Path(__file__).resolve().parents[2]
REAL_DATA = ROOT.parent / "shared" / "data"
_TOML = """\
club = "{club}"
competition = "{competition}"

[[season]]
name = "all"
start = 2000-01-01
end = 2039-12-31

[scoring]
profile = "fonteintje"

[ranking]
method = "balanced"
window = 6

[rating]
system = "kndb"
games = "games"
"""
_A_DAY = 1_767_225_600
"""The time that all files get as that of their last change, in seconds since 1970."""


class Sizes(NamedTuple):
    """How large the generated corpora are."""

    spoiled: int = 40
    """How many files are spoiled anew."""
    seed: int = 1
    largest: int = 2**16
    """The largest size of a spoiled file in bytes."""
    clubs: int = 6
    sessions: int = 4


class AbsentError(Exception):
    """A corpus cannot be laid out here; the text says why."""


def sample(landing: Path, _: Sizes) -> None:
    """Lay out the sample of the project."""
    shutil.copytree(ROOT / "data" / "sample", landing, dirs_exist_ok=True)


def real(landing: Path, _: Sizes) -> None:
    """Lay out the real files: those of a season in one competition, others each in a competition of its own.

    Raises:
        AbsentError: there are none next to the project.
    """
    if not REAL_DATA.is_dir():
        raise AbsentError(f"no real files at {REAL_DATA}")
    for source in sorted((REAL_DATA / "pbn").iterdir()):
        _competition(landing / source.name / "season", sorted(source.iterdir()))
    for club in ("usebio", "bws"):
        for number, file in enumerate(sorted((REAL_DATA / club).iterdir())):
            _competition(landing / club / f"file-{number:02}", [file])


def spoiled(landing: Path, sizes: Sizes) -> None:
    """Lay out files of the fuzzing corpus and newly spoiled files, each in a competition of its own.

    Tables are of use only together, so a spoiled table is among sound ones of its format.
    """
    files = {name: corpus_of(name) for name in FORMATS}
    chance = random.Random(sizes.seed)  # noqa: S311 - the same files for the same seed
    sound = {name: [file for file in paths if not file.name.startswith("found-")] for name, paths in files.items()}
    for name, paths in files.items():
        for number, file in enumerate(paths):
            _competition(landing / name / f"corpus-{number:02}", [file])
    for number in range(sizes.spoiled):
        name = FORMATS[number % len(FORMATS)]
        file = chance.choice(sound[name])
        content = _small(lambda name=name, file=file: mutated(chance, [file.read_bytes()], name), sizes.largest)
        folder = landing / name / f"spoiled-{number:04}"
        _competition(folder, sound[name] if name in ("csv", "parquet") else [])
        (folder / file.name).write_bytes(content)


def _small(make: Callable[[], bytes], largest: int) -> bytes:
    while len(content := make()) > largest:
        pass
    return content


def mistakes(landing: Path, _: Sizes) -> None:
    """Lay out the listed mistakes that are made with files or settings, each as a club of its own."""
    with _tests_on_path(), tempfile.TemporaryDirectory() as name:
        from mistakes import of_files, of_settings, of_wrong_files
        from mistakes.folder import lay_out

        for number, made in enumerate([*of_settings.LISTED, *of_files.LISTED, *of_wrong_files.LISTED]):
            place = Path(name) / str(number)
            place.mkdir()
            with contextlib.chdir(place), pytest.MonkeyPatch.context() as patched:
                lay_out()
                made.prepare(patched)
            shutil.copytree(place / "club", landing / f"mistake-{number:03}", symlinks=True)


def simulated(landing: Path, sizes: Sizes) -> None:
    """Lay out a simulated federation, with the hands of its boards."""
    given = ["--clubs", str(sizes.clubs), "--sessions", str(sizes.sessions), "--seed", str(sizes.seed)]
    shutil.rmtree(landing)
    subprocess.run(
        [sys.executable, "-m", "pipelines", "simulate", str(landing), *given],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        stdout=subprocess.DEVNULL,
    )


CORPORA: dict[str, Callable[[Path, Sizes], None]] = {
    "sample": sample,
    "mistakes": mistakes,
    "spoiled": spoiled,
    "simulated": simulated,
    "real": real,
}
"""By name of a corpus, the function that lays it out in an empty folder."""


def laid_out(name: str, landing: Path, sizes: Sizes) -> None:
    """Lay out a corpus in a folder, in place of what was there. All its files get the same time.

    A corpus that was laid out with the same sizes stays, because some of its files hold the time at which they were
    made. Remove the folder after a change to a corpus.

    Raises:
        AbsentError: the corpus cannot be laid out here.
    """
    made_with = landing.with_suffix(".sizes")
    if landing.is_dir() and made_with.is_file() and made_with.read_text() == str(sizes):
        return
    shutil.rmtree(landing, ignore_errors=True)
    landing.mkdir(parents=True)
    CORPORA[name](landing, sizes)
    for file in landing.rglob("*"):
        os.utime(file, (_A_DAY, _A_DAY), follow_symlinks=False)
    made_with.write_text(str(sizes))


def _competition(folder: Path, files: list[Path]) -> None:
    folder.mkdir(parents=True)
    settings = _TOML.format(club=folder.parent.name, competition=folder.name)
    (folder / "competition.toml").write_text(settings, encoding="utf-8")
    for file in files:
        shutil.copyfile(file, folder / file.name)


@contextlib.contextmanager
def _tests_on_path() -> Iterator[None]:
    sys.path.insert(0, str(ROOT / "tests"))
    try:
        yield
    finally:
        sys.path.remove(str(ROOT / "tests"))
