"""One player, explained as one value: an evening of teams, and an evening of pairs with a substitute and a penalty."""

import datetime as dt
from itertools import product

import polars as pl
import pytest
from each import items
from explanation.conftest import built
from factories import Tables, close_to, competitions, frame

from transforms.explanation import words
from transforms.explanation.player import Explanation, Explanations, Source
from transforms.tables.schemas import Adjustments, Entries, Matches, Partnerships, Players, Results, Sessions

TEAMS = {"1": "abcd", "2": "efgh", "3": "ijkl"}
STRENGTHS = {"1": 70.0, "2": 80.0, "3": 60.0}

SAT = {"c": "2", "d": "1"}  # rounds of teams, where it is known who played them
REPLACED = {"c": {"substitutes_for": "b"}}  # in pairs


@pytest.fixture(scope="module")
def explanations() -> Explanations:
    """First a team of four that meets two others, then a pair of a with b, who is replaced by c."""
    teams = {"session_id": "1"}
    pairs = {"session_id": "2"}
    in_teams = [(team, player) for team, players in TEAMS.items() for player in players]
    players = ({"player_id": one, "name": f"Player {one}", "substitute_ranking": STRENGTHS[of]} for of, one in in_teams)
    in_pairs = [(pair, player) for pair, players in {"1": "ac", "2": "ef", "3": "gh"}.items() for player in players]
    entries = [
        *({**teams, "entrant": team, "player_id": one, "rounds": SAT.get(one)} for team, one in in_teams),
        *({**pairs, "entrant": pair, "player_id": one, **REPLACED.get(one, {})} for pair, one in in_pairs),
    ]
    met = ((1, "1", "2", 15.0), (1, "2", "1", 5.0), (2, "1", "3", 12.0), (2, "3", "1", 8.0))
    matches = (
        {**teams, "round": number, "team": team, "opponent": opponent, "boards": 12, "vp": vp}
        for number, team, opponent, vp in met
    )
    lines = product((1, 2), (("1", "2", 420), ("3", "1", 100), ("2", "3", -50)))
    results = (
        {**pairs, "board": board, "ns": ns, "ew": ew, "score": score + board} for board, (ns, ew, score) in lines
    )
    second = {**pairs, "date": dt.date(2025, 9, 9), "title": "The second"}
    penalty = {**pairs, "entrant": "1", "amount": -10.0, "unit": "percent_of_top", "reason": "late"}
    raw = {
        "competitions": competitions(ranking={"window": 3}),
        "sessions": frame(Sessions, {**teams, "kind": "teams"}, second),
        "players": frame(Players, *players),
        "entries": frame(Entries, *entries),
        "matches": frame(Matches, *matches),
        "results": frame(Results, *results),
        "adjustments": frame(Adjustments, penalty),
    }
    return Explanations(built(raw))


@pytest.fixture(scope="module")
def asked(explanations: Explanations) -> Explanation:
    explanation = explanations.of("club", "evening", "2025-26", "a")
    assert explanation is not None
    return explanation


def test_the_ranking_counts_both_evenings_and_the_substitute_ranking(asked: Explanation) -> None:
    pairs, teams = asked.sessions
    assert asked.name == "Player a"
    assert asked.ranking.formula == f"({teams.points.value:g} + {pairs.points.value:.5g} + 1 × 70) / 3"
    assert asked.ranking.how == "average of 2 sessions and once the substitute ranking"
    assert (asked.substitute.value, asked.substitute.how) == (
        70,
        ("the ranking given for this player in the table of players"),
    )


def test_a_team_starts_from_the_strength_of_those_it_met(asked: Explanation) -> None:
    """W = (80 + 60) / 2 and R = ((15 - 10) + (12 - 10)) / 2 / (17 - 10) × 40 / 2: 70 + 10."""
    _, teams = asked.sessions
    assert teams.strength is not None
    assert (teams.strength.formula, teams.strength.value) == ("(80 + 60) / 2", 70)
    assert teams.points.formula == "70 + (13.5 - 10) / (17 - 10) × 40 / 2"
    assert teams.points.value == close_to(80)
    met = [(match.opponent, match.score, match.strength.value) for match in teams.matches]
    assert met == [("2", 15, 80), ("3", 12, 60)]
    assert teams.matches[0].strength.formula == "320 / 4"
    assert teams.partners == ("Player b", "Player c", "Player d")
    assert teams.score.formula == "27 / 2"
    assert (teams.rounds, teams.own_score) == ((), None)


def test_a_pair_with_its_substitute_its_penalty_and_its_boards(asked: Explanation) -> None:
    pairs, _ = asked.sessions
    assert (pairs.title, pairs.partners, pairs.substitutes_for) == ("The second", ("Player c",), None)
    on_boards = sum(board.points or 0 for board in pairs.boards)
    assert pairs.score.how == f"{on_boards:g} on the boards, -0.4 by the director"
    (penalty,) = pairs.adjustments
    listed = penalty.amount, penalty.unit, penalty.reason, penalty.source
    assert listed == (-10, "percent_of_top", "late", Source("file", 1))
    met = {"NS": ("Player e", "Player f"), "EW": ("Player g", "Player h")}
    expected = [(board, direction, met[direction]) for board in (1, 2) for direction in ("NS", "EW")]
    assert [(board.board, board.direction, board.opponents) for board in pairs.boards] == expected
    assert pairs.boards[0].how == "beats 2 and ties 0 of 2: 2 × 2 + 0 = 4"
    assert pairs.boards[0].others == "421, 101, -49"
    assert pairs.boards[0].source == Source("file", 1)


