"""`make pictures`: the sample is built, and each line of `pictures.csv` becomes a picture in docs/pictures.

`page` is a path in the folder of the builds: `reports` and `reports-private` are of the sample, those in `spoilt` of
the sample with a few slips in its files, which the director's desk tells; `scale.html` shows the scale of the style
sheet. An anchor behind a page scrolls there. Width and height are those of the window in CSS pixels; a phone's has two
dots a pixel. `scheme` is light or dark.
"""

import csv
import shutil
import subprocess
import sys
from pathlib import Path

from browser.driver import HERE, NoBrowserError, asked, prepare
from browser.scale import scale_page
from PIL import Image

PROJECT = HERE.parents[1]
PICTURES = PROJECT / "docs" / "pictures"
TABLE = HERE / "pictures.csv"
_BUILT = PROJECT / "build" / "pictures"
_SAMPLE = PROJECT / "data" / "sample"
_SLIPS = (
    ("2026-04-07/results.csv", "A,1,1,1,8,1,4S,W,11,-450,", "A,1,1,1,8,1,4S,W,11,450,"),
    ("2026-04-07/results.csv", "A,1,1,3,8,1,2N,E,8,-120,", "A,1,1,3,8,1,2X,E,8,-120,"),
    ("2026-03-31/results.csv", "A,1,2,1,2,7,PASS,,,0,", "A,1,2,1,2,17,PASS,,,0,"),
    ("2026-03-24/entries.csv", ",A,1,", ",A,one,"),
    ("players.csv", "1063,Uma Mahajan,", "1099,Eirik Asgaard,true,NOR,,\n1063,Uma Mahajan,"),
    ("2026-03-10/entries.csv", ",1036,", ",1099,"),
)
"""What happens when results are typed: file, what stood there, and what stands there now, at its first place."""
_A_PHONE = 500
_COLOURS = 64
_RARE_ONES_TOO = Image.Quantize.MAXCOVERAGE


def main() -> None:
    """Build, take, shrink."""
    try:
        prepare()
    except NoBrowserError as missing:
        sys.exit(str(missing))
    _build(_SAMPLE, _BUILT)
    _build(_spoilt(), _BUILT / "spoilt")
    (_BUILT / "scale.html").write_text(scale_page(), encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for picture in _take():
        _shrink(picture)


def _spoilt() -> Path:
    """A copy of the sample with the slips."""
    copy = _BUILT / "spoilt" / "landing"
    shutil.copytree(_SAMPLE, copy, dirs_exist_ok=True)
    (competition,) = copy.glob("*/*/")
    for name, before, after in _SLIPS:
        file = competition / name
        text = file.read_text(encoding="utf-8")
        if before not in text:
            sys.exit(f"{file}: {before} is not there")
        file.write_text(text.replace(before, after, 1), encoding="utf-8")
    return copy


def _build(landing: Path, into: Path) -> None:
    folders = ["--warehouse", into / "barometer.duckdb", "--reports", into / "reports"]
    # The slips make it end with 1: done, with findings.
    built = subprocess.run([sys.executable, "-m", "pipelines", "build", landing, *folders], cwd=PROJECT, check=False)
    if built.returncode not in (0, 1):
        sys.exit(built.returncode)


def _take() -> list[Path]:
    pictures = [
        {"page": str(_BUILT / row["page"]), "width": int(row["width"]), "height": int(row["height"])}
        | {
            "scheme": row["scheme"],
            "scale": 2 if int(row["width"]) <= _A_PHONE else 1,
            "file": str(PICTURES / f"{row['name']}.png"),
        }
        for row in rows()
    ]
    asked("take_pictures.mjs", pictures=pictures)
    return [Path(str(picture["file"])) for picture in pictures]


def rows() -> list[dict[str, str]]:
    """The lines of the table: name, page, width, height, scheme."""
    with TABLE.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _shrink(picture: Path) -> None:
    """Few colours are enough for text and lines: a quarter of the bytes."""
    with Image.open(picture) as image:
        few = image.convert("RGB").quantize(_COLOURS, _RARE_ONES_TOO, kmeans=2, dither=Image.Dither.NONE)
    few.save(picture, optimize=True)


if __name__ == "__main__":
    main()
