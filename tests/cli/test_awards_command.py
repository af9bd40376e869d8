"""`barometer awards`: points of one result list, whoever made it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import barometer
from typer.testing import Result


def award(*arguments: str | Path) -> Result:
    return barometer("awards", *arguments, columns=None)


def written(tmp_path: Path, text: str, encoding: str = "utf-8") -> Path:
    file = tmp_path / "results.csv"
    file.write_bytes(text.encode(encoding))
    return file


def test_a_list_with_scores_only_is_ranked_and_printed_best_first(tmp_path: Path) -> None:
    scores = [60, 37, 58, 40, 58, 52, 50, 45]
    file = written(tmp_path, "Score;Entrant\n" + "\n".join(f"{score},0;{score}-{n}" for n, score in enumerate(scores)))
    lines = award("aeb", file, "--format", "csv").stdout.splitlines()
    assert lines[0] == "entrant,rank,points"
    ranked = [line.split(",", 1)[1] for line in lines[1:]]
    assert ranked == ["1,2.5", "2,1.75", "2,1.75", "4,1.0", "5,0.5", "6,0.0", "7,0.0", "8,0.0"]


def test_whole_points_keep_the_total(tmp_path: Path) -> None:
    file = written(tmp_path, "entrant,rank\n" + "\n".join(f"{place},{place}" for place in range(1, 26)))
    whole, exact = (
        [row["points"] for row in json.loads(award("ffb", file, *options, "--format", "json").stdout)]
        for options in (("--whole-points",), ())
    )
    assert award("ffb", file, "--whole-points", "--format", "csv").stdout.splitlines()[1] == "1,1,131"
    assert "131.0" not in award("ffb", file, "--whole-points").stdout
    assert (sum(whole), whole) == (694, [round(points) for points in whole])
    assert [f"{points:.4f}" for points in exact[:3]] == ["131.0315", "89.8307", "70.9670"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252"])
def test_the_table_shows_two_decimals_and_shared_ranks_may_be_marked(tmp_path: Path, encoding: str) -> None:
    file = written(tmp_path, "entrant\trank\nZoë\t1=\nBo\t1=\nCy\t3\n", encoding)
    printed = award("funbridge", file).stdout
    assert "Zoë" in printed
    # The mean of 2 * 3 / log10(3) and 2 * 2 / log10(4), and 2 / log10(5).
    assert printed.count("9.61") == 2
    assert "2.86" in printed


REFUSED = {
    "\n ; \n": "this file has no entrants",
    "entrant,rank\n": "this file has no entrants; write entrant,rank,score in the first row, and below it a row",
    f"{'x' * 300},rank\nAnn,1\n": f"line 1: {'x' * 80}: the first row must name a column",
    "who,rank\nAnn,1\n": "line 1: who, rank: the first row must name a column entrant, and a column",
    "entrant,rank,scoer\nAnn,1,2\n": "line 1: scoer: there is no such column; did you mean score?",
    "entrant,rank\nAnn,1\nBob,first\n": "line 3: rank = 'first': write a whole number, 1 or more",
    "entrant,rank\nAnn,1\nBob,3\n": "line 3: rank = '3': Bob",
    "entrant,rank\nAnn,1\nBob\n": "line 3: number of cells: 1 instead of 2",
    "entrant,rank\nAnn,1\n,2\n": "line 3: entrant is missing",
    "entrant,rank\nAnn,1\nAnn,2\n": "line 3: entrant = 'Ann': stands here twice",
    "entrant,rank,score\nAnn,1,60\nBob,,\n": "line 3: score: Bob has neither rank nor score",
    'entrant,rank\n"Ann,1\n': "this file cannot be read as CSV",
}


def test_what_cannot_be_used_is_one_line(tmp_path: Path, refused: Callable[..., str]) -> None:
    for text, words in REFUSED.items():
        assert words in refused("awards", "ffb", written(tmp_path, text))
    file = written(tmp_path, "entrant,rank\nAnn,1\nBob,2\n")
    assert award("FFB", file, "--format", "CSV").stdout.startswith("entrant,rank,points")
    for options, words in {
        ("pzsb", file): "did you mean pzbs?",
        ("acbl", file): "landing folder",
        ("aeb", file): "aeb cannot do without",
        ("ebu", file, "--whole-points"): "the scheme ebu has its own rounding",
        ("ffb", tmp_path / "none.csv"): "none.csv",
    }.items():
        done = award(*options)
        assert (done.exit_code, words in done.stderr) == (2, True)


def test_a_terminal_is_not_steered_by_names_nor_turned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, "entrant,rank\nAnn\x1b[2J,1\nBob\u202e\x9b2J,2\n")
    in_a_file = award("ebl", file, "--format", "csv").stdout
    assert in_a_file == "entrant,rank,points\nAnn\ufffd[2J,1,20.0\nBob\u202e\ufffd2J,2,16.0\n"
    as_json = award("ebl", file, "--format", "json").stdout
    assert [row["entrant"] for row in json.loads(as_json)] == ["Ann\x1b[2J", "Bob\u202e\x9b2J"]
    assert as_json.replace("\n", "").isprintable()
    monkeypatch.setattr("pipelines.cli.terminal.output._on_terminal", lambda: True)
    assert award("ebl", file, "--format", "csv").stdout == in_a_file.replace("\u202e", "\ufffd")
    assert award("ebl", file, "--format", "json").stdout == as_json
    assert not set("\x1b\x9b\u202e") & set(award("ebl", file).stdout)


def test_every_entrant_who_cannot_be_awarded_is_listed_and_no_more_than_twenty(tmp_path: Path) -> None:
    few = award("ffb", written(tmp_path, "entrant,rank\nAnn,1\nAnn B,9\nBob,2\nBob B,8\n")).stderr.splitlines()
    assert [line.split(", ")[-1].split(" cannot")[0] for line in few] == [
        "line 3: rank = '9': Ann B",
        "line 5: rank = '8': Bob B",
    ]
    many = award("aeb", written(tmp_path, "entrant,rank\n" + "\n".join(f"{n},{n}" for n in range(1, 33))))
    lines = many.stderr.splitlines()
    assert len(lines) == 21
    assert lines[-1].endswith(": more lines with faults: 12")
