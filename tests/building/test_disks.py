"""A disk that is full or read-only, or a file that is in use: what people read stays whole, and no club is to blame."""

import errno
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest
from factories import frame

from bench.tiny_clubs import make_club
from pipelines.building import swap
from pipelines.building.swap import Places
from pipelines.cli.build import build
from pipelines.machine import waits
from pipelines.machine.disks import DiskError, naming
from pipelines.machine.environment import UMASK
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import apply_umask, replaced
from pipelines.machine.paths import Paths
from pipelines.warehouse import BrokenOffError, Warehouse
from transforms.tables.schemas import WAREHOUSE, Players

PROJECT = Path(__file__).resolve().parents[2]
NOBODY = 65534


def no_space() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """No file of this process may get larger: to whoever writes one, that is what a full disk is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def places(tmp_path: Path) -> Places:
    places = Places(tmp_path / "w.duckdb", tmp_path / "reports")
    places.warehouse.write_bytes(b"old" * 100_000)
    places.reports.mkdir()
    return places


@pytest.mark.parametrize(
    "wrong",
    [
        no_space(),
        OSError("No space left on device (os error 28)"),
        RuntimeError("could not write: No space left on device (os error 28)"),
        OSError(errno.EDQUOT, os.strerror(errno.EDQUOT)),
    ],
    ids=repr,
)
def test_every_word_for_a_full_disk_names_it(wrong: Exception, tmp_path: Path) -> None:
    with (
        pytest.raises(DiskError, match=rf"^{tmp_path}/pages: (the|your quota on the) disk at /") as words,
        naming(tmp_path / "pages"),
    ):
        raise wrong
    assert "None" not in str(words.value)


def test_a_path_that_is_named_stays_named(tmp_path: Path) -> None:
    one, other = str(tmp_path / "from"), str(tmp_path / "to")
    with pytest.raises(DiskError, match=f"^{other}: "), naming(tmp_path / "pages"):
        raise OSError(errno.ENOSPC, "No space left on device", one, None, other)
    with pytest.raises(PermissionError, match="Permission denied: '/x'"), naming(tmp_path):
        raise PermissionError(errno.EACCES, "Permission denied", "/x")


def test_a_copy_that_does_not_fit_leaves_nothing(places: Places) -> None:
    with files_of_at_most(100_000), pytest.raises(DiskError, match=f"^{places.copy}: "):
        swap.start_copy(places)
    assert not places.copy.exists()
    assert places.warehouse.stat().st_size == 300_000


@pytest.mark.parametrize("step", ["write_text", "replace"])
def test_a_journal_that_does_not_fit_leaves_the_old(step: str, places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    swap.start_copy(places)
    places.copy.write_bytes(b"new")

    def fails(*_: object, **__: object) -> None:
        raise no_space()

    with monkeypatch.context() as patched:
        patched.setattr(Path, step, fails)
        with pytest.raises(DiskError, match=f"^{places.journal}: the disk at"):
            swap.publish(places)
    assert places.warehouse.read_bytes().startswith(b"old")
    assert not places.journal.exists()
    swap.forget(places)
    assert sorted(path.name for path in places.warehouse.parent.iterdir()) == ["reports", "w.duckdb"]


@pytest.mark.parametrize("size", [4_000, 100_000, 600_000])
def test_a_warehouse_that_does_not_fit_is_named(size: int, tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    rows = frame(Players, *({"player_id": f"{number} {os.urandom(40).hex()}"} for number in range(20_000)))
    words = f"^{path}: the file cannot become larger, because of the disk"
    with files_of_at_most(size), pytest.raises(BrokenOffError, match=words):
        write_and_save(path, rows)


def write_and_save(path: Path, rows: pl.DataFrame) -> None:
    with Warehouse(path) as warehouse:
        warehouse.write("raw.players", rows)
        warehouse.save()


@pytest.fixture
def landing(tmp_path: Path) -> Path:
    for club in ("elm", "oak"):
        make_club(tmp_path / "landing", club)
    return tmp_path / "landing"


@contextmanager
def folder_of_nobody() -> Iterator[Path]:
    """A folder in which this process may do nothing but read, if it is root's or not."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    is_root = os.geteuid() == 0
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        for path in (folder, *folder.iterdir()):
            path.chmod(0o700)
        shutil.rmtree(folder)


def become_nobody() -> None:
    if os.geteuid() == 0:
        os.seteuid(NOBODY)


def works_already(*_: object, **__: object) -> None:
    pytest.fail("it works already")


