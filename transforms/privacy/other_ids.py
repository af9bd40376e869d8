"""The other ids of a person: by the table `people`, and in other clubs by the `federation_id`."""

import polars as pl

from transforms.privacy.namesakes import words_of_names

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
