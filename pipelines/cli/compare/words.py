"""The summary of a comparison in words, for the terminal and for a page."""

import polars as pl

from pipelines.cli.compare.compare import Comparison
from pipelines.words.plain_text import short
from pipelines.words.words import counted, fixed
from transforms.messages import gettext, gettext_noop, ngettext

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
    return gettext("{today} today; then {then}", today=today, then=then)


def _names(champions: list[str]) -> str:
    if len(champions) < 2:
        return "".join(champions) or gettext("nobody eligible")
    *others, last = champions
    return gettext("{some} and {last} (shared)", some=", ".join(others), last=last)


def _moved(moved: int, players: int) -> str:
    of = counted(players, "player")
    return ngettext(
        "In the ranking {number} of {players} would stand in another place",
        "In the ranking {number} of {players} would stand in another place",
        moved,
        players=of,
    )


def _ranked_otherwise(standing: pl.DataFrame, who: str) -> str:
    """Of how many with a rank, today or then, that rank would be another."""
    ranked = standing.filter(pl.any_horizontal(pl.col("rank", "other_rank").is_not_null()))
    differ = ranked.select(pl.col("rank").ne_missing(pl.col("other_rank")).sum()).item()
    return ngettext(
        "{number} of {players} would have another place in this championship",
        "{number} of {players} would have another place in this championship",
        differ,
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


def _changes(summary: dict[str, int]) -> str:
    promoted, demoted = summary["promoted"], summary["demoted"]
    if not promoted and not demoted:
        return gettext("none changes")
    return gettext("{pairs} promoted, {demoted} demoted", pairs=counted(promoted, "pair"), demoted=demoted)
