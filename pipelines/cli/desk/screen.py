"""What each screen of the desk has: an address, a name, a page, and the acts that its buttons ask for."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from starlette.datastructures import ImmutableMultiDict

from pipelines.cli.desk.desk import Desk
from pipelines.words.at_desk import without_commands
from transforms.tables.messages import gettext

Fields = ImmutableMultiDict[str, Any]
"""What a form sends, or what stands after the `?` of an address: text by name, and files as `UploadFile`."""
Act = Callable[[Fields], str | None]
"""Does what a button asks. It may return an address to go to, instead of the screen; `UnusableError` is shown there."""


class Typed(dict[str, Any]):
    """What was typed in the fields of a form, by name; "" for the others."""

    def __missing__(self, name: str) -> str:
        """Return what is in a field in which nothing was typed."""
        return ""


class Screen(Protocol):
    """A screen of the desk, made once for each desk."""

    path: str
    name: str
    """The name in the navigation, in English."""
    template: str

    def __init__(self, desk: Desk) -> None:
        """Keep the desk."""

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return what the template shows; with the key `template`, of another one; with `headers`, under these."""
        ...

    def acts(self) -> Mapping[str, Act]:
        """Return the acts by address."""
        ...


def number_of(fields: Fields, name: str) -> int:
    """Return the whole number in a field; -1 without one."""
    given = fields.get(name)
    return int(given) if isinstance(given, str) and given.isdecimal() else -1


def text_of(fields: Fields, name: str) -> str:
    """Return the text in a field, without blanks around it."""
    given = fields.get(name)
    return given.strip() if isinstance(given, str) else ""


def common(desk: Desk, screens: list[tuple[str, str]]) -> dict[str, Any]:
    """Return what all screens show: the navigation, the build that runs, and nothing that was said or typed."""
    job = desk.job
    runs = job.runs()
    return {
        "root": "/",
        "screens": [(path, gettext(words)) for path, words in screens],
        "said": (),
        "again": Typed(),
        "competitions": desk.competitions(),
        "runs": runs,
        "progress": without_commands(job.progress()),
        "lines": [*map(without_commands, job.lines())],
        "publishes": job.publication.runs(),
        "failed": job.status == 2,
        "has_site": (desk.paths.reports / "index.html").is_file(),
    }
