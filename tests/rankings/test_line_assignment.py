"""Who plays in which line next."""

from collections.abc import Iterable, Sequence

import polars as pl
import pytest
from factories import close_to, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from rankings.plain import Row

from transforms.rankings.line_assignment import line_assignment, strongest_first
from transforms.tables import Competitions, LineAssignment, PlayerRankings, Players


def ranked(**rankings: float) -> list[Row]:
    return [
        {"player_id": player, "ranking": ranking, "ranking_before": 0.0, "sessions_counted": 1}
        for player, ranking in rankings.items()
    ]


def assigned(
    pairs: Iterable[str],
    rankings: Iterable[Row] = (),
    players: Iterable[Row] = (),
    sizes: Sequence[int] | None = None,
    **ranking: float,
) -> pl.DataFrame:
    """The lines of pairs of two letters, a player each."""
    attendance = pl.DataFrame(
        [
            {"club": "club", "competition": "evening", "season": "2025-26", "player_id": one, "partner_id": other}
            for one, other in pairs
        ]
    )
    rules = competitions(ranking=ranking)
    found = line_assignment(
        attendance, frame(PlayerRankings, *rankings), frame(Players, *players), rules, sizes=sizes
    ).collect()
    return LineAssignment.validate(found)


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
    found = assigned(["ab", "an"[::-1], "zy"], ranked(a=60.0, b=70.0), players, lines=1, substitute_ranking=66.0)
    assert dict(found.select("player_id", "ranking").rows()) == close_to({"n": 155, "z": 132, "a": 130})


def test_two_of_a_trio_are_the_pair_of_tonight() -> None:
    """Not the trio's two thirds of all three rankings: the third is not here."""
    found = assigned(["ac"], ranked(a=60.0, b=99.0, c=80.0))
    assert found["ranking"].to_list() == [140]


def test_higher_lines_take_one_more_where_the_split_leaves_some_over() -> None:
    pairs = ["ab", "cd", "ef", "gh", "ij", "kl", "mn", "op"]
    found = assigned(pairs, lines=3)
    assert [len(of_line.split()) for of_line in lines(found).values()] == [3, 3, 2]


def test_equally_strong_pairs_go_by_their_ids() -> None:
    assert lines(
        assigned(["ef", "cd", "ab"], ranked(a=0.1, b=0.2, c=0.3, d=0.0), lines=3, substitute_ranking=0.15)
    ) == {
        "A": "ab",
        "B": "cd",
        "C": "ef",
    }


def test_fewer_pairs_than_lines_fill_the_highest() -> None:
    assert lines(assigned(["ab", "cd"], lines=4)) == {"A": "ab", "B": "cd"}


def test_sizes_as_given() -> None:
    found = assigned(["ab", "cd", "ef", "gh"], lines=2, sizes=[1, 3])
    assert lines(found) == {"A": "ab", "B": "cd ef gh"}


@pytest.mark.parametrize(
    ("sizes", "why"), [([1, 1], "lines of 1, 1 pairs take 2: 3 are present"), ([3, 0], "a line takes a pair or more")]
)
def test_sizes_that_do_not_fit(sizes: list[int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        assigned(["ab", "cd", "ef"], sizes=sizes)


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
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


def test_competitions_are_assigned_apart() -> None:
    apart = [competitions(competition=of, ranking={"lines": number}) for of, number in (("x", 1), ("y", 2))]
    rules = Competitions.cast(pl.concat(apart))
    attendance = pl.DataFrame(
        [
            {"club": "club", "competition": of, "season": "2025-26", "player_id": one, "partner_id": other}
            for of in "yx"
            for one, other in ("cd", "ab")
        ]
    )
    rankings = frame(PlayerRankings, *({**row, "competition": "y"} for row in ranked(c=99.0)))
    found = line_assignment(attendance, rankings, frame(Players), rules).collect()
    assert found.select("competition", "player_id", "line").rows() == [
        ("x", "a", "A"),
        ("x", "c", "A"),
        ("y", "c", "A"),
        ("y", "a", "B"),
    ]


def test_lines_are_filled_from_the_strongest_and_by_id_where_equal() -> None:
    """To nine decimals: what binary fractions add to a ranking tells nobody apart. Each competition by itself."""
    present = pl.DataFrame(
        [
            ("club", competition, "2025-26", name, ranking)
            for competition, name, ranking in [
                *(("evening", "c", 80.0), ("evening", "b", 0.1 + 0.2), ("evening", "a", 0.3)),
                *(("daytime", "e", 60.0), ("daytime", "d", 60.0)),
            ]
        ],
        schema=["club", "competition", "season", "who", "ranking"],
        orient="row",
    )
    found = strongest_first(present.lazy(), ("who",)).collect()
    assert found.select("who", "place", "present").rows() == [
        *(("d", 0, 2), ("e", 1, 2)),
        *(("c", 0, 3), ("a", 1, 3), ("b", 2, 3)),
    ]
