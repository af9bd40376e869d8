"""Why a board of a scorecard brought little, or much: tricks, or what was bid, against what the deal allows."""

from typing import Any

import polars as pl
import pytest
from each import cases

from pipelines.reports.pages.boards import why
from transforms.bridge.notation import parts_of_result
from transforms.deals.played_lines import _against_deal, _can_make, _makes, _side_takes, against_field
from transforms.tables.deals import TABLE

PARTS_OF_RESULT = parts_of_result(pl.col("result"))
SPADES = "♠\N{VARIATION SELECTOR-15}"
TWO_DOWN = {"result": "N4S-2", "over": -1, "par_score": 110, "vulnerable": "none"}


def of_field(*tables: tuple[Any, ...], own: str, deal: dict[str, Any] | None = None) -> dict[str, str]:
    """What one side reads of the first of these tables: `worst` and `best`.

    A table is a result, its score for North-South, the form of a fouled board, and the lines with the same cards.
    """
    key = {"club": "c", "competition": "t", "season": "s", "session_id": "1", "field": "A", "board": 1}
    sides = {"N": "ns", "S": "ns", "E": "ew", "W": "ew"}
    unknown: dict[str, Any] = {"gained": None, "bid": None, "makes": None, "double_dummy_score": None}
    unknown |= {"can_game": None, "can_slam": None}
    rows = [
        {**key, "result": result, "score": score, "subfield": form, "declares": sides.get(result[:1]), **unknown}
        | {"cards": lines}
        for result, score, form, lines in ((*table, None, None)[:4] for table in tables)
    ]
    rows[0] |= deal or {}
    numbers = dict.fromkeys(("board", "score", "gained", "double_dummy_score"), pl.Int32)
    texts = dict.fromkeys(("subfield", "bid", "makes", "declares", "cards"), pl.String)
    answers = dict.fromkeys(("can_game", "can_slam"), pl.Boolean)
    lines = pl.DataFrame(rows, schema_overrides=numbers | texts | answers)
    table = against_field(lines.with_columns(**PARTS_OF_RESULT))
    declares = pl.col("declares") == own
    reasons = table.head(1).select(why("worst", declares), why("best", declares)).row(0)
    return dict(zip(("worst", "best"), reasons, strict=True))


GAMES = (("N4S=", 420),) * 3
PARTS = (("N3S=", 140),) * 3
DEFENDED = (("E2H-1", 50),) * 3
ONE_DOWN = {"gained": -1, "double_dummy_score": 420}
CAN_GAME = {"gained": -1, "double_dummy_score": 120, "can_game": True}
SLAMS = (("N6S=", 980),) * 3
MADE_BY_OTHERS = "others bid game and made it"
IN_NO_TRUMP = {"gained": 0, "bid": "too_high", "makes": "3N"}
NOT_BID = {"gained": 0, "double_dummy_score": 110, "bid": "game"}
MOST_MADE = ("most made their contract", "opponents went down, most did not")
IN_DIAMONDS = (("N5D=", 400), ("N5D=", 400), ("N3D=", 110))
IN_THEIR_SUIT = "most played in ♦\N{VARIATION SELECTOR-15}"


