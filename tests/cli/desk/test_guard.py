"""Only the browser that opened the desk is let in."""

from collections.abc import Iterator

import pytest
from cli.desk.visitor import KEY, Visitor, visiting

from pipelines.cli.desk import guard


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with visiting(tmp_path_factory.mktemp("desk") / "results") as found:
        yield found


def test_the_key_is_exchanged_for_a_cookie(visitor: Visitor) -> None:
    found = visitor.asks("GET", f"/?key={KEY}")
    assert (found.status, found.headers["location"]) == (303, "/")
    assert found.headers["set-cookie"].startswith(visitor.cookie)
    assert KEY not in visitor.cookie, "other programs of this machine may see the cookie"
    assert "httponly" in found.headers["set-cookie"].lower()
    assert "samesite=strict" in found.headers["set-cookie"].lower()


@pytest.mark.parametrize(
    ("path", "cookie"),
    [("/", ""), ("/?key=another", ""), ("/?key=", ""), ("/", "old"), ("/site/index.html", ""), ("/state", "old")],
)
def test_nobody_else_sees_a_page(visitor: Visitor, path: str, cookie: str) -> None:
    name = visitor.cookie.partition("=")[0]
    found = visitor.asks("GET", path, headers={"Cookie": f"{name}={cookie}"})
    assert found.status == 403
    assert "Open the desk by the address" in found.text


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://{host}", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_another_sites_form_does_nothing(visitor: Visitor, headers: dict[str, str]) -> None:
    given = {name: value.format(host=visitor.host) for name, value in headers.items()}
    found = visitor.asks("POST", "/build", headers={"Cookie": visitor.cookie, **given})
    assert found.status == 403
    assert not visitor.desk.job.runs()


def test_another_name_of_this_machine_is_refused(visitor: Visitor) -> None:
    found = visitor.asks("GET", "/", headers={"Cookie": visitor.cookie, "Host": f"evil.example:{visitor.port}"})
    assert found.status == 421


def test_pages_may_load_nothing_from_elsewhere(visitor: Visitor) -> None:
    found = visitor.asks("GET", "/", headers={"Cookie": visitor.cookie})
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in found.headers["content-security-policy"]
    assert found.headers["cache-control"] == "no-store"


def test_a_file_that_is_too_large_is_refused_in_words(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_BYTES", 1_000_000)
    own = {"Cookie": visitor.cookie, "Origin": f"http://{visitor.host}"}
    found = visitor.asks("POST", "/files", bytes(2_000_000), own)
    assert found.status == 413
    assert "at most 1 MB" in found.text


def test_a_body_that_does_not_say_how_long_it_is_is_refused(visitor: Visitor) -> None:
    own = {"Cookie": visitor.cookie, "Origin": f"http://{visitor.host}", "Transfer-Encoding": "chunked"}
    assert visitor.asks("POST", "/build", b"1\r\nx\r\n0\r\n\r\n", own).status == 413


def test_a_frame_says_that_its_page_is_missing(visitor: Visitor) -> None:
    found = visitor.asks("GET", "/site/harbour/live.html", headers={"Cookie": visitor.cookie})
    assert (found.status, found.headers["content-security-policy"]) == (404, "frame-ancestors 'self'")


@pytest.mark.parametrize("path", ["/site/../../etc/passwd", "/site/%2e%2e/%2e%2e/secret.txt", "/site//etc/passwd"])
def test_no_file_outside_the_site_is_served(visitor: Visitor, path: str) -> None:
    (visitor.desk.paths.reports.parent / "secret.txt").write_text("secret")
    assert visitor.asks("GET", path, headers={"Cookie": visitor.cookie}).status == 404
