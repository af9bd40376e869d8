"""Under every profile and every value of a rule, a club with odd evenings can be built: nothing stops it."""

import typing
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from club_folders import tables_of_each
from first_builds import without_pages
from odd_evenings import EVENINGS, files

from pipelines.building.clubs_run import offenders_in
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.settings.rules import EventRules, Handicap, Ranking
from pipelines.settings.scoring import ScoringRules, scoring_profiles
from pipelines.settings.section import Section
from transforms.awards.schemes import COMPUTED
from transforms.checks.computed import conditions

PROFILES = [f'[scoring]\nprofile = "{profile}"\n' for profile in scoring_profiles()]
NUMBERS: dict[str, tuple[float | str, ...]] = {
    **{"line_decimals": (0, 2), "average_plus": (50.0, 100.0), "average_minus": (0.0, 50.0), "datum_drop": (1, 100)},
    **{"datum_trim": (0.05, 0.4), "datum_round_to": (1, 100), "imp_cap": (1, 17), "average_plus_imps": (0.0, 5.0)},
    **{
        "average_minus_imps": (-5.0,),
        "bye": (0.0, 20.0, "average"),
        "missed": (0.0, 45.0, "unranked"),
        "lines": (1, 26),
    },
    **{"top": (60.0,), "average_a": (64.0,), "width": (1.0,), "step": (0.0,), "top_score_pairs": (51.0, 100.0)},
    **{"top_score_butler": (0.1,), "top_score_teams": (10.5, 25.0), "window": (1, 20), "substitute_ranking": (0.0,)},
    **{"strata": (2, 9)},
}
"""Rule -> values at its ends, for rules that are numbers."""
SECTIONS: dict[str, type[Section]] = {"scoring": ScoringRules, "event": EventRules, "ranking": Ranking}


def values() -> list[str]:
    """Every value of every rule, as a section of competition.toml."""
    found: list[str] = []
    for section, model in SECTIONS.items():
        for rule, field in model.model_fields.items():
            words = [word for part in (field.annotation, *typing.get_args(field.annotation)) for word in _words(part)]
            if rule == "ties":
                words = [["match"], ["quotient", "opponents"]]
            found += [f"[{section}]\n{rule} = {_toml(value)}\n" for value in (*words, *NUMBERS.get(rule, ()))]
    systems = typing.get_args(typing.get_args(Handicap.model_fields["system"].annotation)[0])
    found += [
        f'[handicap]\nsystem = "{system}"\nstrata = 2\nby = "{by}"\n'
        for system in systems
        for by in ("handicap", "ranking")
    ]
    schemes = ", ".join(f'"{scheme}"' for scheme in COMPUTED)
    return [*found, *(f'[awards]\nschemes = [{schemes}]\nof = "{of}"\n' for of in ("session", "event"))]


def _words(annotation: Any) -> list[Any]:
    if annotation is bool:
        return [True, False]
    return list(typing.get_args(annotation)) if typing.get_origin(annotation) is typing.Literal else []


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return str(value).replace("'", '"')
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def test_every_rule_has_values_here() -> None:
    written = "".join(values())
    without = [rule for model in SECTIONS.values() for rule in model.model_fields if f"{rule} = " not in written]
    assert without == ["vp_table"]


@pytest.mark.long
def test_under_every_profile_no_check_stops_the_club() -> None:
    read = ("scored.board_scores", "scored.session_results", "scored.event_results", "scored.match_results")
    checks = [check for check in conditions() if check.severity == "error" and check.on in read]
    wanted = sorted(
        {*read, *(table for check in checks for table in check.reads.values() if not table.startswith("raw."))}
    )
    for profile, made in zip(PROFILES, tables_of_each([(files(), one) for one in PROFILES], wanted), strict=True):
        assert made["raw.findings"].filter(severity="error").is_empty(), made["raw.findings"]["message"].to_list()
        assert made["scored.session_results"]["session_id"].n_unique() == EVENINGS
        for check in checks:
            found = offenders_in(check, lambda table, _, made=made: made[table], ["club"])
            assert found.is_empty(), (profile, check.name, found)


def _built(place: Path, settings: list[str]) -> list[str]:
    """The clubs that were not built, or have no results of an evening, with their rules."""
    for number, rules in enumerate(settings):
        folder = place / "landing" / f"club{number:03}" / "evening"
        folder.mkdir(parents=True)
        season = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
        (folder / "competition.toml").write_text(season + rules, encoding="utf-8")
        for name, text in files().items():
            (folder / name).write_text(text, encoding="utf-8")
    outcome = build(Paths(place / "landing", place / "warehouse.duckdb", place / "site"))
    stopped = outcome.findings.filter(pl.col("code").str.starts_with("club."))
    with duckdb.connect(str(place / "warehouse.duckdb"), read_only=True) as connection:
        counted = "SELECT club, count(DISTINCT session_id) FROM scored.session_results GROUP BY club"
        evenings = dict(connection.execute(counted).fetchall())
    without = [rules for number, rules in enumerate(settings) if evenings.get(f"club{number:03}") != EVENINGS]
    return [
        *(f"{settings[int(club[4:])]}: {said}" for club, said in stopped.select("club", "message").iter_rows()),
        *without,
    ]


@pytest.mark.nightly
def test_every_profile_and_every_value_of_a_rule_is_built(tmp_path: Path) -> None:
    """Nightly, since it builds a club for each value of each rule."""
    with without_pages():
        assert _built(tmp_path / "values", values()) == []
    assert _built(tmp_path / "profiles", PROFILES) == []