@cases(
    ((("N4S-1", -50), *GAMES), ONE_DOWN, "1 trick fewer than double dummy", "1 trick more than double dummy"),
    ((("N1N=", 90), *GAMES), CAN_GAME, "game not bid", "opponents did not bid game"),
    ((("N1N=", 90), *GAMES), ONE_DOWN | {"double_dummy_score": 120}, MADE_BY_OTHERS, "opponents did not bid game"),
    ((("N5S=", 450), *SLAMS), {"can_slam": True}, "slam not bid", "opponents did not bid slam"),
    ((("N5S=", 450), *SLAMS), {"can_slam": False}, "others bid slam and made it", "opponents did not bid slam"),
    ((("N2S=", 110), ("N3N=", 400), *PARTS), NOT_BID, "game not bid", "opponents did not bid game"),
    ((("N2S=", 110), *PARTS), NOT_BID, "others took more tricks", "others took fewer tricks"),
    ((("N5S-1", -50), *PARTS), {"gained": 0, "bid": "too_high"}, "bid too high", "opponents bid too high"),
    ((("N4S-1", -50), *PARTS), IN_NO_TRUMP, "3NT can be made", "opponents could make 3NT"),
    ((("N4S-1", -50), *PARTS), IN_NO_TRUMP | {"bid": None}, "most stopped lower", "opponents bid higher than most"),
    ((("N4S-1", -50), *PARTS), None, "most stopped lower", "opponents bid higher than most"),
    ((("N2S-1", -50), *DEFENDED), None, "most let the opponents play", "opponents bid on and went down"),
    ((("N2S=", 110), *DEFENDED), None, "most let the opponents play", "most became declarer themselves"),
    ((("N2D=", 90), *PARTS), None, f"most played in {SPADES}", f"most played in {SPADES}"),
    ((("N2S!-1", -100), ("N2S-1", -50), ("N2S-1", -50)), None, "doubled and down", "doubled and down"),
    ((("N3S=", 140), *(("N3S+1", 170),) * 2), None, "others took more tricks", "others took fewer tricks"),
    ((("N2S-1", -50), ("N2N=", 120), ("N2H=", 110)), None, *MOST_MADE),
    ((("N1N-1", -50), *IN_DIAMONDS), None, IN_THEIR_SUIT, IN_THEIR_SUIT),
    ((("N3N!-1", -100), *IN_DIAMONDS), IN_NO_TRUMP | {"makes": "4S"}, IN_THEIR_SUIT, IN_THEIR_SUIT),
    ((("PASS", 0), *PARTS), None, "most did not pass the board out", "most did not pass the board out"),
    ((("N2S=", 110), ("N2H=", 110)), None, "", ""),
    ((("N4S-1 A60/40", None), *PARTS), None, "", ""),
)
def test_both_read_of_a_bad_board_of_declarers_side(
    tables: tuple[tuple[str, int], ...], deal: dict[str, Any] | None, declarers: str, defenders: str
) -> None:
    assert of_field(*tables, own="ns", deal=deal)["worst"] == declarers
    assert of_field(*tables, own="ew", deal=deal)["best"] == defenders


def test_tables_with_other_cards_say_nothing_and_get_no_reason() -> None:
    made, down = (("N3S=", 140),) * 2, (("N4S-1", -50, "B"),) * 2
    assert of_field(*made, *down, own="ns") == {"worst": "", "best": ""}
    assert of_field(*down, *made, own="ns") == {"worst": "", "best": ""}
    assert of_field(("N2S=", 110), *(("PASS", 0, "B"),) * 2, ("N2H=", 110), own="ns") == {"worst": "", "best": ""}
    in_two_suits = ("N3S=", 140), ("N2H=", 110)
    assert of_field(("N2N-1", -50), *in_two_suits, *down, own="ns")["worst"] == "most made their contract"
    lower = {"gained": -1, "double_dummy_score": 140}
    assert of_field(("N3S-1", -50), ("N2S=", 110, "B"), own="ns", deal=lower)["worst"] == ""
    # Nor do they hide what most of the others did, however many they are.
    hidden = of_field(("N2H=", 110), *(("N2S=", 110),) * 2, *(("N4D-1", -50, "B"),) * 3, own="ns")
    assert hidden["worst"] == f"most played in {SPADES}"


def test_lines_with_a_deal_of_their_own_are_compared_with_one_another_alone() -> None:
    hearts, spades = ("N2H=", 110, None, "A"), ("N2S=", 110, None, "C")
    assert of_field(hearts, *(spades,) * 3, own="ns") == {"worst": "", "best": ""}
    assert of_field(hearts, *(("N2S=", 110, None, "A"),) * 3, own="ns")["worst"] == f"most played in {SPADES}"
    down = ("N4S-1", -50, None, "C")
    assert of_field(("N3S=", 140, None, "A"), *(down,) * 3, own="ns")["best"] == ""


