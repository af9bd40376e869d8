"""Par is that of a plain twin, and of endplay, for every dealer and vulnerability."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from deals.plain_par import par as plain_par
from each import cases
from factories import frame
from hypothesis import given, settings
from hypothesis import strategies as st
from solving.solver_there import needs_endplay

from pipelines.cli.simulate import stored_deals
from transforms.bridge.tricks_as_digits import tricks_in
from transforms.deals.par import par
from transforms.simulate.dealing import as_handed_in, drawn
from transforms.tables.deals import TABLE
from transforms.tables.schemas import SEATS, VULNERABLE, Deals, DoubleDummy

_STRAINS = {"nt": "N", "s": "S", "h": "H", "d": "D", "c": "C"}
_OF_ENDPLAY = {"s": 0, "h": 1, "d": 2, "c": 3, "nt": 4}
BY = ("N", "E", "S", "W", "NS", "EW")
EVERY = [(dealer, vulnerable) for dealer in SEATS for vulnerable in VULNERABLE]
DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"


def pars(*tables: tuple[int, ...]) -> list[dict[str, Any]]:
    ids = [f"{place:026x}" for place in range(len(tables))]
    deals = frame(
        Deals,
        *(
            {"board": 1, "session_id": f"{dealer}{vulnerable}", "deal": "", "deal_id": deal_id, "dealer": dealer,
             "vulnerable": vulnerable}
            for deal_id in ids
            for dealer, vulnerable in EVERY
        ),
    )  # fmt: skip
    rows = [
        {"deal_id": deal_id, "source": "solved", **dict(zip(TABLE, tricks, strict=True))}
        for deal_id, tricks in zip(ids, tables, strict=True)
    ]
    made = par(deals, frame(DoubleDummy, *rows)).collect()
    assert made.height == len(tables) * len(EVERY)
    return made.to_dicts()


def par_by_endplay(tricks: Iterable[int], dealer: str, vulnerable: str) -> tuple[int, set[str]]:
    import endplay._dds as dds
    from endplay.dds import par as par_of_endplay
    from endplay.dds.ddtable import DDTable
    from endplay.types import Player, Vul

    table, by_name = dds.ddTableResults(), dict(zip(VULNERABLE, (Vul.none, Vul.ns, Vul.ew, Vul.both), strict=True))
    for name, value in zip(TABLE, tricks, strict=True):
        seat, strain = name.split("_")
        table.resTable[_OF_ENDPLAY[strain]]["nesw".index(seat)] = int(value)
    found = par_of_endplay(DDTable(table), by_name[vulnerable], Player.find(dealer))
    contracts = [found._data.contracts[number] for number in range(found._data.number)]
    return found.score, {in_words(contract) for contract in contracts} if found.score else {"PASS"}


def in_words(contract: Any) -> str:
    beyond = contract.overTricks - contract.underTricks
    doubled = "X" if contract.underTricks else ""
    of_strain = f"{contract.level}{'NSHDC'[contract.denom]}{doubled}"
    return f"{BY[contract.seats]} {of_strain}{f'{beyond:+}' if beyond else '='}"


TABLES = st.tuples(*[st.integers(0, 13)] * 20)
LIKELY = st.lists(st.tuples(st.integers(0, 13), st.integers(-1, 1), st.integers(-1, 1)), min_size=5, max_size=5).map(
    lambda strains: tuple(
        min(13, max(0, value))
        for seat in range(4)
        for ns, own, other in strains
        for value in (((ns, 13 - ns, ns + own, 13 - ns + other)[seat]),)
    )
)
"""Tables as of deals: what one side wins in a strain, the other does not."""
EVEN = st.lists(st.integers(0, 13), min_size=5, max_size=5).map(
    lambda strains: tuple(value for seat in range(4) for ns in strains for value in ((ns, 13 - ns)[seat % 2],))
)
"""Likewise, where partners take the same tricks: then it does not matter which of them bids first."""


@settings(deadline=None)
@given(st.lists(TABLES | LIKELY, min_size=1, max_size=4))
def test_the_score_is_that_of_the_twin(tables: list[tuple[int, ...]]) -> None:
    for place, row in enumerate(pars(*tables)):
        tricks = {
            (name[0].upper(), _STRAINS[name[2:]]): value
            for name, value in zip(TABLE, tables[place // len(EVERY)], strict=True)
        }
        assert row["par_score"] == plain_par(tricks, row["dealer"], row["vulnerable"])


@needs_endplay
@settings(deadline=None)
@given(st.lists(EVEN, min_size=1, max_size=10))
def test_score_and_contracts_are_those_of_endplay(tables: list[tuple[int, ...]]) -> None:
    for place, row in enumerate(pars(*tables)):
        theirs = par_by_endplay(tables[place // len(EVERY)], row["dealer"], row["vulnerable"])
        assert (row["par_score"], set(row["par_contracts"].split("; "))) == theirs


@needs_endplay
@pytest.mark.parametrize("which", [pytest.param("store", marks=pytest.mark.long), "forms"])
def test_par_of_the_store_is_that_of_endplay(which: str) -> None:
    dealt = stored_deals() if which == "store" else drawn(stored_deals(), 1, 500, np.random.default_rng(6))
    tables = [tuple(tricks) for tricks in as_handed_in(dealt).select(tricks_in("double_dummy")).rows()]
    differ = [
        row
        for place, row in enumerate(pars(*tables))
        if (row["par_score"], set(row["par_contracts"].split("; ")))
        != par_by_endplay(tables[place // len(EVERY)], row["dealer"], row["vulnerable"])
    ]
    assert differ == []


@needs_endplay
def test_a_side_bids_as_one() -> None:
    """Only West makes three no-trump, and South may bid it before West does: endplay counts that, and we do not."""
    tricks = (5, 4, 4, 3, 3, 8, 9, 9, 10, 10, 6, 4, 4, 3, 3, 9, 9, 9, 10, 10)
    east_deals = next(row for row in pars(tricks) if (row["dealer"], row["vulnerable"]) == ("E", "ew"))
    assert (east_deals["par_score"], par_by_endplay(tricks, "E", "ew")[0]) == (-600, -500)


@needs_endplay
def test_a_solved_deal_in_words() -> None:
    """Three hearts are on for North-South, one spade for East-West; endplay says so too."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal

    found = calc_dd_table(Deal(DEAL))
    tricks = tuple(found._data.resTable[_OF_ENDPLAY[name.split("_")[1]]]["nesw".index(name[0])] for name in TABLE)
    by_n = next(row for row in pars(tricks) if (row["dealer"], row["vulnerable"]) == ("N", "none"))
    assert (by_n["par_score"], by_n["par_contracts"]) == (140, "NS 3H=")
    assert (by_n["ns_best"], by_n["ns_best_score"], by_n["ew_best"]) == ("NS 1H+2", 140, "EW 1S=")


@cases(
    ({"n_s": 10, "s_s": 10}, "NS 4S=", 420),
    ({"n_s": 10, "s_s": 9}, "N 4S=", 420),
    ({"n_s": 9, "s_s": 10, "n_h": 10, "s_h": 10}, "NS 4H=; S 4S=", 420),
    ({"e_nt": 13, "w_nt": 13}, "EW 7N=", -1520),
    ({}, "PASS", 0),
)
def test_contracts_in_words(tricks: dict[str, int], contracts: str, score: int) -> None:
    """The side that can make nothing goes down too far to be worth it."""
    rows = pars(tuple(tricks.get(name, 0) for name in TABLE))
    row = next(row for row in rows if (row["dealer"], row["vulnerable"]) == ("N", "none"))
    assert (row["par_contracts"], row["par_score"]) == (contracts, score)
