"""The names of players, seats, entrants and partnerships, also for the desk and the home page."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.intake.entrants import lone_players
from transforms.tables import schemas
from transforms.tables.arithmetic.as_shown import lines_of_field, named, names_of, place, shown
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.report import EntrantsShown, PartnershipsShown, PeopleShown, SeatsShown
from transforms.tables.schemas import COMPETITION, ENTRANT, PARTNERSHIP, PERSON, PLAYER, SESSION
from transforms.tables.season_players import with_own
from transforms.tables.shared import IN_TURN


def people_shown(
    entries: dy.DataFrame[schemas.Entries],
    partnerships: dy.DataFrame[schemas.SeasonPartnerships],
    individual: dy.DataFrame[schemas.IndividualChampionship],
    players: dy.DataFrame[schemas.Players],
) -> dy.LazyFrame[PeopleShown]:
    """Name every player of a season, including those who were replaced and never sat down, because they may come."""
    # If points were earned under another program, only the player is known.
    earned = pl.concat([entries.select(PLAYER), individual.select(PLAYER)])
    played = earned.unique().with_columns(linked=pl.lit(value=True))
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
    """Add to rows of people their names, or else their ids, and the other columns of the table of players."""
    known = players.lazy().select(*PERSON, given_name=pl.col("name").str.strip_chars().replace("", None))
    rankings = with_own(people.lazy().join(known, on=PERSON, how="left"), players, "substitute_ranking")
    rankings = rankings.rename({"own": "own_substitute_ranking"}).drop("of_season")
    return (
        with_own(rankings, players, "member")
        .with_columns(guest=~pl.col("own").fill_null(value=True), name=pl.coalesce("given_name", "player_id"))
        .drop("own", "of_season")
        .collect()
    )


def seats_shown(
    entries: dy.DataFrame[schemas.Entries], people: dy.DataFrame[PeopleShown], players: dy.DataFrame[schemas.Players]
) -> dy.LazyFrame[SeatsShown]:
    """Return the players who sat down in each session, with their names and the name of the player each replaced."""
    replaced = players.select("club", "competition", substitutes_for="player_id", instead_of="name")
    seats = (
        entries.join(people, on=PLAYER, how="left")
        .join(replaced, on=["club", "competition", "substitutes_for"], how="left")
        .with_columns(instead_of=pl.coalesce("instead_of", "substitutes_for"))
    )
    return shown(SeatsShown, seats.sort(*ENTRANT, "file_id", "line_no", "player_id"))


def entrants_shown(
    seats: dy.DataFrame[SeatsShown], sessions: dy.DataFrame[schemas.Sessions]
) -> dy.LazyFrame[EntrantsShown]:
    """Return the names of each entrant of a session."""
    return shown(EntrantsShown, named_entrants(seats, sessions))


def named_entrants(seats: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Return `names` and `players` of each entrant. If a pair has only one player, an unnamed partner is added."""
    of_nobody = {"player_id": pl.lit(""), "name": pl.lit(unnamed_partner()), "instead_of": pl.lit(None, pl.String)}
    partners = lone_players(seats, sessions).with_columns(**of_nobody, linked=pl.lit(value=False))
    return named(pl.concat([seats.select(partners.columns), partners]), ENTRANT)


def unnamed_partner() -> str:
    """Return the text for a partner whom no file names."""
    return gettext("a partner not named")