def test_a_share_of_the_evenings_is_shown_with_what_it_makes() -> None:
    """The source, "Clubkampioenschap (individueel)": 60% of the club evenings; here of 31."""
    standing = {"played": 17, "counted": 17, "dropped": 0, "eligible": False, "rank": None}
    of_evenings = {"sessions_required": 19, "evenings": 31, "sessions_needed": 2}
    guests = {**standing, "with_substitute": 1, "counted": 18}
    assert words.championship(guests | of_evenings, None).startswith(
        "17 played together and 1 with a substitute; 18 count; "
    )
    listed = "17 played; 17 count; 19 must count (60% of 31 days of play); not yet eligible: 2 sessions needed"
    assert words.championship(standing | of_evenings, 60.0) == listed
    assert "must count" not in words.championship(standing | of_evenings, None)


def test_nobody_is_explained_who_did_not_play(asked: Explanation) -> None:
    tables = built({"competitions": competitions()})
    assert Explanations(tables).of(asked.club, asked.competition, asked.season, "z") is None


NAMES = {"a": "Aiko", "b": "Burak", "k": "Knut", "x": "Xenia", "y": "Yves", "z": "Zoe", "f": "Finn", "g": "Gus"}
EVENINGS = {
    "1": {"1": "ab", "2": "xy", "3": "fg"},
    "2": {"1": "ak", "2": "xz", "3": "fg"},
    "3": {"1": "ab", "2": "xy", "3": "kz"},
    "4": {"1": "ab", "2": "xy", "3": "fg", "4": "kz"},
}


@pytest.fixture(scope="module")
def tables() -> Tables:
    """The second evening Knut comes for Burak; of the trio Zoe is absent first, then Yves; then she plays with Knut.

    Last, these two are among the entries and have no board.
    """
    days = ({"session_id": number, "date": dt.date(2025, 9, 2 + int(number))} for number in EVENINGS)
    seats = [(number, *pair) for number, pairs in EVENINGS.items() for pair in pairs.items()]
    entries = (
        {"session_id": number, "entrant": entrant, "player_id": player}
        | {"substitutes_for": "b" if player == "k" and number == "2" else None}
        for number, entrant, players in seats
        for player in players
    )
    members = {"p": "ab", "t": "xyz", "o": "fg"}
    partners = ({"partnership_id": name, "player_id": player} for name in members for player in members[name])
    results = (
        {"session_id": number, "board": board, "ns": ns, "ew": ew, "score": score + board * 10 * int(number)}
        for number, board in product(EVENINGS, (1, 2))
        for ns, ew, score in (("1", "2", 420), ("3", "1", 100), ("2", "3", -50))
    )
    return built(
        {
            "competitions": competitions(),
            "players": frame(Players, *({"player_id": key, "name": name} for key, name in NAMES.items())),
            "sessions": frame(Sessions, *days),
            "entries": frame(Entries, *entries),
            "partnerships": frame(Partnerships, *partners),
            "results": frame(Results, *results),
        }
    )


def explained(tables: Tables, player: str) -> Explanation:
    found = Explanations(tables, player).of("club", "evening", "2025-26", player)
    assert found is not None
    return found


@items(
    ("b", "2", "1", ("Knut",), True),
    ("y", "2", "2", ("Xenia", "Zoe"), False),
    ("z", "1", "2", ("Xenia", "Yves"), False),
    ("z", "3", "2", ("Xenia", "Yves"), False),
    ("z", "4", "2", ("Xenia", "Yves"), False),
)
def test_every_evening_of_the_championship_is_among_those_listed(
    tables: Tables, player: str, session: str, entrant: str, played: tuple[str, ...], *, stood_in: bool
) -> None:
    (row,) = (row for row in explained(tables, player).without_player if row.session_id == session)
    assert (row.session_id, row.entrant, row.played, row.stood_in) == (session, entrant, played, stood_in)
    of_pair = tables["championships.pair_sessions"].filter(session_id=session)
    partnership = tables["rankings.partnerships"].filter(player_id=player)["partnership_id"].item()
    counted = of_pair.filter(pl.col("partnership_id") == partnership)
    assert counted.select("points", "counts").row(0) == (row.points, row.counts)


@pytest.mark.parametrize("player", NAMES)
def test_every_term_of_a_championship_of_pairs_stands_in_a_row(tables: Tables, player: str) -> None:
    explanation = explained(tables, player)
    of_player = tables["rankings.partnerships"].filter(player_id=player).select("partnership_id")
    terms = tables["championships.pair_sessions"].join(of_player, on="partnership_id").filter("counts")["points"]
    rows = [session.points.value or 0.0 for session in explanation.sessions if session.counts_for_pairs]
    rows += [row.points for row in explanation.without_player if row.counts]
    assert sorted(rows) == pytest.approx(sorted(terms.to_list()))


@pytest.mark.parametrize("player", ["a", "x", "f", "g"])
def test_who_was_always_there_is_reported_of_no_other_evening(tables: Tables, player: str) -> None:
    assert explained(tables, player).without_player == ()
