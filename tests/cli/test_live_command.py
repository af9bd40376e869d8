"""`barometer live`: the page while an evening is played, what survives, and what becomes of it in the end."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from commands import barometer
from played import SESSIONS, Connector, Event, Result, as_bws, as_csv, competition_in, movement

from bench.live import followed, lists_in, lists_on
from pipelines.cli.live import live
from pipelines.cli.live.live import Following
from pipelines.cli.terminal.output import UNUSABLE
from pipelines.intake.landing.folders import competition_folders
from pipelines.intake.landing.followed import STATE, is_handed_over, state_of, take_away_page
from pipelines.machine import waits
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths
from pipelines.words.languages import speaking
from transforms.tables.messages import gettext

PLAN = movement(3, 3, 6)
EVENTS = [Event(float(place), at, Result(1 + place % 4, place % 5, place % 4, 8)) for place, at in enumerate(PLAN)]
ALL = len(EVENTS)
HIDDEN = "player_id,public\n17,false\n"


@pytest.fixture
def competition(tmp_path: Path) -> Path:
    return competition_in(tmp_path / "landing")


@pytest.fixture
def paths(competition: Path, tmp_path: Path) -> Paths:
    return Paths(competition, tmp_path / "w.duckdb", tmp_path / "reports")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tonight.bws"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer results count as soon as they are seen."""
    monkeypatch.setattr(waits, "BEFORE_FEWER", 0.0)


class Page:
    """An evening that is followed: what a look prints, and what the page says."""

    def __init__(self, competition: Path, source: object, paths: Paths) -> None:
        self.following = Following(competition, None if source is None else str(source), None, paths)

    def look(self) -> list[str]:
        said: list[str] = []
        self.following.turn(said.append)
        return said

    @property
    def text(self) -> str:
        return self.following.page.read_text(encoding="utf-8").partition("</style>")[2]

    @property
    def state(self) -> str:
        return "".join(re.findall('<p class="facts">(.*?)</p>', self.text))

    @property
    def boards(self) -> int:
        return sum(int(boards) for *_, boards in lists_on(self.following.page)) // 2


def test_a_page_says_how_far_the_evening_is_and_which_table_is_behind(
    competition: Path, file: Path, paths: Paths
) -> None:
    file.write_bytes(as_bws([], PLAN))
    page = Page(competition, file, paths)
    page.look()
    assert page.state == "provisional, no results yet"
    late = [event for event in EVENTS if event.meeting.round < (2 if event.meeting.table == 3 else 3)]
    file.write_bytes(as_bws(late, PLAN))
    assert page.look()[-1] == page.state == "provisional, 4 of 6 boards, table 3 is a round behind"
    assert page.look() == []
    assert f'http-equiv="refresh" content="{waits.RELOAD_PAGE}"' in page.following.page.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.usefixtures("at_once")
def test_a_correction_an_erasure_and_a_second_report_show_at_once(competition: Path, file: Path, paths: Paths) -> None:
    page = Page(competition, file, paths)

    def now(events: Sequence[Event]) -> int:
        file.write_bytes(as_bws(events, PLAN))
        page.look()
        return page.boards

    assert now(EVENTS) == ALL
    before = lists_on(page.following.page)
    corrected = Event(99.0, EVENTS[0].meeting, Result(7, 4, 0, 0))
    assert now([*EVENTS, EVENTS[1], corrected]) == ALL
    assert lists_on(page.following.page) != before
    assert now([*EVENTS, Event(99.0, EVENTS[0].meeting, None)]) == ALL - 1
    assert now([*EVENTS, Event(99.0, EVENTS[0].meeting, None), EVENTS[0]]) == ALL
    assert lists_on(page.following.page) == before


