"""Receivers of alerts on this machine: a server for mail, and an address that takes JSON. Both can be down."""

import json
import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread


class Sink:
    """Where messages arrive: its address for BAROMETER_TELL, and their texts."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.texts: list[str] = []
        self.is_down = False


@contextmanager
def mail_sink() -> Iterator[Sink]:
    """A server that takes every mail, or, while it is down, refuses each."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
            self._say("421 closed" if sink.is_down else "220 here")
            while not sink.is_down and (line := self.rfile.readline().decode().strip()):
                word = line.partition(" ")[0].upper()
                self._say({"DATA": "354 go on", "QUIT": "221 bye"}.get(word, "250 well"))
                if word == "DATA":
                    lines = iter(self.rfile.readline, b".\r\n")
                    mail = message_from_bytes(b"".join(lines), policy=default)
                    body = mail.get_body()
                    assert body is not None
                    sink.texts.append(body.get_content().replace("\r\n", "\n"))
                    self._say("250 taken")
                if word == "QUIT":
                    return

        def _say(self, words: str) -> None:
            self.wfile.write(f"{words}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        sink = Sink(f"smtp://127.0.0.1:{server.server_address[1]}/director@club.example?from=barometer@club.example")
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield sink
        server.shutdown()


@contextmanager
def web_sink() -> Iterator[Sink]:
    """An address that takes `{"text": ...}`, as chats do."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if not sink.is_down:
                sink.texts.append(json.loads(body)["text"])
            self.send_response(503 if sink.is_down else 200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None: ...  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        sink = Sink(f"http://127.0.0.1:{server.server_address[1]}/hook")
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield sink
        server.shutdown()
