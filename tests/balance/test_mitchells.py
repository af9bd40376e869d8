"""Mitchells for large rooms and for a pair too many: each is read once more by `plain_reader`."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from balance.plain_reader import copies, faults, least_share, most_meetings, rounds_without
from pydantic import ValidationError

from pipelines.cli.balance.schedules import LIBRARY
from pipelines.cli.desk.tonight_plan import fitting_a_line
from pipelines.cli.movement.fitting import Evening, as_table, boards_in_set, fitting, turned_webs, usual_choice
from pipelines.cli.movement.fitting import federation_named as federation
from pipelines.machine.errors import UnusableError
from pipelines.settings.movement import MovementNamed
from transforms.balance import mitchells
from transforms.balance.book.cards import on_stands, table_cards
from transforms.balance.book.offers import Offer
from transforms.balance.movement import NS, Movement, MovementError, turned
from transforms.balance.quality import quality


def made(of: str, *numbers: int) -> Movement | None:
    try:
        return getattr(mitchells, of)(*numbers)
    except MovementError:
        return None


def every() -> Iterator[tuple[str, Movement]]:
    for tables in range(3, 41):
        for rounds in range(2, 16):
            for name in ("web_mitchell", "rover_mitchell", "bump_mitchell"):
                if movement := made(name, tables, rounds):
                    yield name, movement
        for name in ("bowman", "hesitation_mitchell"):
            if movement := made(name, tables):
                yield name, movement
    for base in (5, 7, 11, 13):
        for more in range(1, base + 1):
            yield "appendix_mitchell", mitchells.appendix_mitchell(base, more)


@pytest.mark.nightly
def test_each_can_be_played() -> None:
    seen = set[str]()
    for name, movement in every():
        seen.add(name)
        assert (faults(movement), rounds_without(movement), most_meetings(movement)) == ([], [], 1), name
    assert len(seen) == 6


@pytest.mark.parametrize(
    ("of", "numbers"),
    [
        ("web_mitchell", (14, 13)),
        ("web_mitchell", (20, 12)),
        ("web_mitchell", (15, 13)),
        ("web_mitchell", (39, 7)),
        ("bowman", (10,)),
        ("hesitation_mitchell", (7,)),
        ("hesitation_mitchell", (8,)),
        ("appendix_mitchell", (7, 3)),
        ("rover_mitchell", (8, 7)),
        ("rover_mitchell", (13, 11)),
        ("bump_mitchell", (8, 6)),
        ("bump_mitchell", (9, 7)),
    ],
)
def test_a_movement_can_be_played(of: str, numbers: tuple[int, ...]) -> None:
    movement = made(of, *numbers)
    assert movement is not None
    assert (faults(movement), rounds_without(movement), most_meetings(movement)) == ([], [], 1)


def test_the_reader_sees_faults() -> None:
    movement = mitchells.web_mitchell(14, 13)
    plays = movement.plays.copy()
    plays[0, NS] = plays[1, NS]
    assert faults(movement._replace(plays=plays))
    assert rounds_without(movement._replace(plays=plays))


def test_a_web_is_as_in_the_source() -> None:
    """bridgecentral.com, "Web Mitchell": 7 sets at 10 tables begin as 1 2 3 4 5 and 4 3 2 1 7."""
    first = mitchells.web_mitchell(10, 7).plays[:10, -1] + 1
    assert first.tolist() == [1, 2, 3, 4, 5, 4, 3, 2, 1, 7]


def test_a_hesitation_is_as_in_the_source() -> None:
    """EBU, "Unusual movements for clubs": 7 tables, 8 sets, the fourth set on a stand between tables 3 and 4."""
    movement = mitchells.hesitation_mitchell(7)
    assert (movement.plays[:7, -1] + 1).tolist() == [1, 2, 3, 5, 6, 7, 8]
    at_7 = {play[0]: play[2:4] for play in (movement.plays + 1).tolist() if play[1] == 7}
    assert at_7[1][1] == at_7[2][0]


def test_copies_are_enough() -> None:
    for tables in range(6, 41):
        for rounds in mitchells.webs_of(tables):
            needed = copies(mitchells.web_mitchell(tables, rounds))
            assert mitchells.copies_of_web(tables, rounds) == needed > 1


def test_directions_of_webs_are_those_of_the_file() -> None:
    some = np.random.default_rng(1).random(77) < 0.5
    assert (mitchells.of_hexadecimal(mitchells.as_hexadecimal(some), 77) == some).all()
    text = (LIBRARY / "webs" / "turned.txt").read_text(encoding="utf-8")
    stated = {tuple(line.split()[:2]): line.split()[2] for line in text.splitlines() if not line.startswith("#")}
    assert stated.keys() == {(str(tables), str(rounds)) for tables in range(41) for rounds in mitchells.webs_of(tables)}
    for tables, rounds in ((6, 5), (14, 13), (20, 12), (40, 14)):
        found = turned(mitchells.web_mitchell(tables, rounds), turned_webs(tables)[rounds])
        assert f"{quality(found).qf:.2f}" == stated[str(tables), str(rounds)]


@cache
def of_room(pairs: int, boards: int) -> tuple[Evening, list[Offer]]:
    evening = Evening((pairs + 1) // 2, boards, lacks_a_pair=pairs % 2 == 1, federation=federation("ebu"))
    return evening, fitting(evening)


@pytest.mark.parametrize(("tables", "least"), [(20, 56.36), (14, 86.23)])
def test_figures_of_webs(tables: int, least: float) -> None:
    """By hand and `optimise`, one had 56.36 (20 tables, 26 boards laid out) and 86.23 (14 tables)."""
    best = as_table(*of_room(2 * tables, 24)).filter(copies=2, winners=1, lay_out=26).row(0, named=True)
    assert best["qf"] >= least
    assert (best["boards"], best["share"]) == (26, 100)


def check_room(pairs: int, boards: int) -> None:
    evening, found = of_room(pairs, boards)
    for offer in found:
        absent = evening.number_away(offer)
        assert faults(offer.movement) == []
        assert rounds_without(offer.movement) == [], offer.name
        assert evening.share(offer) == least_share(offer.movement, absent)
        in_use = {play[4] for play in offer.movement.plays.tolist()}
        assert offer.board_sets == len(in_use)
        assert offer.movement.rounds * boards_in_set(evening, offer) <= boards + 2
        if offer.copies > 1:
            assert (copies(offer.movement), offer.shared) == (offer.copies, 0)
    assert any(map(evening.keeps_rule, found))
    assert evening.keeps_rule(found[usual_choice(evening, found) - 1])


@pytest.mark.nightly
@pytest.mark.parametrize("tables", range(4, 41))
def test_each_room_has_a_movement_within_the_rule(tables: int) -> None:
    for boards in range(20, 29):
        check_room(2 * tables, boards)
        check_room(2 * tables - 1, boards)


@pytest.mark.parametrize(("pairs", "boards"), [(17, 27), (40, 24)])
def test_a_room_has_a_movement_within_the_rule(pairs: int, boards: int) -> None:
    check_room(pairs, boards)


def test_what_breaks_a_rule_is_named() -> None:
    evening = Evening(20, 24, federation=federation("ebu"))
    rows = as_table(evening, fitting(evening))
    assert rows.filter(movement="Mitchell with a skip", rounds=12).select("share", "keeps_rule").rows()[0] == (
        60,
        False,
    )
    assert rows["keeps_rule"].any()
    with pytest.raises(UnusableError, match="ebu"):
        federation("ebl")


def test_tonights_screen_names_what_breaks_the_rule() -> None:
    usual, kinds = fitting_a_line(20, 24, 4, "ebu")
    every = [choice for _, choices in kinds for choice in choices]
    (mitchell,) = {one.words for one in every if (one.offer.name, one.offer.winners) == ("Mitchell", 2)}
    assert mitchell.endswith("; no master points of English Bridge Union, under 70 % of the boards")
    assert usual.breaks_rule is None or all(one.breaks_rule for one in every)


def test_a_competition_names_its_federation() -> None:
    assert MovementNamed(federation="ebu").federation == "ebu"
    with pytest.raises(ValidationError, match="write one of ebu"):
        MovementNamed(federation="ebl")


def test_the_card_of_a_table_says_where_its_copy_goes() -> None:
    movement = mitchells.web_mitchell(14, 13)
    cards = table_cards(movement, 2, has_copies=True).filter(round=1)
    goes = ["the stand", *(f"table {number}" for number in range(1, 14))]
    goes[7] = "the stand"
    assert cards["boards_then"].to_list() == goes
    assert cards["boards"].to_list()[6:9] == ["13-14 A", "11-12 B", "9-10 B"]
    at_7 = "15-16 A, 17-18 A, 19-20 A, 21-22 A, 23-24 A, 25-26 A"
    at_14 = "23-24 B, 21-22 B, 19-20 B, 17-18 B, 15-16 B, 13-14 B"
    assert on_stands(movement, 2).rows() == [(7, at_7), (14, at_14)]


@pytest.mark.parametrize("tables", [20, 40])
def test_the_first_movement_of_a_large_room_is_a_web(tables: int) -> None:
    evening = Evening(tables, 24)
    found = fitting(evening)
    first = found[usual_choice(evening, found) - 1]
    assert first.copies > 1
    assert evening.share(first) > 0.5
