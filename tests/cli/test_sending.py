"""The public site on a server: `barometer publish` by SFTP and by rsync, to a server of OpenSSH on this machine."""

import getpass
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from pipelines.cli.publish.site_copy import Copied, Server, send, why_not
from pipelines.machine.environment import SSH_CONFIG
from pipelines.machine.errors import UnusableError

SSHD = shutil.which("sshd") or ("/usr/sbin/sshd" if Path("/usr/sbin/sshd").exists() else None)
OURS = '<meta name="generator" content="Barometer"/>'
WAYS = ("sftp", "rsync")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """That of a server of ssh on this machine, which a new key may enter; the environment names both."""
    missing = [name for name in ("sftp", "rsync", "ssh-keygen") if shutil.which(name) is None]
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


def target(way: str, folder: Path) -> str:
    return f"sftp://127.0.0.1/{folder}" if way == "sftp" else f"127.0.0.1:{folder}"


def pages(folder: Path) -> dict[str, str]:
    """What a web server would show of a folder."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in found}


@pytest.mark.long
@pytest.mark.usefixtures("port")
@pytest.mark.parametrize("way", WAYS)
def test_only_what_changed_is_sent_and_what_is_gone_is_removed(way: str, site: Path, tmp_path: Path) -> None:
    web = tmp_path / "web" / "our pages"
    web.parent.mkdir()
    send = counted(to(target(way, web)))
    assert send(site) == (3, 0, 0)
    assert pages(web) == {name: text for name, text in pages(site).items() if not name.startswith(".draft")}
    assert send(site) == (0, 3, 0)
    (web / "photograph.txt").write_text("ours")
    (site / "style.css").write_text("p { margin: 0 }")
    shutil.rmtree(site / "club")
    assert send(site) == (1, 1, 1)
    assert pages(web) == {"index.html": OURS, "style.css": "p { margin: 0 }", "photograph.txt": "ours"}


def to(place: str) -> Callable[[Path], Copied]:
    server = Server.named(place)
    assert server is not None
    return partial(send, server=server)


def counted(send: Callable[[Path], Copied]) -> Callable[[Path], tuple[int, int, int]]:
    """What sends, which returns only how many files were written, were the same, and were removed."""
    return lambda site: send(site)[:3]


@pytest.mark.long
@pytest.mark.usefixtures("port")
def test_sftp_says_where_the_files_are_and_which_folder_had_to_be_made(site: Path, tmp_path: Path) -> None:
    login = Path.home()
    inside = login / ".barometer-of-a-test"
    try:
        for folder, lies_in, made in (
            (f"{inside.name}/bridge", inside / "bridge", inside.name),
            (f"{inside.name}/bridge", inside / "bridge", None),
            (f"./{inside.name}/../{inside.name}/other", inside / "other", None),
            (f"{tmp_path}/web", tmp_path / "web", None),
            (f"{inside}/third", inside / "third", None),
        ):
            sent = to(f"sftp://127.0.0.1/{folder}")(site)
            assert (sent.lies_in, sent.made) == (str(lies_in), made)
            assert pages(lies_in) == pages(inside / "bridge")
    finally:
        shutil.rmtree(inside, ignore_errors=True)


@pytest.mark.long
@pytest.mark.usefixtures("port")
@pytest.mark.parametrize("way", WAYS)
def test_what_is_not_ours_is_not_written_over(way: str, site: Path, tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("the bakery")
    with pytest.raises(UnusableError, match="this contains files that Barometer did not make; name an empty folder"):
        to(target(way, web))(site)
    assert pages(web) == {"index.html": "the bakery"}


def test_what_a_target_names() -> None:
    for text, server in [
        ("sftp://ann@web.example:2222/pages", Server("sftp", "ann@web.example", "2222", "pages")),
        ("sftp://web.example//var/www", Server("sftp", "web.example", None, "/var/www")),
        ("SFTP://web.example", Server("sftp", "web.example", None, ".")),
        ("ann@web.example:pages", Server("rsync", "ann@web.example", None, "pages")),
        ("web:", Server("rsync", "web", None, ".")),
        ("C:\\pages", None),
        ("pages", None),
        ("/srv/pages", None),
    ]:
        assert Server.named(text) == server


@pytest.mark.parametrize("text", ["sftp://-oProxyCommand=x/y", "-x:y", "web:-x", "web:a\nb"])
def test_what_is_no_server_is_refused(text: str) -> None:
    with pytest.raises(UnusableError, match="sftp://USER@HOST/FOLDER or USER@HOST:FOLDER"):
        Server.named(text)


def test_why_it_failed() -> None:
    for said, fix in [
        ("ann@web: Permission denied (publickey).\nConnection closed.", "that the server accepts one of your keys"),
        ("Host key verification failed.", "connect once yourself, and answer yes if the key is right"),
        ("bash: rsync: command not found", "write sftp://ann@web/FOLDER"),
        ("", "the program ended with exit status 5"),
    ]:
        assert fix in str(why_not(Server("rsync", "ann@web", None, "x"), said, 5))
