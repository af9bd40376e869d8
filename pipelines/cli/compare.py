"""Compare a season in the warehouse with the same season under other rules."""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import polars.selectors as cs

from pipelines.cli.terminal.files import refuse_to_write_over
from pipelines.cli.terminal.selection import one_competition, one_season
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.reports.charts.drawing import Chart, house_style, svg_of
from pipelines.reports.charts.season import COURSES_HEIGHT, SHOWN, courses
from pipelines.reports.html import write_page
from pipelines.reports.tables.columns import said_names
from pipelines.settings.other_rules import Changed, changed_rules, scores_again, under_other_rules
from pipelines.warehouse import Warehouse
from pipelines.words.plain_text import short, shown
from pipelines.words.terminal import console, table, text, titled
from pipelines.words.words import IN_CHANCE, change, counted, fixed
from transforms.privacy.hidden_people import with_public_names
from transforms.rankings.what_if.side_by_side import SideBySide, side_by_side
from transforms.season import STANDINGS, inputs, season_tables
from transforms.tables.arithmetic.as_shown import place
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.messages import gettext, gettext_noop, labelled, ngettext, one_behind_the_other
from transforms.tables.schemas import COMPETITION

_COMPARED = (*STANDINGS, "rankings.partnerships", "scored.session_results", "raw.entries")
_SCORED = ("scored.match_results", "scored.session_results")
"""Results that differ only if scoring rules differ."""


class Comparison(NamedTuple):
    """One season of a competition under today's rules and under other rules. Each id comes with a name."""

    club: str
    competition: str
    season: str
    title: str
    changed: tuple[Changed, ...]
    tables: SideBySide
    of_others: tuple[str, ...] = ()
    """A sentence for each other season that has been played, the latest first."""

    def as_rows(self) -> pl.DataFrame:
        """Return all tables as one, for CSV. `table` names the table of a row; columns not in it are empty."""
        lists = cs.by_dtype(pl.List(pl.String))
        parts = (
            rows.select(pl.lit(name).alias("table"), ~lists, lists.list.join(" + "))
            for name, rows in vars(self.tables).items()
        )
        return pl.concat(parts, how="diagonal_relaxed")

    def as_json(self) -> str:
        """Return one JSON object: the season, the rules that changed, and each table as a list of rows."""
        tables = {name: rows.to_dicts() for name, rows in vars(self.tables).items()}
        about = {name: getattr(self, name) for name in COMPETITION}
        changed = [asdict(rule) for rule in self.changed]
        return json.dumps({**about, "changed": changed, **tables}, default=str, ensure_ascii=False, indent=2)


def compare(
    path: Place,
    competition: str,
    settings: Sequence[str],
    season: str | None = None,
    among: Collection[str] | None = None,
) -> Comparison:
    """Compare a season with itself under other rules (`key=value`).

    By default, take the latest season played: of all, or `among` these, which are the ones with other rules.
    """
    with Warehouse(path, read_only=True) as warehouse:
        today = one_competition(warehouse.read("raw.competitions"), competition)
        if not settings:
            raise UnusableError("nothing to compare with: name other rules, such as --set ranking.method=place")
        then = under_other_rules(today, settings)
        club, competition_id = today.select("club", "competition").row(0)

        def table(name: str) -> pl.DataFrame:
            return warehouse.read_of(name, club=club, competition=competition_id)

        built = {name: table(name) for name in _COMPARED}
        scored = () if scores_again(settings) else _SCORED
        given = {name: table(name) for name in inputs(STANDINGS, scored)}
        everybody = with_public_names(*map(warehouse.read_all_seasons, ("raw.players", "raw.people")))
    played = today.join(built["rankings.player_rankings"], on=COMPETITION, how="semi").sort("start")
    played = played if among is None else played.filter(pl.col("season").is_in([*among]))
    if played.is_empty():
        raise UnusableError("no session of the competition earned ranking points yet, so there is nothing to compare")
    *_, name = one_season(played, season)
    other = season_tables({**given, "raw.competitions": then})
    both = side_by_side({**built, "raw.competitions": today}, {**other, "raw.competitions": then})
    title = "{competition_name}, {club_name}, {season}".format(
        **today.row(by_predicate=pl.col("season") == name, named=True)
    )
    people = everybody.filter(club=club, competition=competition_id)
    tables = _of_season(both, name, people, built["rankings.partnerships"])
    changed = changed_rules(*(rows.filter(season=name) for rows in (today, then)))
    others = tuple(_of_other(both, one) for one in reversed(played["season"].to_list()) if one != name)
    return Comparison(club, competition_id, name, title, changed, tables, others)


def _of_other(both: SideBySide, season: str) -> str:
    """Return how many players and pairs of a season would have another place."""
    moved = {
        table: getattr(both, table).filter(pl.col("season") == season, pl.col("rank").ne_missing(pl.col("other_rank")))
        for table in ("players", "individual", "pairs")
    }
    return gettext(
        "{season}: {number} of {players} would have another place in the ranking, {individual} in the individual "
        "championship, and {pairs} in the championship of pairs",
        season=season,
        number=moved["players"].height,
        players=counted(both.players.filter(season=season).height, "player"),
        individual=counted(moved["individual"].height, "player"),
        pairs=counted(moved["pairs"].height, "pair"),
    )


