"""The level of each club, from people who play in several: docs/strength.md has the equations.

A strength is relative to the field in which it was found. Whoever plays in two fields has two strengths, and what they
differ by is what the levels of the fields differ by, up to the errors of both.
"""

import dataframely as dy
import numpy as np
import polars as pl

from transforms.ratings.newcomers_solver import Meetings, groups
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.federation import Identities
from transforms.tables.federation_lists import ClubLevels
from transforms.tables.runs import key_number
from transforms.tables.schemas import CLUB, COMPETITION, PERSON, Competitions, Frame, PlayerStrengths, Sessions
from transforms.tables.shared import in_shape

_DAYS_A_YEAR = 365.25
_LEAST = 1e-6
"""The least share of the variance of newcomers that results must explain; with less, a strength says nothing."""


def club_levels(
    strengths: Frame[PlayerStrengths],
    identities: Frame[Identities],
    competitions: Frame[Competitions],
    sessions: Frame[Sessions],
) -> dy.LazyFrame[ClubLevels]:
    """Return the level of every club, or the reason why it has none; sorted by club.

    Of each person and competition, the strength at the end of the last season played counts.
    """
    found = _found(strengths, identities, competitions, sessions)
    levels = _of_clubs(found)
    clubs = competitions.lazy().select("club").unique().sort("club")
    has_level = pl.col("level").is_not_null()
    why_not = pl.when(pl.col("people") > 0).then(pl.lit("nobody_shared")).otherwise(pl.lit("no_strength"))
    return in_shape(
        ClubLevels,
        clubs.join(levels.lazy(), on="club", how="left", maintain_order="left").with_columns(
            pl.col("people", "shared").fill_null(0),
            component=pl.when(has_level).then("component").rank("dense").cast(pl.Int32),
            reason=pl.when(~has_level).then(why_not),
        ),
    )


def _found(
    strengths: Frame[PlayerStrengths],
    identities: Frame[Identities],
    competitions: Frame[Competitions],
    sessions: Frame[Sessions],
) -> pl.DataFrame:
    """Return (club, field, person, certainty, found): what a person's results in a field show without the prior.

    A strength is drawn towards 0: it is `weight` times what the results show. `certainty` is 1 / variance of that.
    """
    ends = sessions.lazy().group_by(COMPETITION).agg(end=pl.col("date").max())
    rules = competitions.lazy().select(*COMPETITION, "start", spread="strength_spread", drift="strength_drift")
    years = (pl.col("end") - pl.col("since")).dt.total_days() / _DAYS_A_YEAR
    prior = pl.col("spread") ** 2 + pl.col("drift") ** 2 * years
    rows = (
        strengths.lazy()
        .join(rules, on=COMPETITION)
        .join(ends, on=COMPETITION)
        .with_columns(weight=1 - pl.col("sd") ** 2 / prior)
        .join(identities.lazy().select("club", "player_id", "person"), on=("club", "player_id"))
        .sort(*CLUB, "player_id", "start", "season")
        .collect()
    )
    last = (
        rows.with_columns(field=_fields(rows))
        .unique(PERSON, keep="last", maintain_order=True)
        .filter(pl.col("weight") > _LEAST)
        .with_columns(certainty=pl.col("weight") / pl.col("sd") ** 2)
    )
    # Two ids of one person in a field are two measurements of the same.
    return (
        last.group_by("club", "field", "person")
        .agg(
            certainty=steady_sum(pl.col("certainty")),
            pull=steady_sum(pl.col("certainty") * pl.col("strength") / pl.col("weight")),
        )
        .select("club", "field", "person", "certainty", found=pl.col("pull") / pl.col("certainty"))
        .sort("field", "person")
    )


def _fields(rows: pl.DataFrame) -> pl.Series:
    """Return the number of each row's field: the players of a competition who are linked in any of its seasons."""
    season, player = (key_number(rows, key).to_numpy() for key in ((*COMPETITION, "component"), PERSON))
    if not len(rows):
        return pl.Series([], dtype=pl.Int64)
    person = player + season.max() + 1
    label = groups(int(person.max()) + 1, Meetings(np.append(season, person), np.append(person, season)))
    return pl.Series(label[season])


