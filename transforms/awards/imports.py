"""Awards that federations gave themselves: checked against the result lists, and given to the players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.awards.schemes import SCHEMES, nearest_scheme
from transforms.intake.findings import PLACE, Checked, error_on, warning_on
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.schemas import (
    DECIMALS,
    SESSION,
    AwardPoints,
    Entries,
    Findings,
    Frame,
    ImportedAwards,
    SessionResults,
)

_IMPORTED = [name for name, scheme in SCHEMES.items() if scheme.imported]
_FOR_SESSION = (*SESSION, "scheme")
_FIELD = (*_FOR_SESSION, "field")
_LEFT_OUT = "the award is left out"


class _Rule(NamedTuple):
    """A condition that every award must meet, and the finding for an award that does not meet it."""

    code: str
    field: str
    holds: pl.Expr
    sentence: str
    gaps: Mapping[str, pl.Expr] = MappingProxyType({})


_OF_PLAYER = pl.col("player_id").is_not_null()
_OF_ENTRANT = pl.col("player_id").is_null() & pl.col("entrant").is_not_null()
_NOWHERE = pl.col("session_known") & pl.col("line_known") & (pl.col("lines") == 0)
_ON_MORE = f"stands on more than one line of this session; {_LEFT_OUT}: name the line"
_IS_IMPORTED = pl.col("scheme").is_in(_IMPORTED)
_RULES = (
    _Rule(
        "awards.left_out/scheme",
        "scheme",
        _IS_IMPORTED | pl.col("nearest").is_not_null(),
        f"awards of {{imported}} arrive as a file, no others; {_LEFT_OUT}: mend the name, or choose a scheme that has a"
        " rule in competition.toml",
        {"imported": pl.lit(", ".join(_IMPORTED))},
    ),
    _Rule(
        "awards.left_out/scheme_nearly",
        "scheme",
        _IS_IMPORTED | pl.col("nearest").is_null(),
        f"awards of {{imported}} arrive as a file, no others (did you mean {{near}}?); {_LEFT_OUT}: mend the name, or"
        " choose a scheme that has a rule in competition.toml",
        {"imported": pl.lit(", ".join(_IMPORTED)), "near": pl.col("nearest")},
    ),
    _Rule(
        "awards.left_out/session",
        "session_id",
        pl.col("session_known"),
        f"there is no result list of this session; {_LEFT_OUT}: mend the id, or add the results",
    ),
    _Rule(
        "awards.left_out/line",
        "line",
        pl.col("line_known") | ~pl.col("session_known"),
        f"there is no such line in this session; {_LEFT_OUT}: mend the line, or leave it empty",
    ),
    _Rule(
        "awards.left_out/nobody",
        "entrant",
        _OF_PLAYER | _OF_ENTRANT,
        f"neither entrant nor player; {_LEFT_OUT}: name one",
    ),
    _Rule(
        "awards.left_out/player",
        "player_id",
        ~(_OF_PLAYER & _NOWHERE),
        f"did not sit there in this session; {_LEFT_OUT}: mend player, entrant or line, or add the player to entries",
    ),
    _Rule(
        "awards.left_out/entrant",
        "entrant",
        ~(_OF_ENTRANT & _NOWHERE),
        f"is not on the result list, or has no players; {_LEFT_OUT}: mend entrant or line, or add its players"
        " to entries",
    ),
    _Rule("awards.left_out/player_on_several_lines", "player_id", ~(_OF_PLAYER & (pl.col("lines") > 1)), _ON_MORE),
    _Rule("awards.left_out/several_lines", "entrant", ~(_OF_ENTRANT & (pl.col("lines") > 1)), _ON_MORE),
    _Rule(
        "awards.left_out/below_0",
        "points",
        pl.col("points").is_finite() & (pl.col("points") >= 0),
        f"an award is 0 or more; {_LEFT_OUT}: mend the points",
    ),
)


def checked_imports(
    imported: Frame[ImportedAwards], session_results: Frame[SessionResults], entries: Frame[Entries]
) -> Checked:
    """Check the awards of federations against the result lists.

    With one of these errors an award is left out: its scheme does not arrive as a file; there is no such session, line,
    entrant or player (or the player sat elsewhere); the entrant or player is on more than one line of the session, and
    the award names no line; the points are below 0; the player has an award of the same scheme for the session already.

    With one of these warnings an award is kept: it is larger than that of an entrant ranked above in the same field;
    the awards do not add up to the total given; or several totals are given, and they differ.

    Returns:
        The sound rows of `ImportedAwards`, sorted by file and line, and the findings.
    """
    given = imported.lazy().collect()
    if given.is_empty():  # as in most clubs
        return Checked(given.lazy(), [])
    numbered = given.lazy().with_columns(nearest=_nearest(given["scheme"])).sort(PLACE).with_row_index("award")
    to_players = _to_players(numbered, session_results, entries)
    lines = to_players.group_by("award").agg(lines=pl.col("line").n_unique())
    known = session_results.lazy().select(SESSION).unique().with_columns(session_known=pl.lit(value=True))
    known_lines = session_results.lazy().select(*SESSION, "line").unique().with_columns(line_known=pl.lit(value=True))
    looked_up = (
        numbered.join(lines, on="award", how="left")
        .join(known, on=SESSION, how="left")
        .join(known_lines, on=[*SESSION, "line"], how="left")
        .with_columns(
            pl.col("lines").fill_null(0),
            pl.col("session_known").fill_null(value=False),
            line_known=pl.col("line").is_null() | pl.col("line_known").fill_null(value=False),
        )
        .sort("award")
    )
    wrong = [
        error_on(
            looked_up.filter(~rule.holds.fill_null(value=False)),
            rule.code,
            rule.sentence,
            field=rule.field,
            **rule.gaps,
        )
        for rule in _RULES
    ]
    fitting = looked_up.filter(pl.all_horizontal(rule.holds.fill_null(value=False) for rule in _RULES))
    awarded = to_players.join(fitting.select("award"), on="award", how="semi").sort("award", "player_id")
    before = pl.int_range(pl.len()).over(*_FOR_SESSION, "player_id") > 0
    twice = awarded.filter(before).group_by("award").agg(twice=pl.col("player_id").min())
    again = error_on(
        fitting.join(twice, on="award").sort("award"),
        "awards.left_out/twice",
        f"has an award of this scheme for this session already; {_LEFT_OUT}: give it once",
        field="player_id",
        value="twice",
    )
    sound = fitting.join(twice, on="award", how="anti").sort("award")
    findings = [
        *wrong,
        again,
        _out_of_order(awarded.join(sound, on="award", how="semi")),
        _other_total(numbered),
        _totals_that_differ(numbered),
    ]
    return Checked(sound.select(ImportedAwards.column_names()), findings)


def imported_points(
    imported: Frame[ImportedAwards], session_results: Frame[SessionResults], entries: Frame[Entries]
) -> dy.LazyFrame[AwardPoints]:
    """The sound awards of federations by player, in the shape of `AwardPoints`; ranks come from the result lists."""
    numbered = imported.lazy().with_row_index("award")
    rows = _to_players(numbered, session_results, entries).with_columns(of=pl.lit("session"))
    return AwardPoints.cast(rows.select(AwardPoints.column_names()).sort(AwardPoints.primary_key()))


def _nearest(schemes: pl.Series) -> pl.Series:
    """The most similar scheme that arrives as a file; null where none is similar."""
    names = schemes.unique()
    nearest = [nearest_scheme(name, _IMPORTED) for name in names]
    return schemes.replace_strict(names, nearest, return_dtype=pl.String)


def _to_players(
    numbered: pl.LazyFrame, session_results: Frame[SessionResults], entries: Frame[Entries]
) -> pl.LazyFrame:
    """One row per award and player who gets it, with the facts of the result list about the entrant."""
    field = (*SESSION, "field")
    seats = (
        session_results.lazy()
        .select(*SESSION, "line", "entrant", "field", "rank", entrants=pl.col("rank").count().over(field))
        .join(entries.lazy().select(*SESSION, "line", "entrant", "player_id"), on=[*SESSION, "line", "entrant"])
        .with_columns(entrants=pl.when(pl.col("rank").is_not_null()).then("entrants"))
    )
    awards = numbered.rename({"line": "line_given"})
    to_one = (
        awards.filter(pl.col("player_id").is_not_null())
        .rename({"entrant": "entrant_given"})
        .join(seats, on=[*SESSION, "player_id"])
        .filter((pl.col("entrant") == pl.col("entrant_given")).fill_null(value=True))
    )
    to_all = awards.filter(pl.col("player_id").is_null()).drop("player_id").join(seats, on=[*SESSION, "entrant"])
    columns = ["award", *_FIELD, "line", "entrant", "player_id", "entrants", "rank", "points", *PLACE]
    return pl.concat(
        each.filter((pl.col("line") == pl.col("line_given")).fill_null(value=True)).select(columns)
        for each in (to_one, to_all)
    )


def _out_of_order(awarded: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each award that is larger than the award of an entrant ranked above in the same field."""
    ranked = awarded.filter(pl.col("rank").is_not_null())
    places = ranked.group_by(*_FIELD, "rank").agg(least=pl.col("points").min())
    least_above = (
        places.sort(*_FIELD, "rank")
        .with_columns(least_above=pl.col("least").cum_min().shift().over(_FIELD))
        .drop("least")
    )
    out_of_order = (
        ranked.join(least_above, on=[*_FIELD, "rank"])
        .filter(pl.col("points").round(DECIMALS) > pl.col("least_above").round(DECIMALS))
        .sort("award", "player_id")
        .unique("award", keep="first", maintain_order=True)
    )
    return warning_on(
        out_of_order,
        "awards.doubtful/out_of_order",
        "more than the {least} of an entrant ranked above {rank}: look whether both are as the federation gave them",
        field="points",
        least="least_above",
    )


