"""`barometer lines`: who is present, in which line, and what it says of a row that cannot be used."""

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from commands import barometer
from factories import close_to, competitions, frame
from page_files import root_of
from typer.testing import Result

from pipelines.cli.lines import with_sit_outs
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import (
    Entries,
    PlayerRankings,
    Players,
    SeasonPartnerships,
    SessionResults,
    Sessions,
)

Refused = Callable[..., str]
"""Arguments in, the error out."""

NAMES = {
    "1": "Ann Ames", "2": "Bob Bos", "3": "Cas Cox", "4": "Dee Dol", "5": "Eef Erp", "6": "Flo Fry", "7": "Gus Gal",
    "8": "Bob Bos",
}  # fmt: skip
RANKINGS = {"1": 60.0, "2": 70.0, "3": 90.0, "4": 85.0, "5": 75.0, "6": 65.0}


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club of eight, two of one name, of whom six have played; and a second competition without anybody."""
    path = tmp_path_factory.mktemp("built") / "warehouse.duckdb"
    of = {"competition": "tuesday"}
    rules = [
        competitions(competition=evening, ranking={"lines": 3, "substitute_ranking": 55}).with_columns(
            competition_name=pl.lit(f"{evening.title()} evening")
        )
        for evening in ("tuesday", "friday")
    ]
    usual = of | {"ranking_before": 70.0, "sessions_counted": 1}
    rankings = [usual | {"player_id": player, "ranking": ranking} for player, ranking in RANKINGS.items()]
    trio = ("5+6+7", "567")
    pairs = [
        {**of, "partnership_id": pair, "player_id": player, "declared": True}
        for pair, players in (("1+2", "12"), ("3+4", "34"), trio)
        for player in players
    ]
    with Warehouse(path) as built:
        built.write("raw.competitions", pl.concat(rules))
        built.write("raw.players", frame(Players, *({**of, "player_id": id, "name": NAMES[id]} for id in NAMES)))
        built.write("rankings.player_rankings", frame(PlayerRankings, *rankings))
        built.write("rankings.partnerships", frame(SeasonPartnerships, *pairs))
    return path


@pytest.fixture
def present(tmp_path: Path) -> Path:
    return tmp_path / "present.csv"


def assigned(warehouse: Path, attendance: Path, *options: str | Path) -> Result:
    done = barometer("lines", "tuesday", attendance, "--warehouse", warehouse, *options, columns=80)
    assert done.exit_code == 0, done.output
    return done


def as_rows(warehouse: Path, attendance: Path, *options: str) -> list[tuple[str, str]]:
    printed = assigned(warehouse, attendance, "--format", "csv", *options).stdout
    return pl.read_csv(io.StringIO(printed)).select("line", "pair").rows()


def test_pairs_may_be_named_by_id_by_name_or_as_the_pair_that_they_are(warehouse: Path, present: Path) -> None:
    ann_cas, eef_flo = "Cas Cox & Ann Ames", "Eef Erp & Flo Fry"
    ann_bob, cas_dee = "Ann Ames & Bob Bos", "Cas Cox & Dee Dol"
    for text, pairs in {
        "player_id,partner_id\n1,2\n3,4\n5,6\n": [cas_dee, ann_bob, eef_flo],
        "Player;Partner;Pair\ncas cox;1;\n;;\n 5;Flo  Fry;\n": [ann_cas, eef_flo],
        "pair\n1+2\n3+4\n": [cas_dee, ann_bob],
        "pair\ncas cox & 1\n5 / Flo Fry\n": [ann_cas, eef_flo],
        "pair\ncas cox & 1\n5+6+7\n": [ann_cas, "Eef Erp & Flo Fry & Gus Gal"],
    }.items():
        present.write_text(text, encoding="utf-8-sig")
        assert as_rows(warehouse, present) == list(zip("ABC", pairs, strict=False))


def test_whoever_has_no_ranking_has_the_substitute_ranking(warehouse: Path, present: Path) -> None:
    present.write_text("player,partner\nDee Dol,Ida Ives\nGus Gal,Hal Holt\n")
    guests = ("--guest", "Ida Ives", "--guest", "Hal Holt")
    rows = json.loads(assigned(warehouse, present, "--format", "json", *guests).stdout)
    assert [row["ranking"] for row in rows] == close_to([85 + 55, 55 + 55])
    assert [(row["player_id"], row["partner_id"]) for row in rows] == [("4", "Ida Ives"), ("7", "Hal Holt")]


def test_lines_take_as_many_as_they_are_asked_to(warehouse: Path, present: Path) -> None:
    present.write_text("player_id,partner_id\n1,2\n3,4\n5,6\n")
    for options, expected, message in [
        ("--sizes 1,2", "ABB", "Line A has one pair, "),
        ("--lines 2", "AAB", "Line B has one pair, "),
        ("--lines 1", "AAA", ""),
        ("--lines 3", "ABC", "Lines A, B, C have one pair each, "),
    ]:
        assert "".join(line for line, _ in as_rows(warehouse, present, *options.split())) == expected
        said = assigned(warehouse, present, *options.split()).stderr
        assert said.startswith(message) if message else said == ""


def test_a_table_to_read_has_a_part_for_every_line(warehouse: Path, present: Path) -> None:
    present.write_text("player_id,partner_id\n1,2\n3,4\n5,6\n")
    read = [" ".join(line.split()) for line in assigned(warehouse, present, "--lines", "2").stdout.splitlines()]
    assert [line for line in read if line and line[0] not in "─╶╴"] == [
        "Line A, 2 pairs",
        "rank pair ranking",
        "1 Cas Cox & Dee Dol 175.00",
        "2 Ann Ames & Bob Bos 130.00",
        "Line B, 1 pair",
        "rank pair ranking",
        "3 Eef Erp & Flo Fry 130.00",
        "The ranking of a trio is two thirds of the sum of its players' rankings, whichever two of them play.",
    ]


def test_lines_by_strength_are_those_of_the_results_and_say_what_to_expect(
    warehouse: Path, present: Path, tmp_path: Path
) -> None:
    """Ann and Bob, whose ranking is lower, have the best results."""
    copy = Path(shutil.copy(warehouse, tmp_path / "copy.duckdb"))
    of = {"competition": "tuesday"}
    scores = {"1": 70.0, "2": 45.0, "3": 35.0}
    seats = {"1": "12", "2": "34", "3": "56"}
    with Warehouse(copy) as built:
        built.write("raw.sessions", frame(Sessions, of))
        built.write(
            "scored.session_results",
            frame(SessionResults, *({**of, "entrant": one, "score": score} for one, score in scores.items())),
        )
        built.write(
            "raw.entries",
            frame(
                Entries,
                *({**of, "entrant": one, "player_id": player} for one, players in seats.items() for player in players),
            ),
        )
    present.write_text("player_id,partner_id\n3,4\n5,6\n1,2\n")
    assert next(pair for _, pair in as_rows(copy, present, "--lines", "1")) == "Cas Cox & Dee Dol"
    by_strength = ("--by", "strength", "--lines", "1", "--format", "json")
    rows = json.loads(assigned(copy, present, *by_strength).stdout)
    assert [row["pair"] for row in rows] == ["Ann Ames & Bob Bos", "Cas Cox & Dee Dol", "Eef Erp & Flo Fry"]
    assert sum(row["expected"] for row in rows) == pytest.approx(150, abs=0.2)
    assert sum(row["chance"] for row in rows) == pytest.approx(100, abs=0.2)
    assert all(row["low"] < row["expected"] < row["high"] for row in rows)
    printed = " ".join(assigned(copy, present, *by_strength[:4]).stdout.split())
    assert "rank pair ranking expected low high chance" in printed
    assert f" {rows[0]['high']:.2f} {rows[0]['chance']:.0f} " in printed


def test_a_page_to_pin_up_has_the_same_lines(warehouse: Path, present: Path, tmp_path: Path, refused: Refused) -> None:
    present.write_text("player_id,partner_id\n1,2\n3,4\n", encoding="utf-8")
    page = tmp_path / "lines.html"
    options = ("--lines", "2", "--page", page)
    for _ in range(2):
        assert f"Page: {page}" in assigned(warehouse, present, *options).stderr.replace("\n", "")
    root = root_of(page)
    assert root.xpath("string(//p[@class='over'])").startswith("Tuesday evening, ")
    tables = [[" ".join(" ".join(row.itertext()).split()) for row in table] for table in root.xpath("//table/tbody")]
    assert tables == [["1 Cas Cox & Dee Dol 175.00"], ["2 Ann Ames & Bob Bos 130.00"]]
    for there in ("notes of somebody", '<meta name="generator" content="Barometer"/>'):
        page.write_text(there, encoding="utf-8")
        refused("lines", "tuesday", present, "--warehouse", warehouse, *options)
        assert page.read_text(encoding="utf-8") == there
    assigned(warehouse, present, *options, "--replace")


def test_who_is_not_to_be_shown_is_a_member_on_the_page(warehouse: Path, present: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(warehouse, tmp_path / "copy.duckdb"))
    page = tmp_path / "lines.html"

    def shown(attendance: str, guest: str) -> str:
        present.write_text(f"player_id,partner_id\n{attendance}", encoding="utf-8")
        assigned(copy, present, "--guest", guest, "--page", page)
        text = page.read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
        assert "Cas Cox" not in text
        return text

    with Warehouse(copy) as built:
        rows = built.read("raw.players").with_columns(public=pl.col("player_id") != "3")
        built.write("raw.players", rows)
    text = shown("1,New Guest\n3,5\n", "New Guest")
    assert "Ann Ames &amp; New Guest" in text
    assert "a member &amp; Eef Erp" in text
    with Warehouse(copy) as built:  # hidden in another competition, and here a guest of that name
        elsewhere = rows.filter(player_id="3").with_columns(competition=pl.lit("friday"))
        built.write("raw.players", pl.concat([rows.filter(pl.col("player_id") != "3"), elsewhere]))
    text = shown("5,6\n7,1\nCas Cox,2\n", "Cas Cox")
    assert "a member &amp; Bob Bos" in text
    assert text.count("Gus Gal") == 1, "a third who sits with somebody else stands there once"


REFUSED = {
    "player_id,partner_id\n1,2\nAnn Aims,3": "line 3: Ann Aims: there is no such player (the nearest: Ann Ames); write",
    "player_id,partner_id\n1,2\n3,ann ames": (
        "line 3: Ann Ames: this player is also on line 2; keep one of these lines"
    ),
    "player_id,partner_id\n1,Ann Ames": "line 2: Ann Ames: this player is named twice in one row; name the partner",
    "player_id,partner_id\n3,4,5,,6": (
        "line 2: 5, 6: these cells are beyond the last column; write at most 2 cells, as on line 1"
    ),
    'player_id,partner_id\n1,2\n"3,4\n5,6': "line 3: this file cannot be read as CSV (unexpected end of data); close",
    'player_id,partner_id\n"1,2\n3,4"\n5,6': "line 2: this file cannot be read as CSV",
    f"player_id,partner_id\n{'x' * 200_000},4": "line 2: this file cannot be read as CSV (field larger than field",
    "player_id,partner_id\n1,": (
        "line 2: 1: the partner is missing; write two players in each row, with a comma between them"
    ),
    "player_id,partner_id\nbob,1": "line 2: bob: this may be Bob Bos (2), Bob Bos (8); write the number or the whole",
    "player_id,partner_id\n": "this file names nobody; write a row for each pair present",
    "pair\nAnn Ames - Cas Cix\n": "line 2: Cas Cix: there is no such player (the nearest: Cas Cox)",
    "pair\nAnn Ames - Bob Bos\n": "line 2: Bob Bos: this may be Bob Bos (2), Bob Bos (8)",
    "pair\n1+3\n": "line 2: 1+3: the season has no such pair (the nearest: 1+2); write its two players",
    "player,partner,pair\n1,7,\n,,5+6+7\n": ("line 3: Gus Gal: this player is also on line 2; keep one of these lines"),
    "player_id,partner_id,pair\n,,\n,,x\n": "line 3: x: the season has no such pair",
    "who,with\n1,2\n": "line 1: who, with: the first line must name the columns",
    "": "line 1: nothing: the first line",
}


IMPOSSIBLE = {
    "thursday": "thursday: nothing has this name (the nearest: tuesday). Choose one of these: club/friday, club/t",
    "tuesday --season 1999": "--season 1999: nothing has this name. Choose one of these: 2025-26.",
    "tuesday --sizes 2,2": "--sizes 2,2: these sizes add up to 4 pairs, but ",
    "tuesday --sizes 2,0": "--sizes 2,0: write the number of pairs in each line",
    "tuesday --lines 0": "--lines 0: give a number from 1 to 26",
    "tuesday --lines 9": "2 pairs, too few for this number of lines; the most possible is 1",
    "tuesday --lines 2 --sizes 2": "leave out --lines",
}


def test_what_cannot_be_done_is_said_in_one_line(refused: Refused, warehouse: Path, present: Path) -> None:
    for text, said in REFUSED.items():
        present.write_text(text)
        error = refused("lines", "tuesday", present, "--warehouse", warehouse)
        assert said in error
        assert str(present) in error
    present.write_text("pair\n1+2\n3+4\n")
    for words, said in IMPOSSIBLE.items():
        competition, *options = words.split()
        assert said in refused("lines", competition, present, *options, "--warehouse", warehouse)


def test_lines_in_which_a_pair_would_sit_out_are_named_with_sizes_that_leave_the_fewest() -> None:
    for sizes, said in [
        ((3, 3), "With --sizes 4,2, nobody sits out."),
        ((8, 7, 7), "With --sizes 8,8,6, nobody sits out."),
        ((7, 7, 7), "With --sizes 8,7,6, fewer pairs sit out."),
        ((8, 8, 7), ""),
    ]:
        lines = [line for line, size in zip("ABC", sizes, strict=False) for _ in range(size)]
        message = with_sit_outs(pl.DataFrame({"line": lines}))
        assert message.endswith(said) if said else message == ""
