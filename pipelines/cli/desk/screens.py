"""The addresses of the desk: the page of each screen, and the acts that its buttons ask for."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.guard import message_page
from pipelines.cli.desk.home import Home
from pipelines.cli.desk.screen import Act, Screen, common
from pipelines.cli.desk.tonight import Tonight, TonightPrinted
from pipelines.machine.errors import UnusableError
from pipelines.reports.html import asset, filled
from transforms.tables.messages import gettext

SCREENS: Sequence[type[Screen]] = (Home, Tonight, TonightPrinted)
"""The screens, in the order of the navigation."""
_SCRIPT, _STYLE = "text/javascript", "text/css"
_FILES = {"sort.js": _SCRIPT, "desk.js": _SCRIPT, "style.css": _STYLE, "desk.css": _STYLE}
_MOST_FILES = 100


def app_of(desk: Desk) -> Starlette:
    """Return the application of a desk. `Guard` stands before it."""
    screens = [screen(desk) for screen in SCREENS]
    named = [(screen.path, screen.name) for screen in screens if screen.name]
    pages = [Route(one.path, _page(desk, one, named), methods=["GET"]) for one in screens]
    acts = [
        Route(path, _act(desk, act, screen.path), methods=["POST"])
        for screen in screens
        for path, act in screen.acts().items()
    ]
    files = [Route(f"/{name}", partial(_file, name), methods=["GET"]) for name in _FILES]
    site = Route("/site/{path:path}", partial(_site, desk), methods=["GET"])
    routes = [*pages, *acts, *files, Route("/state", partial(_state, desk), methods=["GET"]), site]
    return Starlette(routes=routes, exception_handlers={HTTPException: _missing})


def _page(desk: Desk, screen: Screen, named: list[tuple[str, str]]) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        try:
            content = screen.content(request.query_params)
        except UnusableError as wrong:
            return message_page(500, map(str, wrong.args))
        page = filled(screen.template, {**common(desk, named), "at": screen.path, **content})
        return Response(page, media_type="text/html", headers=getattr(screen, "headers", None))

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


def _site(desk: Desk, request: Request) -> Response:
    """Return a file of the site that the last build wrote, and nothing outside its folder."""
    site = desk.paths.reports.resolve()
    file = (site / request.path_params["path"]).resolve()
    if not (file.is_file() and file.is_relative_to(site)):
        raise HTTPException(404)
    return FileResponse(file)


def _state(desk: Desk, _: Request) -> Response:
    return JSONResponse({"runs": desk.job.runs(), "lines": desk.job.lines()[-1:]})


def _missing(_: Request, wrong: Exception) -> Response:
    status = wrong.status_code if isinstance(wrong, HTTPException) else 500
    return message_page(status, [gettext("There is no such page.")])
