"""What answers change in files: rows and settings, whatever the file looks like; and answers that move files."""

import csv
import io
import json
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.cli.desk.answers import Answer, answered_by_buttons
from pipelines.cli.desk.changes import Row, Settings
from pipelines.cli.desk.desk import Competition, Desk
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths

Finding = dict[str, Any]
SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0", exclude_categories=("Cs",)), max_size=6)
NAMES = ("alias", "player_id", "since", "until", "public")


@pytest.fixture
def club(tmp_path: Path) -> Competition:
    folder = tmp_path / "landing" / "club" / "evening"
    folder.mkdir(parents=True)
    (folder / "competition.toml").write_text(SEASON, encoding="utf-8")
    return Competition("club", "evening", folder, "Club", "Evening")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "reports"))


@given(
    names=st.permutations(NAMES).map(lambda names: names[:3]),
    rows=st.lists(st.tuples(CELLS, CELLS, CELLS).filter(lambda row: any(cell.strip() for cell in row)), max_size=4),
    comma=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n"]),
    rest=st.sampled_from(["", "\n", "\r\n\r\n"]),
    letters=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    new=CELLS.filter(bool),
)
def test_a_row_is_added_and_all_others_stay(
    *,
    names: list[str],
    rows: list[tuple[str, ...]],
    comma: str,
    end: str,
    rest: str,
    letters: str,
    quoting: Any,
    new: str,
) -> None:
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=comma, lineterminator=end, quoting=quoting).writerows([names, *rows])
    text = written.getvalue().removesuffix(end) + rest
    cells = {"alias": new, "player_id": "1"}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "people.csv"
        file.write_bytes(text.encode(letters))
        made = Row(file, cells).content().decode(letters)
    lacking = [name for name in cells if name not in names]
    header, *others, last = csv.reader(io.StringIO(made, newline=""), delimiter=comma)
    assert header == [*names, *lacking]
    assert others == [[*row, *[""] * len(lacking)] for row in rows]
    assert last == [cells.get(name, "") for name in header]
    assert lacking or made.startswith(text.rstrip("\r\n"))


def test_a_new_table_has_headings(tmp_path: Path) -> None:
    assert Row(tmp_path / "people.csv", {"alias": "a,b", "player_id": "1"}).content() == b'alias,player_id\n"a,b",1\n'


