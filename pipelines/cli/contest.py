"""Judge rating systems on the evenings in a warehouse: which of them would have predicted the results best."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from pipelines.cli.terminal.files import refuse_to_write_over
from pipelines.cli.terminal.selection import one_competition
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.reports.charts.contest import contest_chart
from pipelines.reports.html import write_page
from pipelines.settings.other_rules import scores_again, under_other_rules
from pipelines.warehouse import Warehouse
from pipelines.words.languages.numbers import grouped
from pipelines.words.progress import progress_bar
from pipelines.words.terminal import console, table, titled
from pipelines.words.words import counted, fixed, method_name
from transforms.season import inputs, season_tables
from transforms.strength.contest_measures import MODEL, RUN_IN
from transforms.strength.contest_rankings import by_methods
from transforms.strength.contest_step import OWN, contested, of_entrants
from transforms.strength.evenings import evenings
from transforms.strength.filter import CONSTANTS
from transforms.strength.fit import fitted
from transforms.tables.contest import WHO
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.schemas import CLUB, METHODS, Entries, SessionResults, Sessions

_RANKINGS = ("rankings.player_rankings",)
_GIVEN = {
    "session_results": "scored.session_results",
    "entries": "raw.entries",
    "sessions": "raw.sessions",
    "competitions": "raw.competitions",
    "players": "raw.players",
    "match_results": "scored.match_results",
    "earned": "raw.ranking_points",
}
"""By parameter of `by_methods`, the table."""
_WINDOWS = range(1, 21)


class Contest(NamedTuple):
    """The contest of one competition, or of all in a warehouse."""

    title: str
    evenings: int
    rows: pl.DataFrame
    """The columns of `strength.contest` from `system` on, sorted by `who`, system and measure."""

    def as_json(self) -> str:
        """Return one JSON object: the title, the number of evenings, and the rows."""
        about = {"title": self.title, "evenings": self.evenings, "systems": self.rows.to_dicts()}
        return json.dumps(about, ensure_ascii=False, indent=2)

    def of(self, who: str) -> list[dict[str, Any]]:
        """Return the systems as a table shows them, the one with the smallest error first."""
        columns = ("number", "value", "low", "high", "more", "more_low", "more_high")
        rows = self.rows.filter(who=who).pivot("measure", index="system", values=columns)
        if rows.is_empty():
            return []
        return rows.sort("value_rmse", maintain_order=True).to_dicts()


def contest(
    path: Place, competition: str | None, settings: Sequence[str], *, windows: bool, run_in: int = RUN_IN
) -> Contest:
    """Return the contest of a competition, or of all competitions; each setting enters the ranking under other rules.

    A setting is like `ranking.method=place`; several with spaces between them are one system.
    """
    with Warehouse(path, read_only=True) as warehouse:
        rules = warehouse.read_all_seasons("raw.competitions")
        title = gettext("All competitions")
        wanted: dict[str, str] = {}
        if competition is not None:
            rules = one_competition(rules, competition)
            title = "{competition_name}, {club_name}".format(**rules.row(-1, named=True))
            wanted = dict(zip(CLUB, rules.select(CLUB).row(0), strict=True))
        entered = {name: _under(rules, name) for name in settings}
        names = {*_GIVEN.values(), *_RANKINGS, "strength.forecasts", *inputs(_RANKINGS)}
        tables = {name: warehouse.read_of(name, **wanted) for name in names} | {"raw.competitions": rules}
        played = evenings_of(warehouse, **wanted)
    _refuse_too_few(played, title, run_in)
    forecasts = tables["strength.forecasts"]
    sums = contested(
        played, _rankings(tables, entered, windows=windows), None if forecasts.is_empty() else forecasts, run_in
    )
    return Contest(title, sums.evenings.height, sums.measured())


def evenings_of(warehouse: Warehouse, **wanted: str) -> pl.DataFrame:
    """Return the rows of `evenings`, of the competitions with these values."""
    results, entries = warehouse.table(SessionResults, **wanted), warehouse.table(Entries, **wanted)
    return evenings(results, entries, warehouse.table(Sessions, **wanted)).collect()


def fit(path: Place) -> str:
    """Return the constants of the model that make all evenings in a warehouse likeliest, as TOML."""
    with Warehouse(path, read_only=True) as warehouse:
        played = evenings_of(warehouse)
    if played.is_empty():
        raise UnusableError("{place}: --fit needs evenings of pairs at matchpoints, and there are none", place=path)
    with progress_bar(gettext("fitting the constants")):
        found = fitted(played)
    comment = gettext(
        "the constants that make {evenings} evenings likeliest (log-likelihood {likelihood})",
        evenings=grouped(found.evenings),
        likelihood=fixed(found.likelihood),
    )
    constants = "\n".join(f"{name} = {getattr(found, name):.2f}" for name in CONSTANTS)
    return f"[strength]  # {comment}\n{constants}"


def _under(rules: pl.DataFrame, setting: str) -> pl.DataFrame:
    """Return all seasons of these competitions under other rules."""
    return pl.concat(under_other_rules(of_one, setting.split()) for of_one in rules.partition_by(CLUB))


def _rankings(
    tables: Mapping[str, pl.DataFrame], entered: Mapping[str, pl.DataFrame], *, windows: bool
) -> dict[str, pl.DataFrame]:
    """Return the index of each entrant by every ranking that takes part."""
    given: dict[str, Any] = {parameter: tables[name] for parameter, name in _GIVEN.items()}
    found = {OWN: of_entrants(tables[_RANKINGS[0]], tables["raw.entries"]), **by_methods(**given)}
    if windows:
        found |= by_methods(**given, windows=_WINDOWS)
    for name, rules in entered.items():
        scored = () if scores_again(name.split()) else ("scored.match_results", "scored.session_results")
        known = {table: tables[table] for table in inputs(_RANKINGS, scored)}
        made = season_tables({**known, "raw.competitions": rules}, _RANKINGS)
        found[name] = of_entrants(made[_RANKINGS[0]], tables["raw.entries"])
    return found


def _refuse_too_few(played: pl.DataFrame, title: str, run_in: int) -> None:
    most: int = played.select(pl.col("evening").max().fill_null(0)).item()
    if most <= run_in:
        sentence = gettext_noop(
            "{title}: a contest needs evenings of pairs at matchpoints after the {run_in} of the run-in, and there "
            "are {evenings} in all; play on, or give a smaller number with --run-in"
        )
        raise UnusableError(sentence, title=title, run_in=run_in, evenings=most)


_SYSTEMS = {
    "fifty": gettext_noop("50 % for everybody"),
    "last_six": gettext_noop("mean of the last 6 sessions"),
    "pair_mean": gettext_noop("mean of the pair"),
    "all_sessions": gettext_noop("mean of all sessions"),
    "elo_32": gettext_noop("Elo of players, K 32"),
    "elo_100": gettext_noop("Elo of players, K 100"),
    "project52": gettext_noop("handicap as in Project 52"),
    "grade": gettext_noop("grade as in the NGS"),
    "ridge": gettext_noop("ridge regression of players"),
    MODEL: gettext_noop("strength, the model"),
    OWN: gettext_noop("ranking of the competition"),
}
_WHO = {
    "all": gettext_noop("All results"),
    "known": gettext_noop("Players of five sessions or more"),
    "newcomers": gettext_noop("Results with a newcomer"),
}


def system_name(system: str) -> str:
    """Return what readers call a system; a setting is called by what was typed."""
    method, _, window = system.partition(" ")
    if method in METHODS and window.isdecimal():
        sessions = counted(int(window), "session")
        return gettext("ranking ({method}, {sessions})", method=method_name(method), sessions=sessions)
    if system in METHODS:
        return gettext("ranking ({method})", method=method_name(system))
    return gettext(_SYSTEMS[system]) if system in _SYSTEMS else system


def shown(found: Contest) -> list[dict[str, Any]]:
    """Return the tables for readers: `title`, and `rows` of texts, the best system first."""
    return [
        {"who": who, "title": _heading(who, rows[0]), "rows": [_texts(row) for row in rows]}
        for who in WHO
        if (rows := found.of(who))
    ]


def _heading(who: str, row: Mapping[str, Any]) -> str:
    return gettext(
        "{who} ({results}; compared two by two: {comparisons})",
        who=gettext(_WHO[who]),
        results=grouped(row["number_rmse"]),
        comparisons=grouped(row.get("number_ordered") or 0),
    )


def _texts(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "system": system_name(row["system"]),
        "model": row["system"] == MODEL,
        "error": fixed(row["value_rmse"]),
        "r2": fixed(row["value_r2"], 3),
        "order": fixed(row["value_ordered"], 1),
        "between": _between(row["low_ordered"], row["high_ordered"]),
        "more": fixed(row["more_rmse"]),
        "more_between": _between(row["more_low_rmse"], row["more_high_rmse"], 2),
        "loss": fixed(row["value_log_loss"], 3),
    }


def _between(low: float | None, high: float | None, decimals: int = 1) -> str:
    if low is None or high is None:
        return ""
    return gettext("{low} to {high}", low=fixed(low, decimals), high=fixed(high, decimals))


_HEADINGS = {
    "system": gettext_noop("system"),
    "error": gettext_noop("error (%)"),
    "more": gettext_noop("more than the model"),
    "more_between": gettext_noop("95 in 100"),
    "r2": gettext_noop("R²"),
    "order": gettext_noop("right order (%)"),
    "between": gettext_noop("95 in 100"),
    "loss": gettext_noop("log-loss"),
}
_NOTES = (
    gettext_noop(
        "Each evening is predicted from the evenings before it. The error is that of the expected score, as the root "
        "of the mean square; the right order is how many of 100 comparisons of two entrants of a field are right."
    ),
    gettext_noop(
        "Each interval holds 95 of 100 draws of the evenings. Where that of a difference contains 0, chance alone can "
        "make the difference, and the best of many systems always looks a little better than it is."
    ),
)


def _drawn(found: Contest) -> list[dict[str, Any]]:
    """Return the systems of the chart: of each method over several numbers of sessions, only the best."""
    best: dict[str, dict[str, Any]] = {}
    for row in found.of("all"):
        method, _, window = row["system"].partition(" ")
        of_windows = method in METHODS and window.isdecimal()
        best.setdefault(f"{method} windows" if of_windows else row["system"], row)
    return [*best.values()]


def print_contest(found: Contest) -> None:
    """Print a contest to standard output."""
    out = console()
    for part in shown(found):
        headings = [gettext(words) for words in _HEADINGS.values()]
        cells = ([row[name] for name in _HEADINGS] for row in part["rows"])
        out.print(titled(f"{found.title}. {part['title']}", table(headings, cells, headings[:1])), "")
    for note in _NOTES:
        out.print(gettext(note))


def write_contest(found: Contest, page: Path, *, replaces: bool = False) -> None:
    """Write a contest to the file `page`, in place of any earlier contest there."""
    refuse_to_write_over([page], replaces=replaces, kind="Barometer contest")
    write_page(
        page,
        "contest.html",
        title=found.title,
        headings={name: gettext(words) for name, words in _HEADINGS.items()},
        notes=[gettext(note) for note in _NOTES],
        parts=shown(found),
        chart=contest_chart(
            [{**row, "system": system_name(row["system"]), "model": row["system"] == MODEL} for row in _drawn(found)]
        ),
    )
