"""Charts and workbooks of the same content, drawn once a process: but for tests of drawing."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pipelines.reports.files import Files, digest_of


@contextmanager
def drawn_once() -> Iterator[None]:
    """Charts and workbooks that were drawn before in this process are not drawn again.

    They are known by the digest by which a build keeps those of the build before; they are two thirds of its drawing.
    """

    def once(files: Files, name: str, drawn_from: Iterable[object], draw: Callable[[], Any]) -> list[Any] | None:
        values = tuple(drawn_from)
        key = digest_of(name.rpartition("/")[2], *values)

        def kept() -> Any:
            if key not in _DRAWN:
                _DRAWN[key] = draw()
            return _DRAWN[key]

        return _AS_BUILDS_DO(files, name, values, kept)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Files, "drawn", once)
        yield


@contextmanager
def drawn_anew() -> Iterator[None]:
    """They are drawn as a build draws them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Files, "drawn", _AS_BUILDS_DO)
        yield


_AS_BUILDS_DO = Files.drawn
_DRAWN: dict[str, tuple[bytes, list[Any]] | None] = {}
