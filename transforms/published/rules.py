"""The rules under which a season was published, and warnings if they change once the season is over."""

import datetime as dt
from collections.abc import Mapping

import dataframely as dy
import polars as pl
import polars.selectors as cs

from transforms.intake.findings import IN_SETTINGS, warning_on
from transforms.tables.schemas import COMPETITION, Competitions, Findings, PublishedRules, Rows
from transforms.tables.shared import types_of

RULE_CHANGED = "published.rule_changed"
_SHARE = "_share"
"""The suffix of columns with a share of the evenings, which have the same key in competition.toml as the number."""
_ABOUT = (*COMPETITION, "club_name", "competition_name", "language", "start", "end", "average_a", "bye_by_average")
"""Columns of `Competitions` that are not rules, or that only give the value of another rule in another form."""
_NULLS = {"line_decimals": '"none"', "bye": '"average"', "missed": '"unranked"'}
_IN_QUOTES = [name for name, dtype in types_of(Competitions).items() if dtype == pl.String or name.endswith(_SHARE)]


def rules_of_seasons(competitions: Rows) -> pl.LazyFrame:
    """Return the rules of each season, in the shape of `PublishedRules`."""
    words = cs.list().list.eval('"' + pl.element() + '"').list.join(", ")
    rules = competitions.lazy().select(*COMPETITION, pl.exclude(_ABOUT)).with_columns(("[" + words + "]").name.keep())
    columns = rules.with_columns(pl.exclude(COMPETITION).cast(pl.String))
    rules = columns.unpivot(index=COMPETITION, variable_name="rule", value_name="value")
    return PublishedRules.cast(rules.sort(PublishedRules.primary_key()))


def changed_since(
    published: Rows, competitions: Rows, keys: Mapping[str, str], today: dt.date
) -> dy.LazyFrame[Findings]:
    """Warn about each rule of a season that ended before `today` and that differs from the published rule.

    If the profile has changed, the scoring rules that changed with it are not reported. `keys` has the key of
    competition.toml for each column of `Competitions`.
    """
    over = competitions.lazy().filter(pl.col("end") < today)
    number = pl.col("rule").str.strip_suffix(_SHARE)
    share = pl.col("was").str.strip_suffix(".0") + "%"
    was = pl.when(pl.col("rule").str.ends_with(_SHARE)).then(share).otherwise("was")
    is_scoring = pl.col("key").str.starts_with("scoring.")
    has_profile = (pl.col("rule") == "profile").any().over(COMPETITION)
    differing = (
        rules_of_seasons(over)
        .join(published.lazy().rename({"value": "was"}), on=(*COMPETITION, "rule"))
        .filter(pl.col("value").ne_missing(pl.col("was")))
        .with_columns(in_toml=was)
        .collect()
    )
    words = differing.filter(pl.col("rule").is_in(_IN_QUOTES))["in_toml"].drop_nulls().unique()
    quoted = pl.col("in_toml").replace({word: _as_toml(word) for word in words})
    in_toml = pl.when(pl.col("rule").is_in(_IN_QUOTES)).then(quoted).otherwise("in_toml")
    changed = (
        differing.lazy()
        .with_columns(key=number.replace_strict(keys, default=None, return_dtype=pl.String), in_toml=in_toml)
        .with_columns(in_toml=pl.coalesce("in_toml", pl.col("rule").replace_strict(_NULLS, default=None)))
        .drop_nulls(["key", "in_toml"])
        .filter(~(is_scoring & has_profile) | (pl.col("rule") == "profile"))
        .with_columns(
            section=pl.col("key").str.replace(r"\.\w+$", ""), name=pl.col("key").str.extract(r"(\w+)$"), **IN_SETTINGS
        )
        .sort(*COMPETITION, "rule")
    )
    return warning_on(
        changed,
        RULE_CHANGED,
        "this also changes season {season}, which is over and published: to keep its rules, write [season.{section}]"
        " and {name} = {in_toml} below its [[season]]; if the published season should change, publish it again",
        field=pl.col("key"),
        value="value",
    )


def _as_toml(word: str) -> str:
    # Imported here, because few builds need it, and it takes a while to load.
    import tomlkit

    return tomlkit.item(word).as_string()