WITH_A_TRICK = (("N4S=", 420), ("N4S-1", -50), ("N3S=", 140))
SLAM_OR_GAME = (("N6D=", 1370), *(("N5D+2", 640),) * 2)
THEIR_GAME = (("E4H=", -420),) * 2
A_TRICK_MORE = ("1 trick more than double dummy", "1 trick fewer than double dummy")
A_SLAM = ("slam bid and made", "opponents made a slam that most did not")
NO_GAME = ("opponents did not bid game", MADE_BY_OTHERS)


@cases(
    (WITH_A_TRICK, {"gained": 1, "double_dummy_score": -50}, *A_TRICK_MORE),
    ((("N6D+1", 1390), *SLAM_OR_GAME), {"gained": 1, "double_dummy_score": 1370}, *A_SLAM),
    ((("N3S+1", 170), *GAMES), {"gained": 2, "double_dummy_score": 110}, "", ""),
    ((("N4S=", 420), *PARTS), None, "game bid and made", "opponents made a game that most did not"),
    ((("N6S=", 980), *GAMES), None, *A_SLAM),
    ((("N2S!=", 470), *PARTS), None, "doubled and made", "doubled and made"),
    ((("N2S-1", -50), *DEFENDED), None, "bid on and lost little", "opponents bid on and lost little"),
    ((("N2S=", 110), *DEFENDED), None, "most let the opponents play", "most became declarer themselves"),
    ((("N3S=", 140), *(("N4S-1", -50),) * 3), None, "most went down", "most opponents went down"),
    ((("N3S=", 140), *THEIR_GAME, *(("N3S-1", -50),) * 2), None, "most went down", "most opponents went down"),
    ((("N2S=", 110), *THEIR_GAME, ("N2S-1", -50), ("N2S=", 110)), None, *NO_GAME),
    ((("N3S+1", 170), ("N3S=", 140), ("N3S=", 140)), None, "others took fewer tricks", "others took more tricks"),
    ((("N4S=", 420), *GAMES), None, "", ""),
)
def test_both_read_of_a_good_board_of_declarers_side(
    tables: tuple[tuple[str, int], ...], deal: dict[str, Any] | None, declarers: str, defenders: str
) -> None:
    assert of_field(*tables, own="ns", deal=deal)["best"] == declarers
    assert of_field(*tables, own="ew", deal=deal)["worst"] == defenders


@cases(
    ({}, ("ns", -1, "too_high", -50)),
    ({"vulnerable": "ns"}, ("ns", -1, "too_high", -100)),
    ({"result": "E4S!-2"}, ("ew", -1, None, 100)),
    ({"result": "E4S-2", "par_score": -420}, ("ew", -1, "too_high")),
    ({"par_score": -420}, ("ns", -1, None)),
    ({"par_score": None}, ("ns", -1, None)),
    ({"result": "N4S-2 A60/40", "over": None}, (None, None, None)),
    ({"result": "N2S+2", "over": 2}, ("ns", 0, "game", 170)),
    ({"result": "N4S=", "over": 2}, ("ns", -2, "slam")),
    ({"result": "N4S=", "over": 0}, ("ns", 0, None)),
    ({"result": "E6H+1", "over": 0}, ("ew", 1, None)),
    ({"result": "N4S=", "over": -1, "par_score": -100}, ("ns", 1, None)),
    ({"result": "N4S-1", "over": 0}, ("ns", -1, None)),
    ({"result": "N2H+2", "over": -1, "par_score": 920}, ("ns", 3, None)),
    ({"result": "N3S=", "over": 0}, ("ns", 0, None)),
)
def test_a_sacrifice_is_not_bid_too_high(changed: dict[str, Any], reasons: tuple[Any, ...]) -> None:
    schema = {"result": pl.String, "over": pl.Int32, "par_score": pl.Int32, "vulnerable": pl.String}
    rows = pl.DataFrame([{**TWO_DOWN, **changed}], schema=schema)
    found = rows.with_columns(**PARTS_OF_RESULT).select(**_against_deal())
    assert found.select("declares", "gained", "bid", "double_dummy_score").row(0)[: len(reasons)] == reasons


