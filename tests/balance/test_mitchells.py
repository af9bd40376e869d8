"""Mitchells for large rooms and for a pair too many: each is read once more by `plain_reader`."""

from collections.abc import Iterator

import numpy as np
import pytest
from balance.plain_reader import copies, faults, least_share, most_meetings, rounds_without

from pipelines.cli.balance.schedules import LIBRARY
from pipelines.cli.movement.fitting import Evening, as_table, boards_in_set, fitting, turned_webs, usual_choice
from pipelines.cli.movement.fitting import federation_named as federation
from pipelines.machine.errors import UnusableError
from transforms.balance import mitchells
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
            assert mitchells.copies_of_web(tables, rounds) == copies(mitchells.web_mitchell(tables, rounds))


def test_directions_of_webs_are_those_of_the_file() -> None:
    at = np.random.default_rng(1).random(77) < 0.5
    assert (mitchells.of_hexadecimal(mitchells.as_hexadecimal(at), 77) == at).all()
    text = (LIBRARY / "webs" / "turned.txt").read_text(encoding="utf-8")
    stated = {tuple(line.split()[:2]): line.split()[2] for line in text.splitlines() if not line.startswith("#")}
    for tables, rounds in ((6, 5), (14, 13), (20, 12), (40, 14)):
        found = turned(mitchells.web_mitchell(tables, rounds), turned_webs(tables)[rounds])
        assert f"{quality(found).qf:.2f}" == stated[str(tables), str(rounds)]


def test_figures_of_webs() -> None:
    """By hand and `optimise`, one had 56.36 (20 tables, 26 boards laid out) and 86.23 (14 tables)."""
    for tables, least in ((20, 56.36), (14, 86.23)):
        evening = Evening(tables, 24)
        best = as_table(evening, fitting(evening)).filter(copies=2, winners=1, lay_out=26).row(0, named=True)
        assert best["qf"] >= least
        assert (best["boards"], best["share"]) == (26, 100)


def of_cells(tables: int, boards: int, *, lacks_a_pair: bool) -> None:
    evening = Evening(tables, boards, lacks_a_pair=lacks_a_pair, federation=federation("ebu"))
    found = fitting(evening)
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
        for lacks_a_pair in (False, True):
            of_cells(tables, boards, lacks_a_pair=lacks_a_pair)


@pytest.mark.parametrize(("tables", "boards", "lacks_a_pair"), [(9, 27, True), (20, 24, False)])
def test_a_room_has_a_movement_within_the_rule(tables: int, boards: int, *, lacks_a_pair: bool) -> None:
    of_cells(tables, boards, lacks_a_pair=lacks_a_pair)


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
