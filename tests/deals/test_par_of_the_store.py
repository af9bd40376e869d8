"""Par of the store's deals, and of forms of them, beside endplay's: each dealer, each vulnerability."""

import itertools

import numpy as np
import polars as pl
import pytest
from endplay import _dds
from endplay.dds import par as par_of_endplay
from endplay.dds.ddtable import DDTable
from endplay.types import Player, Vul
from factories import frame

from pipelines.cli.simulate import stored_deals
from transforms.bridge.tricks_as_digits import tricks_in
from transforms.deals.par import double_dummy, par
from transforms.simulate.dealing import as_handed_in, drawn
from transforms.tables.schemas import SEATS, VULNERABLE, Deals

DEALT = pl.DataFrame(itertools.product(SEATS, VULNERABLE), schema=["dealer", "vulnerable"], orient="row")
VUL_OF_ENDPLAY = dict(zip(VULNERABLE, (Vul.none, Vul.ns, Vul.ew, Vul.both), strict=True))
STRAINS, BY = "NSHDC", ("N", "E", "S", "W", "NS", "EW")
"""As endplay numbers them."""


def table_of_endplay(tricks: np.ndarray) -> DDTable:
    table = _dds.ddTableResults()
    for seat, strain in itertools.product(range(4), range(5)):
        # endplay has no-trump after the suits.
        table.resTable[(strain - 1) % 5][seat] = int(tricks[seat, strain])
    return DDTable(table)


def told_by_endplay(table: DDTable, dealer: str, vulnerable: str) -> tuple[int, set[str]]:
    told = par_of_endplay(table, VUL_OF_ENDPLAY[vulnerable], Player.find(dealer))
    contracts = [told._data.contracts[number] for number in range(told._data.number)]
    return told.score, {in_words(contract) for contract in contracts} if told.score else {"PASS"}


def in_words(contract: _dds.contractType) -> str:
    beyond = contract.overTricks - contract.underTricks
    doubled = "X" if contract.underTricks else ""
    return f"{BY[contract.seats]} {contract.level}{STRAINS[contract.denom]}{doubled}{f'{beyond:+}' if beyond else '='}"


@pytest.mark.parametrize("which", ["store", "forms"])
def test_par_is_that_of_endplay(which: str) -> None:
    dealt = stored_deals() if which == "store" else drawn(stored_deals(), 1, 500, np.random.default_rng(6))
    boards = as_handed_in(dealt).with_row_index("board", offset=1)
    deals = frame(Deals, *boards.join(DEALT, how="cross").rows(named=True))
    solved = boards.select("deal_id", *tricks_in("double_dummy"))
    told = pl.DataFrame(par(deals, double_dummy(deals, solved)).lazy().collect())
    by_id = dict(zip(boards["deal_id"], dealt.tricks, strict=True))
    assert told.height == len(by_id) * DEALT.height
    differ = [
        row
        for row in told.select("deal_id", "dealer", "vulnerable", "par_score", "par_contracts").rows()
        if (row[3], set(row[4].split("; "))) != told_by_endplay(table_of_endplay(by_id[row[0]]), row[1], row[2])
    ]
    assert differ == []
