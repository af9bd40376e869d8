"""The names of those who play: of players, seats, entrants and partnerships."""

import dataframely as dy
import polars as pl

from transforms.intake.entrants import lone_players
from transforms.tables import schemas
from transforms.tables.arithmetic.as_shown import named, shown
from transforms.tables.messages import gettext
from transforms.tables.report import EntrantsShown, PartnershipsShown, PeopleShown, SeatsShown
from transforms.tables.schemas import COMPETITION, ENTRANT, PARTNERSHIP, PERSON, PLAYER


def people_shown(
    entries: dy.DataFrame[schemas.Entries],
    partnerships: dy.DataFrame[schemas.SeasonPartnerships],
    individual: dy.DataFrame[schemas.IndividualChampionship],
    players: dy.DataFrame[schemas.Players],
) -> dy.LazyFrame[PeopleShown]:
    """The name of every player of a season, also of those who were replaced and never sat down: they may come."""
    played = entries.select(*PLAYER, linked=pl.lit(value=True)).unique()
    replaced = entries.drop_nulls("substitutes_for").select(*COMPETITION, player_id="substitutes_for")
    people = (
        pl.concat([table.select(PLAYER) for table in (played, partnerships, individual, replaced)])
        .unique()
        .join(played, on=PLAYER, how="left")
        .pipe(with_names, players)
        .with_columns(pl.col("linked").fill_null(value=False))
    )
    return shown(PeopleShown, people.sort(PLAYER))


def with_names(people: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Rows of people with their name (the id where none is given), and what else the table of players says."""
    known = players.select(
        *PERSON,
        given_name=pl.col("name").str.strip_chars().replace("", None),
        guest=~pl.col("member"),
        own_substitute_ranking="substitute_ranking",
    )
    return people.join(known, on=PERSON, how="left").with_columns(
        pl.col("guest").fill_null(value=False), name=pl.coalesce("given_name", "player_id")
    )


def seats_shown(
    entries: dy.DataFrame[schemas.Entries], people: dy.DataFrame[PeopleShown], players: dy.DataFrame[schemas.Players]
) -> dy.LazyFrame[SeatsShown]:
    """Who sat down in each session, with names, and in whose place."""
    replaced = players.select(*PERSON, instead_of=pl.coalesce("name", "player_id"))
    of_replaced = ["club", "competition", "substitutes_for"]
    seats = (
        entries.join(people, on=PLAYER, how="left")
        .join(replaced, left_on=of_replaced, right_on=PERSON, how="left")
        .with_columns(instead_of=pl.coalesce("instead_of", "substitutes_for"))
    )
    return shown(SeatsShown, seats.sort(*ENTRANT, "file_id", "line_no", "player_id"))


def entrants_shown(
    seats: dy.DataFrame[SeatsShown], sessions: dy.DataFrame[schemas.Sessions]
) -> dy.LazyFrame[EntrantsShown]:
    """The names of each entrant of a session."""
    return shown(EntrantsShown, named_entrants(seats, sessions))


def named_entrants(seats: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """`names` and `players` of each entrant, as `named` makes them; of a player alone, that there was a partner."""
    partners = lone_players(seats, sessions).with_columns(
        player_id=pl.lit(""),
        name=pl.lit(unnamed_partner()),
        instead_of=pl.lit(None, pl.String),
        linked=pl.lit(value=False),
    )
    return named(pl.concat([seats.select(partners.columns), partners]), ENTRANT)


def unnamed_partner() -> str:
    """What stands for the name of a partner whom no file names."""
    return gettext("a partner not named")


def partnerships_shown(
    partnerships: dy.DataFrame[schemas.SeasonPartnerships], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[PartnershipsShown]:
    """The names of each pair or trio of a season."""
    of_players = partnerships.join(people, on=PLAYER, how="left").with_columns(instead_of=pl.lit(None, pl.String))
    return shown(PartnershipsShown, named(of_players.sort(*PARTNERSHIP, "name", "player_id"), PARTNERSHIP))
