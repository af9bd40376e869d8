"""The addresses of the desk: the page of each screen, and the acts that its buttons ask for."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.guard import message_page
from pipelines.cli.desk.home import Home
from pipelines.cli.desk.live import Live
from pipelines.cli.desk.penalties import Penalties
from pipelines.cli.desk.people import People
from pipelines.cli.desk.publishing import Publishing
from pipelines.cli.desk.rules import Rules
from pipelines.cli.desk.screen import Act, Fields, Screen, Typed, common
from pipelines.cli.desk.season import Season
from pipelines.cli.desk.tonight import Tonight
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import desk_of
from pipelines.reports.html import asset, filled
from transforms.tables.messages import gettext

SCREENS: Sequence[type[Screen]] = (Home, Tonight, Live, Publishing, People, Penalties, Season, Rules)
"""The screens, in the order of the navigation."""
_SCRIPT, _STYLE = "text/javascript", "text/css"
_FILES = {"sort.js": _SCRIPT, "desk.js": _SCRIPT, "style.css": _STYLE, "desk.css": _STYLE}
_MOST_FILES = 100
_OF_SITE = {"Content-Security-Policy": "frame-ancestors 'self'"}
"""In addition to the policy that every page of the site states itself."""
_SAID, _MOST_SAID = "said", 100


class _Said(NamedTuple):
    """What an act said, and what was typed in its form if it could not be done."""

    words: Sequence[str] = ()
    typed: Typed = Typed()


class _Done:
    """What the last acts said, by the mark that stands in the address of the page that follows.

    So only that page shows it, and it is still there when the page is loaded again.
    """

    def __init__(self) -> None:
        self._said: dict[str, _Said] = {}

    def keep(self, said: _Said, address: str) -> str:
        """Keep what was said; return the address with its mark."""
        parts = urlsplit(address)
        query = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name != _SAID]
        if said.words:
            mark = secrets.token_urlsafe(6)
            self._said = dict([*self._said.items(), (mark, said)][-_MOST_SAID:])
            query.append((_SAID, mark))
        return parts._replace(query=urlencode(query)).geturl()

    def of(self, query: Fields) -> _Said:
        """Return what was said to this page."""
        return self._said.get(str(query.get(_SAID)), _Said())


def app_of(desk: Desk) -> Starlette:
    """Return the application of a desk. `Guard` stands before it."""
    screens = [screen(desk) for screen in SCREENS]
    named = [(screen.path, screen.name) for screen in screens]
    done = _Done()
    pages = [Route(one.path, _page(desk, one, named, done), methods=["GET"]) for one in screens]
    acts = [
        Route(path, _act(desk, act, screen.path, done), methods=["POST"])
        for screen in screens
        for path, act in screen.acts().items()
    ]
    files = [Route(f"/{name}", partial(_file, name), methods=["GET"]) for name in _FILES]
    folders = {"site": desk.paths.reports, "private": desk_of(desk.paths.reports)}
    served = [
        Route(f"/{name}/{{path:path}}", partial(_served, folder), methods=["GET"]) for name, folder in folders.items()
    ]
    routes = [*pages, *acts, *files, *served, Route("/state", partial(_state, desk), methods=["GET"])]
    return Starlette(routes=routes, exception_handlers={HTTPException: _missing})


def _page(desk: Desk, screen: Screen, named: list[tuple[str, str]], done: _Done) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        try:
            content = screen.content(request.query_params)
        except UnusableError as wrong:
            return message_page(500, map(str, wrong.args))
        template = str(content.get("template", screen.template))
        said = done.of(request.query_params)
        own = {"at": screen.path, "said": said.words, "again": said.typed}
        page = filled(template, {**common(desk, named), **own, **content})
        return Response(page, media_type="text/html", headers=content.get("headers"))

    return answer


def _act(desk: Desk, act: Act, screen: str, done: _Done) -> Callable[[Request], Awaitable[Response]]:
    def acts(fields: Fields, came_from: str) -> str:
        """Do what is asked; return the address of the page that says so."""
        with desk.lock:
            try:
                address, typed = act(fields) or screen, Typed()
            except UnusableError as wrong:
                desk.say(*map(str, wrong.args))
                address = came_from
                typed = Typed((name, text) for name, text in fields.items() if isinstance(text, str))
            return done.keep(_Said(desk.heard(), typed), address)

    async def answer(request: Request) -> Response:
        shown = urlsplit(request.headers.get("referer", ""))
        came_from = shown._replace(scheme="", netloc="").geturl() if shown.path == screen else screen
        async with request.form(max_files=_MOST_FILES) as fields:
            return RedirectResponse(await run_in_threadpool(acts, fields, came_from), 303)

    return answer


def _file(name: str, _: Request) -> Response:
    return Response(asset(name), media_type=_FILES[name])


def _served(folder: Path, request: Request) -> Response:
    """Return a file that the last build wrote into this folder, and nothing outside it."""
    inside = folder.resolve()
    file = (inside / request.path_params["path"]).resolve()
    if not (file.is_file() and file.is_relative_to(inside)):
        raise HTTPException(404, headers={**_OF_SITE, "Refresh": "5"})  # a build may put it back
    return FileResponse(file, headers=_OF_SITE)


def _state(desk: Desk, _: Request) -> Response:
    return JSONResponse({"runs": desk.job.runs(), "progress": desk.job.progress()})


def _missing(_: Request, wrong: Exception) -> Response:
    status = wrong.status_code if isinstance(wrong, HTTPException) else 500
    page = message_page(status, [gettext("There is no such page.")])
    page.headers.update(getattr(wrong, "headers", None) or {})
    return page
