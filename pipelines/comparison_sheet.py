"""A comparison to read in a terminal: what it comes to in words first, then who stands where on both sides."""

from collections.abc import Iterator

import polars as pl
from rich.console import Console, RenderableType

from pipelines.compare import Comparison
from pipelines.plain_text import short, shown
from pipelines.reports.words import counted
from pipelines.terminal import table, text, titled

_CHAMPIONSHIPS = {"individual": "Individual champion", "pairs": "Champions of pairs"}
_AVERAGES = ("average", "other_average")
_TABLES = {
    "Rankings": ("players", ("place", "other_place", "moved", "name", "ranking", "other_ranking")),
    "Individual championship": ("individual", ("rank", "other_rank", "name", *_AVERAGES)),
    "Championship of pairs": ("pairs", ("rank", "other_rank", "names", *_AVERAGES)),
    "Lines that change": ("lines", ("line", "other_line", "change", "names", "ranking", "other_ranking")),
}
"""Title -> the table, and those of its columns that are printed."""
_HEADINGS = {"name": "player", "names": "pair"}
_WORDS = ("player", "pair", "line", "line then", "change")


def print_comparison(comparison: Comparison) -> None:
    """Print it."""
    console = Console()
    for part in _parts(comparison):
        console.print(part, "")


def in_words(comparison: Comparison) -> list[str]:
    """What changed, who would be champion, how alike the rankings are, who moves, and which lines change."""
    rules = ", ".join(f"{rule.rule} {_said(rule.today)} -> {_said(rule.then)}" for rule in comparison.changed)
    summary = comparison.tables.summary.row(0, named=True)
    champions = [
        f"{_CHAMPIONSHIPS[row['championship']]}: {_champions(row)}"
        for row in comparison.tables.champions.iter_rows(named=True)
    ]
    return [
        f"Other rules: {rules}" if rules else "These are the rules of today: nothing changes",
        *champions,
        f"{_moved(summary['moved'], summary['compared'])}; {_alike(summary)}",
        f"Lines by ranking: {_changes(summary)}",
    ]


def _parts(comparison: Comparison) -> Iterator[RenderableType]:
    tables = comparison.tables
    yield titled(comparison.title, text("\n".join(in_words(comparison))))
    for title, (name, columns) in _TABLES.items():
        rows: pl.DataFrame = getattr(tables, name)
        shown_rows = rows.filter(pl.col("change").is_not_null()) if name == "lines" else rows
        if not shown_rows.is_empty():
            yield _table(title, shown_rows.select(columns))


def _table(title: str, rows: pl.DataFrame) -> RenderableType:
    headings = [_heading(column) for column in rows.columns]
    cells = ([_cell(column, value) for column, value in row.items()] for row in rows.iter_rows(named=True))
    return titled(title, table(headings, cells, _WORDS))


def _heading(column: str) -> str:
    """`place`, and `place then` of the other side."""
    known = column.removeprefix("other_")
    return _HEADINGS.get(known, known) + (" then" if known != column else "")


def _cell(column: str, value: object) -> str:
    if column == "moved" and isinstance(value, int):
        return f"{value:+d}" if value else "="
    return shown(value)


def _said(value: object) -> str:
    return short(value) if isinstance(value, float) else "none" if value is None else str(value)


def _champions(row: dict[str, list[str]]) -> str:
    today, then = (_names(row[column]) for column in ("champions_names", "other_champions_names"))
    return f"{today}, today and then" if row["champions"] == row["other_champions"] else f"{today} today, {then} then"


def _names(champions: list[str]) -> str:
    return " and ".join(champions) or "nobody eligible"


def _moved(moved: int, players: int) -> str:
    return f"{moved} of {counted(players, 'player')} would stand in another place"


def _alike(summary: dict[str, float | None]) -> str:
    if summary["spearman"] is None or summary["kendall"] is None:
        return "there is no order to correlate"
    return f"rank correlation {summary['spearman']:.3f} (Spearman), {summary['kendall']:.3f} (Kendall)"


def _changes(summary: dict[str, int]) -> str:
    promoted, demoted = summary["promoted"], summary["demoted"]
    return f"{counted(promoted, 'pair')} promoted, {demoted} demoted" if promoted or demoted else "none changes"
