"""Who competes as a pair or a trio."""

import polars as pl
from factories import competitions, frame

from transforms.partnerships import season_partnerships
from transforms.tables import Entries, Partnerships, SeasonPartnerships, Sessions


def entries(*seated, session_id="1"):
    """One entrant a text of players, a letter each."""
    return [
        {"entrant": str(number), "player_id": player, "session_id": session_id}
        for number, players in enumerate(seated)
        for player in players
    ]


def partnerships(declared=(), seated=(), sessions=({},), rules=None):
    found = season_partnerships(
        frame(Partnerships, *({"partnership_id": name, "player_id": player} for name in declared for player in name)),
        frame(Entries, *seated),
        frame(Sessions, *sessions),
        competitions() if rules is None else rules,
    ).collect()
    return SeasonPartnerships.validate(found)


def members(found):
    return {
        (season, name): "".join(sorted(players))
        for season, name, players in found.group_by("season", "partnership_id").agg("player_id").rows()
    }


def test_those_who_sat_together_where_none_is_declared():
    found = partnerships(
        seated=[*entries("ba", "cd"), *entries("ab", "ca", session_id="2")][:7], sessions=[{}, {"session_id": "2"}]
    )
    assert members(found) == {("2025-26", "a + b"): "ab", ("2025-26", "c + d"): "cd"}
    assert not found["declared"].any()


def test_declared_ones_only_where_a_competition_declares_any():
    found = partnerships(["ac", "xyz"], entries("ab"))
    assert members(found) == {("2025-26", "ac"): "ac", ("2025-26", "xyz"): "xyz"}
    assert found["declared"].all()


def test_declared_ones_hold_in_every_season():
    rules = pl.concat([competitions(), competitions().with_columns(season=pl.lit("2026-27"))])
    assert members(partnerships(["ac"], rules=rules)) == {("2025-26", "ac"): "ac", ("2026-27", "ac"): "ac"}


def test_seasons_without_declaration_have_their_own():
    rules = pl.concat([competitions(), competitions().with_columns(season=pl.lit("2026-27"))])
    seated = [*entries("ab"), *({**entry, "season": "2026-27"} for entry in entries("ac"))]
    found = partnerships(seated=seated, sessions=[{}, {"season": "2026-27"}], rules=rules)
    assert members(found) == {("2025-26", "a + b"): "ab", ("2026-27", "a + c"): "ac"}


def test_team_mates_are_no_pair():
    assert members(partnerships(seated=entries("abcd"), sessions=[{"kind": "teams"}])) == {}


def test_three_who_shared_a_seat_are_three_pairs():
    assert set(members(partnerships(seated=entries("abc")))) == {
        ("2025-26", "a + b"),
        ("2025-26", "a + c"),
        ("2025-26", "b + c"),
    }


def test_one_competition_declares_and_another_does_not():
    rules = pl.concat([competitions(), competitions(competition="other")])
    seated = [*entries("ab"), *({**entry, "competition": "other"} for entry in entries("cd"))]
    found = partnerships(["xy"], seated, [{}, {"competition": "other"}], rules)
    assert set(found["partnership_id"]) == {"xy", "c + d"}
