"""`barometer score`: a file or a folder of any format, scored without a warehouse, to read or to work with."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from commands import barometer
from each import cases
from first_builds import digest_of
from result_files import REAL_DATA, needs_real_data
from steps import steps_with
from typer.testing import Result

from pipelines.cli.score import Scored, quick_score
from pipelines.words.plain_text import short, shown
from pipelines.words.streams import plain
from transforms.scoring import board_scores
from transforms.tables.schemas import SessionResults

SESSIONS = "session_id,date,kind\nevening,2025-09-02,{kind}\n"
ENTRIES = "session_id,line,entrant,player_id\n" + "".join(
    f"evening,A,{entrant},player {entrant}{seat}\n" for entrant in range(1, 9) for seat in "ab"
)
RESULTS = """session_id,line,round,board,ns,ew,contract,declarer,tricks,score,ruling
evening,A,1,6,1,2,4SX,N,4,,
evening,A,1,6,3,4,4S,N,10,,
evening,A,1,6,5,6,PASS,,,,
evening,A,1,6,7,8,,,,,a60_40
"""


def score(*arguments: str | Path) -> Result:
    return barometer("score", *arguments, columns=100)


@pytest.fixture(autouse=True)
def scored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test prints in several forms is scored once, while its files stay the same."""
    kept: dict[str, Scored] = {}

    def once(path: Path, profile: str | None = None) -> Scored:
        if not path.is_dir():
            return quick_score(path, profile)
        key = digest_of(path, path, profile)
        kept[key] = kept[key] if key in kept else quick_score(path, profile)
        return kept[key]

    monkeypatch.setattr("pipelines.cli.score.quick_score", once)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One evening of pairs, cut into landing tables."""
    for name, text in (("sessions", SESSIONS.format(kind="pairs")), ("entries", ENTRIES), ("results", RESULTS)):
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_board_can_be_audited_from_what_is_printed(folder: Path) -> None:
    printed = score(folder, "--show", "control-sheet").stdout.splitlines()
    read = [" ".join(line.split()) for line in printed if not line.startswith("─")]
    assert read[:9] == [
        "evening: Line A, control sheet",
        "Board 6, dealer East, E-W vulnerable, top 6",
        "NS EW score result for NS for EW",
        "3 4 420 N4S= 5.0 1.0",
        "5 6 0 PASS 3.0 3.0",
        "1 2 -1400 N4Sx-6 1.0 5.0",
        "7 8 A60/40 3.6 2.4",
        "frequency 420×1, 0×1, -1400×1",
        "balanced: NS 12.6 + EW 11.4 = 4 × 6",
    ]


def test_points_stand_by_round_and_the_kind_of_the_session_decides_what_is_printed(folder: Path) -> None:
    more = [line.replace(",1,6,", ",2,10,") for line in RESULTS.splitlines()[1:]]
    (folder / "results.csv").write_text(RESULTS + "\n".join(more), encoding="utf-8")
    printed = score(folder, "--show", "rounds").stdout
    assert {cell for cell in ("5.0A 4", "1.0b 3") if cell not in printed} == set()
    (folder / "results.csv").write_text(RESULTS, encoding="utf-8")
    (folder / "sessions.csv").write_text(SESSIONS.format(kind="butler"), encoding="utf-8")
    printed = " ".join(score(folder).stdout.split())
    for words in ("IMPs a board", "datum -330", "balanced: NS 10 and EW -10 cancel out"):
        assert words in printed


def test_csv_is_one_table_and_json_all_of_them(folder: Path) -> None:
    (folder / "results.csv").write_text(RESULTS.replace("a60_40", "a33.3_66.7"), encoding="utf-8")
    printed = {name: score(folder, "--format", name).stdout for name in ("csv", "json")}
    assert pl.read_csv(io.StringIO(printed["csv"])).columns == SessionResults.column_names()
    everything = json.loads(printed["json"])
    assert list(everything) == [
        *("session_results", "session_rounds", "match_results", "event_results"),
        *("control_sheet", "frequencies", "boards"),
    ]
    assert [row["result"] for row in everything["control_sheet"]] == ["N4S!-6", "N4S=", "PASS", "A33.3/66.7"]
    assert json.loads(score(folder, "--format", "json", "--show", "boards").stdout) == everything["boards"]
    printed["boards"] = score(folder, "--format", "csv", "--show", "boards").stdout
    assert pl.read_csv(io.StringIO(printed["boards"]))["balanced"].to_list() == [True]
    for text in printed.values():
        assert re.search(r"\.[0-9]{10}", text) is None, "numbers for machines are without binary noise"


def test_the_folder_may_bring_its_own_rules_and_a_profile_counts_before_them(folder: Path) -> None:
    season = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
    (folder / "competition.toml").write_text(f'{season}[scoring]\nprofile = "ebu"\n', encoding="utf-8")

    def winner(*arguments: str) -> list[float]:
        table = pl.read_csv(io.StringIO(score(folder, "--format", "csv", *arguments).stdout))
        return table["points"].round(2).to_list()[:1]

    assert winner() == winner("--profile", "EBU") == [5.67]
    assert winner("--profile", "fonteintje") == [5.0]


def test_a_board_that_does_not_balance_is_said_loudly(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def one_point_too_many(**tables: Any) -> pl.LazyFrame:
        return board_scores(**tables).with_columns(pl.col("ns_points") + pl.when(ns="3").then(1.0).otherwise(0.0))

    monkeypatch.setattr("transforms.season.STEPS", steps_with("scored.board_scores", one_point_too_many))
    done = score(folder)
    assert done.exit_code == 1
    assert "DOES NOT BALANCE" in done.stdout
    assert "error: session evening, Line A, board 6: Does not balance" in done.stderr
    assert score(folder, "--format", "csv").exit_code == 1


def test_names_do_nothing_to_the_terminal(folder: Path) -> None:
    hostile = "[bold red]\x1b[2J\x1b]0;owned\x07\u202e\N{NO-BREAK SPACE}x"
    (folder / "players.csv").write_text(f"player_id,name\nplayer 3a,{hostile}\nplayer 9,{hostile}\n", encoding="utf-8")
    done = score(folder)
    assert done.exit_code == 0
    assert "[bold red]" in done.stdout.replace("\n", "")
    assert not {"\x1b", "\x07", "\u202e"} & set(done.output)


NOTHING_TO_SCORE = {
    "text.bws": (b"Hello\n", "this is not PBN, USEBIO XML"),
    "empty.xml": (b"", "the file is empty"),
    "cut.bws": (b"\0\1\0\0Standard Jet DB\0\1" + bytes(100), "this file has a password or is damaged"),
    "bomb.xml": (b'<!DOCTYPE l [<!ENTITY a "aaaa">]><USEBIO><EVENT>&a;</EVENT></USEBIO>', "<!ENTITY: the file"),
    "players.csv": (b"player_id,name\n1,Ann\n", "no results in it"),
    "results.csv": (
        RESULTS.replace(",6,", ",six,").encode(),
        "results.csv:2: board = 'six': this is not understood, so the row is left out",
    ),
}


@pytest.mark.long
def test_a_file_with_nothing_to_score_is_said_in_one_line(tmp_path: Path, refused: Callable[..., str]) -> None:
    assert "no such file" in refused("score", tmp_path / "absent.pbn")
    for name, (content, words) in NOTHING_TO_SCORE.items():
        file = tmp_path / name
        file.write_bytes(content)
        message = refused("score", file)
        assert message.startswith(f"barometer: {file}:")
        assert words in message
        assert "None" not in message
    assert "there is no such profile; choose one of fonteintje" in refused("score", tmp_path, "--profile", "messer")


@needs_real_data
@cases(
    ("pbn/spiren/2016-01-06.pbn", ["58.62", "23.83A 2", "W4Sx-2", "balanced: NS 42 + EW 42 = 7 × 12"]),
    ("usebio/multiple-teams.xml", ["14.88", "VPs a match", "matches", "cancel out"]),
    ("usebio/point-a-board.xml", ["65.48", "top 2", "balanced: NS 8 + EW 8 = 8 × 2"]),
)
@pytest.mark.long
def test_sessions_that_clubs_played(file: str, words: list[str]) -> None:
    done = score(REAL_DATA / file, "--profile", "ruter")
    assert done.exit_code == 0, done.stderr
    assert [word for word in words if word not in done.stdout] == []


def test_numbers_are_rounded_halves_up_and_words_are_on_one_line_and_seen() -> None:
    values = {0.285: "0.29", 69.96000000000001: "69.96", -0.001: "0.00", 12.0: "12.00", 7: "7", None: ""}
    assert {value: shown(value) for value in values} == values
    values = {12.0: "12", 0.5: "0.5", 11.833: "11.83", 100.0: "100", -3.0: "-3", -0.0: "0", None: ""}
    assert {value: short(value) for value in values} == values
    assert plain("Élodie\n\tÐ‎\x9bm") == "Élodie  Ð\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}m"


def test_validate_prints_what_is_wrong_in_a_document(tmp_path: Path) -> None:
    standings = [{"line": "A", "entrant": entrant, "score": score} for entrant, score in (("1", 100.0), ("2", 0.0))]
    results: list[dict[str, Any]] = [
        {"line": "A", "board": board, "ns": ns, "ew": ew, "score": score}
        for board in (1, 8)
        for ns, ew, score in (("1", "2", 420), ("3", "4", 170))
    ]
    entries = [
        {"line": "A", "entrant": entrant, "player_id": f"{entrant}{seat}"} for entrant in "1234" for seat in "ab"
    ]
    rows = {"entries": entries, "results": results, "standings": standings}
    session = {"session_id": "1", "date": "2025-09-02", "kind": "pairs", **rows}
    document = {"format": "barometer-results", "version": 1, "sessions": [session]}
    (file := tmp_path / "evening.json").write_text(json.dumps(document), encoding="utf-8")
    right = barometer("validate", file)
    assert (right.exit_code, right.stderr) == (0, "1 session, 4 result lines: 0 errors, 0 warnings.\n")

    standings[0]["score"], results[0]["board"] = 75.0, "two"
    file.write_text(json.dumps(document), encoding="utf-8")
    wrong = barometer("validate", file)
    assert wrong.exit_code == 1
    assert f"{file}:1  board = 'two'" in wrong.stdout
    assert "1, 75.00 in the file, 100.00 here" in wrong.stdout
