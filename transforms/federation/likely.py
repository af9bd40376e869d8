"""Find people of different clubs who may be one person, for the federation to decide."""

import polars as pl

from transforms.federation.people import ID
from transforms.intake.people.likely_people import likely_people
from transforms.tables.federation import Federation, FederationPeople, Identities
from transforms.tables.phrases import phrase
from transforms.tables.schemas import ENTRANT, SESSION, Entries, Findings, Frame, People, Players, Sessions
from transforms.tables.shared import in_shape

_ONE_CLUB = dict.fromkeys(("club", "competition", "season"), pl.lit(""))
_SEAT = phrase("{}/{}/{}/{}/{}/{}", *ENTRANT)


def likely_persons(
    players: Frame[Players],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    *,
    identities: Frame[Identities],
    people: Frame[FederationPeople],
    federation: Federation,
) -> pl.DataFrame:
    """Return (person, name, ids, other, other_name, other_ids, why): persons who may be one, best evidence first.

    All clubs are taken as one, and a day as one session: people of similar names, or with the same partners, may be one
    person unless they played on the same day. People about whom federation.toml says that they are different are left
    out.
    """
    persons = identities.lazy().select(*ID, "person").collect()
    days = sessions.lazy().select(*SESSION, "date").collect()
    of_person = {"player_id": pl.coalesce("person", phrase("{}/{}", *ID))}
    known = players.lazy().collect().join(persons, on=ID, how="left").with_columns(**of_person)
    sat = (
        entries.lazy()
        .collect()
        .join(persons, on=ID, how="left")
        .join(days, on=SESSION)
        .with_columns(**of_person, session_id=pl.col("date").cast(pl.String), entrant=_SEAT, line=pl.lit("A"))
    )
    dates = days.unique("date").with_columns(session_id=pl.col("date").cast(pl.String))
    apart = federation.people.filter("is_distinct").join(persons, on=ID).select(alias="person", player_id="person")
    asked = People.create_empty()
    likely = likely_people(
        in_shape(Players, known.with_columns(**_ONE_CLUB)),
        in_shape(Entries, sat.with_columns(**_ONE_CLUB)),
        in_shape(Sessions, _filled(Sessions, dates.with_columns(**_ONE_CLUB))),
        in_shape(People, _filled(People, apart.with_columns(**_ONE_CLUB)).cast(asked.schema)),
        Findings.create_empty(),
    )
    of_clubs = persons.group_by("person").agg(pl.col("club").unique().sort())
    facts = people.lazy().select("person", "ids").collect().join(of_clubs, on="person")
    pairs = likely.filter(pl.col("kind") == "one").drop_nulls(["alias", "player_id"])
    both = pairs.join(facts, left_on="player_id", right_on="person", maintain_order="left").join(
        facts, left_on="alias", right_on="person", suffix="_other", maintain_order="left"
    )
    in_one_club = (pl.col("club_right") == pl.col("club_other")) & (pl.col("club_right").list.len() == 1)
    return both.filter(~in_one_club).select(
        *("name", "ids", "other_name"),
        person="player_id",
        other="alias",
        other_ids="ids_other",
        why="why",
    )


def _filled(schema: type[Sessions] | type[People], rows: pl.DataFrame) -> pl.DataFrame:
    missing = [name for name in schema.column_names() if name not in rows.columns]
    return rows.with_columns(pl.lit(None).alias(name) for name in missing)
