"""What a club has set for its pages, from club.toml and the picture beside it."""

import base64
from typing import NamedTuple

import polars as pl

from pipelines.intake.landing.folders import OF_CLUB, Folder
from pipelines.intake.landing.mark import MOST_BYTES, picture_of, too_large
from pipelines.intake.readers.reading import Finding, warning
from pipelines.machine.files import TooLargeError, bytes_of
from pipelines.settings.club import CLUB_SETTINGS, CONTRAST, Page, on_dark, on_light, read_club_settings
from pipelines.settings.problems import Problem, SettingsError, problem
from transforms.tables.schemas import Looks
from transforms.tables.shared import types_of

OF_SETTINGS = f"{OF_CLUB}{CLUB_SETTINGS}"
"""The id of club.toml, as a file of each competition of its club."""
_MARK, _COLOUR = "page.mark", "page.colour"


class OfClub(NamedTuple):
    """What the pages of a competition have from its club."""

    page: Page
    looks: pl.DataFrame
    """`Looks`, a row or none."""
    findings: list[Finding]
    """About club.toml; what cannot be used is taken as not given."""


def of_club(folder: Folder) -> OfClub:
    """What the club of a competition has set for its pages."""
    nothing = pl.DataFrame(schema=types_of(Looks))
    listed = folder.files.get(OF_SETTINGS)
    if listed is None or not listed.can_be_read:
        return OfClub(Page(), nothing, list(listed.findings if listed else ()))
    try:
        settings = read_club_settings(listed.path)
    except SettingsError as wrong:
        return OfClub(Page(), nothing, [*listed.findings, *map(_as_finding, wrong.problems)])
    page = settings.page
    mark, wrong_mark = _mark(folder, page.mark) if page.mark else ({}, [])
    problems = [*settings.set_aside, *wrong_mark]
    findings = [*listed.findings, *map(_as_finding, problems), *_too_pale(page.colour)]
    colours = {"colour": on_light(page.colour), "colour_in_the_dark": on_dark(page.colour)} if page.colour else {}
    if not mark and not colours:
        return OfClub(page, nothing, findings)
    row = {"club": folder.club, "competition": folder.competition, **mark, **colours}
    return OfClub(page, pl.DataFrame([row], schema=types_of(Looks)), findings)


def _mark(folder: Folder, name: str) -> tuple[dict[str, str], list[Problem]]:
    """The columns of `Looks` about the picture of this name; or what is wrong with it."""
    listed = folder.files.get(folder.mark or "")
    if listed is None or not listed.can_be_read or listed.path.is_symlink():
        return {}, [_not_found(name)]
    try:
        content = bytes_of(listed.path, MOST_BYTES)
    except TooLargeError:
        return {}, [too_large(_MARK, name)]
    except OSError:
        return {}, [_not_found(name)]
    picture = picture_of(content, _MARK, name)
    if isinstance(picture, Problem):
        return {}, [picture]
    return {"mark_format": picture.suffix, "mark": base64.b64encode(picture.content).decode()}, []


def _not_found(name: str) -> Problem:
    sentence = "there is no such file beside club.toml, or it is a link or a folder: put the picture itself there"
    return problem("mark_not_found", sentence, key=_MARK, value=name)


def _too_pale(colour: str | None) -> list[Finding]:
    if colour is None or (shown := on_light(colour)) == colour:
        return []
    sentence = (
        "too pale to be read on light pages (the contrast must be {contrast}:1), so {shown} is shown: write that, or a"
        " darker colour"
    )
    return [warning("settings.colour_pale", sentence, field=_COLOUR, value=colour, contrast=CONTRAST, shown=shown)]


def _as_finding(wrong: Problem) -> Finding:
    return Finding(wrong.line_no, "error", wrong.key, wrong.value, wrong.message, wrong.code, wrong.arguments)