def _of_season(both: SideBySide, season: str, players: pl.DataFrame, partnerships: pl.DataFrame) -> SideBySide:
    """Return the rows of one season, the best first, with `name` or `names`: the public names of players or pairs."""
    people = players.select("player_id", said_names(pl.col("name")))
    pairs = (
        partnerships.filter(season=season)
        .join(people, on="player_id", how="left")
        .with_columns(pl.coalesce("name", "player_id"))
        .sort("name", "player_id")
        .group_by("partnership_id")
        .agg(names=pl.col("name").str.join(" & "))
    )
    of = {name: rows.filter(season=season) for name, rows in vars(both).items()}
    champions = [
        of["champions"]
        .filter(championship=championship)
        .with_columns(
            pl.col("champions", "other_champions")
            .list.eval(pl.element().replace(dict(names.iter_rows())))
            .name.suffix("_names")
        )
        for championship, names in {"individual": people, "pairs": pairs}.items()
    ]
    return SideBySide(
        players=_named(of["players"], people, "player_id", "rank", "other_rank"),
        individual=_named(of["individual"], people, "player_id", "rank", "other_rank"),
        pairs=_named(of["pairs"], pairs, "partnership_id", "rank", "other_rank"),
        lines=_named(of["lines"], pairs, "partnership_id", "line", "other_line"),
        champions=pl.concat(champions),
        summary=of["summary"],
        foretold=of["foretold"],
    )


def _named(rows: pl.DataFrame, names: pl.DataFrame, key: str, *order: str) -> pl.DataFrame:
    name = names.columns[-1]
    return (
        rows.join(names, on=key, how="left")
        .with_columns(pl.coalesce(name, key))
        .sort(*order, name, key, nulls_last=True)
        .select(*COMPETITION, key, name, pl.all().exclude(*COMPETITION, key, name))
    )


_CHAMPIONSHIPS = {
    "individual": ("player", gettext_noop("Individual champion: {champions}")),
    "pairs": ("pair", gettext_noop("Champions of pairs: {champions}")),
}
"""By championship, the word for a champion, and the sentence with all names."""


def in_words(comparison: Comparison) -> list[str]:
    """Return sentences about changed rules, champions, players who move, rank correlation, lines, and forecasts."""
    *champions, moved, lines = effects(comparison)
    rules = ", ".join(f"{rule.rule} {_said(rule.today)} -> {_said(rule.then)}" for rule in comparison.changed)
    other = gettext("Other rules: {rules}", rules=rules)
    if not rules:
        other = gettext("These are today's rules, so nothing changes")
    alike = _alike(comparison.tables.summary.row(0, named=True))
    return [other, *champions, f"{moved}; {alike}", lines, *_foretold(comparison.tables.foretold)]


def effects(comparison: Comparison) -> list[str]:
    """Return sentences about the champions of each championship, the players who move, and changes of line."""
    summary = comparison.tables.summary.row(0, named=True)
    champions = []
    for row in comparison.tables.champions.iter_rows(named=True):
        who, sentence = _CHAMPIONSHIPS[row["championship"]]
        otherwise = _ranked_otherwise(getattr(comparison.tables, row["championship"]), who)
        champions.append(f"{gettext(sentence, champions=_champions(row))}; {otherwise}")
    moved = ngettext(
        "In the ranking, {number} of {players} would have another place",
        "In the ranking, {number} of {players} would have another place",
        summary["moved"],
        players=counted(summary["compared"], "player"),
    )
    changes = gettext("no pair moves to another line")
    if summary["promoted"] or summary["demoted"]:
        promoted = counted(summary["promoted"], "pair")
        changes = gettext("{pairs} promoted, {demoted} demoted", pairs=promoted, demoted=summary["demoted"])
    return [*champions, moved, gettext("Lines by ranking: {changes}", changes=changes)]


def _said(value: object) -> str:
    return short(value) if isinstance(value, float) else gettext("none") if value is None else str(value)


def _champions(row: dict[str, list[str]]) -> str:
    named = (row["champions_names"], row["other_champions_names"])
    today, then = (", ".join(names) or gettext("nobody eligible") for names in named)
    if row["champions"] == row["other_champions"]:
        return gettext("{champions}, today and under the other rules", champions=today)
    return gettext("{today} today; {then} under the other rules", today=today, then=then)


def _ranked_otherwise(standing: pl.DataFrame, who: str) -> str:
    ranked = standing.filter(pl.any_horizontal(pl.col("rank", "other_rank").is_not_null()))
    return ngettext(
        "{number} of {players} would have another place in this championship",
        "{number} of {players} would have another place in this championship",
        ranked.filter(pl.col("rank").ne_missing(pl.col("other_rank"))).height,
        players=counted(ranked.height, who),
    )


