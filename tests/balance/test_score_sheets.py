"""Score slips and travellers: a place for each result that will be played, and none for others."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.movement.fitting import Evening, fitting
from pipelines.cli.movement.scores import slips, travellers


def test_each_result_has_one_place() -> None:
    offer = next(one for one in fitting(Evening(7, 24, lacks_a_pair=True)) if one.rounds == 7)
    missing = 14
    at_tables = slips(offer, 3, missing).guides
    there = [play for play in (offer.movement.plays + 1).tolist() if missing not in play[2:4]]
    assert len(at_tables) == len(there) == 6 * 7
    asked = {(card.title, row[0]) for card in at_tables for row in card.rows}
    of_slips = {
        (f"Table {table}, round {number}: N-S {ns}, E-W {ew}", str(board))
        for number, table, ns, ew, of in there
        for board in range(3 * of - 2, 3 * of + 1)
    }
    assert asked == of_slips
    of_boards = travellers(offer, 3, missing).tables
    assert {(card.title, *row[:4]) for card in of_boards for row in card.rows} == {
        (f"Board {board}", *map(str, (number, table, ns, ew)))
        for number, table, ns, ew, of in there
        for board in range(3 * of - 2, 3 * of + 1)
    }


@pytest.mark.parametrize("tables", [14, 39])
def test_no_traveller_is_at_two_tables(tables: int) -> None:
    offer = next(one for one in fitting(Evening(tables, 26, 13 if tables == 14 else 7)) if one.copies > 1)
    at_tables = [(card.title.partition(":")[0], row[0]) for card in slips(offer, 1, None).guides for row in card.rows]
    of_boards = travellers(offer, 1, None).tables
    assert len({card.title for card in of_boards}) == len(of_boards) > offer.board_sets
    for card in of_boards:
        rounds = [row[0] for row in card.rows]
        assert len(set(rounds)) == len(rounds), card.title
        board = card.title.removeprefix("Board ")
        assert all((f"Table {table}, round {number}", board) in at_tables for number, table, *_ in card.rows)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["of.pdf", "of.html"])
def test_they_are_printed(tmp_path: Path, name: str) -> None:
    asked = ["movement", "--tables", "2", "--rounds", "3", "--slips", str(tmp_path / f"slips-{name}")]
    done = CliRunner().invoke(app, [*asked, "--travellers", str(tmp_path / f"travellers-{name}")])
    assert done.exit_code == 0, done.output
    assert {path.name for path in tmp_path.iterdir()} == {f"slips-{name}", f"travellers-{name}"}
    if name.endswith("html"):
        assert "Score slips" in (tmp_path / f"slips-{name}").read_text(encoding="utf-8")
