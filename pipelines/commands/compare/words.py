"""The summary of a comparison in words, for the terminal and for a page."""

from pipelines.commands.compare.compare import Comparison
from pipelines.display.plain_text import short
from pipelines.display.words import counted, fixed
from transforms.messages import gettext, gettext_noop, ngettext

_CHAMPIONSHIPS = {
    "individual": gettext_noop("Individual champion: {champions}"),
    "pairs": gettext_noop("Champions of pairs: {champions}"),
}


def in_words(comparison: Comparison) -> list[str]:
    """Sentences on the rules that differ, the champions, players who move, rank correlation, and changes of lines."""
    rules = ", ".join(f"{rule.rule} {_said(rule.today)} -> {_said(rule.then)}" for rule in comparison.changed)
    summary = comparison.tables.summary.row(0, named=True)
    champions = [
        gettext(_CHAMPIONSHIPS[row["championship"]], champions=_champions(row))
        for row in comparison.tables.champions.iter_rows(named=True)
    ]
    return [
        gettext("Other rules: {rules}", rules=rules)
        if rules
        else gettext("These are the rules of today: nothing changes"),
        *champions,
        f"{_moved(summary['moved'], summary['compared'])}; {_alike(summary)}",
        gettext("Lines by ranking: {changes}", changes=_changes(summary)),
    ]


def _said(value: object) -> str:
    return short(value) if isinstance(value, float) else gettext("none") if value is None else str(value)


def _champions(row: dict[str, list[str]]) -> str:
    today, then = (_names(row[column]) for column in ("champions_names", "other_champions_names"))
    if row["champions"] == row["other_champions"]:
        return gettext("{champions}, today and then", champions=today)
    return gettext("{today} today, {then} then", today=today, then=then)


def _names(champions: list[str]) -> str:
    return ", ".join(champions) or gettext("nobody eligible")


def _moved(moved: int, players: int) -> str:
    of = counted(players, "player")
    return ngettext(
        "{number} of {players} would stand in another place",
        "{number} of {players} would stand in another place",
        moved,
        players=of,
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


def _changes(summary: dict[str, int]) -> str:
    promoted, demoted = summary["promoted"], summary["demoted"]
    if not promoted and not demoted:
        return gettext("none changes")
    return gettext("{pairs} promoted, {demoted} demoted", pairs=counted(promoted, "pair"), demoted=demoted)
