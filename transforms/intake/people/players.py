"""Find the players, the names that files give them, and the name to show."""

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl
from polars.lazyframe.group_by import LazyGroupBy

from transforms.intake.findings import PLACE
from transforms.intake.people.names import bare_words, same_name
from transforms.privacy.hidden_people import HOLD_IDS, ids_of, namesakes
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, PERSON

_OF_TABLES = ("csv", "xlsx", "parquet")
_NAME_OF_PROGRAMS = r"(?i)\.(?:pbn|xml|bws|json|html?|pgn|pdn)(?:\.txt)?$"
"""Extensions of files that programs write. A table may have any other extension, because its content identifies it."""
_KNOWN = ("nationality", "federation_id", "birth_year")
_BY_SEASON = ("member", "substitute_ranking", "handicap")
"""The columns whose values hold for the season of their row. In a row without a season, they hold for all seasons that
have no row of their own."""
_LANDING = "raw."


class Named(NamedTuple):
    """`Players`, and the names that files give to people under their own ids."""

    players: pl.LazyFrame
    named: pl.LazyFrame
    """(`PERSON`, `PLACE`, name) of every row that names a person."""
    others: pl.LazyFrame
    """The names of a person that are not shown, each with its `words` and its days, `since` and `until`. `shown` is the
    name that is shown, `shown_words` its words, `shown_file_id` its file, and `place` its file and line."""


def known_players(read: dict[str, pl.LazyFrame], sessions: pl.LazyFrame, by_games: pl.LazyFrame) -> Named:
    """Make one row per player, from the tables of players, or else from the result files.

    The name is from the tables (all files that are not result files). If the tables have none, it is the
    spelling in most result files, or of several such spellings the newest. Names under an alias count only after those
    under the id itself. Other facts come from the tables, or else from the newest file that gives them; `seasons` has
    the facts that rows give for a single season. The place of a player who is not public is the first line that says
    so. An id with the name of a person who is not public has a row of its own, with that person in `namesake_of`.
    """
    named = _named(read, sessions)
    too = _namesakes_of_hidden(read)
    unnamed = pl.concat(
        rows.select(*PERSON, *PLACE) for rows in (read["entries"], read["ranking_points"], too, by_games)
    )
    seated = unnamed.with_columns(in_result_file=True, renamed=False)
    rows = pl.concat([named, seated], how="diagonal")
    place = pl.struct(PLACE)
    is_named = pl.col("name").is_not_null()
    shown = ("in_result_file", "files", *PLACE)
    players = _ranked(rows, "files", "date").agg(
        pl.col("name").drop_nulls().first(),
        pl.coalesce(place.filter(~pl.col("public")).first(), place.first()).alias("place"),
        pl.col("public").min(),
        *(pl.col(column).filter(is_named).first().alias(f"shown_{column}") for column in shown),
    )
    newest = _ranked(rows, "date").agg(
        pl.col(_KNOWN).drop_nulls().first(), pl.col(_BY_SEASON).filter(pl.col("season").is_null()).drop_nulls().first()
    )
    players = players.join(newest, on=PERSON, how="left", maintain_order="left")
    players = players.join(_by_season(named), on=PERSON, how="left", maintain_order="left")
    others = _other_names(named, players, read["people"])
    players = players.drop(f"shown_{column}" for column in shown).unnest("place")
    is_too = too.select(*PERSON, namesake_of="hidden")
    players = players.join(is_too, on=PERSON, how="left", maintain_order="left")
    given = named.filter(pl.col("name").is_not_null(), ~pl.col("renamed")).select(*PERSON, *PLACE, "name")
    return Named(players, given, others)


def _by_season(named: pl.LazyFrame) -> pl.LazyFrame:
    of_seasons = named.filter(pl.col("season").is_not_null())
    return (
        _ranked(of_seasons, "date", by=(*PERSON, "season"))
        .agg(pl.col(_BY_SEASON).drop_nulls().first())
        .sort(*PERSON, "season")
        .group_by(PERSON)
        .agg(seasons=pl.struct("season", *_BY_SEASON))
    )


def _ranked(rows: pl.LazyFrame, *most: str, by: tuple[str, ...] = PERSON) -> LazyGroupBy:
    order = [*by, "in_result_file", "renamed", *most, "name", *PLACE]
    return rows.sort(order, descending=[column in most for column in order], nulls_last=True).group_by(
        by, maintain_order=True
    )


