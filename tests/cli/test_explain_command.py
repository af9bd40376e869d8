"""barometer explain: whom it finds, what it prints, and what it says when there is nothing to explain."""

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from cli.conftest import TwoClubs
from commands import barometer
from explanation.working_out import hundredths, worked_out

from pipelines.cli.explain import Explained, ExplainedRating, _strength_said, print_explained
from transforms.tables.schemas import COMPETITION


def explained(*arguments: str, warehouse: Path, columns: int | None = 100) -> str:
    result = barometer("explain", *arguments, "--warehouse", warehouse, columns=columns)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_as_a_table_and_as_json(two_clubs: TwoClubs) -> None:
    tables, warehouse = two_clubs.tables, two_clubs.warehouse
    someone = tables["rankings.player_rankings"].select(*COMPETITION, "player_id").row(-1)
    club, competition, _, player_id = someone
    asked = (player_id, "--competition", f"{club}/{competition}")
    (explanation,) = json.loads(explained(*asked, "--format", "json", warehouse=warehouse))
    assert tuple(explanation[name] for name in (*COMPETITION, "player_id")) == someone
    ranking = explanation["ranking"]
    last = tables["rankings.player_rankings"].filter(club=club, player_id=player_id).sort("date")["ranking"][-1]
    assert hundredths(worked_out(ranking["formula"])) == hundredths(ranking["value"]) == hundredths(last)
    played = tables["rankings.ranking_points"].filter(club=club, player_id=player_id)
    assert len(explanation["sessions"]) == played.height
    assert all(board["source"]["line_no"] for session in explanation["sessions"] for board in session["boards"])
    in_window = [session for session in explanation["sessions"] if session["in_window"]]
    steps = [ranking, explanation["individual"]]
    steps += [session[step] for session in in_window for step in ("points", "strength", "score")]
    for columns in (80, 120, None):
        printed = explained(*asked, warehouse=warehouse, columns=columns)
        words = " ".join(printed.split())
        assert f"({player_id})" in words
        assert "earns the strength of the field" in words
        for step in steps:
            assert f"{step['formula']} = {hundredths(step['value'])}" in words
        assert "counts for" in printed
        assert printed.count(" ranking, individual, pairs") == len(in_window)
        assert "Boards, read from" in printed
        if columns is None:
            assert all(board["how"] in printed for session in in_window for board in session["boards"])
        else:
            assert max(map(len, printed.splitlines())) <= columns


def test_a_strength_says_its_band_and_what_moved_it_last() -> None:
    after: list[dict[str, object]] = [
        {"strength": 1.0},
        {"strength": 1.4, "low": -0.9, "high": 3.7, "expected": 51.2, "score": 56.25},
    ]
    last = {"sessions": 2, "since": dt.date(2025, 9, 2), "of_sessions": after}
    after[-1]["date"] = dt.date(2025, 9, 9)
    band = "+1.4 %, with a band from −0.9 to +3.7 %, from 2 sessions since 2 September 2025"
    on_the_day = "On 9 September 2025, 51.2 % was expected and 56.25 % was scored: "
    assert [*_strength_said(last)] == [band, f"{on_the_day}from +1.0 to +1.4 %"]
    assert [*_strength_said(last | {"of_sessions": after[1:]})] == [band, f"{on_the_day}+1.4 %"]


REFUSED = {
    ("",): "give an id or a part of a name",
    (",",): "give an id or a part of a name",
    ("nobody at all",): "there is no such player",
    ("Jan 003 Janssen",): "(the nearest: Jan 003 Jansen",
    ("jansen",): "this may be Jan 001 Jansen (",
    ("Jan 001 Jansen", "--competition", "friday"): "nothing has this name. Choose one of these: ",
    ("Jan 001 Jansen", "--season", "1999"): (
        "--season 1999: Jan 001 Jansen did not play in that season, but in these: 2025-26"
    ),
    (
        "Jan 001 Jansen",
        "--session",
        "never",
    ): "--session never: the player did not play in that session, but in these: ",
}


def test_what_cannot_be_found_is_said_in_one_line(two_clubs: TwoClubs, refused: Callable[..., str]) -> None:
    for arguments, said in REFUSED.items():
        assert said in refused("explain", *arguments, "--warehouse", two_clubs.warehouse)
    wanted = two_clubs.tables["raw.players"].row(1, named=True)
    found = explained("JANSEN 001", warehouse=two_clubs.warehouse)
    assert f"Jan 001 Jansen ({wanted['player_id']})" in found, "a part of a name is enough"


LATEST = "The games of this list, the latest first"
SOME = "The last 10 of 12 games of this list, the latest first"


@pytest.mark.parametrize(
    ("files", "printed", "ends"),
    [
        (["a.csv"] * 10, [LATEST, "Read from a.csv"], ["2", "3"]),
        (["a.csv"] * 12, [SOME, "Read from a.csv"], ["2", "3"]),
        (["a.csv", "b.csv"] * 6, [SOME], ["a.csv:2", "b.csv:3"]),
        ([None], [LATEST], ["yes"]),
    ],
)
def test_games_behind_a_rating_say_how_many_they_are_and_where_they_were_read(
    files: list[str | None],
    printed: list[str],
    ends: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Numbers are aligned to the right; an unrated opponent has none."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("pipelines.cli.explain._in_words", Mock(return_value=()))
    usual = {"date": "2026-04-13", "opponent": "B", "opponent_rating": 1400, "norm": 0.78, "points": 2.0}
    games = [{**usual, "counted": True, "file": file, "line_no": number} for number, file in enumerate(files, 2)]
    games[0] |= {"opponent_rating": None, "norm": None, "points": 0.5}
    row = {"club": "c", "competition": "elo", "season": "s", "name": "A", "player_id": "1", "method": "norm"}
    print_explained(Explained([], [ExplainedRating(row, games)], {}))
    lines = capsys.readouterr().out.splitlines()[3:-1]
    headings, _, *rows = lines[len(printed) :]
    assert lines[: len(printed)] == printed
    assert len(rows) == min(len(files), 10)
    wanted = {"rating": "none", "points": "0.5"} | ({"line of file": "2"} if len(printed) > 1 else {})
    for name, cell in wanted.items():
        assert rows[0][: headings.index(name) + len(name)].split()[-1] == cell
    assert [line.split()[-1] for line in rows[:2]] == ends