def test_headings_of_other_languages_and_the_separator_that_excel_names_are_understood(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("sep=;\nAlias ;Speler\nA;1\n", encoding="utf-8")
    assert Row(file, {"alias": "B", "player_id": "2"}).content() == b"sep=;\nAlias ;Speler\nA;1\nB;2\n"


@pytest.mark.parametrize("text", ["", "\n\n", 'alias,player_id\nA,"1\n'], ids=["empty", "blank", "open quote"])
def test_a_table_that_is_not_complete_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "people.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UnusableError):
        Row(file, {"alias": "B", "player_id": "2"}).content()


ENTRIES = st.lists(
    st.tuples(st.sampled_from("ABC"), st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=4, unique=True
)


@given(ENTRIES, ENTRIES, st.sampled_from(["in a line", "over lines", "with remarks", "none"]), st.booleans())
def test_entries_are_added_to_a_list_and_remarks_stay(
    had: list[tuple[Any, ...]], more: list[tuple[Any, ...]], form: str, at_windows: bool
) -> None:
    before, new = ([" ".join(map(str, one)) for one in some] for some in (had, more))
    remark = "  # seen by the scorer" if form == "with remarks" else ""
    quoted = [f'"{one}"' for one in before]
    of_lines = "settled = [\n" + "".join(f"  {one},{remark}\n" for one in quoted) + "]\n"
    listed = {"in a line": f"settled = [{', '.join(quoted)}]  # of Tuesday\n", "none": ""}.get(form, of_lines)
    text = f'# first\n{SEASON}\n[[session]]\nsession = "1"\n{listed}keep_both = true # as agreed\n'
    text = text.replace("\n", "\r\n") if at_windows else text
    with TemporaryDirectory() as folder:
        (Path(folder) / "competition.toml").write_bytes(text.encode())
        competition = Competition("club", "evening", Path(folder), "Club", "Evening")
        made = Settings(competition, (("session.1.settled", json.dumps(new)),)).content().decode()
    had_before = before[: None if listed else 0]
    (session,) = tomllib.loads(made)["session"]
    assert session.pop("settled") == list(dict.fromkeys([*had_before, *new]))
    assert session == {"session": "1", "keep_both": True}
    assert made.count("# ") == text.count("# ")
    assert ("\r\n" in made) == at_windows
    assert made.replace("\r\n", "").count("\n") == (0 if at_windows else made.count("\n"))


def test_an_answer_that_is_not_allowed_changes_nothing(club: Competition) -> None:
    before = (club.folder / "competition.toml").read_bytes()
    late = {"name": "x", "start": "2025-10-01", "end": "2026-12-31"}
    for change in (
        Settings(club, (("session.1.date", "soon"),)),
        Settings(club, (), (("season", {"name": "2025-26", "start": "2026-09-01", "end": "2027-08-31"}),)),
        Settings(
            club,
            (("session.1.keep_both", "true"),),
            (("season", late),),
        ),
    ):
        with pytest.raises(UnusableError, match="was not changed"):
            change.content()
    assert (club.folder / "competition.toml").read_bytes() == before


def row(code: str, **more: Any) -> Finding:
    nothing = dict.fromkeys(("file_id", "value", "session_id", "settles"))
    arguments = json.dumps(more.pop("arguments", {}))
    return {**nothing, "code": code, "arguments": arguments, **more}


def buttons(desk: Desk, club: Competition, finding: Finding, *, is_evening: bool = True) -> tuple[Answer, ...]:
    return answered_by_buttons(desk, finding, club, is_evening=is_evening)[1]


def test_other_rules_are_those_of_the_commands(desk: Desk, club: Competition) -> None:
    commands = "barometer set scoring.expected modal club/evening; barometer set session.8 May.kind butler club/evening"
    arguments = {"variant": "whole", "official": "12", "before": "3", "commands": commands, "rules": ""}
    (button,) = buttons(desk, club, row("official.other_rules", arguments=arguments))
    (change,) = button.changes("")
    added = '[scoring]\nexpected = "modal"\n\n[[session]]\nsession = "8 May"\nkind = "butler"\n'
    assert change.content() == f"{SEASON}\n{added}".encode()


@pytest.fixture
def stranger(club: Competition) -> Finding:
    (club.folder / "x.pbn").write_text("x", encoding="utf-8")
    other = club.folder.parent / "thursday"
    other.mkdir()
    (other / "competition.toml").write_text(SEASON, encoding="utf-8")
    return row("entries.of_other_competition", file_id="x.pbn", arguments={"other": "thursday"})


def test_a_file_of_another_competition_moves_there_and_back(desk: Desk, club: Competition, stranger: Finding) -> None:
    (button,) = buttons(desk, club, stranger)
    assert button.words == "Yes: move the file there"
    desk.journal.write_all(button.words, {change.path: change.content() for change in button.changes("")})
    assert not (club.folder / "x.pbn").exists()
    assert (club.folder.parent / "thursday" / "x.pbn").read_text(encoding="utf-8") == "x"
    desk.journal.undo(1)
    assert (club.folder / "x.pbn").read_text(encoding="utf-8") == "x"
    assert not (club.folder.parent / "thursday" / "x.pbn").exists()


def test_a_file_with_other_evenings_stays_where_it_is(desk: Desk, club: Competition, stranger: Finding) -> None:
    assert buttons(desk, club, stranger, is_evening=False) == ()
    of_club = row(
        "entries.of_other_competition", file_id="x.pbn", arguments={"variant": "club", "players": "8", "here": "0"}
    )
    assert len(buttons(desk, club, of_club)) == 1
    assert buttons(desk, club, of_club, is_evening=False) == ()
    assert buttons(desk, club, {**of_club, "file_id": "gone.pbn"}) == ()


def test_a_file_is_not_moved_over_another(desk: Desk, club: Competition, stranger: Finding) -> None:
    (club.folder.parent / "thursday" / "x.pbn").write_text("y", encoding="utf-8")
    (button,) = buttons(desk, club, stranger)
    with pytest.raises(UnusableError, match="is there already"):
        button.changes("")[0].content()


def test_a_namesake_of_a_hidden_person_is_somebody_else(desk: Desk, club: Competition) -> None:
    (button,) = buttons(desk, club, row("players.hidden_too", value="17", arguments={"player": "12"}))
    (change,) = button.changes("")
    assert (change.path, change.content()) == (club.folder.parent / "people.csv", b"alias,player_id\n17,17\n")


def test_what_is_typed_for_a_day_must_be_one(desk: Desk, club: Competition) -> None:
    asked = row("sessions.no_season", file_id="x.pbn", arguments={"variant": "file", "first": "1", "last": "2"})
    (button,) = buttons(desk, club, asked)
    with pytest.raises(UnusableError, match="a day such as"):
        button.changes("2025-02-30")


def test_a_finding_without_a_setting_has_no_buttons(desk: Desk, club: Competition) -> None:
    assert answered_by_buttons(desk, row("entries.not_two"), club, is_evening=True) == ("", ())
    assert buttons(desk, club, row("evenings.twice", file_id="a.pbn", arguments={"this": "files = ["})) == ()