@pytest.mark.parametrize("what", ["warehouse", "reports"])
def test_a_read_only_folder_is_refused_first(what: str, landing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipelines.cli.build.plan_of", works_already)
    with folder_of_nobody() as folder:
        shutil.copytree(landing, folder / "landing")
        for name in ("warehouse", "reports"):
            (folder / name).mkdir()
            (folder / name).chmod(0o777 if name != what else 0o555)
        folder.chmod(0o555)
        become_nobody()
        with pytest.raises(
            UnusableError, match=f"^{folder / what}: .*cannot be written (there|in this folder) .*[Pp]ermission.*; name"
        ):
            build(Paths(folder / "landing", folder / "warehouse" / "w.duckdb", folder / "reports"))
        os.seteuid(0) if os.getuid() == 0 else None
        assert [path.name for name in ("warehouse", "reports") for path in (folder / name).iterdir()] == []


def test_a_warehouse_that_is_read_only_can_be_read() -> None:
    with folder_of_nobody() as folder:
        path = folder / "w.duckdb"
        with Warehouse(path) as warehouse:
            warehouse.write("raw.files", WAREHOUSE["raw.files"].create_empty())
        path.chmod(0o444)
        folder.chmod(0o555)
        become_nobody()
        with Warehouse(path, read_only=True) as warehouse:
            assert warehouse.tables() == ["raw.files"]
            assert warehouse.read("raw.files").is_empty()


def modes(*folders: Path) -> set[str]:
    return {f"{stat.S_IMODE(path.stat().st_mode):o}" for folder in folders for path in folder.rglob("*")}


@pytest.mark.nightly
def test_one_build_after_another_on_a_disk_that_gets_full(landing: Path, tmp_path: Path) -> None:
    """Readable by owner and group alone; landing folder untouched; then no room, in one line with exit status 2."""
    data, reports = tmp_path / "data", tmp_path / "reports"
    places = ["--warehouse", data / "w.duckdb", "--reports", reports]
    command = [sys.executable, "-m", "pipelines", "build", str(landing), *map(str, places)]
    environment = os.environ | {"PYTHONPATH": str(PROJECT), "POLARS_MAX_THREADS": "1", UMASK: "027"}

    def built(limit: int = resource.RLIM_INFINITY) -> "subprocess.CompletedProcess[str]":
        def limited() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        return subprocess.run(command, env=environment, preexec_fn=limited, capture_output=True, text=True, check=False)

    def handed_in() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in landing.rglob("*")}

    before = handed_in()
    assert built().returncode == 0
    assert handed_in() == before
    assert modes(data, reports) <= {"640", "750"}

    read = {path: path.read_bytes() for folder in (data, reports) for path in folder.rglob("*") if path.is_file()}
    make_club(landing, "elm", tricks=9)
    for limit in (16_000, 1_000_000):
        full = built(limit)
        assert full.returncode == 2
        words = [line for line in full.stderr.splitlines() if not line.startswith("Building ")]
        assert len(words) == 1
        assert words[0].startswith(f"barometer: {tmp_path}")
        now = {path: path.read_bytes() for folder in (data, reports) for path in folder.rglob("*") if path.is_file()}
        assert now == read
    assert built().returncode == 0
    assert modes(data, reports) <= {"640", "750"}


def test_a_warehouse_that_was_closed_to_others_stays_so(places: Places) -> None:
    places.warehouse.chmod(0o600)
    swap.start_copy(places)
    assert stat.S_IMODE(places.copy.stat().st_mode) == 0o600


def test_a_umask_that_is_none_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ("8", "abc", "0o27", "700", "-1", "00777"):
        monkeypatch.setenv(UMASK, said)
        with pytest.raises(UnusableError, match=f"^{UMASK}={said}: "):
            apply_umask()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EBUSY])
@pytest.mark.parametrize("system", ["linux", "win32"])
def test_a_file_in_use_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, number: int) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    refused = [OSError(number, "busy")] * 3
    replace = Path.replace

    def busy(self: Path, target: Path) -> Path:
        if refused:
            raise refused.pop()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", busy)
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(waits, "FILE_PAUSE", 0.001)
    new.write_text("new", encoding="utf-8")
    old.write_text("old", encoding="utf-8")
    replaced(new, old)
    assert old.read_text(encoding="utf-8") == "new"

    monkeypatch.setattr(waits, "WAREHOUSE_TRIES", 2)
    refused += [OSError(number, "busy")] * 3
    with pytest.raises(UnusableError, match=r"cannot be replaced \(busy\); .* run barometer build, which goes on from"):
        replaced(old, new)
    assert len(refused) == 1
