"""The book of movements: all that it offers can be played, is as even as it says, and its cards agree."""

import subprocess
import sys
from collections.abc import Sequence
from itertools import chain, combinations
from pathlib import Path

import polars as pl
import pytest
from each import cases
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.movement.fitting import Evening, as_table, best_of_each_kind, boards_in_set, fitting, for_people
from pipelines.cli.movement.matter import in_short, printed_matter
from transforms.balance.book.cards import guide_cards, table_cards
from transforms.balance.book.first_round import first_round
from transforms.balance.book.offers import Offer, best_switch, kind
from transforms.balance.generators import cyclic, mitchell, relay_mitchell, skip_mitchell
from transforms.balance.movement import ROUND, Movement, meetings, rounds_turned
from transforms.balance.quality import quality, vacancy
from transforms.balance.schedule import schedule_findings


def offered(tables: int, boards: int = 24, rounds: int | None = None, absent: int | None = None) -> list[Offer]:
    return fitting(Evening(tables, boards, rounds, absent))


@pytest.mark.parametrize("tables", [*range(2, 13), 15, 20])
def test_every_movement_offered_can_be_played(tables: int) -> None:
    for offer in offered(tables):
        movement = offer.movement
        assert [finding for finding in schedule_findings(movement) if finding.severity == "error"] == []
        assert movement.tables == tables
        assert len(movement.plays) == tables * movement.rounds
        in_round = {(play[0], play[-1]) for play in movement.plays.tolist()}
        if offer.copies == 1:
            assert offer.shared == len(movement.plays) - len(in_round)
        rounds = [movement.plays[movement.plays[:, ROUND] // offer.sets_a_round == one] for one in range(offer.rounds)]
        for plays in rounds:
            assert len({(*sorted((ns, ew)), table) for _, table, ns, ew, _ in plays.tolist()}) == tables
        most = 1 if movement.rounds < movement.pairs else 2
        assert meetings(movement).max() <= most or offer.name.startswith("Library")
    for offer in offered(tables, absent=3, boards=30):
        at_table = [(play[0], play[-1]) for play in offer.movement.plays.tolist() if 2 not in play[2:4]]
        if offer.copies == 1:
            assert offer.shared == len(at_table) - len(set(at_table))


@pytest.mark.parametrize("absent", [None, 0, 5])
@pytest.mark.parametrize("movement", [mitchell(7), relay_mitchell(6), skip_mitchell(8), mitchell(7, 6)])
def test_no_choice_of_rounds_is_better_than_the_best_one(movement: Movement, absent: int | None) -> None:
    def worth(choice: Sequence[int]) -> float:
        turned = rounds_turned(movement, list(choice))
        return (quality(turned).qf if absent is None else vacancy(turned).by_absent[absent]) or 0

    every = chain.from_iterable(combinations(range(movement.rounds), count) for count in range(movement.rounds + 1))
    found = best_switch(movement, absent)
    assert worth(found) == max(worth(choice) for choice in every)
    assert len(found) <= movement.rounds / 2


def test_rounds_are_turned_for_tonights_field() -> None:
    """Movement balance, "Oneven aantal paren": for whom is there, other rounds may be the best ones."""
    plain = [offer for offer in offered(10) if offer.turned]
    away = [offer for offer in offered(10, absent=3) if offer.turned]
    for offer in away:
        assert offer.qf == vacancy(offer.movement).by_absent[2]
    assert {(one.name, one.movement.rounds, one.turned) for one in plain} != {
        (one.name, one.movement.rounds, one.turned) for one in away
    }


def test_where_nobody_is_compared_no_balance_is_known() -> None:
    found = [offer for offer in offered(2, absent=4) if offer.rounds == 3]
    assert [offer.name for offer in found] == ["Howell", "Library: 4-pairs-3-rounds-shared"]
    rows = as_table(Evening(2, 24, absent=4), found)
    assert rows.select("balance", "qf").rows() == [("not known", None)] * 2
    for offer in found:
        assert offer.shared == 0
        matter = printed_matter(offer, 8, 4)
        assert matter.sentences[1] == "Boards to lay out: 24. Each pair plays 24, or 8 fewer if it sits out."
        assert matter.sentences[2] == (
            "Balance, without pair 4: not known, because a board is played at only one table."
        )
    assert printed_matter(found[0], 8, 4).sheet.rows[0] == ("1", "1\nsits out", "2 - 3\n1-8")


@pytest.mark.parametrize(("tables", "qf"), [(5, 67.65), (6, 84), (7, 92), (11, 89.23)])
def test_scheveningen_is_offered_with_a_round_turned(tables: int, qf: float) -> None:
    """Movement balance, "Kwaliteitsfactor voor volledige Mitchells en draaiende Mitchells"."""
    found = offered(tables, boards=max(24, 2 * tables), rounds=tables)
    turned, plain = [offer for offer in found if offer.name == "Scheveningen"]
    assert (turned.winners, len(turned.turned), round(turned.qf or 0, 2)) == (1, 1, qf)
    assert (plain.winners, plain.turned, plain.qf) == (2, (), 100)


def test_boards_of_the_library_stay_at_their_tables_on_request() -> None:
    """The source, "TEAM schema's": 8 pairs in 6 rounds then have 6 tables, of which 4 are in use at a time."""
    (offer,) = [
        offer
        for offer in fitting(Evening(4, 24, rounds=6, boards_stay=True))
        if offer.name == "Library: 8-pairs-6-rounds"
    ]
    assert (offer.movement.tables, offer.moves[:15]) == (6, "the boards stay")
    assert schedule_findings(offer.movement) == []
    cards = table_cards(offer.movement, 4)
    assert cards.group_by("round").len()["len"].unique().to_list() == [4]
    assert cards["boards_then"].drop_nulls().unique().to_list() == ["stay"]


TWO_SETS = {3: (5, 20), 5: (9, 36), 7: (13, 52)}
"""Tables -> rounds of the movement of the library with two sets of boards a round, and boards for two in each."""


@pytest.mark.parametrize("tables", TWO_SETS)
def test_two_sets_a_round_are_one_round(tables: int) -> None:
    rounds, boards = TWO_SETS[tables]
    evening = Evening(tables, boards)
    (offer,) = [offer for offer in fitting(evening) if offer.sets_a_round == 2]
    assert (offer.name, offer.rounds) == (f"Library: {2 * tables}-pairs-{rounds}-rounds-2-sets", rounds)
    assert quality(offer.movement).qf == 100
    (row,) = as_table(evening, [offer]).select("rounds", "boards_a_round", "boards", "lay_out").rows()
    assert row == (rounds, 4, boards, boards)
    assert for_people(as_table(evening, [offer]))["boards"].to_list() == [f"{rounds} x 4 ({boards})"]
    guides = guide_cards(offer.movement, 2)
    met = guides.group_by("pair", "opponent").agg(
        pl.col("table").n_unique(), rounds=((pl.col("round") - 1) // 2).n_unique(), lines=pl.len()
    )
    assert met.height == 2 * tables * (2 * tables - 1)
    assert set(met.select("table", "rounds", "lines").rows()) == {(1, 1, 2)}
    assert guides.group_by("pair").agg(pl.col("boards").n_unique())["boards"].unique().to_list() == [2 * rounds]


def test_a_set_without_a_board_is_not_offered() -> None:
    assert all(offer.sets_a_round == 1 for offer in offered(7, rounds=13, boards=24))
    assert any(offer.sets_a_round == 2 for offer in offered(7, rounds=13, boards=26))


def test_cards_of_two_sets_a_round_say_where_places_are_changed() -> None:
    offer = offered(3)[0]
    matter = printed_matter(offer, 2, None)
    assert matter.title == "6 pairs: 3 tables, 5 rounds of 4 boards"
    assert [row[0] for row in matter.sheet.rows] == [f"{number}{letter}" for number in range(1, 6) for letter in "ab"]
    assert matter.tables[0].rows[:2] == [
        ("1a", "1", "2", "17-18", "stays", "stays", "the stand"),
        ("1b", "1", "2", "7-8", "table 2 East-West", "table 1 North-South", "the stand"),
    ]
    assert matter.tables[1].rows[0][4:] == ("changes to East-West", "changes to North-South", "the stand")
    assert matter.guides[2].rows[:2] == [("1a", "2", "North-South", "6", "9-10"), ("1b", "2", "East-West", "6", "5-6")]


def test_boards_to_lay_out_stand_next_to_those_a_pair_plays() -> None:
    evening = Evening(11, 24, rounds=8)
    rows = as_table(evening, fitting(evening))
    sentences = ("rounds", "boards_a_round", "boards", "lay_out")
    assert set(rows.filter(movement="Mitchell").select(sentences).rows()) == {(8, 3, 24, 33)}
    assert {rows.schema[name] for name in sentences} == {pl.Int64}
    sets = {offer.name: offer.board_sets for offer in offered(12, rounds=11)}
    assert sets["Mitchell with a skip"] == 12


def test_few_of_each_kind_are_shown_with_the_numbers_of_all() -> None:
    evening = Evening(10, 24)
    rows = as_table(evening, fitting(evening))
    shown = best_of_each_kind(rows)
    kinds = ("winners", pl.col("shared") > 0, pl.col("copies") > 1)
    assert shown.group_by(kinds).len()["len"].max() == 6
    assert (
        shown.group_by(kinds)
        .agg(pl.col("number").min())
        .sort("number")
        .equals(rows.group_by(kinds).agg(pl.col("number").min()).sort("number"))
    )


def test_the_best_comes_first_one_winner_before_two_and_none_shared_before_some() -> None:
    found = offered(11)
    for of_kind in {kind(offer) for offer in found}:
        evenness = [round(offer.qf or 0, 2) for offer in found if kind(offer) == of_kind]
        assert evenness == sorted(evenness, reverse=True)
    assert [kind(offer) for offer in found] == sorted(kind(offer) for offer in found)
    assert len({kind(offer) for offer in found}) == 6
    assert found[0].name == "Mitchell, tables turned"
    assert round(quality(found[0].movement).ss) == 6830


def test_the_first_round_of_a_three_quarter_howell_is_found() -> None:
    first = first_round(10, 7, seconds=60)
    assert first is not None
    movement = cyclic(10, 7, first)
    assert schedule_findings(movement) == []
    assert meetings(movement).max() == 1
    assert first_round(8, 5, seconds=60) is None


@pytest.mark.parametrize("absent", [None, 3])
def test_cards_of_tables_and_pairs_agree(absent: int | None) -> None:
    for offer in offered(8):
        tables, guides = (cards(offer.movement, 3, absent) for cards in (table_cards, guide_cards))
        seats = pl.concat(
            tables.select("round", "table", "boards", pair=side, opponent=other)
            for side, other in (("ns", "ew"), ("ew", "ns"))
        ).drop_nulls("pair")
        key = ["pair", "round"]
        sentences = guides.select("round", "table", "boards", "pair", "opponent").sort(key)
        assert seats.sort(key).equals(sentences)
        assert guides["pair"].n_unique() == 16 - (absent is not None)


def test_a_card_says_where_everybody_goes_then() -> None:
    first = table_cards(relay_mitchell(4), 2).filter(table=1)
    assert first.rows() == [
        (1, 1, 1, 5, "1-2", "stays", "table 2 East-West", "table 3"),
        (1, 2, 1, 8, "3-4", "stays", "table 2 East-West", "table 3"),
        (1, 3, 1, 7, "5-6", "stays", "table 2 East-West", "table 3"),
        (1, 4, 1, 6, "7-8", None, None, None),
    ]


def test_the_movement_is_described_in_words() -> None:
    (turned,) = [one for one in offered(7, rounds=7, absent=3) if one.name == "Mitchell" and one.winners == 1]
    matter = printed_matter(turned, 3, absent=3)
    assert matter.title == "Mitchell, 13 pairs (number 3 is empty): 7 tables, 7 rounds of 3 boards"
    assert matter.sentences[1].startswith("Arrow switch in round 7:")
    assert matter.sentences[-1] == "The opponents of pair 3 sit out."
    assert (len(matter.tables), len(matter.guides), len(matter.sheet.rows)) == (7, 13, 7)


def test_the_list_comes_without_what_searches_and_stores() -> None:
    """It answers at once, also on an old machine: what proves, draws and stores is not loaded."""
    program = (
        "import sys\nfrom pipelines.cli.app import app\n"
        "app(['movement', '--tables', '11', '--absent', '3'], standalone_mode=False)\n"
        "heavy = {'ortools', 'numba', 'pandas', 'duckdb', 'dataframely', 'matplotlib', 'dagster'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parents[2], capture_output=True)


@pytest.mark.parametrize(("name", "begins"), [("cards.pdf", b"%PDF"), ("cards.html", b"<!doctype html>")])
def test_all_that_is_printed_goes_into_one_file(tmp_path: Path, name: str, begins: bytes) -> None:
    done = CliRunner().invoke(app, ["movement", "--tables", "5", "--print", str(tmp_path / name)])
    assert done.exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_bytes().lower().startswith(begins.lower())
    first = fitting(Evening(5, 24))[0]
    assert f"\n{in_short(first, boards_in_set(Evening(5, 24), first))}\n" in done.stderr
    assert "No movement was chosen, so this is number 1 of" in done.stderr


def test_of_those_that_are_not_chosen_among_the_first_with_the_boards_asked_for_is_printed(tmp_path: Path) -> None:
    evening = Evening(5, 28)
    played = [one.rounds * one.sets_a_round * boards_in_set(evening, one) for one in fitting(evening)]
    number = played.index(28) + 1
    assert number > 1, "else the first is it"
    done = CliRunner().invoke(app, ["movement", "--tables", "5", "--boards", "28", "--print", str(tmp_path / "c.html")])
    assert f"No movement was chosen, so this is number {number} of {len(played)}" in done.stderr
    assert "of 4 boards" in (tmp_path / "c.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(("tables", "qf"), [(2, 100), (3, 83.33)])
def test_six_rounds_of_two_and_three_tables(tables: int, qf: float) -> None:
    """Movement balance, "Teams": every two pairs meet more than once, so there are more rounds than opponents."""
    (offer,) = fitting(Evening(tables, 24, rounds=6))
    assert offer.qf == pytest.approx(qf, abs=0.005)


@cases(
    ("--tables 1", "--tables 1: give a number from 2 to 40"),
    ("--tables 6 --rounds 12", "--rounds 12: give a number from 1 to 11"),
    ("--tables 6 --absent 13", "--absent 13: give a number from 1 to 12"),
    ("--tables 6 --boards 0", "--boards 0: give a number from 1 to 100"),
    ("--tables 2 --rounds 5", "no movement is known for 2 tables with these numbers of rounds and boards"),
    ("", "give either --tables or --pairs"),
    ("--tables 11 --pairs 21", "give either --tables or --pairs"),
    ("--tables 5 --print none/cards.doc", "end the name in .pdf or .html"),
    ("--tables 4 --choose 99", "--choose 99: give a number from 1 to"),
    ("--tables 7 --absent 3 --absent 5", "--absent 3, 5: only one number can stay empty. If two pairs are miss"),
    ("--tables 7 --absent 3,5", "--absent 3, 5: only one number can stay empty"),
    ("--tables 7 --absent x", "--absent x: write the number of a pair, such as --absent 3"),
)
def test_what_cannot_be_is_said(options: str, said: str) -> None:
    done = CliRunner().invoke(app, ["movement", *options.split()])
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.nightly
def test_a_schedule_of_somebody_else_stays_next_to_our_page(tmp_path: Path) -> None:
    asked = ["movement", "--tables", "5", "--choose", "1", "--out", str(tmp_path)]
    schedule, pdf = tmp_path / "movement.txt", tmp_path / "movement.pdf"
    assert CliRunner().invoke(app, asked).exit_code == 0
    ours = schedule.read_text(encoding="utf-8")
    by_hand = "# Our Tuesday movement, made by hand\n" + ours.split("\n", 2)[2].replace("1", "2", 1)
    of_others = b"%PDF-1.4 /Title (Their curves) /Creator (Matplotlib v3.9.0, https://matplotlib.org)"
    for file, theirs in ((schedule, by_hand.encode()), (pdf, of_others)):
        before = file.read_bytes()
        file.write_bytes(theirs)
        done = CliRunner().invoke(app, asked)
        assert (done.exit_code, file.read_bytes()) == (2, theirs)
        assert f"{file} already exists, and stays as it is" in done.stderr
        file.write_bytes(before)

    optimised = ["balance", "optimise", str(schedule), "--seconds", "1", "--out", str(schedule), "--replace"]
    assert CliRunner().invoke(app, optimised).exit_code == 0
    best = schedule.read_text(encoding="utf-8")
    assert (CliRunner().invoke(app, asked).exit_code, schedule.read_text(encoding="utf-8")) == (2, best)
