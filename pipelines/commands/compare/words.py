"""What a comparison comes to, in words: for the terminal and for a page."""

from pipelines.commands.compare.compare import Comparison
from pipelines.display.plain_text import short
from pipelines.display.words import counted
from transforms.arithmetic.as_text import in_decimals

_CHAMPIONSHIPS = {"individual": "Individual champion", "pairs": "Champions of pairs"}


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
    spearman, kendall = summary["spearman"], summary["kendall"]
    if spearman is None or kendall is None:
        return "there is no order to correlate"
    return f"rank correlation {in_decimals(spearman, 3)} (Spearman), {in_decimals(kendall, 3)} (Kendall)"


def _changes(summary: dict[str, int]) -> str:
    promoted, demoted = summary["promoted"], summary["demoted"]
    return f"{counted(promoted, 'pair')} promoted, {demoted} demoted" if promoted or demoted else "none changes"
