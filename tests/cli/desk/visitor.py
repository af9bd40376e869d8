"""A desk that is served in this process, and a browser without a screen that visits it."""

import http.client
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import uvicorn

from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.guard import Guard
from pipelines.cli.desk.screens import app_of
from pipelines.machine.paths import Paths

KEY = "the-key"


class Answer:
    """What a desk answered."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status, self.text = response.status, response.read().decode()
        self.headers = response.headers


class Visitor:
    """A browser that has opened a desk, with its cookie."""

    def __init__(self, desk: Desk, port: int) -> None:
        self.desk, self.port = desk, port
        self.host = f"127.0.0.1:{port}"
        self.cookie = self.asks("GET", f"/?key={KEY}").headers["set-cookie"].partition(";")[0]

    def asks(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        """Ask for an address, with exactly these headers."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, body or None, dict(headers or {}))
            return Answer(connection.getresponse())

    def gets(self, path: str) -> str:
        """Return the page at an address."""
        found = self.asks("GET", path, headers={"Cookie": self.cookie})
        assert found.status == 200, found.text
        return found.text

    def posts(self, path: str, *, files: Mapping[str, bytes] | None = None, **fields: object) -> str:
        """Send a form as the desk's own page does; return the page that follows."""
        kind = "application/x-www-form-urlencoded"
        body = urlencode(fields, doseq=True).encode()
        if files is not None:
            body, kind = _multipart(files, fields)
        own = {"Cookie": self.cookie, "Origin": f"http://{self.host}", "Content-Type": kind}
        found = self.asks("POST", path, body, own)
        assert found.status == 303, found.text
        return self.gets(found.headers["location"])

    def publishes(self, **fields: object) -> str:
        """Publish; return the screen that says how that went."""
        self.posts("/publish", files=None, **({"where": "record", "build": self.desk.build_number()} | fields))
        while self.desk.job.runs():
            time.sleep(0.05)
        return self.gets("/publish")

    def waits_for_build(self) -> str:
        """Wait until no build runs; return the first screen."""
        for _ in range(600):
            if not self.desk.job.runs():
                assert self.desk.job.status in (0, 1), self.desk.job.lines()
                return self.gets("/")
            time.sleep(0.1)
        raise AssertionError(self.desk.job.lines())


@contextmanager
def visiting(landing: Path) -> Iterator[Visitor]:
    """Serve a desk for a landing folder, with its warehouse and pages next to it."""
    desk = Desk(Paths(landing, landing.parent / "warehouse.duckdb", landing.parent / "reports"))
    config = uvicorn.Config(app_of(desk), port=0, log_level="warning", access_log=False, lifespan="off")
    sockets = [config.bind_socket()]
    port = sockets[0].getsockname()[1]
    config.app = Guard(app_of(desk), KEY, port)
    server = uvicorn.Server(config)
    serving = threading.Thread(target=server.run, kwargs={"sockets": sockets})
    serving.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield Visitor(desk, port)
    finally:
        server.should_exit = True
        serving.join()
        while desk.job.runs():
            time.sleep(0.05)


def _multipart(files: Mapping[str, bytes], fields: Mapping[str, object]) -> tuple[bytes, str]:
    edge = secrets.token_hex(8)
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    for name, content in files.items():
        head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        parts.append(head.encode() + content + b"\r\n")
    return b"".join(parts) + f"--{edge}--\r\n".encode(), f"multipart/form-data; boundary={edge}"