def _named(read: dict[str, pl.LazyFrame], sessions: pl.LazyFrame) -> pl.LazyFrame:
    of_results = result_files(read).with_columns(in_result_file=True)
    played_on = sessions.group_by(*CLUB, "file_id").agg(pl.col("date").max())
    spelled_so = (*PERSON, "in_result_file", "renamed", "same")
    in_files = pl.col("file_id").n_unique().over(spelled_so)
    has_files = pl.col("in_result_file") & pl.col("name").is_not_null()
    return (
        read["players"]
        .join(of_results, on=[*CLUB, "file_id"], how="left")
        .join(played_on, on=[*CLUB, "file_id"], how="left")
        .with_columns(pl.col("in_result_file").fill_null(value=False), same=same_name(pl.col("name")))
        .with_columns(files=pl.when(has_files).then(in_files))
        .drop("same")
    )


def _other_names(named: pl.LazyFrame, players: pl.LazyFrame, people: pl.LazyFrame) -> pl.LazyFrame:
    one_person = people.filter(pl.col("alias") == pl.col("player_id")).select(PERSON)
    return (
        named.filter(~pl.col("renamed"))
        .join(players.select(*PERSON, "^shown_.*$", shown="name"), on=PERSON)
        .filter(same_name(pl.col("name")) != same_name(pl.col("shown")))
        .join(one_person, on=PERSON, how="anti")
        .sort(*PLACE, nulls_last=True)
        .group_by(*PERSON, "name", maintain_order=True)
        .agg(
            pl.col("shown", "^shown_.*$", "in_result_file", *PLACE).first(),
            since=pl.col("date").min(),
            until=pl.col("date").max(),
        )
        .with_columns(
            place=pl.coalesce(phrase("{}:{}", "shown_file_id", "shown_line_no"), "shown_file_id"),
            words=bare_words(pl.col("name")),
            shown_words=bare_words(pl.col("shown")),
        )
    )


def _namesakes_of_hidden(read: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    said = read["players"].select(*PERSON, "name", "public", *PLACE).collect()
    hidden = said.filter(~pl.col("public")).select(PERSON).unique()
    if hidden.is_empty():
        return said.clear().select(*PERSON, *PLACE, hidden="player_id").lazy()
    people = read["people"].select(*CLUB, "alias", "player_id").collect()
    of_landing = [name for name in HOLD_IDS if name.startswith(_LANDING)]
    in_tables = ids_of(lambda name: read[name.removeprefix(_LANDING)].collect(), of_landing)
    seen = pl.concat([said.select(*PERSON, *PLACE), in_tables.select(*PERSON, *PLACE)])
    places = seen.sort(*PLACE, nulls_last=True).unique(PERSON, keep="first", maintain_order=True)
    of_tables = ((places, "player_id"), (said, "name"), (people.join(hidden, on=PERSON, how="semi"), "alias"))
    names = pl.concat(rows.select(*PERSON, said=column) for rows, column in of_tables)
    too = namesakes(names, hidden, hidden.clear(), [*CLUB])
    return places.join(too, on=PERSON, maintain_order="left").lazy()


def players_of_games(read: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Return (club, competition, player_id, file_id, line_no, field): the players in `games`, at their first place."""
    of_both = pl.concat(
        read["games"].select(*CLUB, player_id=side, file_id="file_id", line_no="line_no", field=pl.lit(side))
        for side in ("player_id", "opponent_id")
    )
    return of_both.sort(*PLACE).unique(PERSON, keep="first", maintain_order=True)


def result_files(read: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Return (club, competition, file_id): the files in the format of a program, or with official results."""
    of_lists = read["official_results"].select(*CLUB, "file_id")
    return pl.concat([files_of_programs(read["files"]), of_lists]).unique()


def files_of_programs(files: pl.LazyFrame) -> pl.LazyFrame:
    """Return (club, competition, file_id): the files in the format of a program, whatever their names are."""
    return files.filter(~pl.col("format").is_in(_OF_TABLES)).select(*CLUB, "file_id")


def is_named_as_table(file_id: pl.Expr) -> pl.Expr:
    """Return whether a file is one of the club's own tables, judged only by its name."""
    return ~file_id.str.contains(_NAME_OF_PROGRAMS)
