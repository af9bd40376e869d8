"""`barometer rules`: the rules in use, by edition, with their sources."""

import json
from typing import Any

import pytest
from commands import barometer

from pipelines.settings.editions import editions, named, names, valid_on
from pipelines.settings.scoring import scoring_profiles
from transforms.awards.schemes import SCHEMES


def listed(*arguments: str) -> list[dict[str, Any]]:
    found = barometer("rules", *arguments, "--format", "json")
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def test_all_rules_with_their_sources() -> None:
    rows = listed()
    assert {row["name"] for row in rows if row["kind"] == "scoring"} == set(scoring_profiles())
    assert [row["name"] for row in rows if row["kind"] == "points"] == list(SCHEMES)
    assert all(row["source"] for row in rows)


def test_editions_have_days_and_say_what_changed() -> None:
    assert [(row["edition"], row["since"], row["until"]) for row in listed("FIDE")] == [
        ("fide-2014", None, "2024-02-29"),
        ("fide-2024-03", "2024-03-01", "2025-09-30"),
        ("fide-2025-10", "2025-10-01", None),
    ]
    first, second, third = (row["changed"] for row in listed("fide"))
    assert (first, third) == ("", "difference_cap_below = 2650")
    assert second == "added_draws = 2; added_draws_rating = 1800; first_rating_at_most = 2200; floor = 1400"


def test_the_edition_of_a_day() -> None:
    for day, edition in (
        ("2000-01-01", "2014"),
        ("2024-02-29", "2014"),
        ("2024-03-01", "2024-03"),
        ("2026-01-01", "2025-10"),
    ):
        assert [row["edition"] for row in listed("fide", "--on", day)] == [f"fide-{edition}"]
    assert [row["edition"] for row in listed("fide-2014")] == ["fide-2014"]


def test_unknown_rules() -> None:
    found = barometer("rules", "fied")
    assert found.exit_code == 2
    assert "fied: no rules have this name; write one of fide" in found.stderr


@pytest.mark.parametrize("file", ["scoring_profiles.toml", "rating_systems.toml"])
def test_editions_follow_one_another(file: str) -> None:
    every = editions(file)
    assert len(names(file)) == len(set(names(file)))
    for of in every.values():
        assert of[0].since is None
        assert of[-1].until is None
        assert [one.since for one in of[1:]] == sorted(one.since for one in of[1:] if one.since)
        assert all(named(one.name, file) in ((one,), of) for one in of)
        assert all(valid_on(one.since, of) == one for one in of[1:] if one.since)
