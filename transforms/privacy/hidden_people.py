"""Who is not shown: who asks for it in any competition of the club, the same person elsewhere, and who has the name."""

from collections.abc import Callable, Iterable

import polars as pl

from transforms.privacy.namesakes import namesakes, told_apart, words_of_names
from transforms.tables.messages import gettext_noop
from transforms.tables.schemas import CLUB, WAREHOUSE

A_MEMBER = gettext_noop("a member")
"""The name of who is not shown, in tables; what is made for readers says it in their language (`said_names`)."""


def hidden_people(players: pl.DataFrame, people: pl.DataFrame, ids: pl.DataFrame | None = None) -> pl.DataFrame:
    """`Players`, of all clubs, who are not shown, with `hidden`: whose second id each may be, else null.

    Any `federation_id` that the club of the person who asks gives counts in all clubs (`same_by_number`). A namesake is
    hidden in this club alone. Of `ids` (club, competition, player_id, file_id, line_no), people who may have no row in
    `Players`, the rows have these columns alone.
    """
    key = ["club", "player_id"]
    said = players.filter(~pl.col("public").fill_null(value=True))
    asking = players.join(said, on=key, how="semi", maintain_order="left")
    left = pl.concat([said, same_by_number(asking, players)]).unique(maintain_order=True)
    asked = left.select(key).unique()
    unlisted = players.clear() if ids is None else ids.join(players, on=key, how="anti", maintain_order="left")
    everybody = pl.concat([players, unlisted], how="diagonal")
    settled = told_apart(players, people, ["club"])
    marked = (
        players.filter(pl.col("namesake_of").is_not_null())
        .join(asked, on=key, how="anti")
        .join(settled, on=key, how="anti")
        .group_by(key)
        .agg(hidden=pl.col("namesake_of").min())
    )
    hidden = pl.concat([asked, marked.select(key)])
    names = pl.concat(
        [
            everybody.select(*key, said="player_id"),
            players.select(*key, said="name"),
            people.select(*key, said="alias").join(hidden, on=key, how="semi"),
        ]
    )
    too = pl.concat([marked, namesakes(names, hidden, settled, ["club"])])
    return pl.concat([left, everybody.join(too, on=key, maintain_order="left")], how="diagonal")


