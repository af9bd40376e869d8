"""Let in only the browser that opened the desk, and only requests that the desk's own pages make.

The address that opens the desk holds a key. The first visit exchanges the key for a cookie, so that the key does not
stay in the address. Everything else is refused: another name of this machine (so that no foreign page can pretend to be
the desk), a request without the cookie, and a form that another site sends.
"""

import secrets
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pipelines.reports.html import filled
from transforms.tables.messages import gettext

MOST_BYTES = 100_000_000
"""The most bytes that the desk accepts in one request."""
_MOST_READ = 2_000_000_000
"""The most bytes of a request that are read and thrown away, so that the browser shows why it was refused."""
_SAFE = ("GET", "HEAD")
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class Guard:
    """The part of the server that each request passes first."""

    def __init__(self, app: ASGIApp, key: str, port: int) -> None:
        self._app, self._key, self._cookie = app, key, f"barometer-desk-{port}"
        # Browsers send a cookie to all ports of this machine, so it is not the key.
        self._pass = secrets.token_urlsafe(32)
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on with the headers that every page of the desk has."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        answer = self._refused(request) or self._opened(request)
        if answer is None and _is_too_long(request.headers):
            await _read_through(request)
            answer = _page(413, gettext("A file may have at most {most} MB here.", most=MOST_BYTES // 1_000_000))
        await (answer or self._app)(scope, receive, _with_headers(send))

    def _refused(self, request: Request) -> Response | None:
        host = request.headers.get("host", "")
        if host not in self._hosts:
            return _page(421, gettext("The desk has another address."))
        if request.method in _SAFE:
            return None
        is_ours = request.headers.get("origin") == f"http://{host}"
        if not is_ours or request.headers.get("sec-fetch-site") not in ("same-origin", None):
            return _page(403, gettext("Another site asked for this, so nothing was done."))
        return None

    def _opened(self, request: Request) -> Response | None:
        """Return the answer to a visit with a key, or without the cookie; None if the visitor has the cookie."""
        if _is_same(request.cookies.get(self._cookie), self._pass):
            return RedirectResponse("/", 303) if request.url.path == "/" and "key" in request.query_params else None
        if request.url.path == "/" and request.method in _SAFE and _is_same(request.query_params.get("key"), self._key):
            answer = RedirectResponse("/", 303)
            answer.set_cookie(self._cookie, self._pass, httponly=True, samesite="strict")
            return answer
        return _page(403, gettext("Open the desk by the address that barometer desk printed when it began."))


def _is_same(given: str | None, ours: str) -> bool:
    return given is not None and secrets.compare_digest(given.encode(), ours.encode())


def _is_too_long(headers: Headers) -> bool:
    """Return whether a body is too long, or does not say how long it is, which no browser does."""
    length = headers.get("content-length", "")
    return "transfer-encoding" in headers or (length.isdecimal() and int(length) > MOST_BYTES)


async def _read_through(request: Request) -> None:
    read = 0
    async for chunk in request.stream():
        read += len(chunk)
        if read > _MOST_READ:
            return


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


def _page(status: int, *words: str) -> Response:
    return message_page(status, words)


def message_page(status: int, words: Iterable[str]) -> Response:
    """Return a page that says why there is nothing else to see."""
    return Response(filled("desk_message.html", {"words": list(words)}), status, media_type="text/html")
