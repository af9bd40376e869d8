"""`barometer set`: change a rule in a competition.toml, or a key of the club.toml next to it."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pipelines.cli.terminal.which_landing import from_here, last_folders, which_landing
from pipelines.intake.landing.folders import SETTINGS, ids_of
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.machine.paths import SAMPLE, Paths
from pipelines.settings.changing import changed, stands_in_club
from pipelines.settings.club import CLUB_SETTINGS
from pipelines.settings.competition import read_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.toml_files import read_text
from pipelines.words.plain_text import folder_word, to_type
from pipelines.words.streams import plain
from pipelines.words.suggestions import either, nearest
from transforms.tables.messages import gettext


def change(key: str, value: str, competition: str | None, paths: Paths) -> Iterator[str]:
    """Change a setting. Yield lines with the old value, the new value, and the command to run next."""
    is_of_club = stands_in_club(key)
    folder, landing = _folder(competition, paths)
    file = from_here(folder.absolute().parent / CLUB_SETTINGS if is_of_club else folder / SETTINGS)
    if file.is_symlink():
        raise UnusableError("{file} is a link, and links are not followed; change the file itself", file=file)
    had, letters = ("", "utf-8") if is_of_club and not file.exists() else read_text(file)
    made = changed(had, file, key, value)
    if made.before == made.after:
        yield gettext("{key} is already {value}; {file} stays as it is", key=key, value=made.after, file=file)
        return
    if file.exists() and not (os.access(file, os.W_OK) and file.stat().st_mode & 0o222):
        raise UnusableError("{file} is read-only; allow writing to it, and run this again", file=file)
    put_whole(file, made.text.encode(letters))
    before = gettext("not given") if made.before is None else plain(made.before)
    yield gettext("{key}: {before} -> {after}, in {file}", key=key, before=before, after=made.after, file=file)
    with suppress(UnusableError):  # a build reports what is wrong with the warehouse
        if (built := last_folders(paths.warehouse).get("landing")) is not None and built in folder.resolve().parents:
            landing = from_here(built)
    command = to_type("build", landing, warehouse=paths.warehouse)
    yield gettext("To see the effect, run: {command}", command=command)


def _folder(competition: str | None, paths: Paths) -> tuple[Path, Path]:
    """Return the folder of the competition (None: of the only competition), and the folder that a build reads."""
    if competition is not None and (Path(competition) / SETTINGS).is_file():
        return Path(competition), Path(competition)
    here = Path.cwd()
    is_here = (here / SETTINGS).is_file() or any(here.glob(f"*/*/{SETTINGS}"))
    landing = here if is_here else which_landing(None, paths, lambda _: None)
    if landing == SAMPLE:
        raise UnusableError(
            "it is not known which competition you mean; name its folder, as in: {command}",
            command=to_type("set", "ranking.method", "place", folder_word()),
        )
    places = (
        [landing] if (landing / SETTINGS).is_file() else sorted(file.parent for file in landing.glob(f"*/*/{SETTINGS}"))
    )
    found = {"/".join(ids_of(place)): place for place in places}
    if competition is None and len(found) == 1:
        return places[0], landing
    fitting = [full for full, place in found.items() if (competition or "").lower() in _names(full, place)]
    if len(fitting) == 1:
        return found[fitting[0]], landing
    if competition is None or fitting:
        raise UnusableError(
            "{landing} contains several competitions; name one of them: {known}",
            landing=landing,
            known=either(fitting or [*found]) if found else "",
        )
    words = [word for full, place in found.items() for word in _names(full, place)]
    raise UnusableError(
        "{wanted}: there is no such competition in {landing}{near}; name one of these: {known}",
        wanted=competition,
        landing=landing,
        near=nearest(competition, words),
        known=either([*found]),
    )


def _names(full: str, place: Path) -> set[str]:
    """Return the names of a competition in lower case: `club/competition`, its id, and its name."""
    names = {full, full.partition("/")[2]}
    with suppress(SettingsError):
        names.add(read_settings(place / SETTINGS).competition or full)
    return {name.lower() for name in names}