def _alike(summary: dict[str, float | None]) -> str:
    spearman, kendall = summary["spearman"], summary["kendall"]
    if spearman is None or kendall is None:
        return gettext("the rank correlation cannot be computed")
    sentence = gettext_noop("rank correlation {spearman} (Spearman), {kendall} (Kendall)")
    return gettext(sentence, spearman=fixed(spearman, 3), kendall=fixed(kendall, 3))


def _foretold(foretold: pl.DataFrame) -> Iterable[str]:
    """Say whether the other rules would have predicted results better; nothing if no two entrants were compared."""
    for row in foretold.drop_nulls("difference").iter_rows(named=True):
        today, then, more, error = (
            row[name] and 100 * row[name] for name in ("share", "other_share", "difference", "difference_error")
        )
        yield gettext(
            "Of every 100 comparisons of two entrants of a session, the rankings before it predict {today} right, "
            "and {then} under the other rules: {verdict}",
            today=fixed(today, 1),
            then=fixed(then, 1),
            verdict=_verdict(more, error),
        )


def _verdict(more: float, error: float | None) -> str:
    gaps = {"more": change(more), "error": fixed(error)}
    if error is None:
        return gettext("{more}; these are too few sessions to learn from", **gaps)
    if not more and not error:
        return gettext("no difference")
    if abs(more) <= IN_CHANCE * error:
        return gettext("{more}, ± {error}; chance can do that", **gaps)
    return gettext("{more}, ± {error}; chance rarely does that", **gaps)


_AVERAGES, _RANKINGS = ("average", "other_average"), ("ranking", "other_ranking")
_TABLES = {
    gettext_noop("Rankings"): ("players", ("rank", "other_rank", "moved", "name", *_RANKINGS)),
    gettext_noop("Individual championship"): ("individual", ("rank", "other_rank", "name", *_AVERAGES)),
    gettext_noop("Championship of pairs"): ("pairs", ("rank", "other_rank", "names", *_AVERAGES)),
    gettext_noop("Pairs whose line changes"): ("lines", ("line", "other_line", "change", "names", *_RANKINGS)),
}
"""By title, the name of each table and the columns to print."""
_HEADINGS = {"name": "player", "names": "pair"}
_PLACES = ("rank", "other_rank")
_WORDS = ("player", "pair", "line", "line then", "change")


def print_comparison(comparison: Comparison) -> None:
    """Print a comparison to standard output."""
    out = console()
    out.print(titled(comparison.title, text("\n".join(in_words(comparison)))), "")
    for title, (name, columns) in _TABLES.items():
        rows: pl.DataFrame = getattr(comparison.tables, name)
        rows = rows.filter(pl.col("change").is_not_null()) if name == "lines" else rows
        if not rows.is_empty():
            places = (place(pl.col(column)).alias(column) for column in columns if column in _PLACES)
            values = rows.select(columns).with_columns(places).to_dict(as_series=False)
            if moved := values.get("moved"):
                values["moved"] = ["" if by is None else f"{by:+d}" if by else "=" for by in moved]
            cells = zip(*(map(shown, column) for column in values.values()), strict=True)
            known = [_HEADINGS.get(column, column) for column in columns]
            headings = [re.sub("^other_(.*)", r"\1 then", column) for column in known]
            out.print(titled(gettext(title), table(headings, cells, _WORDS)), "")


def write_comparison(comparison: Comparison, page: Path, *, replaces: bool = False) -> None:
    """Write a comparison to the file `page`, in place of any earlier comparison there."""
    refuse_to_write_over([page], replaces=replaces, kind="Barometer compare")
    tables = comparison.tables
    changes = tables.lines.filter(pl.col("change").is_not_null()).sort("line", "other_line", maintain_order=True)
    write_page(
        page,
        "comparison.html",
        title=comparison.title,
        sentences=in_words(comparison),
        chart=_chart(tables.players),
        players=players_shown(comparison),
        lines=changes.with_columns(to_decimals(pl.col(_RANKINGS))).to_dicts(),
    )


def players_shown(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the players as `who_moves.html` shows them, in the order of today."""
    shown = {"place_shown": place(pl.col("rank")), "other_shown": place(pl.col("other_rank"))}
    return comparison.tables.players.with_columns(to_decimals(pl.col(_RANKINGS)), **shown).to_dicts()


def _chart(players: pl.DataFrame) -> Chart | None:
    both = players.drop_nulls(["rank", "other_rank"])
    if both.is_empty():
        return None
    with house_style():
        today, then = gettext("today"), gettext("then")
        places = both.select("player_id", "name", **{today: "rank", then: "other_rank"})
        svg = svg_of(courses(places, [today, then]))
    first = both.head(SHOWN)
    title = gettext("The first {number} today, and their places under the other rules", number=first.height)
    listed = one_behind_the_other(
        gettext("{player} {place} today, {other} under the other rules", player=name, place=place, other=other)
        for name, place, other in first.select("name", "rank", "other_rank").iter_rows()
    )
    return Chart(svg, title, labelled(title, listed), COURSES_HEIGHT)