def test_a_source_that_is_half_written_or_gone_takes_nothing_away(competition: Path, file: Path, paths: Paths) -> None:
    file.write_bytes(as_bws(EVENTS, PLAN))
    page = Page(competition, file, paths)
    page.look()
    before = lists_on(page.following.page)
    file.write_bytes(file.read_bytes()[:-5000])
    assert "cannot be read now" in page.look()[-1]
    file.write_bytes(as_bws(EVENTS[:5], PLAN))
    page.look()
    assert lists_on(page.following.page) == before
    file.unlink()
    assert "is no such file or folder now" in page.look()[-1]
    assert page.look() == []
    assert "no new results have come in" in page.text
    assert "is no such file or folder now" in Page(competition, None, paths).look()[-1]
    assert lists_on(page.following.page) == before
    file.write_bytes(as_bws(EVENTS, PLAN))
    assert page.look() == ["the source answers again"]
    assert "no new results have come in" not in page.text


@pytest.mark.long
@pytest.mark.usefixtures("without_pages")
def test_builds_leave_the_evening_out_until_it_ends(competition: Path, paths: Paths, tmp_path: Path) -> None:
    folder = competition / "tonight"
    folder.mkdir()
    (folder / "sessions.csv").write_text(SESSIONS, encoding="utf-8")
    (folder / "results.csv").write_text(as_csv(EVENTS), encoding="utf-8")
    Page(competition, folder, paths).look()
    (of,) = competition_folders(competition)
    assert {name: file.can_be_read for name, file in of.files.items()} == {
        "competition.toml": True,
        "tonight/results.csv": False,
        "tonight/sessions.csv": False,
    }
    warehouse = tmp_path / "w.duckdb"
    where = ("--warehouse", warehouse, "--reports", paths.reports)
    page = Page(competition, None, paths)
    page.look()
    provisional = lists_on(page.following.page)
    ended = barometer("live", competition, "--end", *where)
    assert ended.exit_code == 0, ended.output
    assert provisional == lists_in(warehouse)
    assert re.search(r'content="0; url=2025-26/sessions/evening.html"', page.following.page.read_text(encoding="utf-8"))
    assert sorted(path.name for path in competition.iterdir()) == ["competition.toml", "tonight"]


def test_a_file_from_elsewhere_comes_into_the_folder_under_the_day_of_the_evening(
    competition: Path, file: Path, paths: Paths
) -> None:
    (competition / "2025-09-02.bws").mkdir()
    file.write_bytes(as_bws(EVENTS, PLAN))
    page = Page(competition, file, paths)
    page.look()
    assert page.following.hand_over() == "2025-09-02-2.bws"
    assert (competition / "2025-09-02-2.bws").read_bytes() == file.read_bytes()
    assert is_handed_over(state_of(competition))
    assert page.following.hand_over() == "2025-09-02-2.bws"
    assert len([*competition.glob("*.bws")]) == 2


def test_who_is_hidden_is_a_member_on_the_page(competition: Path, file: Path, paths: Paths) -> None:
    (competition / "hidden.csv").write_text(HIDDEN, encoding="utf-8")
    (competition.parent / "club.toml").write_text('[page]\nlanguage = "nl"\n', encoding="utf-8")
    folder = file.with_suffix("")
    folder.mkdir()
    people = "".join(f"evening,A,{pair},{pair * 10 + seat}\n" for pair in range(1, 7) for seat in (6, 7))
    players = "player_id,name\n17,Greta Verborgen\n16,Anna Open\n"
    for name, text in (
        *(("sessions", SESSIONS), ("results", as_csv(EVENTS)), ("players", players)),
        ("entries", f"session_id,line,entrant,player_id\n{people}"),
    ):
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    page = Page(competition, folder, paths)
    page.look()
    assert "Anna Open" in page.text
    with speaking("nl"):
        assert gettext("a member") in page.text
    assert "Verborgen" not in page.text

    # Somebody is hidden later, when no more results come in.
    (competition / "hidden.csv").write_text(f"{HIDDEN}16,false\n", encoding="utf-8")
    page.look()
    assert "Anna Open" not in page.text
    take_away_page(competition)
    assert not page.following.page.exists()
    page.look()
    assert page.boards == ALL


