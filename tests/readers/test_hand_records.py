"""The deals of Bridgemate files."""

import pytest
from readers.test_bws import SECTION, bridgemate, entry
from result_files import Read

HANDS = "KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"


def record(hands: str = HANDS, board: int = 1, section: int = 1) -> dict[str, int | str]:
    cells = [
        (f"{seat}{suit}", cards)
        for seat, hand in zip(("North", "East", "South", "West"), hands.split(" "), strict=True)
        for suit, cards in zip(("Spades", "Hearts", "Diamonds", "Clubs"), hand.split("."), strict=True)
    ]
    return {"Section": section, "Board": board, **dict(cells)}


def evaluation(board: int = 1, tricks: int = 7) -> dict[str, int]:
    strains = ("Spades", "Hearts", "Diamonds", "Clubs", "Notrump")
    seats = ("North", "East", "South", "West")
    return {"Section": 1, "Board": board, **{f"{seat}{strain}": tricks for seat in seats for strain in strains}}


def test_a_hand_record_is_a_deal(read: Read) -> None:
    reading = read(bridgemate(entry(), HandRecord=[record()]), "tuesday.bws")
    assert reading.tables["deals"].select("session_id", "board", "lines", "deal", "dealer", "double_dummy").rows() == [
        ("tuesday", 1, None, f"N:{HANDS}", None, None)
    ]


def test_sections_may_have_other_deals(read: Read) -> None:
    sections = (SECTION, {**SECTION, "ID": 2, "Letter": "B"})
    both = bridgemate(entry(), entry(Section=2), sections=sections, HandRecord=[record(), record(section=2)])
    assert read(both).tables["deals"]["lines"].to_list() == ["A", "B"]


@pytest.mark.parametrize("other", [record("... ... ... ..."), record(section=7)])
def test_records_without_cards_and_of_no_section_are_passed_over(read: Read, other: dict[str, int | str]) -> None:
    reading = read(bridgemate(entry(), HandRecord=[record(), other]))
    assert reading.tables["deals"].height == 1


@pytest.mark.parametrize(("tricks", "digits"), [(7, "7" * 20), (13, "d" * 20), (14, None), (-1, None)])
def test_an_evaluation_is_a_double_dummy_table(read: Read, tricks: int, digits: str | None) -> None:
    reading = read(bridgemate(entry(), HandRecord=[record()], HandEvaluation=[evaluation(tricks=tricks)]))
    assert reading.tables["deals"]["double_dummy"].to_list() == [digits]


@pytest.mark.parametrize(("written", "lead"), [("SQ", "SQ"), ("H10", "HT"), ("d7", "D7"), ("?", None), (None, None)])
def test_a_lead_that_is_no_card_is_passed_over(read: Read, written: str | None, lead: str | None) -> None:
    reading = read(bridgemate(entry(LeadCard="S2"), entry(Board=2, LeadCard=written)))
    assert reading.tables["results"]["lead"].to_list() == ["S2", lead]
    assert "lead" not in reading.findings["field"].to_list()
