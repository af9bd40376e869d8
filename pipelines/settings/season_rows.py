"""Turn typed settings into rows of `raw.competitions`, one per season, and such rows back into settings."""

from typing import Any

import polars as pl

from pipelines.settings.club import Page
from pipelines.settings.competition import Settings
from pipelines.settings.event import EventRules
from pipelines.settings.ranking import IndividualChampionship, PairsChampionship, Ranking
from pipelines.settings.scoring import Scoring
from pipelines.settings.section import Section
from transforms.tables.schemas import Competitions
from transforms.tables.shared import types_of


def competitions_frame(club: str, competition: str, settings: Settings, page: Page | None = None) -> pl.DataFrame:
    """Return one row per season in the shape of `Competitions`.

    `club` and `competition` are ids; `page` holds the settings of the club's pages.
    """
    page = page or Page()
    ranking, championship = settings.ranking, settings.championship
    rules = {
        "profile": settings.scoring.profile,
        **settings.scoring.rules.model_dump(),
        **settings.event.model_dump(),
        **ranking.model_dump(exclude={"top"}),
        "top": ranking.highest,
        **_columns("individual", championship.individual),
        **_columns("pairs", championship.pairs),
    }
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
            **rules,
        }
        for season in settings.season
    ]
    return pl.DataFrame(rows, schema=types_of(Competitions))


def _columns(championship: str, rules: Section) -> dict[str, Any]:
    """Return the columns of `Competitions` for the rules of a championship. A share goes into a column of its own."""
    columns = {f"{championship}_{key}": value for key, value in rules.model_dump().items()}
    shares = {f"{name}_share": float(value[:-1]) for name, value in columns.items() if isinstance(value, str)}
    return {name: None if isinstance(value, str) else value for name, value in columns.items()} | shares


def _as_keys(championship: str, rules: type[Section], row: dict[str, Any]) -> dict[str, Any]:
    values = {key: row[f"{championship}_{key}"] for key in rules.model_fields}
    shares = {key: row.get(f"{championship}_{key}_share") for key in values}
    return {key: values[key] if share is None else f"{share:g}%" for key, share in shares.items()}


def as_written(seasons: pl.DataFrame) -> dict[str, Any]:
    """Return the content of a competition.toml that leads to these rows of `raw.competitions`, all of one competition.

    It has only the scoring rules that differ from the profile, so that another profile can replace the profile. It has
    `top` or `average_a`, whichever was given. The sections `[awards]` and `[rating]` are left out, because they lead to
    other tables.
    """
    row = seasons.sort("start").row(-1, named=True)
    of_profile = Scoring.model_validate({"profile": row["profile"]}).rules.model_dump()
    overridden = {rule: row[rule] for rule, value in of_profile.items() if row[rule] != value}
    if overridden.get("line_decimals", 0) is None:
        overridden["line_decimals"] = "none"
    from_the_top = "top" if row["average_a"] is None else "average_a"
    ranking = [key for key in Ranking.model_fields if key not in ("top", "average_a")]
    return {
        "club": row["club_name"],
        "competition": row["competition_name"],
        "season": seasons.select("start", "end", name="season").rows(named=True),
        "scoring": {"profile": row["profile"], **overridden},
        "event": {rule: row[rule] for rule in EventRules.model_fields if row[rule] is not None},
        "ranking": {key: row[key] for key in (*ranking, from_the_top)},
        "championship": {
            "individual": _as_keys("individual", IndividualChampionship, row),
            "pairs": _as_keys("pairs", PairsChampionship, row),
        },
    }
