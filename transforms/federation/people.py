"""The people of all clubs: which ids in different clubs belong to one person, and why.

A person is known by a federation id, or by an answer in federation.toml. If people without a common word in their names
have one federation id, it is a slip, and identifies nobody.
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.federation.joined import joined
from transforms.privacy.hidden_people import words_of_people
from transforms.tables.federation import Federation, FederationPeople, Identities
from transforms.tables.phrases import phrase
from transforms.tables.schemas import Frame, Players
from transforms.tables.shared import in_shape

ID = ["club", "player_id"]
IN_CLUB = phrase("{}/{}", *ID)
_NUMBER = "federation_id"
_WHY = ("answer", "id", "number", "club")


class Persons(NamedTuple):
    """The ids of all players with their person, and all persons."""

    identities: dy.LazyFrame[Identities]
    people: dy.LazyFrame[FederationPeople]


def federation_people(players: Frame[Players], federation: Federation) -> Persons:
    """Return the person of each id in `players`, and what is known of each person (docs/federation.md)."""
    rows = players.lazy().select(*ID, "competition", _NUMBER, "name").collect()
    known = known_people(rows)
    certain = _certain(known, rows, federation.people)
    ids = pl.concat([known.select(ID), federation.people.select(ID)]).unique()
    alone = ids.join(certain, on=ID, how="left").with_columns(
        person=pl.coalesce(_NUMBER, IN_CLUB), why=pl.col("why").fill_null("club")
    )
    identities = _answered(alone, federation.people).sort(ID)
    of_ids = identities.join(rows.select(*ID, "name").unique(), on=ID, how="left")
    by_use = of_ids.drop_nulls("name").group_by("person", "name").agg(uses=pl.struct(ID).n_unique())
    names = (
        by_use.sort("person", "uses", "name", descending=[False, True, False])
        .group_by("person", maintain_order=True)
        .agg(pl.col("name").first(), names=pl.col("name").sort().str.join("; "))
    )
    place = {word: number for number, word in enumerate(_WHY)}
    people = (
        identities.group_by("person")
        .agg(
            clubs=pl.col("club").n_unique().cast(pl.Int32),
            ids=IN_CLUB.sort().str.join(", "),
            why=pl.col("why").sort_by(pl.col("why").replace_strict(place, return_dtype=pl.Int8)).first(),
            federation_id=pl.col(_NUMBER).min(),
        )
        .join(names, on="person", how="left")
        .sort("person")
    )
    return Persons(in_shape(Identities, identities.lazy()), in_shape(FederationPeople, people.lazy()))


def known_people(players: pl.DataFrame) -> pl.DataFrame:
    """Return (club, player_id, federation_id) of `Players`, each id once.

    If the competitions of a club give several numbers, the first competition in alphabetical order counts.
    """
    in_order = players.sort(*ID, "competition")
    return in_order.group_by(ID, maintain_order=True).agg(pl.col(_NUMBER).drop_nulls().first())


def numbers_of_several(players: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """Return (federation_id): numbers that people of all clubs have without a common word in their names.

    People without a name do not count, nor those about whom `answers` (of `Federation`) says that they are different.
    """
    known = known_people(players).join(answers.filter("is_distinct"), on=ID, how="anti").drop_nulls(_NUMBER)
    words = words_of_people(known.filter(pl.len().over(_NUMBER) > 1), players)
    person = pl.struct(ID).n_unique()
    common = words.group_by(_NUMBER, "word").agg(ids=person).group_by(_NUMBER).agg(common=pl.col("ids").max())
    of_all = words.group_by(_NUMBER).agg(ids=person).join(common, on=_NUMBER)
    return of_all.filter(pl.col("common") < pl.col("ids")).select(_NUMBER).sort(_NUMBER)


def _certain(known: pl.DataFrame, players: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """Return (club, player_id, federation_id, why): people with a number, or with one of another club as their id."""
    asked = known.join(answers.filter("is_distinct"), on=ID, how="anti")
    numbered = asked.drop_nulls(_NUMBER).join(numbers_of_several(players, answers), on=_NUMBER, how="anti")
    by_id = (
        asked.filter(pl.col(_NUMBER).is_null())
        .with_columns(federation_id="player_id")
        .join(numbered.select(_NUMBER, elsewhere="club").unique(), on=_NUMBER)
        .filter(pl.col("club") != pl.col("elsewhere"))
        .select(*ID, _NUMBER)
        .unique()
    )
    there = numbered.join(by_id, on=_NUMBER, how="semi")
    of_ids, of_numbers = (words_of_people(rows, players) for rows in (by_id, there))
    person = pl.struct(ID).n_unique()
    in_all = of_numbers.filter(person.over(_NUMBER, "word") == person.over(_NUMBER))
    alike = of_ids.join(in_all, on=[_NUMBER, "word"], how="semi").select(*ID, _NUMBER).unique()
    return pl.concat([numbered.with_columns(why=pl.lit("number")), alike.with_columns(why=pl.lit("id"))])


def _answered(alone: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """Join the people of whom federation.toml says that they are one; the certain number of one of them counts."""
    with_person = answers.join(alone, on=ID)
    links = with_person.filter(~pl.col("is_distinct")).select(group="place", member="person")
    together = (
        joined(links)
        .rename({"member": "person"})
        .join(alone.select("person", _NUMBER).unique(), on="person", how="left")
    )
    of_all = together.with_columns(pl.coalesce(pl.col(_NUMBER).min().over("first"), "first").alias("first"))
    said = answers.select(ID).unique().with_columns(answered=pl.lit("answer"))
    now = alone.join(of_all.select("person", "first"), on="person", how="left").with_columns(
        person=pl.coalesce("first", "person")
    )
    return now.join(said, on=ID, how="left").select(
        *ID, "person", why=pl.coalesce("answered", "why"), federation_id=_NUMBER
    )
