"""The cards of a deal: how PBN writes them, and the id by which a deal is known."""

import polars as pl
import pytest
from each import cases
from hypothesis import given
from hypothesis import strategies as st

from transforms.bridge.cards import CARDS, cards_of, deal_of, from_north, ids_of

DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
FROM_EAST = "E:Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632 KJ75.KQJ.97532.Q"


def north_first(text: str | None) -> str | None:
    return pl.DataFrame({"deal": [text]}, schema={"deal": pl.String}).select(from_north(pl.col("deal"))).item()


def ids(*deals: str) -> list[str]:
    return ids_of(cards_of(pl.Series(deals)))["deal_id"].to_list()


@cases(
    DEAL,
    FROM_EAST,
    "S:9.A8765.QJ8.AJ85 AT63.42.A4.97632 KJ75.KQJ.97532.Q Q842.T93.KT6.KT4",
    "W:AT63.42.A4.97632 KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85",
    DEAL.lower(),
    DEAL.replace("T", "10"),
    f"  {DEAL.replace(' ', '   ').replace(':', ' : ')} ",
)
def test_a_deal_may_begin_with_any_hand(written: str) -> None:
    assert north_first(written) == DEAL


@cases(
    *(None, "", DEAL.removeprefix("N:"), DEAL.replace("N:", "X:"), DEAL.replace(".Q ", " "), DEAL + " AKQ..."),
    *(DEAL.rsplit(" ", 1)[0], DEAL.replace("K", "1"), "N:... ... ... - -", "N:KJ75.KQJ.97532.Q - - -"),
)
def test_what_is_no_deal_is_none(written: str | None) -> None:
    assert north_first(written) is None


def test_an_empty_suit_may_be_a_dash() -> None:
    assert north_first("N:-.AKQ.. ... ... ...") == "N:.AKQ.. ... ... ..."


def test_the_id_says_who_has_two_cards_in_a_digit() -> None:
    """Spades: West the ace, North the king: 3 and 0 make 4 * 3 + 0 = 12, `c`."""
    assert ids(DEAL)[0][0] == "c"
    assert len(ids(DEAL)[0]) == 26


@given(st.permutations(range(52)))
def test_a_deal_and_its_id_are_the_same(shuffled: list[int]) -> None:
    owner = {CARDS[card]: place // 13 for place, card in enumerate(shuffled)}
    hands = [
        ".".join("".join(card[1] for card in owner if owner[card] == seat and card[0] == suit) for suit in "SHDC")
        for seat in range(4)
    ]
    deal_id = ids("N:" + " ".join(hands))[0]
    assert ids(deal_of(deal_id)) == [deal_id]
    assert owners(deal_of(deal_id)) == owner


def owners(deal: str) -> dict[str, int]:
    return {
        suit + rank: seat
        for seat, hand in enumerate(deal.removeprefix("N:").split(" "))
        for suit, ranks in zip("SHDC", hand.split("."), strict=True)
        for rank in ranks
    }


@pytest.mark.parametrize("wrong", ["", "0" * 26, "c" * 25, "z" * 26])
def test_what_is_no_id_is_reported(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"id|literal"):
        deal_of(wrong)
