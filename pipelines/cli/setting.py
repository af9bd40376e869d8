"""`barometer set`: change a setting in a competition.toml, or in the club.toml of its club."""

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
from pipelines.words.suggestions import either, nearest, some
from transforms.tables.messages import gettext, gettext_noop


def change(key: str, value: str | None, competition: str | None, paths: Paths) -> Iterator[str]:
    """Change a setting. Yield lines with its old and new value, and with the command to run next."""
    if value == "=":  # `key = value`, as in the file
        value, competition = competition, None
    elif "=" in key:
        (key, _, value), competition = key.partition("="), value
    key, value = key.strip(), (value or "").strip()
    is_of_club = stands_in_club(key)
    if not value:
        raise UnusableError(
            "{key}: write the new value after it; to remove the setting, delete its line in the file", key=key
        )
    file, landing = _file(competition, paths, is_of_club=is_of_club)
    if file.is_symlink():
        raise UnusableError("{file} is a link, and links are not followed; change the file itself", file=file)
    had, letters = ("", "utf-8") if is_of_club and not file.exists() else read_text(file)
    made = changed(had, file, key, value)
    if made.before == made.after:
        yield gettext("{key} is already {value}; {file} stays as it is", key=key, value=made.after, file=file)
        return
    if key == "page.mark" and not (picture := file.parent / made.after.strip("\"'")).is_file():
        raise UnusableError("{picture}: there is no such file; put the picture there first", picture=picture)
    if file.exists() and not (os.access(file, os.W_OK) and file.stat().st_mode & 0o222):
        raise UnusableError("{file} is read-only; allow writing to it, and run this again", file=file)
    put_whole(file, made.text.encode(letters))
    before = gettext("not given") if made.before is None else plain(made.before)
    yield gettext("{key}: {before} -> {after}, in {file}", key=key, before=before, after=made.after, file=file)
    with suppress(UnusableError):  # a build will report what is wrong with the warehouse
        if (built := last_folders(paths.warehouse).get("landing")) is not None and built in file.resolve().parents:
            landing = from_here(built)
    command = to_type("build", landing, warehouse=paths.warehouse)
    yield gettext("To see the effect, run: {command}", command=command)


def _file(competition: str | None, paths: Paths, *, is_of_club: bool) -> tuple[Path, Path]:
    """Return the file to change, and the folder to build. Without `competition`, there must be only one such file."""
    landing = Path.cwd()
    if competition is not None and (Path(competition) / SETTINGS).is_file():
        landing, competition = Path(competition), None
    elif not (landing / SETTINGS).is_file() and not any(landing.glob(f"*/*/{SETTINGS}")):
        landing = which_landing(None, paths, lambda _: None)
    if landing == SAMPLE:
        sentence = gettext_noop("it is not known which competition you mean; name its folder, as in: {command}")
        raise UnusableError(sentence, command=to_type("set", "ranking.method", "place", folder_word()))
    is_one = (landing / SETTINGS).is_file()
    places = [landing] if is_one else sorted(file.parent for file in landing.glob(f"*/*/{SETTINGS}"))
    named = {"/".join(ids_of(place)): place for place in places}
    fitting = [full for full in named if competition is None or competition.lower() in _names(full, named[full])]
    found = [named[full].absolute() for full in fitting]
    files = {from_here(place.parent / CLUB_SETTINGS if is_of_club else place / SETTINGS) for place in found}
    if len(files) == 1:
        return files.pop(), landing
    if files:
        sentence = gettext_noop(
            "{landing} contains several competitions; add the one you mean at the end of the command: {known}"
        )
        raise UnusableError(sentence, landing=landing, known=either(fitting))
    near = nearest(competition or "", [word for full, place in named.items() for word in _names(full, place)])
    sentence = gettext_noop("{wanted}: there is no such competition in {landing}{near}; name one of these: {known}")
    raise UnusableError(sentence, wanted=competition or SETTINGS, landing=landing, near=near, known=some([*named]))


def _names(full: str, place: Path) -> set[str]:
    names = {full, *full.split("/")}
    with suppress(SettingsError):
        names.add(read_settings(place / SETTINGS).competition or full)
    return {name.lower() for name in names}
