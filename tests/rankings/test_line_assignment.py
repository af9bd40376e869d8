"""Who comes again, and who plays in which line next."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from each import cases, items
from examples import by_night
from factories import Tables, close_to, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from rankings.plain import Row
from rankings.seasons import partnerships, ranked

from transforms.rankings.line_assignment import last_pairs, line_assignment, next_lines, untold_lines, with_regulars
from transforms.rankings.rankings import pair_rankings
from transforms.tables import schemas

NOBODY = ranked()


def assigned(
    pairs: Iterable[str],
    rankings: dy.DataFrame[schemas.PlayerRankings] = NOBODY,
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
    people, rules = frame(schemas.Players, *players), competitions(ranking=ranking)
    found = line_assignment(attendance, rankings, partnerships(*declared), people, rules, sizes=sizes)
    return schemas.LineAssignment.validate(found.collect())


def lines(found: pl.DataFrame) -> dict[str, str]:
    return {
        line: " ".join(one + other for one, other in pairs.select("player_id", "partner_id").rows())
        for (line,), pairs in found.group_by("line", maintain_order=True)
    }


def test_strongest_pairs_play_in_the_highest_line() -> None:
    """`ranking.md`, line assignment: the pair ranking is R1 + R2, the highest plays in the highest line."""
    found = assigned(["ab", "cd", "ef"], ranked(a=60.0, b=70.0, c=90.0, d=85.0, e=75.0, f=65.0), lines=3)
    assert lines(found) == {"A": "cd", "B": "ef", "C": "ab"}
    assert found["ranking"].to_list() == close_to([175, 140, 130])
    assert found["rank"].to_list() == [1, 2, 3]


def test_who_has_not_played_stands_in_with_the_substitute_ranking() -> None:
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
        alone = pair_rankings(rankings, partnerships("abc"), frame(schemas.Players), competitions()).collect()
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

    def test_two_of_several_trios_are_a_pair_unless_one_is_named(self) -> None:
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
    rankings = ranked(**dict(zip("abcdefghi", map(float, strengths), strict=True)))
    names = ["".join(players) for players in declared]
    usual = assigned(["ab", "cd", "ef", "gh"], rankings, declared=sorted(names), lines=3)
    turned = [pair[::-1] if random.random() < 0.5 else pair for pair in pairs]
    random.shuffle(names)
    found = assigned(turned, schemas.PlayerRankings.cast(rankings.reverse()), declared=names, lines=3)

    both = pl.concat_list("player_id", "partner_id").list.sort()
    columns = ("rank", "line", "third_id", "ranking", both)
    assert found.select(columns).rows() == usual.select(columns).rows()


def test_equally_strong_pairs_go_by_their_ids() -> None:
    rankings = ranked(a=0.1, b=0.2, c=0.3, d=0.0)
    found = assigned(["ef", "cd", "ab"], rankings, lines=3, substitute_ranking=0.15)
    assert lines(found) == {"A": "ab", "B": "cd", "C": "ef"}
    assert lines(assigned(["ab", "cd", "ef", "gh"], lines=2, sizes=[1, 3])) == {"A": "ab", "B": "cd ef gh"}


@cases(([1, 1], "lines of 1, 1 pairs hold 2 pairs, but 3 are present"), ([3, 0], "every line needs at least one pair"))
def test_sizes_that_do_not_fit(sizes: list[int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        assigned(["ab", "cd", "ef"], sizes=sizes)


@settings(deadline=None, max_examples=by_night(30))
@given(st.integers(1, 60), st.integers(1, 26))
def test_even_split(present: int, nominal: int) -> None:
    pairs = [(chr(0x100 + number), chr(0x400 + number)) for number in range(present)]
    found = assigned(("".join(pair) for pair in pairs), lines=nominal)
    sizes = found.group_by("line", maintain_order=True).len()["len"].to_list()
    assert sum(sizes) == present
    assert len(sizes) == min(present, nominal)
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1
    assert found["line"].is_sorted()


def seated(session: str, *pairs: str, **more: Any) -> list[Row]:
    return [
        {"session_id": session, "entrant": str(number), "player_id": player} | more
        for number, pair in enumerate(pairs, start=1)
        for player in pair
    ]


def evening(session: str, day: int, kind: str = "pairs") -> Row:
    return {"session_id": session, "date": dt.date(2025, 9, day), "kind": kind}


def again(entries: list[Row], *sessions: Row, declared: str = "") -> list[str]:
    found = last_pairs(
        frame(schemas.Entries, *entries), frame(schemas.Sessions, *sessions), partnerships(*declared.split())
    ).collect()
    return [one + other for one, other in found.select("player_id", "partner_id").rows()]


def untold(entries: list[Row], *sessions: Row, declared: str = "") -> list[tuple[Any, ...]]:
    found = untold_lines(
        frame(schemas.Entries, *entries), frame(schemas.Sessions, *sessions), partnerships(*declared.split())
    )
    return found.select("session_id", "line", "entrants", "last_told").collect().rows()


def test_the_pairs_of_the_last_evening_come_again() -> None:
    entries = [*seated("late", "da", "bc"), *seated("early", "ab", "cd")]
    assert again(entries, evening("early", 2), evening("late", 9)) == ["ad", "bc"]


@pytest.mark.parametrize(("first", "then"), [("1", "2"), ("9", "10")])
def test_of_two_sessions_on_one_day_the_last_by_name_counts(first: str, then: str) -> None:
    entries = [*seated(first, "ab", "cd"), *seated(then, "ac", "bd")]
    assert again(entries, evening(then, 2), evening(first, 2)) == ["ac", "bd"]
    later = seated("11", "abcd")
    assert untold([*entries, *later], evening(then, 2), evening(first, 2), evening("11", 2, "teams")) == [
        ("11", "A", "1", dt.date(2025, 9, 2))
    ]


def test_an_evening_of_teams_or_of_single_players_names_no_pairs() -> None:
    entries = [*seated("1", "ab", "cd"), *seated("2", "ab", "cd"), *seated("3", "a", "b", "c", "d")]
    sessions = [evening("1", 2), evening("2", 9, kind="teams"), evening("3", 16)]
    assert again(entries, *sessions) == ["ab", "cd"]
    assert again(seated("2", "abcd"), evening("2", 9)) == []


def test_a_substitute_comes_as_who_that_is() -> None:
    entries = [*seated("1", "ab"), *seated("1", "d", line="B"), *seated("1", "c", line="B", substitutes_for="x")]
    assert again(entries, evening("1", 2)) == ["ab", "cd"]


def test_who_was_replaced_comes_in_the_place_of_the_substitute_unless_sitting_elsewhere_or_replaced_twice() -> None:
    a, c, d = (seated("1", "a"), seated("1", "c", substitutes_for="x"), seated("1", "d", line="B", substitutes_for="x"))
    for entries, expected in (
        ([*a, *c], "a/ x/"),
        ([*seated("1", "ab"), *seated("1", "c", substitutes_for="a", line="B")], "a/ b/ c/a"),
        ([*c, *d], "c/x d/x"),
        ([*c, *seated("2", "d", substitutes_for="x")], "x/ x/"),
    ):
        found = with_regulars(frame(schemas.Entries, *entries)).select("player_id", "substitutes_for").collect()
        assert [f"{player}/{instead or ''}" for player, instead in found.rows()] == expected.split()


def of_next(entries: list[Row], *declared: str, rankings: dict[str, float] | None = None, **rules: float) -> Tables:
    return {
        "entries": frame(schemas.Entries, *entries),
        "sessions": frame(schemas.Sessions, evening("1", 2)),
        "player_rankings": ranked(**(rankings or {})),
        "season_partnerships": partnerships(*declared),
        "players": frame(schemas.Players),
        "session_results": frame(schemas.SessionResults),
        "match_results": frame(schemas.MatchResults),
        "competitions": competitions(ranking={"lines": 2, "substitute_ranking": 55, **rules}),
    }


def lined_up(given: Tables, *columns: str) -> list[tuple[Any, ...]]:
    found: pl.DataFrame = schemas.LineAssignment.validate(next_lines(**given).next_lines.collect())
    return found.select(columns).rows()


def test_they_are_put_in_lines_by_their_rankings_now() -> None:
    given = of_next(seated("1", "ab", "cd"), rankings={"a": 60, "b": 61, "c": 80})
    found = lined_up(given, "line", "player_id", "partner_id", "ranking")
    assert found == [("A", "c", "d", 135.0), ("B", "a", "b", 121.0)]


def test_of_each_pair_stays_the_line_of_the_last_session() -> None:
    entries = [
        *(*seated("1", "ab", line="A"), *seated("1", "cd", line="B"), *seated("1", "e", entrant="2", line="B")),
        *seated("1", "f", entrant="2", line="B", substitutes_for="x"),
    ]
    given = of_next(entries, rankings={"a": 60, "b": 61, "c": 80, "d": 80, "e": 50, "x": 90})
    lines = ["player_id", "line", "played_in"]
    assert lined_up(given, *lines) == [("c", "A", "B"), ("a", "A", "A"), ("e", "B", "B")]
    assert next_lines(**given).regular_lines.collect().select(lines).rows() == [("e", "A", "B")]


def test_who_is_entered_and_did_not_come_is_not_expected_again() -> None:
    of_line_a = [{"session_id": "1", "entrant": str(number), "boards": 24 * (number < 3)} for number in (1, 2, 3)]
    results = frame(schemas.SessionResults, *of_line_a, {"session_id": "1", "line": "B", "entrant": "1", "boards": 0})
    given = of_next([*seated("1", "ab", "cd", "ef"), *seated("1", "gh", line="B")]) | {"session_results": results}
    for matches, expected in (((), "acg"), (({"session_id": "1", "team": "3"},), "aceg")):
        found = lined_up(given | {"match_results": frame(schemas.MatchResults, *matches)}, "player_id")
        assert {player for (player,) in found} == set(expected)


def test_two_of_a_trio_who_sat_last_come_as_the_trio() -> None:
    """The source, "Driemanschappen": 2 * (R1 + R2 + R3) / 3; with their own 140 they would be in line B."""
    given = of_next(seated("1", "ab", "cd"), "abt", rankings={"a": 60, "b": 80, "t": 100, "c": 75, "d": 75})
    found = lined_up(given, "line", "player_id", "partner_id", "third_id", "ranking")
    assert found == [("A", "a", "b", "t", close_to(160)), ("B", "c", "d", None, 150)]


# The source, "Paren": lines are of pairs; an evening of teams is one where its files say who is a pair.

OF_TEAMS = evening("1", 2, kind="teams")


def test_teams_by_the_seats_of_all_four_before_partnerships() -> None:
    entries = [{**row, "seat": seat} for row, seat in zip(seated("1", "abcd", "efgh"), "NWSEESNW", strict=True)]
    assert again(entries, OF_TEAMS) == again(entries, OF_TEAMS, declared="ab cd") == ["ac", "bd", "eh", "fg"]
    entries[1]["seat"] = None
    assert again(entries, OF_TEAMS) == []


@items(
    pytest.param("abcd efgh", "ad bc ef gh", "ad bc ef gh", id="the pairs declared"),
    pytest.param("abcd", "ad", "ad bc", id="the last two of four are left for each other"),
    pytest.param("abcde", "ad", "", id="of five nobody is left for another"),
    pytest.param("abcde", "abc de", "ab de", id="a trio in one team is one pair"),
    pytest.param("abcde", "abc de abz", "", id="of two trios"),
    pytest.param("abcd", "ab ac cd", "", id="who is in two pairs of the team is in none for sure"),
    pytest.param("abcd", "ab abz cd", "ab cd", id="a pair that is of a trio too"),
)
def test_teams_by_partnerships(teams: str, declared: str, pairs: str) -> None:
    assert again(seated("1", *teams.split()), OF_TEAMS, declared=declared) == pairs.split()


def test_a_substitute_in_a_team_sits_with_the_partner_of_the_absent_player() -> None:
    entries = [*seated("1", "abc"), *seated("1", "x", substitutes_for="d")]
    assert again(entries, OF_TEAMS, declared="ab cd") == ["ab", "cx"]


def test_all_teams_have_to_be_known_or_the_evening_before_is_taken() -> None:
    entries = [*seated("1", "ae"), *seated("2", "abcd", "efgh", "ijkl", line="B")]
    evenings = evening("1", 2), evening("2", 9, kind="teams")
    assert again(entries, *evenings, declared="ab cd ij kl ef eg") == ["ae"]
    assert untold(entries, *evenings, declared="ab cd ij kl ef eg") == [("2", "B", "2", dt.date(2025, 9, 2))]
    assert again(entries, *evenings, declared="ab cd ij kl ef") == ["ab", "cd", "ef", "gh", "ij", "kl"]
    assert untold(entries, *evenings, declared="ab cd ij kl ef") == []


def test_where_no_evening_names_its_pairs_all_are_named() -> None:
    entries = [*seated("1", "a", "b"), *seated("2", "abcd", *(f"{n}{n}" for n in range(9)))]
    found = untold(entries[:6], evening("1", 2), evening("2", 9, kind="teams"))
    assert found == [("1", "A", "1, 2", None), ("2", "A", "1", None)]
