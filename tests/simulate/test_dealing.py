"""Deals of the store and their forms: the same game as the deal they come from, by endplay's own word."""

import itertools
import subprocess
import sys
import textwrap

import numpy as np
import polars as pl
import pytest
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.building.solving.worker import tables_of
from pipelines.cli.simulate import STORE, stored_deals
from pipelines.tools.deal_store import DEALS, random_deal
from transforms.bridge.cards import CARDS, cards_of, deal_of, ids_of
from transforms.simulate.dealing import as_handed_in, drawn, read_deals, variants

ORDERS = 24
SUITS = "SHDC"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}

which_form = st.tuples(st.integers(0, DEALS - 1), st.integers(0, ORDERS - 1), st.integers(0, 3))


def in_form(number: int, order: int, turn: int) -> pl.DataFrame:
    return as_handed_in(variants(stored_deals(), *(np.array([each]) for each in (number, order, turn))))


def hands_of(deal: str) -> list[list[str]]:
    return [hand.split(".") for hand in deal.removeprefix("N:").split(" ")]


def game(deal: str) -> str:
    """What all forms of a deal have in common: its suits in any order, from any seat."""
    hands = hands_of(deal)
    return min(str(sorted(zip(*hands[turn:], *hands[:turn], strict=True))) for turn in range(4))


class TestStore:
    def test_each_deal_has_all_cards_and_is_there_once(self) -> None:
        store = pl.read_parquet(STORE)
        assert store.columns == ["deal", "double_dummy"]
        assert store.height == DEALS
        assert store["deal"].is_unique().all()
        cards = cards_of(store["deal"])
        assert cards.height == DEALS * len(CARDS)
        assert cards.select("row", "card").is_unique().all()
        assert (cards.group_by("row", "seat").len()["len"] == 13).all()
        assert store["double_dummy"].str.contains("^[0-9a-d]{20}$").all()

    @pytest.mark.parametrize("number", [0, DEALS - 1])
    def test_the_tables_are_those_of_endplay(self, number: int) -> None:
        assert [pl.read_parquet(STORE)["double_dummy"][number]] == tables_of([random_deal(number)])


class TestForms:
    @settings(max_examples=by_night(8), deadline=None)
    @given(which_form)
    def test_the_table_of_a_form_is_that_of_endplay(self, form: tuple[int, int, int]) -> None:
        reported = in_form(*form)
        assert reported["double_dummy"].to_list() == tables_of(reported["deal_id"].to_list())

    @given(which_form)
    def test_suits_change_places_and_hands_move_on(self, form: tuple[int, int, int]) -> None:
        """Cards and tricks, against a plain reading of what a form is."""
        number, order, turn = form
        store = pl.read_parquet(STORE).row(number, named=True)
        suits = list(itertools.permutations(range(4)))[order]
        of_suits, of_tricks = hands_of(store["deal"]), textwrap.wrap(store["double_dummy"], 5)
        hands = [".".join(of_suits[(seat - turn) % 4][suit] for suit in suits) for seat in range(4)]
        tricks = [of_tricks[(seat - turn) % 4] for seat in range(4)]
        reported = in_form(*form)
        assert reported["deal"].item() == "N:" + " ".join(hands)
        assert reported["double_dummy"].item() == "".join(
            of[0] + "".join(of[1 + suit] for suit in suits) for of in tricks
        )


class TestAsHandedIn:
    def test_read_again_it_is_the_same(self) -> None:
        deals = drawn(stored_deals(), 3, 24, np.random.default_rng(1))
        again = read_deals(as_handed_in(deals))
        assert (again.holdings == deals.holdings).all()
        assert (again.tricks == deals.tricks).all()

    def test_ids_are_those_of_the_cards(self) -> None:
        handed_in = as_handed_in(drawn(stored_deals(), 2, 36, np.random.default_rng(2)))
        assert ids_of(cards_of(handed_in["deal"]))["deal_id"].to_list() == handed_in["deal_id"].to_list()
        assert [deal_of(deal_id) for deal_id in handed_in["deal_id"]] == handed_in["deal"].to_list()


class TestDrawn:
    @settings(max_examples=by_night(20))
    @given(clubs=st.integers(1, 3), boards=st.integers(1, 100), seed=st.integers(0, 2**32))
    def test_a_club_goes_through_the_store(self, clubs: int, boards: int, seed: int) -> None:
        """No two boards come from one deal of the store, before all others had their turn."""
        games = [
            game(deal)
            for deal in as_handed_in(drawn(stored_deals(), clubs, boards, np.random.default_rng(seed)))["deal"]
        ]
        assert len(games) == clubs * boards
        assert all(len(set(games[club * boards :][:boards])) == boards for club in range(clubs))

    def test_when_it_comes_to_a_deal_again_it_is_in_another_form(self) -> None:
        few = variants(stored_deals(), *np.array([[3, 5, 8, 13, 21, 34, 55], [0] * 7, [0] * 7]))
        deals = as_handed_in(drawn(few, 1, 7 * 96, np.random.default_rng(5)))["deal"].to_list()
        games = [game(deal) for deal in deals]
        assert all(len(set(games[lap * 7 :][:7])) == 7 for lap in range(96))
        assert len(set(deals)) == 7 * 96


def test_nothing_is_solved() -> None:
    """Whatever evenings are made up, the solver is not even there."""
    program = (
        "import sys; from pipelines.cli.simulate import stored_deals; from transforms.simulate import parts;"
        " list(parts(2, 2, store=stored_deals())); print('endplay' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "False"
