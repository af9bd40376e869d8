"""Files are read in processes of their own: whatever a reader does costs its file alone."""

import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from each import cases, items

from pipelines.intake.landing import workers
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.one_file import Answer, read_one
from pipelines.intake.landing.workers import Job, WorkerError, WorkerProcess, _seconds_for, _Watch, read_all
from pipelines.intake.readers import read_bytes
from pipelines.machine.environment import in_bytes
from pipelines.machine.errors import UnusableError

ODD = "landing.odd_readers:read"
SOUND = b"game_id,date,player_id,opponent_id,points,opponent_points\nx,2025-09-02,a,b,2,0\n"
SMALL = Limits(memory=300_000_000, seconds=5, workers=1)

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def no_worker_stays() -> Iterator[None]:
    yield
    workers.end_spare()


def read(folder: Path, *names: str, limits: Limits = SMALL, reader: str = ODD) -> dict[str, Answer]:
    for name in names:
        (folder / name).write_bytes(SOUND)
    answers = read_all([Job(folder / name, name) for name in names], limits, reader)
    return dict(zip(names, answers, strict=True))


def codes(answer: Answer) -> list[str]:
    return answer.reading.findings["code"].to_list()


@items(
    *(("loops", "limits.time"), ("sleeps-in-native-code", "limits.time"), ("eats", "limits.memory")),
    *(("aborts", "reader.died"), ("leaves", "reader.died"), ("is-killed", "reader.died")),
    *(("raises", "reader.failed"), ("sinks", "limits.size")),
)
def test_whatever_a_reader_does_costs_its_file_alone(tmp_path: Path, name: str, code: str) -> None:
    limits = replace(SMALL, seconds=3) if code == "limits.time" else SMALL
    answers = read(tmp_path, "before.csv", f"{name}.csv", "after.csv", limits=limits)
    assert codes(answers[f"{name}.csv"]) == [code]
    finding = answers[f"{name}.csv"].reading.findings.row(0, named=True)
    assert (finding["file_id"], finding["severity"]) == (f"{name}.csv", "error")
    assert answers[f"{name}.csv"].reading.format == "not read"
    for sound in ("before.csv", "after.csv"):
        there, here = answers[sound].reading, read_bytes(SOUND, sound)
        assert (there.format, there.given) == (here.format, here.given)
        assert there.findings.equals(here.findings)
        assert all(there.tables[table].equals(here.tables[table]) for table in here.tables)
        assert all(there.tables[table].schema == here.tables[table].schema for table in here.tables)
        assert answers[sound].sha256 == hashlib.sha256(SOUND).hexdigest()


def test_a_file_does_not_pay_for_what_others_left_behind(tmp_path: Path) -> None:
    answers = read(tmp_path, "before.csv", "eats-with-others.csv")
    assert codes(answers["eats-with-others.csv"]) == []


def test_who_hands_in_many_files_that_never_end_gets_less_time() -> None:
    assert [_seconds_for(timeouts, Limits(seconds=20)) for timeouts in range(5)] == [20, 20, 20, 2, 2]


def test_answers_come_in_the_order_of_the_files(tmp_path: Path) -> None:
    names = ["waits.csv", *(f"{number}.csv" for number in range(5))]
    answers = read(tmp_path, *names, limits=replace(SMALL, workers=2))
    assert [answer.reading.tables["games"]["file_id"].item() for answer in answers.values()] == names


def test_what_lies_in_the_working_folder_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    (here / "json.py").write_text("raise SystemExit('run')", encoding="utf-8")
    monkeypatch.chdir(here)
    workers.end_spare()
    (answer,) = read(tmp_path, "sound.txt", limits=Limits(), reader=workers.READER).values()
    assert answer.fault is None


def test_few_files_start_one_worker_and_none_start_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workers.end_spare()
    started: list[WorkerProcess] = []

    def counted(limits: Limits, reader: str) -> WorkerProcess:
        started.append(WorkerProcess(limits, reader))
        return started[-1]

    monkeypatch.setattr(workers, "WorkerProcess", counted)
    monkeypatch.setattr(workers, "cores", lambda: 8)
    assert list(read_all([], Limits())) == []
    assert not started
    read(tmp_path, *(f"{number}.csv" for number in range(49)), limits=Limits(), reader=workers.READER)
    assert not started, "small CSV files need none"
    read(tmp_path, *(f"{number}.txt" for number in range(49)), limits=Limits(), reader=workers.READER)
    assert len(started) == 1
    read(tmp_path, "mixed.csv", *(f"{number}.txt" for number in range(100)), limits=Limits(), reader=workers.READER)
    assert len(started) == 3, "the first is kept for the next time"


