"""Who plays in which line next."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations
from random import Random

import dataframely as dy
import polars as pl
import pytest
from examples import by_night
from factories import close_to, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from rankings.plain import Row
from rankings.seasons import partnerships, ranked

from transforms.rankings.line_assignment import line_assignment
from transforms.rankings.rankings import pair_rankings
from transforms.tables.schemas import LineAssignment, PlayerRankings, Players

NOBODY = ranked()


def assigned(
    pairs: Iterable[str],
    rankings: dy.DataFrame[PlayerRankings] = NOBODY,
    players: Iterable[Row] = (),
    *,
    sizes: Sequence[int] | None = None,
    declared: Iterable[str] = (),
    played_as: Mapping[str, str] | None = None,
    **ranking: float,
) -> pl.DataFrame:
    """The lines of pairs of two letters, a player each; so are the ids of pairs and trios declared."""
    attendance = pl.DataFrame(
        [
            {"club": "club", "competition": "evening", "season": "2025-26", "player_id": one, "partner_id": other}
            | ({} if played_as is None else {"partnership_id": played_as.get(one + other)})
            for one, other in pairs
        ]
    )
    people, rules = frame(Players, *players), competitions(ranking=ranking)
    found = line_assignment(attendance, rankings, partnerships(*declared), people, rules, sizes=sizes)
    return LineAssignment.validate(found.collect())


def lines(found: pl.DataFrame) -> dict[str, str]:
    """Line -> its pairs, in order."""
    return {
        line: " ".join(one + other for one, other in pairs.select("player_id", "partner_id").rows())
        for (line,), pairs in found.group_by("line", maintain_order=True)
    }


def test_strongest_pairs_play_in_the_highest_line() -> None:
    """`ranking.md`, line assignment: the pair ranking is R1 + R2, the highest plays in the highest line."""
    found = assigned(["ab", "cd", "ef"], ranked(a=60.0, b=70.0, c=90.0, d=85.0, e=75.0, f=65.0), lines=3)
    assert lines(found) == {"A": "cd", "B": "ef", "C": "ab"}
    assert found["ranking"].to_list() == close_to([175, 140, 130])
    assert found["place"].to_list() == [1, 2, 3]


def test_who_has_not_played_stands_in_with_the_substitute_ranking() -> None:
    """An incidental pair: one player has a ranking, the other an own substitute ranking or that of the competition."""
    players = [{"player_id": "n", "substitute_ranking": 95.0}]
    found = assigned(["ab", "na", "zy"], ranked(a=60.0, b=70.0), players, lines=1, substitute_ranking=66.0)
    assert dict(found.select("player_id", "ranking").rows()) == close_to({"n": 155, "z": 132, "a": 130})


RANKED = ranked(a=60.0, b=99.0, c=80.0, d=70.0, e=71.0, f=50.0, x=90.0)


class TestTrios:
    """The source, "Driemanschappen": a trio is a variant of a pair; R_D = 2 * (R1 + R2 + R3) / 3."""

    def test_the_ranking_of_a_trio_is_directly_comparable_with_those_of_pairs(self) -> None:
        """Whoever of it plays, a trio of 60, 99 and 80 (159.33) is between pairs of 161 and 158."""
        pairs = ["de", "fg"]
        rankings = ranked(a=60.0, b=99.0, c=80.0, d=80.0, e=81.0, f=79.0, g=79.0)
        for one, other in permutations("abc", 2):
            found = assigned([one + other, *pairs], rankings, declared=["abc"], lines=3)
            assert found["ranking"].to_list() == close_to([161, 2 * (60 + 99 + 80) / 3, 158])
            assert found.row(1)[3:6] == (one, other, *({*"abc"} - {one, other}))
            assert found["line"].to_list() == ["A", "B", "C"]

    def test_equal_to_a_pair_it_goes_by_the_ids_of_all_three_whoever_plays(self) -> None:
        """The pair bx is as strong as the trio acd: the trio goes first for a, also where c and d play."""
        rankings = ranked(a=50.0, c=60.0, d=70.0, b=55.0, x=65.0)
        for one, other in permutations("acd", 2):
            found = assigned(["xb", one + other], rankings, declared=["acd"], lines=2)
            assert found["player_id"].to_list() == [one, "x"]

    def test_the_ranking_is_that_of_the_trio_to_the_last_bit(self) -> None:
        rankings = ranked(a=61.1, b=99.7, c=80.3)
        alone = pair_rankings(rankings, partnerships("abc"), frame(Players), competitions()).collect()
        for two in permutations("abc", 2):
            found = assigned(["".join(two)], rankings, declared=["abc"])
            assert found["ranking"].item() == alone["ranking"].item()

    def test_the_third_who_has_not_played_counts_with_the_substitute_ranking(self) -> None:
        found = assigned(["ab"], ranked(a=60.0, b=99.0), declared=["abz"], substitute_ranking=66)
        assert found["ranking"].item() == close_to(2 * (60 + 99 + 66) / 3)

    def test_the_third_may_play_with_another(self) -> None:
        """As in the championship: "ook als de derde speler met een ander heeft meegespeeld"."""
        found = assigned(["cx", "ab"], RANKED, declared=["abc"])
        listed = found.select("player_id", "third_id", "ranking").rows()
        assert listed == [("c", None, 170), ("a", "c", close_to(2 * 239 / 3))]
        assert assigned(["ax"], RANKED, declared=["abc"])["ranking"].item() == 150

    def test_two_who_are_declared_as_a_pair_too_are_that_pair(self) -> None:
        found = assigned(["ab"], RANKED, declared=["abc", "ba"])
        assert found.select("third_id", "ranking").row(0) == (None, 159)
        assert assigned(["bc"], RANKED, declared=["abc", "ba"])["third_id"].item() == "a"

    def test_two_of_several_trios_are_a_pair_unless_it_is_said_of_which(self) -> None:
        trios = ["abc", "dab"]
        assert assigned(["ab"], RANKED, declared=trios)["ranking"].item() == 159
        for named, third in (("abc", "c"), ("dab", "d"), ("xyz", None)):
            found = assigned(["ab"], RANKED, declared=trios, played_as={"ab": named})
            assert found["third_id"].item() == third

        assert assigned(["ab"], RANKED, declared=["abc", "cba"])["third_id"].item() == "c"


@settings(deadline=None, max_examples=by_night(30))
@given(
    st.lists(st.integers(0, 4), min_size=9, max_size=9),
    st.sets(st.sampled_from([*combinations("abcdefg", 2), *combinations("abcdefg", 3)]), max_size=5),
    st.permutations(["ab", "cd", "ef", "gh"]),
    st.randoms(use_true_random=False),
)
def test_the_order_of_rows_and_of_partners_is_irrelevant(
    strengths: list[int], declared: set[tuple[str, ...]], pairs: list[str], random: Random
) -> None:
    """Also among equals: all rankings are from five values."""
    rankings = ranked(**dict(zip("abcdefghi", map(float, strengths), strict=True)))
    names = ["".join(players) for players in declared]
    usual = assigned(["ab", "cd", "ef", "gh"], rankings, declared=sorted(names), lines=3)
    turned = [pair[::-1] if random.random() < 0.5 else pair for pair in pairs]
    random.shuffle(names)
    found = assigned(turned, PlayerRankings.cast(rankings.reverse()), declared=names, lines=3)

    both = pl.concat_list("player_id", "partner_id").list.sort()
    columns = ("place", "line", "third_id", "ranking", both)
    assert found.select(columns).rows() == usual.select(columns).rows()


def test_equally_strong_pairs_go_by_their_ids() -> None:
    rankings = ranked(a=0.1, b=0.2, c=0.3, d=0.0)
    found = assigned(["ef", "cd", "ab"], rankings, lines=3, substitute_ranking=0.15)
    assert lines(found) == {"A": "ab", "B": "cd", "C": "ef"}
    assert lines(assigned(["ab", "cd", "ef", "gh"], lines=2, sizes=[1, 3])) == {"A": "ab", "B": "cd ef gh"}


@pytest.mark.parametrize(
    ("sizes", "why"), [([1, 1], "lines of 1, 1 pairs take 2: 3 are present"), ([3, 0], "a line takes a pair or more")]
)
def test_sizes_that_do_not_fit(sizes: list[int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        assigned(["ab", "cd", "ef"], sizes=sizes)


@settings(deadline=None, max_examples=by_night(30))
@given(st.integers(1, 60), st.integers(1, 26))
def test_even_split(present: int, nominal: int) -> None:
    """Sizes differ by one at most, go down, and no pair plays below a weaker one."""
    pairs = [(chr(0x100 + number), chr(0x400 + number)) for number in range(present)]
    found = assigned(("".join(pair) for pair in pairs), lines=nominal)
    sizes = found.group_by("line", maintain_order=True).len()["len"].to_list()
    assert sum(sizes) == present
    assert len(sizes) == min(present, nominal)
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1
    assert found["line"].is_sorted()
