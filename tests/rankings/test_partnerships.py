"""Who competes as a pair or a trio."""

from collections.abc import Iterable

import dataframely as dy
import polars as pl
from factories import competitions, frame
from rankings.plain import Row

from transforms.rankings.rankings import season_partnerships
from transforms.tables.schemas import Competitions, Entries, Partnerships, SeasonPartnerships, Sessions


def entries(*seated: str, session_id: str = "1") -> list[Row]:
    """One entrant a text of players, a letter each."""
    return [
        {"entrant": str(number), "player_id": player, "session_id": session_id}
        for number, players in enumerate(seated)
        for player in players
    ]


def partnerships(
    declared: Iterable[str] = (),
    seated: Iterable[Row] = (),
    sessions: Iterable[Row] = ({},),
    rules: dy.DataFrame[Competitions] | None = None,
) -> dy.DataFrame[SeasonPartnerships]:
    found = season_partnerships(
        frame(Partnerships, *({"partnership_id": name, "player_id": player} for name in declared for player in name)),
        frame(Entries, *seated),
        frame(Sessions, *sessions),
        competitions() if rules is None else rules,
    ).collect()
    return SeasonPartnerships.validate(found)


def members(found: pl.DataFrame) -> dict[tuple[str, str], str]:
    return {
        (season, name): "".join(sorted(players))
        for season, name, players in found.group_by("season", "partnership_id").agg("player_id").rows()
    }


def test_those_who_sat_together_where_none_is_declared() -> None:
    found = partnerships(
        seated=[*entries("ba", "cd"), *entries("ab", "ca", session_id="2")][:7], sessions=[{}, {"session_id": "2"}]
    )
    assert members(found) == {("2025-26", "a + b"): "ab", ("2025-26", "c + d"): "cd"}
    assert not found["declared"].any()


def test_declared_ones_only_where_a_competition_declares_any() -> None:
    found = partnerships(["ac", "xyz"], entries("ab"))
    assert members(found) == {("2025-26", "ac"): "ac", ("2025-26", "xyz"): "xyz"}
    assert found["declared"].all()


def test_declared_ones_hold_in_every_season() -> None:
    next_season = competitions().with_columns(season=pl.lit("2026-27"))
    rules = Competitions.cast(pl.concat([competitions(), next_season]))
    assert members(partnerships(["ac"], rules=rules)) == {("2025-26", "ac"): "ac", ("2026-27", "ac"): "ac"}


def test_team_mates_are_no_pair() -> None:
    assert members(partnerships(seated=entries("abcd"), sessions=[{"kind": "teams"}])) == {}


def test_three_who_shared_a_seat_are_three_pairs() -> None:
    assert set(members(partnerships(seated=entries("abc")))) == {
        ("2025-26", "a + b"),
        ("2025-26", "a + c"),
        ("2025-26", "b + c"),
    }


def test_one_competition_declares_and_another_does_not() -> None:
    rules = Competitions.cast(pl.concat([competitions(), competitions(competition="other")]))
    seated = [*entries("ab"), *({**entry, "competition": "other"} for entry in entries("cd"))]
    found = partnerships(["xy"], seated, [{}, {"competition": "other"}], rules)
    assert set(found["partnership_id"]) == {"xy", "c + d"}
