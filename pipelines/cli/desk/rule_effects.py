"""What a change of rules would do to what has been played, in sentences, before anything is kept."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from pipelines.cli.desk.desk import Competition
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.settings.awards import award_choices
from pipelines.settings.competition import Settings
from pipelines.settings.rules import Rules
from pipelines.warehouse import Warehouse, exists
from pipelines.words.languages.numbers import spoken_date
from pipelines.words.plain_text import short
from pipelines.words.suggestions import some
from pipelines.words.words import scheme_name
from transforms.season import inputs, season_tables
from transforms.tables.messages import gettext

_MOST = 12
"""How many players who move are shown."""
_RULES = {*Rules.model_fields}
_TOTALS = "awards.totals"
_SCORED = ("scored.session_results", "scored.event_results")


def of_rules(
    place: Place, competition: Competition, settings: Sequence[str], seasons: Collection[str]
) -> Mapping[str, Any]:
    """Return the sentences of `barometer compare` about `key=value`, and the first players who move.

    They are about the latest of the `seasons` that change; `seasons` has a sentence for each other one.
    """
    # not at the top, because it loads Matplotlib
    from pipelines.cli.compare import compare, effects, players_shown

    try:
        comparison = compare(place, competition.id, settings, among=seasons)
    except UnusableError as wrong:
        return only(*map(str, wrong.args))
    players = [row for row in players_shown(comparison) if row["place_shown"] != row["other_shown"]]
    return {
        "title": comparison.title,
        "sentences": effects(comparison),
        "players": players[:_MOST],
        "seasons": comparison.of_others,
    }


def only(*sentences: str) -> Mapping[str, Any]:
    """Return an effect of sentences alone."""
    return {"title": "", "sentences": sentences, "players": [], "seasons": []}


def changing(now: Settings, then: Settings) -> set[str]:
    """Return the names of the seasons whose rules differ."""
    rules = {season.name: season.model_dump(include=_RULES) for season in now.season}
    return {one.name for one in then.season if one.model_dump(include=_RULES) != rules.get(one.name)}


def of_awards(place: Place, competition: Competition, then: Settings) -> Iterator[str]:
    """Yield for each scheme how many points the players of each season have now, and would have."""
    ids = {"club": competition.club, "competition": competition.competition}
    choices = award_choices(**ids, awards={one.name: one.awards for one in then.season})
    with Warehouse(place, read_only=True) as warehouse:
        given = {name: warehouse.read_of(name, **ids) for name in inputs([_TOTALS], _SCORED)}
        now = warehouse.read_of(_TOTALS, **ids)
    other = season_tables({**given, "raw.award_choices": choices}, [_TOTALS])[_TOTALS]
    of = ["season", "scheme"]
    both = [rows.group_by(of).agg(points=pl.sum("points")) for rows in (now, other)]
    points = both[0].join(both[1], on=of, how="full", coalesce=True, suffix="_then").fill_null(0)
    changed = points.filter(pl.col("points") != pl.col("points_then")).sort(of, descending=[True, False])
    for season, scheme, before, after in changed.iter_rows():
        yield gettext(
            "{scheme}, all players of {season} together: {before} → {after} points",
            scheme=scheme_name(scheme),
            season=season,
            before=short(before),
            after=short(after),
        )
    yield gettext("These points change no result, ranking or championship.")


def of_end(place: Place, competition: Competition, season: str, was: dt.date, end: dt.date) -> Iterator[str]:
    """Yield which evenings would leave a season that ends on another day, or come into it."""
    ids = {"club": competition.club, "competition": competition.competition}
    with Warehouse(place, read_only=True) as warehouse:
        played = warehouse.read_of("raw.sessions", **ids).filter(season=season)["date"]
    leaving = played.filter(played > end).unique().sort()
    if leaving.len():
        days = some([spoken_date(day) for day in leaving])
        yield gettext("These evenings would be in no season, and would not count any more: {days}", days=days)
    else:
        yield gettext("All evenings that count stay in the season.")
    yield from of_new_days(place, competition, was + dt.timedelta(days=1), end)


def of_new_days(place: Place, competition: Competition, first: dt.date, last: dt.date) -> Iterator[str]:
    """Yield which evenings, in no season now, would count if a season had these days."""
    if not exists(place):
        return
    ids = {"club": competition.club, "competition": competition.competition}
    with Warehouse(place, read_only=True) as warehouse:
        found = warehouse.read_of("raw.findings", **ids).filter(code="sessions.no_season")["value"]
    days = found.str.to_date(strict=False).drop_nulls().unique().sort()
    if (coming := days.filter(days.is_between(first, last))).len():
        listed = some([spoken_date(day) for day in coming])
        yield gettext("These evenings, which are in no season now, would count: {days}", days=listed)
