"""The addresses of the desk: the page of each screen, and the acts that its buttons ask for."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

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
from pipelines.cli.desk.screen import Act, Screen, common
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


def app_of(desk: Desk) -> Starlette:
    """Return the application of a desk. `Guard` stands before it."""
    screens = [screen(desk) for screen in SCREENS]
    named = [(screen.path, screen.name) for screen in screens]
    pages = [Route(one.path, _page(desk, one, named), methods=["GET"]) for one in screens]
    acts = [
        Route(path, _act(desk, act, screen.path), methods=["POST"])
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


def _page(desk: Desk, screen: Screen, named: list[tuple[str, str]]) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        try:
            content = screen.content(request.query_params)
        except UnusableError as wrong:
            return message_page(500, map(str, wrong.args))
        template = str(content.get("template", screen.template))
        page = filled(template, {**common(desk, named), "at": screen.path, **content})
        return Response(page, media_type="text/html", headers=content.get("headers"))

    return answer


def _act(desk: Desk, act: Act, back: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        address = None
        async with request.form(max_files=_MOST_FILES) as fields:
            try:
                address = await run_in_threadpool(act, fields)
            except UnusableError as wrong:
                desk.say(*map(str, wrong.args))
        return RedirectResponse(address or back, 303)

    return answer


def _file(name: str, _: Request) -> Response:
    return Response(asset(name), media_type=_FILES[name])


def _served(folder: Path, request: Request) -> Response:
    """Return a file that the last build wrote into this folder, and nothing outside it."""
    inside = folder.resolve()
    file = (inside / request.path_params["path"]).resolve()
    if not (file.is_file() and file.is_relative_to(inside)):
        raise HTTPException(404)
    return FileResponse(file, headers=_OF_SITE)


def _state(desk: Desk, _: Request) -> Response:
    return JSONResponse({"runs": desk.job.runs(), "lines": desk.job.lines()[-1:]})


def _missing(_: Request, wrong: Exception) -> Response:
    status = wrong.status_code if isinstance(wrong, HTTPException) else 500
    return message_page(status, [gettext("There is no such page.")])