def partnerships_shown(
    partnerships: dy.DataFrame[schemas.SeasonPartnerships], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[PartnershipsShown]:
    """Return the names of each pair or trio of a season."""
    of_players = partnerships.join(people, on=PLAYER, how="left").with_columns(instead_of=pl.lit(None, pl.String))
    return shown(PartnershipsShown, named(of_players.sort(*PARTNERSHIP, "name", "player_id"), PARTNERSHIP))


_BETWEEN_IDS = " + "
OF_CLUB = ("competition", "player_id")  # a person in the tables of one club, whose competitions have ids of their own
PAIR = ENTRANT[1:]


def with_names_of_pairs(lines: pl.DataFrame, of_pairs: pl.DataFrame) -> pl.DataFrame:
    """Add `ns_names` and `ew_names` to result lines, from the table of `names_of_pairs`."""
    for side in ("ns", "ew"):
        of_side = of_pairs.rename({"entrant": side, "names": f"{side}_names"})
        lines = lines.join(of_side, on=[*PAIR[:-1], side], how="left", maintain_order="left")
    return lines


def names_of_pairs(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return `PAIR` and `names`: the names of all players of an entrant, including a partner without a name."""
    seated = tables["raw.entries"].join(names(tables["raw.players"]), on=OF_CLUB, how="left", maintain_order="left")
    alone = lone_players(tables["raw.entries"], tables["raw.sessions"]).with_columns(name=pl.lit(unnamed_partner()))
    people = pl.concat([seated.select(*PAIR, pl.coalesce("name", "player_id")), alone.select(*PAIR, "name")])
    return people.group_by(PAIR, maintain_order=True).agg(names=names_of(pl.col("name")))


def names_by_row(rows: pl.DataFrame, ids: pl.Expr, players: pl.DataFrame) -> pl.DataFrame:
    """Return (number, named): the names of the people in each numbered row. `ids` has all their ids in one text."""
    return (
        rows.select("number", "competition", player_id=ids.str.split(_BETWEEN_IDS))
        .explode("player_id", empty_as_null=False)
        .drop_nulls("player_id")
        .join(names(players), on=OF_CLUB, how="left", maintain_order="left")
        .group_by("number", maintain_order=True)
        .agg(named=names_of(pl.coalesce("name", "player_id")))
    )


def names(players: pl.DataFrame) -> pl.DataFrame:
    """Return `OF_CLUB` and the name of everybody who has a name."""
    return players.drop_nulls("name").unique(OF_CLUB, keep="first", maintain_order=True).select(*OF_CLUB, "name")


_PLACES = 3


def first_three(
    sessions: pl.DataFrame, results: pl.DataFrame, entries: pl.DataFrame, players: pl.DataFrame
) -> pl.DataFrame:
    """Return the first three of each list: `ENTRANT`, date, title, field, names, players, rank, score and scoring."""
    first = results.join(sessions.select(*SESSION, "date", "title"), on=SESSION).filter(pl.col("rank") <= _PLACES)
    return (
        first.join(named_lists(entries.join(first, on=SESSION, how="semi"), sessions, players), on=ENTRANT, how="left")
        .sort(*SESSION, lines_of_field(), pl.col("field").str.ends_with(" EW"), "rank", "line", "entrant")
        .with_columns(rank=place(pl.col("rank"), *SESSION, "field"), score=to_decimals(pl.col("score")))
        .select(*ENTRANT, "date", "title", "field", "names", "players", "rank", "score", "scoring")
    )


def named_lists(entries: pl.DataFrame, sessions: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Return `names` and `players` of each entrant of these sessions, whoever sat for somebody else included."""
    seated = (
        with_names(entries, players)
        .sort(*ENTRANT, "file_id", "line_no", "player_id")
        .with_columns(instead_of=pl.lit(None, pl.String), linked=pl.lit(value=True))
    )
    return named_entrants(seated, sessions)


def seated_people(entries: pl.DataFrame, players: pl.DataFrame, identities: pl.DataFrame) -> pl.DataFrame:
    """Return `COMPETITION`, player_id, name and person (as in `Identities`) of those who sat down, by name."""
    return (
        entries.select(*COMPETITION, "player_id")
        .unique()
        .pipe(with_names, players)
        .join(identities.select("club", "player_id", "person"), on=["club", "player_id"], how="left")
        .with_columns(person=pl.coalesce("person", phrase("{}/{}", "club", "player_id")))
        .sort(*COMPETITION, "name", "player_id")
        .select(*COMPETITION, "player_id", "name", "person")
    )


def sessions_found(sessions: pl.DataFrame) -> pl.DataFrame:
    """Return `SESSION`, date and title of `Sessions`, the last session first."""
    title = pl.col("title").str.strip_chars().replace("", None)
    return sessions.sort(*IN_TURN, *COMPETITION).reverse().select(*SESSION, "date", title)