def test_no_other_source_replaces_one_with_results_and_an_empty_one_cannot_end(
    competition: Path, file: Path, paths: Paths, tmp_path: Path
) -> None:
    where = ("--warehouse", paths.warehouse, "--reports", paths.reports)
    file.write_bytes(as_bws(EVENTS, PLAN))
    Page(competition, tmp_path / "tonihgt.bws", paths).look()
    Page(competition, file, paths).look()
    refused = barometer("live", competition, tmp_path / "other.bws", *where)
    assert refused.exit_code == UNUSABLE
    assert f"is followed here already, from {file}" in refused.output
    file.write_bytes(b"")
    refused = barometer("live", competition, "--end", *where)
    assert refused.exit_code == UNUSABLE
    assert "cannot end now" in refused.output
    assert state_of(competition)


def test_a_page_of_somebody_else_is_not_overwritten(competition: Path, file: Path, paths: Paths) -> None:
    file.write_bytes(as_bws(EVENTS, PLAN))
    page = Page(competition, file, paths)
    page.following.page.parent.mkdir(parents=True)
    page.following.page.write_text("a list of my own", encoding="utf-8")
    with pytest.raises(UnusableError, match="did not make this file"):
        page.look()
    take_away_page(competition)
    assert page.following.page.read_text(encoding="utf-8") == "a list of my own"


def test_it_goes_on_until_another_process_ends_it(
    competition: Path, file: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_bytes(as_bws(EVENTS, PLAN))

    def ended_meanwhile(_: float) -> None:
        if len(said) > 3:
            (competition / STATE).unlink()

    real, failures = Following.turn, [OSError(5, "Input/output error"), OSError(5, "Input/output error")]

    def turn(following: Following, say: live.Say) -> None:
        if failures:
            raise failures.pop()
        real(following, say)

    monkeypatch.setattr(Following, "turn", turn)
    monkeypatch.setattr(live.time, "sleep", ended_meanwhile)
    said: list[str] = []
    live.follow(competition, str(file), None, paths, said.append)
    trouble = "Input/output error: this is tried again"
    assert said[-3:] == [trouble, "provisional, 6 of 6 boards", "The evening is over."]


@pytest.mark.nightly
@pytest.mark.long
@pytest.mark.usefixtures("without_pages")
def test_an_evening_with_all_that_may_happen_loses_nothing() -> None:
    found = followed("bws", 500.0, tables=3, rounds=3, boards=6)
    assert found.lost == 0
    assert found.is_same


def test_what_is_missing_is_named(competition: Path, tmp_path: Path) -> None:
    for words, said in (
        ((competition,), "no evening is followed here"),
        ((tmp_path, "evening.bws"), "name the folder of a competition, with its competition.toml"),
    ):
        found = barometer("live", *words)
        assert found.exit_code == UNUSABLE
        assert said in found.output


@pytest.mark.usefixtures("at_once")
def test_a_data_connector_loses_nothing_even_if_it_starts_afresh(
    competition: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridgemate_dataconnector.client.time.sleep", float)  # it tries again at once
    connector = Connector()
    connector.seat(1, 1, "17", "Greta")
    with connector.running() as address:
        page = Page(competition, address, paths)
        page.look()
        assert page.state == "provisional, no results yet"
        connector.report(EVENTS)
        page.look()
        assert page.boards == ALL
        assert "Greta" in page.text
        before = lists_on(page.following.page)
    assert "does not answer" in page.look()[-1]
    connector.queue.clear()
    with connector.running():
        again = Page(competition, None, paths)
        again.look()
        assert lists_on(again.following.page) == before
        connector.report([Event(99.0, EVENTS[0].meeting, None)])
        again.look()
        assert again.boards == ALL - 1
    assert connector.accepted == []
    name = again.following.hand_over()
    assert name.endswith(".json")
    assert re.search('"program": "Bridgemate Data Connector"', (competition / name).read_text(encoding="utf-8"))
