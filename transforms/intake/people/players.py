"""Players: each person has one name, whatever the files say."""

import dataframely as dy
import polars as pl
from polars.lazyframe.group_by import LazyGroupBy

from transforms.intake.findings import PLACE, Checked, warning_on
from transforms.intake.people.exchanged_names import exchanged_names
from transforms.intake.people.hidden_too import namesakes_of_hidden
from transforms.intake.people.names import bare_words, one_letter_off, same_name
from transforms.intake.people.result_files import result_files
from transforms.intake.people.strangers import of_strangers
from transforms.tables import CLUB, PERSON, Findings
from transforms.tables.phrases import phrase

_KNOWN = ("member", "nationality", "substitute_ranking", "federation_id", "birth_year")


def known_players(read: dict[str, pl.LazyFrame], sessions: pl.LazyFrame, by_games: pl.LazyFrame) -> Checked:
    """Make one row per player, from the tables of players, or else from the result files.

    The name is that of the tables, else the spelling that most result files have, of several that of the newest file.
    What else is known is that of the tables, else of the newest file that says it.
    The place of who is not public is that of the first line that says so.

    Every file with players that is no result file is a table of players. A name that was given under an alias counts
    after those that were given under the id itself.

    An id with a name of somebody who is not public has a row of its own, with whom it may be as `namesake_of`.

    Args:
        read: the tables by name: `players` with `renamed`, `files`, `official_results`, `people`, and all that hold
            ids.
        sessions: `Sessions`, for the dates of result files.
        by_games: who is a player by his or her games alone, with places.
    """
    named = _named(read, sessions)
    too = namesakes_of_hidden(read)
    unnamed = pl.concat(rows.select(*PERSON, *PLACE) for rows in (read["entries"], too, by_games))
    seated = unnamed.with_columns(in_result_file=pl.lit(value=True), renamed=pl.lit(value=False))
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
    newest = _ranked(rows, "date").agg(pl.col(column).drop_nulls().first() for column in _KNOWN)
    players = players.join(newest, on=PERSON, how="left", maintain_order="left")
    other_names = _other_names(named, players, read["people"])
    is_too = too.select(*PERSON, namesake_of="hidden")
    players = players.drop(f"shown_{column}" for column in shown).unnest("place")
    return Checked(players.join(is_too, on=PERSON, how="left", maintain_order="left"), other_names)


def _ranked(rows: pl.LazyFrame, *most: str) -> LazyGroupBy:
    """The rows of each person, those of tables of players first, then by the most of these columns."""
    order = [*PERSON, "in_result_file", "renamed", *most, "name", *PLACE]
    return rows.sort(order, descending=[column in most for column in order], nulls_last=True).group_by(
        PERSON, maintain_order=True
    )


def _named(read: dict[str, pl.LazyFrame], sessions: pl.LazyFrame) -> pl.LazyFrame:
    """`players` with `in_result_file`, the last `date` of the file, and how many result `files` have that name."""
    of_results = result_files(read).with_columns(in_result_file=True)
    played_on = sessions.group_by(*CLUB, "file_id").agg(pl.col("date").max())
    spelled_so = (*PERSON, "in_result_file", "renamed", "same")
    in_files = pl.col("file_id").n_unique().over(spelled_so)
    return (
        read["players"]
        .join(of_results, on=[*CLUB, "file_id"], how="left")
        .join(played_on, on=[*CLUB, "file_id"], how="left")
        .with_columns(pl.col("in_result_file").fill_null(value=False), same=same_name(pl.col("name")))
        .with_columns(files=pl.when(pl.col("in_result_file") & pl.col("name").is_not_null()).then(in_files))
        .drop("same")
    )


def _other_names(named: pl.LazyFrame, players: pl.LazyFrame, people: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """A warning for each other name of a player, at the first place that has it: another spelling, or another name.

    A table of players settles the spelling. Whether two different names are one person, a line of `people` settles that
    has the id as alias and as player.
    """
    one_person = people.filter(pl.col("alias") == pl.col("player_id")).select(PERSON)
    others = (
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
        .collect()
    )
    is_spelling = pl.col("words") == pl.col("shown_words")
    near = _near(others)
    spelled = others.join(near, on=[*PERSON, "words", "shown_words"], how="left", maintain_order="left").with_columns(
        is_spelling=is_spelling | pl.col("near").is_not_null()
    )
    own_names = named.filter(~pl.col("renamed"))
    exchanged = exchanged_names(spelled.filter(~pl.col("is_spelling")), own_names)
    strangers = of_strangers(exchanged.apart, own_names)
    is_settled = ~pl.col("shown_in_result_file") & pl.col("in_result_file")
    gaps = {"player": "player_id", "since": "since", "until": "until"}
    return [
        warning_on(
            spelled.lazy().filter("is_spelling", ~is_settled),
            "players.other_spelling",
            "player {player} is spelled otherwise in {place}: {shown}, which is shown; mend it where it is wrong, or"
            " write {player} with the right name into a table players (player_id, name), which settles it",
            field="name",
            **gaps,
        ),
        warning_on(
            strangers.apart.lazy(),
            "players.other_name",
            "player {player} has another name in {place}: {shown}, which is shown; give each of two persons an id, or"
            " say in a table people who it was on a day; if it is one person, a row of people with {player} as alias"
            " and as player_id settles it",
            field="name",
            **gaps,
        ),
        *exchanged.findings,
        *strangers.findings,
    ]


def _near(others: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, player_id, words, shown_words, near) of names that differ in one letter."""
    within = [*PERSON, "digits"]
    digits = pl.col("words").str.replace_all(r"\D", "")
    ones = others.with_columns(digits=digits)
    shown = others.select(*PERSON, words="shown_words").with_columns(digits=digits)
    return one_letter_off(ones, shown, within).select(
        *PERSON, "words", shown_words="other_words", near=pl.lit(value=True)
    )
