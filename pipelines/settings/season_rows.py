"""Turn typed settings into rows of `raw.competitions`, one per season; and such rows into settings again."""

from functools import reduce
from typing import Any

import polars as pl

from pipelines.settings.club import Page
from pipelines.settings.competition import Settings
from pipelines.settings.rules import EventRules, IndividualChampionship, PairsChampionship, Ranking, Strength
from pipelines.settings.scoring import Scoring
from pipelines.settings.section import Section
from transforms.tables.schemas import Competitions
from transforms.tables.shared import types_of


def competitions_frame(club: str, competition: str, settings: Settings, page: Page | None = None) -> pl.DataFrame:
    """Return one row per season in the shape of `Competitions`. `club` and `competition` are ids."""
    page = page or Page()
    rows = [
        {
            "club": club,
            "competition": competition,
            "season": season.name,
            "club_name": page.name or settings.club or club,
            "competition_name": settings.competition or competition,
            "language": page.language,
            "start": season.start,
            "end": season.end,
            "profile": season.scoring.profile,
            **season.scoring.rules.model_dump(),
            **season.event.model_dump(),
            "bye_by_average": "bye" in season.event.model_fields_set and season.event.bye is None,
            **season.ranking.model_dump(exclude={"top"}),
            "top": season.ranking.highest,
            **_columns("individual", season.championship.individual),
            **_columns("pairs", season.championship.pairs),
            **{f"strength_{key}": value for key, value in season.strength.model_dump().items()},
        }
        for season in settings.season
    ]
    return pl.DataFrame(rows, schema=types_of(Competitions))


def _columns(championship: str, rules: Section) -> dict[str, Any]:
    """Return the columns of `Competitions` for a championship's rules. A share has a column of its own."""
    columns = {f"{championship}_{key}": value for key, value in rules.model_dump().items()}
    shares = {f"{name}_share": float(value[:-1]) for name, value in columns.items() if isinstance(value, str)}
    return {name: None if isinstance(value, str) else value for name, value in columns.items()} | shares


def _as_keys(championship: str, rules: type[Section], row: dict[str, Any]) -> dict[str, Any]:
    values = {key: row[f"{championship}_{key}"] for key in rules.model_fields}
    shares = {key: row.get(f"{championship}_{key}_share") for key in values}
    given = {key: values[key] if share is None else f"{share:g}%" for key, share in shares.items()}
    return {f"championship.{championship}.{key}": value for key, value in given.items()}


def rules_of(row: dict[str, Any]) -> dict[str, Any]:
    """Return a season's rules by key, such as `ranking.lines`; scoring rules only if they differ from the profile."""
    of_profile = Scoring.model_validate({"profile": row["profile"]}).rules.model_dump()
    overridden = {f"scoring.{rule}": row[rule] for rule, value in of_profile.items() if row[rule] != value}
    if overridden.get("scoring.line_decimals", 0) is None:
        overridden["scoring.line_decimals"] = "none"
    from_the_top = "top" if row["average_a"] is None else "average_a"
    ranking = [key for key in Ranking.model_fields if key not in ("top", "average_a")]
    strength, usual = {f"strength.{key}": row[f"strength_{key}"] for key in Strength.model_fields}, Strength()
    return {
        "scoring.profile": row["profile"],
        **overridden,
        **({"event.bye": "average"} if row["bye_by_average"] else {}),
        **{f"event.{rule}": row[rule] for rule in EventRules.model_fields if row[rule] is not None},
        **{f"ranking.{key}": row[key] for key in (*ranking, from_the_top)},
        **_as_keys("individual", IndividualChampionship, row),
        **_as_keys("pairs", PairsChampionship, row),
        **{key: value for key, value in strength.items() if value != getattr(usual, key.removeprefix("strength."))},
    }


def as_written(seasons: pl.DataFrame) -> dict[str, Any]:
    """Return a competition.toml that gives these rows of one competition; rules at its top are from the last season."""
    rows = seasons.sort("start").rows(named=True)
    by_season = {row["season"]: rules_of(row) for row in rows}
    everywhere = set.intersection(*map(set, by_season.values()))
    of_all = {key: value for key, value in by_season[rows[-1]["season"]].items() if key in everywhere}
    return {
        "club": rows[-1]["club_name"],
        "competition": rows[-1]["competition_name"],
        "season": [
            {"name": row["season"], "start": row["start"], "end": row["end"]}
            | _in_sections(_own(by_season[row["season"]], of_all))
            for row in seasons.rows(named=True)
        ],
        **_in_sections(of_all),
    }


def _own(rules: dict[str, Any], of_all: dict[str, Any]) -> dict[str, Any]:
    is_other = rules["scoring.profile"] != of_all["scoring.profile"]
    own = {key for key, value in rules.items() if of_all.get(key) != value}
    return {key: rules[key] for key in rules if key in own or (is_other and key.startswith("scoring."))}


def _in_sections(rules: dict[str, Any]) -> dict[str, Any]:
    sections: dict[str, Any] = {}
    for key, value in rules.items():
        *path, name = key.split(".")
        reduce(lambda section, step: section.setdefault(step, {}), path, sections)[name] = value
    return sections
