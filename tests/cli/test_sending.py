"""The public site on a server: `barometer publish` by rsync, to a server of OpenSSH on this machine."""

import getpass
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipelines.cli.publish.site_copy import LIST, Server, copy_site, why_not
from pipelines.machine.environment import SSH_CONFIG
from pipelines.machine.errors import UnusableError

SSHD = shutil.which("sshd") or ("/usr/sbin/sshd" if Path("/usr/sbin/sshd").exists() else None)
OURS = '<meta name="generator" content="Barometer"/>'


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """That of a server of ssh on this machine, which a new key may enter; the environment names both."""
    missing = [name for name in ("rsync", "ssh-keygen") if shutil.which(name) is None]
    if SSHD is None or missing:
        pytest.skip(f"not on this machine: {', '.join(missing) or 'sshd'}")
    folder = tmp_path_factory.mktemp("ssh")
    for name in ("host", "key"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    shutil.copy(folder / "key.pub", folder / "authorized")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    (folder / "sshd.conf").write_text(
        f"Port {number}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/authorized\n"
        f"PidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nSubsystem sftp internal-sftp\n"
    )
    host_key = (folder / "host.pub").read_text()
    (folder / "known").write_text(f"[127.0.0.1]:{number} {host_key}")
    (folder / "config").write_text(
        f"Host *\n Port {number}\n User {getpass.getuser()}\n IdentityFile {folder}/key\n"
        f" UserKnownHostsFile {folder}/known\n"
    )
    Path("/run/sshd").mkdir(exist_ok=True)
    server = subprocess.Popen([SSHD, "-D", "-e", "-f", folder / "sshd.conf"], stderr=subprocess.DEVNULL)
    try:
        _wait_for(number)
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv(SSH_CONFIG, str(folder / "config"))
            yield number
    finally:
        server.terminate()
        server.wait()


def _wait_for(port: int) -> None:
    for _ in range(100):
        with socket.socket() as asking:
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("the server of ssh did not start")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "reports"
    pages = {"index.html": OURS, "style.css": "p {}", "club/evening [1].html": f"{OURS} é", ".draft/x.html": "no"}
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def pages(folder: Path) -> dict[str, str]:
    """What a web server would show of a folder."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in found}


@pytest.mark.long
@pytest.mark.usefixtures("port")
def test_only_what_changed_is_sent_and_what_is_gone_is_removed(site: Path, tmp_path: Path) -> None:
    web = tmp_path / "web" / "our pages"
    web.parent.mkdir()
    send = to(f"127.0.0.1:{web}")
    assert send(site) == (3, 0, 0)
    assert pages(web) == {name: text for name, text in pages(site).items() if not name.startswith(".draft")}
    assert send(site) == (0, 3, 0)
    (web / "photograph.txt").write_text("ours")
    (site / "style.css").write_text("p { margin: 0 }")
    shutil.rmtree(site / "club")
    assert send(site) == (1, 1, 1)
    assert pages(web) == {"index.html": OURS, "style.css": "p { margin: 0 }", "photograph.txt": "ours"}


def to(place: str) -> Callable[..., tuple[int, int, int]]:
    server = Server.named(place)
    assert server is not None

    def counted(site: Path, *, is_trial: bool = False) -> tuple[int, int, int]:
        return copy_site(site, server, is_trial=is_trial)[:3]

    return counted


@pytest.mark.long
@pytest.mark.usefixtures("port")
def test_a_trial_sends_nothing_and_a_site_that_came_by_sftp_is_taken_over(site: Path, tmp_path: Path) -> None:
    web = tmp_path / "web"
    send = to(f"127.0.0.1:{web}")
    assert send(site, is_trial=True) == (3, 0, 0)
    assert not web.exists()
    send(site)
    listed = (web / LIST).read_text().splitlines()
    (web / ".barometer-sent").write_text("".join(f"{'-' if n else 'a' * 64} {name}\n" for n, name in enumerate(listed)))
    (web / LIST).unlink()
    shutil.rmtree(site / "club")
    assert send(site, is_trial=True) == (0, 2, 1)
    assert "club/evening [1].html" in pages(web)
    assert send(site) == (0, 2, 1)
    assert sorted(pages(web)) == ["index.html", "style.css"]


@pytest.mark.long
@pytest.mark.usefixtures("port")
def test_what_is_not_ours_is_not_written_over(site: Path, tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("the bakery")
    with pytest.raises(UnusableError, match="this contains files that Barometer did not make; name an empty folder"):
        to(f"127.0.0.1:{web}")(site)
    assert pages(web) == {"index.html": "the bakery"}


def test_what_a_target_names() -> None:
    for text, server in [
        ("ann@web.example:pages", Server("ann@web.example", "pages")),
        ("web:", Server("web", ".")),
        ("C:\\pages", None),
        ("pages", None),
        ("/srv/pages", None),
    ]:
        assert Server.named(text) == server


@pytest.mark.parametrize("text", ["sftp:web/x", "-x:y", "web:-x", "web:a\nb"])
def test_what_is_no_server_is_refused(text: str) -> None:
    with pytest.raises(UnusableError, match="this is not a server; write USER@HOST:FOLDER"):
        Server.named(text)


def test_why_it_failed() -> None:
    for said, fix in [
        ("ann@web: Permission denied (publickey).\nConnection closed.", "that the server accepts one of your keys"),
        ("Host key verification failed.", "connect once yourself, and answer yes if the key of the server is right"),
        ("bash: rsync: command not found", "rsync is not installed on the server"),
        ("", "the program ended with exit status 5"),
    ]:
        assert fix in str(why_not(Server("ann@web", "x"), said, 5))