@cases(("N4H-1", {"s_nt": 9, "s_h": 9}, "3N"), ("S4H-1", {"n_nt": 9, "n_s": 10, "s_h": 9}, "3N"),
     ("N4H-1", {"n_h": 9, "n_s": 10}, "4S"), ("N5D-1", {"n_d": 10, "n_h": 10, "n_c": 11}, "4H"),
     ("E4S-1", {"e_s": 9, "w_nt": 9}, "3N"), ("E4S-1", {"e_s": 9, "n_nt": 9, "s_nt": 9}, None),
     ("N5H-1", {"n_h": 10, "n_nt": 9}, None), ("N6H-1", {"n_h": 11, "n_s": 12}, "6S"),
     ("N6H-1", {"n_h": 11, "n_s": 11}, None), ("N7H-1", {"n_h": 12, "n_s": 13}, None),
     ("N2H-1", {"n_h": 7, "n_s": 8}, "2S"), ("N3H-1", {"n_h": 8, "n_s": 8}, None),
     ("N3H-1", {"n_h": 8, "n_nt": 9}, "3N"), ("PASS", {"n_nt": 9}, None),
     ("N4H-1 A60/40", {"n_h": 9, "n_nt": 9}, None),
)  # fmt: skip
def test_a_contract_in_the_wrong_strain(result: str, tricks: dict[str, int], contract: str | None) -> None:
    rows = pl.DataFrame([{"result": result, **dict.fromkeys(TABLE, 6), **tricks}])
    known = rows.with_columns(**PARTS_OF_RESULT)
    assert known.with_columns(**_side_takes()).select(_makes()).item() == contract
    unknown = known.with_columns(pl.lit(None, pl.Int32).alias(name) for name in TABLE)
    assert unknown.with_columns(**_side_takes()).select(_makes()).item() is None


@pytest.mark.parametrize("own", ["ns", "ew"])
def test_a_table_whose_contract_is_not_known_gets_no_reason(own: str) -> None:
    assert of_field(("", 420), *GAMES, own=own) == {"worst": "", "best": ""}
    assert of_field(("", -50), ("", 420), *GAMES, own=own) == {"worst": "", "best": ""}


def test_two_tables_with_the_same_result_have_the_same_reason() -> None:
    """450 twice and 420 twice, where 420 is what the deal allows: the trick more is worth points to both."""
    one_more = {"gained": 1, "double_dummy_score": 420}
    first = of_field(("N4S+1", 450), ("N4S+1", 450), ("N4S=", 420), ("N4S=", 420), own="ns", deal=one_more)
    last = of_field(("N4S+1", 450), ("N4S=", 420), ("N4S=", 420), ("N4S+1", 450), own="ns", deal=one_more)
    assert first == last
    assert first["best"] == "1 trick more than double dummy"


@cases(({"s_s": 9, "n_d": 10}, False, False), ({"n_d": 11}, True, False), ({"e_nt": 12}, False, False),
     ({"s_h": 12}, True, True),
)  # fmt: skip
def test_a_game_or_slam_counts_in_any_strain(tricks: dict[str, int], game: bool, slam: bool) -> None:
    table = dict.fromkeys(TABLE, 5) | tricks
    line = pl.DataFrame([{"result": "N4C=", "over": 0, "par_score": 130, "vulnerable": "none", **table}])
    reasons = line.with_columns(**PARTS_OF_RESULT).with_columns(**_side_takes()).select(**_can_make())
    assert reasons.row(0) == (game, slam)
