"""The tables of the warehouse without the championships that a club does not show, which are computed all the same.

Source: the club ranking's chapter on club championships: a club shows none, one or both of them on its site.
"""

import polars as pl

from transforms.tables.schemas import COMPETITION, Tables

_TABLES = {
    "individual": ("championships.individual", "championships.individual_sessions"),
    "pairs": ("championships.pairs", "championships.pair_sessions"),
}
_LISTS = ("published.championships", "published.corrections", "published.past_corrections")
"""Tables of what was published, whose `list` is the championship."""
_OF_METHODS = "rankings.other_methods"


def without_championships_not_shown(tables: Tables) -> Tables:
    """The tables without the standings, the counting sessions and the champions that their competitions do not show.

    Args:
        tables: those of the warehouse, by name, with `raw.competitions`; absent ones are passed over.
    """
    shown = dict(tables)
    for championship, names in _TABLES.items():
        hidden = tables["raw.competitions"].filter(~pl.col(f"{championship}_show")).select(COMPETITION)
        if hidden.is_empty():
            continue
        for name in names:
            if name in shown:
                shown[name] = shown[name].join(hidden, on=COMPETITION, how="anti", maintain_order="left")
        for name in _LISTS:
            if name in shown:
                lists = hidden.with_columns(list=pl.lit(championship), kind=pl.lit("championships"))
                key = [column for column in (*COMPETITION, "list", "kind") if column in shown[name].columns]
                shown[name] = shown[name].join(lists, on=key, how="anti", maintain_order="left")
        if championship == "individual" and _OF_METHODS in shown:
            of_hidden = hidden.with_columns(is_hidden=True)
            told = shown[_OF_METHODS].join(of_hidden, on=COMPETITION, how="left", maintain_order="left")
            standing = (pl.when(pl.col("is_hidden").is_null()).then(name).alias(name) for name in ("average", "rank"))
            shown[_OF_METHODS] = told.with_columns(standing).drop("is_hidden")
    return shown