def test_no_worker_outlives_a_reading_that_is_given_up(tmp_path: Path) -> None:
    for name in ("first.csv", "loops.csv", "loops.2.csv"):
        (tmp_path / name).write_bytes(SOUND)
    jobs = [Job(path, path.name) for path in sorted(tmp_path.iterdir())]
    before = children()
    answers = read_all(jobs, replace(SMALL, seconds=100, workers=2), ODD)
    next(answers)
    assert len(children() - before) >= 1
    started = time.monotonic()
    answers.close()
    assert time.monotonic() - started < 60
    assert children() <= before


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "loops.csv").write_bytes(SOUND)
    script = tmp_path / "parent.py"
    script.write_text(
        f"""
import sys
sys.path[:0] = {sys.path!r}
from pathlib import Path
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.workers import Job, read_all
print("started", flush=True)
list(read_all([Job(Path({str(tmp_path / "loops.csv")!r}), "loops.csv")], Limits(seconds=300), {ODD!r}))
""",
        encoding="utf-8",
    )
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE)
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"started\n"
        until = time.monotonic() + 60
        while not (of_parent := children(parent.pid)) and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(2)
        os.kill(parent.pid, signal.SIGKILL)
    while any(is_alive(worker) for worker in of_parent) and time.monotonic() < until:
        time.sleep(0.05)
    assert of_parent
    assert not any(is_alive(worker) for worker in of_parent)


def test_workers_import_only_what_readers_need(tmp_path: Path) -> None:
    code = (
        "import sys; from pipelines.intake.landing import worker; sys.modules['sqlalchemy'] = None;"
        " import pipelines.intake.readers.recognise, pipelines.intake.landing.one_file;"
        " print([name for name in ('dagster', 'duckdb', 'matplotlib', 'numba', 'typer') if name in sys.modules])"
    )
    here = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=here, cwd=tmp_path
    )
    assert done.stdout.strip() == "[]"


def test_a_worker_that_cannot_start_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match=r"does not start: .*no_such_reader"):
        read(tmp_path, "a.csv", reader="landing.no_such_reader:read")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    with pytest.raises(WorkerError, match="no process can be started"):
        read(tmp_path, "a.csv", reader="landing.odd_readers:other")


def test_memory_is_watched_where_the_system_does_not_limit_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(memory=100_000_000, seconds=60, workers=1)
    (tmp_path / "waits.csv").write_bytes(SOUND)
    worker = WorkerProcess(limits, ODD)
    try:
        worker._get_ready()
        assert 10_000_000 < worker.resident() < 1_000_000_000
        sizes = iter([50_000_000])
        monkeypatch.setattr("pipelines.intake.landing.workers.sys.platform", "darwin")
        monkeypatch.setattr(worker, "resident", lambda: next(sizes, 200_000_000))
        assert codes(worker.read(tmp_path / "waits.csv", "waits.csv", 60).answer()) == ["limits.memory"]
    finally:
        monkeypatch.undo()
        worker.clean_up()


def test_a_file_of_too_many_bytes_or_rows_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(SOUND)
    few_bytes = read_one(path, "a.csv", Limits(bytes=10), read_bytes)
    assert codes(few_bytes) == ["limits.size"]
    assert "larger than 10 bytes" in few_bytes.reading.findings["message"].item()
    path.write_bytes(SOUND + b"y,2025-09-03,a,b,2,0\n")
    few_rows = read_one(path, "a.csv", Limits(rows=1), read_bytes)
    assert codes(few_rows) == ["limits.size"]
    assert few_rows.reading.tables["games"].is_empty()
    assert codes(read_one(tmp_path / "absent.csv", "absent.csv", Limits(), read_bytes)) == ["landing.closed"]
    assert codes(read_one(tmp_path, "folder", Limits(), read_bytes)) == ["landing.no_file"]


def test_limits_come_from_the_environment() -> None:
    expected = {"BAROMETER_READ_MEMORY": "2 GB", "BAROMETER_READ_SECONDS": "5", "BAROMETER_READ_BYTES": ""}
    assert Limits.from_environment(expected) == Limits(memory=2_000_000_000, seconds=5)
    assert [in_bytes(size) for size in (1_500_000, 256_000_000, 2_000_000_000, 999)] == [
        "1500 KB",
        "256 MB",
        "2 GB",
        "999 bytes",
    ]
    for wrong in ("-1", "0", "much", "1e9", "1 TB"):
        with pytest.raises(UnusableError, match=r"BAROMETER_READ_ROWS = .*: write a number above 0"):
            Limits.from_environment({"BAROMETER_READ_ROWS": wrong})
    with pytest.raises(UnusableError, match=r"BAROMETER_READ_FOO: there is no such limit"):
        Limits.from_environment({"BAROMETER_READ_FOO": ""})


@cases(
    ("MEMORY", "1", "from 300 MB to 1000000 GB"),
    ("NESTING", "1", "from 100 to 100000"),
    ("WORKERS", "100000", "from 1 to 256"),
)
def test_a_limit_with_which_nothing_can_run_is_named(limit: str, value: str, bounds: str) -> None:
    with pytest.raises(UnusableError, match=rf"^BAROMETER_READ_{limit} = '{value}': write a number {bounds}, or unset"):
        Limits.from_environment({f"BAROMETER_READ_{limit}": value})


def children(of: int | None = None) -> set[int]:
    parent = of or os.getpid()
    found = set[int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text("ascii", errors="replace").rpartition(")")
        except OSError:
            continue
        state, started_by = rest.split()[:2]
        if int(started_by) == parent and state != "Z":
            found.add(int(name.split()[0]))
    return found


def is_alive(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text("ascii", errors="replace")
    except OSError:
        return False


def test_a_worker_that_has_just_answered_is_not_ended_for_its_time() -> None:
    worker = Mock(spec=WorkerProcess)
    watch = _Watch(worker, seconds=3600)
    with watch:
        pass
    watch._end("time")
    worker.end.assert_not_called()