def _of_clubs(found: pl.DataFrame) -> pl.DataFrame:
    """Return (club, component, people, shared, level, error), of each club the component that has most of its people.

    Fields of one component are linked by people. `level` and `error` are null where a component has a single club.
    """
    fields = found.group_by("club", "field").agg(people=pl.len().cast(pl.Int32)).sort("field")
    field, person = (key_number(found, [name]).to_numpy() for name in ("field", "person"))
    person = person + fields.height
    size = int(person.max(initial=-1)) + 1
    linked = groups(size, Meetings(np.append(field, person), np.append(person, field)))[: fields.height]
    numbered = (
        fields.with_columns(component=pl.Series(linked), number=pl.int_range(pl.len()))
        .with_columns(several=pl.col("club").n_unique().over("component") > 1)
        .with_columns(whole=pl.col("people").sum().over("club", "component"))
    )
    largest = pl.col("component").sort_by("several", "whole", -pl.col("component")).last().over("club")
    marked = numbered.with_columns(counts=pl.col("component") == largest)
    rows = found.select("person", "found", "certainty", number=pl.Series(field))
    parts = marked.filter("several").partition_by("component", maintain_order=True)
    levels = [pl.DataFrame(schema={"club": pl.String, "level": pl.Float64, "error": pl.Float64})]
    levels += [_levels(part, rows) for part in parts]
    played = rows.join(marked, on="number").with_columns(shared=pl.col("club").n_unique().over("person") > 1)
    person = pl.col("person")
    clubs = (
        played.filter("counts")
        .group_by("club", "component")
        .agg(people=person.n_unique().cast(pl.Int32), shared=person.filter("shared").n_unique().cast(pl.Int32))
    )
    return clubs.join(pl.concat(levels), on="club", how="left")


def _levels(fields: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
    """Return (club, level, error) of the clubs whose fields in this component count."""
    many = fields.height
    rows = (
        found.join(fields.select("number", place=pl.int_range(pl.len())), on="number", maintain_order="left")
        .filter(pl.len().over("person") > 1)
        .with_columns(whole=pl.col("certainty").sum().over("person"))
        .with_columns(mean=(pl.col("certainty") * pl.col("found")).sum().over("person") / pl.col("whole"))
    )
    pairs = rows.join(rows.select("person", other="place", by="certainty"), on="person", maintain_order="left_right")
    own, certainty = rows["place"].to_numpy(), rows["certainty"].to_numpy()
    normal, right = np.zeros((many, many)), np.zeros(many)
    np.add.at(normal, (own, own), certainty)
    lost = (pairs["certainty"] * pairs["by"] / pairs["whole"]).to_numpy()
    np.add.at(normal, (pairs["place"].to_numpy(), pairs["other"].to_numpy()), -lost)
    np.add.at(right, own, certainty * (rows["mean"] - rows["found"]).to_numpy())
    # The results tell nothing of all levels together, so `normal` has no inverse. With a constant added it has one.
    inverse = np.linalg.inv(normal + normal.trace() / many**2)
    mean = fields.select(pl.col("people") / pl.col("people").sum()).to_series().to_numpy()
    level, of_mean = inverse @ right, inverse @ mean
    counted = (
        fields.with_columns(
            place=pl.int_range(pl.len()),
            share=pl.col("people") / pl.col("whole"),
            level=pl.Series(level - mean @ level),
        )
        .filter("counts")
        .select("club", "place", "share", "level")
    )
    both = counted.join(counted, on="club", suffix="_other", maintain_order="left_right")
    one, other = both["place"].to_numpy(), both["place_other"].to_numpy()
    covariance = inverse[one, other] - of_mean[one] - of_mean[other] + mean @ of_mean
    # The shares of the fields of a club add up to 1.
    return (
        both.with_columns(covariance=pl.Series(covariance))
        .group_by("club", maintain_order=True)
        .agg(
            level=steady_sum(pl.col("share") * pl.col("share_other") * pl.col("level")),
            error=steady_sum(pl.col("share") * pl.col("share_other") * pl.col("covariance")).sqrt(),
        )
    )
