"""Names of files and folders from what was dropped and typed; they are safe on every system."""

import re
from pathlib import Path

from pipelines.intake.landing.folders import SETTINGS
from pipelines.machine.errors import UnusableError
from pipelines.settings.club import CLUB_SETTINGS
from transforms.privacy.names_in_texts import in_plain_letters

_NOT_IN_A_NAME = re.compile(r'[\x00-\x1f<>:"/\\|?*\x7f]+')
_LONGEST_NAME = 100


def file_name(name: str) -> str:
    """Return a name for a dropped file. UnusableError: nothing is left of it."""
    last = _NOT_IN_A_NAME.sub("_", name.replace("\\", "/").rpartition("/")[2]).strip(" .")
    stem, dot, suffix = last.rpartition(".")
    short = f"{(stem or suffix)[:_LONGEST_NAME]}{dot if stem else ''}{suffix[:10] if stem else ''}"
    if not short.strip("_ .") or short.lower() in (SETTINGS, CLUB_SETTINGS):
        raise UnusableError("{name}: this is not the name of a result file", name=name or '""')
    return short


def folder_name(words: str) -> str:
    """Return the name of a folder for a club or a competition: its name in plain small letters."""
    return re.sub(r"[^a-z0-9]+", "-", in_plain_letters(words)).strip("-")[:40].strip("-") or "club"


def free(path: Path) -> Path:
    """Return this path, or if there is such a file, the path with the first number that is free."""
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(2, 1000))
    return path if not path.exists() else next(one for one in numbered if not one.exists())
