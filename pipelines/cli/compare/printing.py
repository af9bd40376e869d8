"""A comparison in words, and printed in a terminal: first a summary, then the places under both sets of rules."""

import polars as pl

from pipelines.cli.compare.compare import Comparison
from pipelines.words.plain_text import short, shown
from pipelines.words.terminal import console, table, text, titled
from pipelines.words.words import counted, fixed
from transforms.tables.arithmetic.as_shown import place
from transforms.tables.messages import gettext, gettext_noop, ngettext

_CHAMPIONSHIPS = {
    "individual": gettext_noop("Individual champion: {champions}"),
    "pairs": gettext_noop("Champions of pairs: {champions}"),
}

_WHO = {"individual": "player", "pairs": "pair"}


def in_words(comparison: Comparison) -> list[str]:
    """Sentences on the rules that differ, the champions, players who move, rank correlation, and changes of lines."""
    rules = ", ".join(f"{rule.rule} {_said(rule.today)} -> {_said(rule.then)}" for rule in comparison.changed)
    summary = comparison.tables.summary.row(0, named=True)
    champions = [
        gettext(_CHAMPIONSHIPS[of], champions=_champions(row))
        + f"; {_ranked_otherwise(getattr(comparison.tables, of), _WHO[of])}"
        for row in comparison.tables.champions.iter_rows(named=True)
        if (of := row["championship"])
    ]
    moved = ngettext(
        "In the ranking {number} of {players} would stand in another place",
        "In the ranking {number} of {players} would stand in another place",
        summary["moved"],
        players=counted(summary["compared"], "player"),
    )
    promoted = counted(summary["promoted"], "pair")
    return [
        gettext("Other rules: {rules}", rules=rules)
        if rules
        else gettext("These are the rules of today: nothing changes"),
        *champions,
        f"{moved}; {_alike(summary)}",
        gettext("Lines by ranking: {pairs} promoted, {demoted} demoted", pairs=promoted, demoted=summary["demoted"]),
    ]


def _said(value: object) -> str:
    return short(value) if isinstance(value, float) else gettext("none") if value is None else str(value)


def _champions(row: dict[str, list[str]]) -> str:
    today, then = (
        ", ".join(row[column]) or gettext("nobody eligible") for column in ("champions_names", "other_champions_names")
    )
    if row["champions"] == row["other_champions"]:
        return gettext("{champions}, today and then", champions=today)
    return gettext("{today} today; then {then}", today=today, then=then)


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
        return gettext("there is no order to correlate")
    return gettext(
        "rank correlation {spearman} (Spearman), {kendall} (Kendall)",
        spearman=fixed(spearman, 3),
        kendall=fixed(kendall, 3),
    )


_AVERAGES = ("average", "other_average")
_TABLES = {
    gettext_noop("Rankings"): ("players", ("place", "other_place", "moved", "name", "ranking", "other_ranking")),
    gettext_noop("Individual championship"): ("individual", ("rank", "other_rank", "name", *_AVERAGES)),
    gettext_noop("Championship of pairs"): ("pairs", ("rank", "other_rank", "names", *_AVERAGES)),
    gettext_noop("Lines that change"): ("lines", ("line", "other_line", "change", "names", "ranking", "other_ranking")),
}
"""Title -> the table, and those of its columns that are printed."""
_HEADINGS = {"name": "player", "names": "pair"}
_PLACES = ("place", "other_place", "rank", "other_rank")
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
            headings = [_heading(column) for column in columns]
            values = rows.select(columns).with_columns(places).iter_rows()
            cells = ([_cell(column, value) for column, value in zip(columns, row, strict=True)] for row in values)
            out.print(titled(gettext(title), table(headings, cells, _WORDS)), "")


def _heading(column: str) -> str:
    """`place`, and `place then` for `other_place`."""
    known = column.removeprefix("other_")
    return _HEADINGS.get(known, known) + (" then" if known != column else "")


def _cell(column: str, value: object) -> str:
    if column == "moved" and isinstance(value, int):
        return f"{value:+d}" if value else "="
    return shown(value)