def with_public_names(players: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """`Players` of all clubs, with the name of each or else the id; "a member" for who is not shown."""
    hidden = hidden_people(players, people).select("club", "player_id").unique().with_columns(is_hidden=True)
    told = players.join(hidden, on=["club", "player_id"], how="left", maintain_order="left")
    name = pl.when("is_hidden").then(pl.lit(A_MEMBER)).otherwise(pl.coalesce("name", "player_id"))
    return told.with_columns(name=name).drop("is_hidden")


ID_COLUMNS = ("player_id", "opponent_id", "substitutes_for", "partner_id", "third_id", "unlinked_group")
"""Columns of the warehouse that hold ids of persons."""
HOLD_IDS = {
    name: columns
    for name, table in WAREHOUSE.items()
    if name.startswith(("raw.", "published.")) or name == "ratings.published"
    if name not in ("raw.players", "raw.people")
    and (columns := [one for one in ID_COLUMNS if one in table.column_names()])
}
"""Table -> its columns with ids of persons, who need no row in `Players`; the other tables are made from these."""


def ids_of(read: Callable[[str], pl.DataFrame], names: Iterable[str] = HOLD_IDS) -> pl.DataFrame:
    """(club, competition, player_id, file_id, line_no) of each id in a competition, at its first place in tables."""
    shape = {**dict.fromkeys((*CLUB, "player_id", "file_id"), pl.String), "line_no": pl.Int64}
    of_tables = [pl.DataFrame(schema=shape)]
    for name in names:
        columns = HOLD_IDS.get(name, ())
        rows = read(name) if columns else None
        if rows is not None:
            place = [column for column in ("file_id", "line_no") if column in rows.columns]
            of_tables += [_each_first(rows.select(*CLUB, *place, player_id=column)) for column in columns]
    return _each_first(pl.concat(of_tables, how="diagonal"))


def _each_first(ids: pl.DataFrame) -> pl.DataFrame:
    place = [column for column in ("file_id", "line_no") if column in ids.columns]
    in_order = ids.drop_nulls("player_id").sort(*place, nulls_last=True) if place else ids.drop_nulls("player_id")
    return in_order.unique([*CLUB, "player_id"], keep="first", maintain_order=True)


_PERSON, _NUMBER = ["club", "player_id"], ["club", "federation_id"]


def lines_about(persons: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """The lines of `People` that lead to persons (club, player_id), also over other lines, whatever their dates."""
    ends, found = persons.select("club", "player_id"), people.clear()
    left = people.filter(pl.col("alias") != pl.col("player_id"))
    while not ends.is_empty():
        lines = left.join(ends, on=["club", "player_id"], how="semi", maintain_order="left")
        left = left.join(lines, on=lines.columns, how="anti", nulls_equal=True, maintain_order="left")
        found = pl.concat([found, lines])
        ends = lines.select("club", player_id="alias").unique()
    return found


def of_several(players: pl.DataFrame) -> pl.DataFrame:
    """(club, federation_id, player_id, also) of numbers of people in one club whose names differ in all words.

    Such a number, a slip or a 0 for an unknown one, does not say who is who. People without a name do not count.
    `player_id` and `also` are the first and the last of them, by their ids.
    """
    shared = players.drop_nulls("federation_id").group_by(_NUMBER).agg(pl.col("player_id").n_unique())
    several = shared.filter(pl.col("player_id") > 1)
    words = _words(players, players.join(several, on=_NUMBER, how="semi"))
    ids = pl.col("player_id").n_unique().alias("ids")
    common = words.group_by(*_NUMBER, "word").agg(ids).group_by(_NUMBER).agg(common=pl.col("ids").max())
    first_and_last = (pl.col("player_id").min(), pl.col("player_id").max().alias("also"))
    of_all = words.group_by(_NUMBER).agg(ids, *first_and_last).join(common, on=_NUMBER)
    return of_all.filter(pl.col("common") < pl.col("ids")).drop("ids", "common").sort(_NUMBER)


def same_by_number(asking: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """The rows of `Players` with the `federation_id` of any of those who ask, whose rows `asking` has.

    Where a number does not say who is who in either club (`of_several`), both have a word of their names in common.
    """
    numbered = asking.drop_nulls("federation_id")
    if numbered.is_empty():
        return players.clear()
    candidates = players.join(numbered, on="federation_id", how="semi", maintain_order="left")
    words = _words(players, candidates)
    in_doubt = words.join(of_several(players.join(candidates, on=_PERSON, how="semi")), on=_NUMBER, how="semi")
    certain = [rows.join(in_doubt, on=[*_NUMBER, "player_id"], how="anti") for rows in (candidates, numbered)]
    same = certain[0].join(certain[1], on="federation_id", how="semi")
    of_asking = words.join(numbered, on=[*_NUMBER, "player_id"], how="semi")
    named = words.join(of_asking, on=["federation_id", "word"], how="semi")
    alike = candidates.join(named, on=[*_NUMBER, "player_id"], how="semi")
    return pl.concat([same, alike]).unique()


def _words(players: pl.DataFrame, numbered: pl.DataFrame) -> pl.DataFrame:
    """(club, federation_id, player_id, word) of all names, in each spelling, of the people with these numbers."""
    names = players.drop_nulls("name").select(*_PERSON, "name").unique()
    named = numbered.select(*_NUMBER, "player_id").unique().join(names, on=_PERSON)
    return pl.concat(
        named.select(*_NUMBER, "player_id", word=words).explode("word") for words in words_of_names(pl.col("name"))
    ).unique()
