"""Count our functions that a command enters, and their files: all that one must read to follow a file.

    python -m bench.entered [FILE.pbn]

The commands are `barometer score` of one evening, and a build of that evening alone, which is made up if no file is
given. Each function counts once, in any thread, but not in processes that read files or draw pages.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

WINGS = tuple(str(Path(__file__).resolve().parents[1] / wing) for wing in ("transforms", "pipelines"))
EVENING = """% PBN 2.1
[Date "2025.09.02"]
[Board "1"]
[ScoreTable "Table\\1R;Round\\1R;PairId_NS\\2R;PairId_EW\\2R;Contract\\3L;Declarer\\1R;Result\\2R"]
1 1  1  2 4S  N 10
2 1  3  4 4S  N  9
"""
COUNT = """
import sys, threading
wings = {wings!r}
entered = set()
def note(frame, event, _):
    if event == "call" and frame.f_code.co_filename.startswith(wings):
        entered.add(frame.f_code)
from pipelines.cli.app import app
threading.setprofile(note)
sys.setprofile(note)
try:
    app({arguments!r}, standalone_mode=False)
except SystemExit:
    pass
sys.setprofile(None)
functions = [code for code in entered if code.co_flags & 1 and not code.co_name.startswith("<")]
print(len(functions), len({{code.co_filename for code in functions}}), file=sys.stderr)
"""


def main(file: Path | None = None) -> None:
    """Print a line for each of the two commands."""
    with tempfile.TemporaryDirectory() as name:
        landing = Path(name) / "landing" / "club" / "evening"
        landing.mkdir(parents=True)
        evening = landing / "2025-09-02.pbn"
        evening.write_bytes(file.read_bytes() if file else EVENING.encode())
        season = '[[season]]\nname = "one"\nstart = 1990-01-01\nend = 2089-12-31\n'
        (landing / "competition.toml").write_text(season, encoding="utf-8")
        places = ["--warehouse", str(Path(name) / "w.duckdb"), "--reports", str(Path(name) / "reports")]
        for title, arguments in {
            "score of one file": ["score", str(evening)],
            "build of one file": ["build", str(landing.parents[1]), *places],
        }.items():
            functions, files = entered(arguments)
            print(f"{title}: {functions} functions in {files} files")


def entered(arguments: list[str]) -> tuple[int, int]:
    """Return how many functions a command enters, and how many files they are in."""
    program = COUNT.format(wings=WINGS, arguments=arguments)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    functions, files = done.stderr.split("\n")[-2].split()
    return int(functions), int(files)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