def _other_total(numbered: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each scheme and session whose awards do not add up to the total given."""
    added = (
        _with_totals(numbered)
        .filter(~pl.col("differ"))
        .filter(pl.col("stated").round(DECIMALS) != pl.col("added").round(DECIMALS))
        .with_columns(line_no="first_line")
        .sort(*_FOR_SESSION, "file_id")
    )
    return warning_on(
        added,
        "awards.doubtful/total",
        "the awards of {scheme} for this session add up to {sum}: look which is missing",
        field="total",
        value="stated",
        sum="added",
    )


def _totals_that_differ(numbered: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each line whose total differs from the first total of its scheme and session in the file."""
    others = (
        numbered.join(_with_totals(numbered).filter("differ"), on=[*_FOR_SESSION, "file_id"])
        .filter(pl.col("total").round(DECIMALS) != pl.col("stated").round(DECIMALS))
        .sort("award")
    )
    return warning_on(
        others,
        "awards.doubtful/other_total",
        "line {line} gives {total} of {scheme} for this session, and its awards add up to {sum}: keep the total that is"
        " right",
        field="total",
        line="first_line",
        total="stated",
        sum="added",
    )


def _with_totals(numbered: pl.LazyFrame) -> pl.LazyFrame:
    """One row per scheme, session and file: the first total given, its line, whether others differ, and the true sum.

    The columns are `stated`, `first_line`, `differ` and `added`.
    """
    has_total = pl.col("total").is_not_null()
    return numbered.group_by(*_FOR_SESSION, "file_id").agg(
        stated=pl.col("total").filter(has_total).sort_by(pl.col("line_no").filter(has_total)).first(),
        first_line=pl.col("line_no").filter(has_total).min(),
        differ=pl.col("total").drop_nulls().round(DECIMALS).n_unique() > 1,
        added=steady_sum(pl.col("points")),
    )
