"""Ids with the name of somebody who is not shown: they may be the same person, so they are hidden too.

A club writes a member's number in one file and the name in another. A director tells two persons of one name apart, in
`players` or `people`.
"""

import polars as pl

from transforms.privacy.names_in_texts import PARTICLES, spellings

_APOSTROPHES = r"['’‘`´ʼ]"
_UNSEEN = r"\p{Cf}"
"""Signs without width, such as U+200B."""


def namesakes(names: pl.DataFrame, hidden: pl.DataFrame, settled: pl.DataFrame, within: list[str]) -> pl.DataFrame:
    """(`within`, player_id, hidden): each id with the words of a hidden name, in any order, case and spelling.

    Args:
        names: (`within`, player_id, said): the names of everybody, also ids that are names.
        hidden: (`within`, player_id) of who is hidden.
        settled: (`within`, player_id) of who is known to be somebody else.
        within: the columns in which both are equal.
    """
    key = [*within, "player_id"]
    shape = dict.fromkeys((*key, "hidden"), pl.String)
    if hidden.is_empty():
        return pl.DataFrame(schema=shape)
    each = (
        bare.str.extract_all(r"[\p{L}\p{N}]+").list.sort().list.join(" ") for bare in spellings(_plain(pl.col("said")))
    )
    worded = pl.concat(names.drop_nulls().unique().select(*key, words=words) for words in each)
    worded = worded.filter(pl.col("words").str.contains(r"\p{L}"))
    of_hidden = worded.join(hidden, on=key, how="semi").select(*within, "words", hidden="player_id")
    return (
        worded.join(hidden, on=key, how="anti")
        .join(settled, on=key, how="anti")
        .join(of_hidden, on=[*within, "words"])
        .group_by(key)
        .agg(pl.col("hidden").min())
        .sort(key)
        .select(pl.col(column).cast(pl.String) for column in shape)
    )


def told_apart(players: pl.DataFrame, people: pl.DataFrame, within: list[str]) -> pl.DataFrame:
    """(`within`, player_id) of who is public by word in `players`, or nobody else by a line of `people`."""
    key = [*within, "player_id"]
    nobody_else = people.filter(pl.col("alias") == pl.col("player_id"))
    return pl.concat([players.filter(pl.col("public")).select(key), nobody_else.select(key)]).unique()


def words_of_names(name: pl.Expr) -> list[pl.Expr]:
    """The words of names, as lists, in each spelling; without those that many have, and without single letters."""
    small = pl.lit(sorted(PARTICLES), dtype=pl.List(pl.String))
    return [bare.str.extract_all(r"\p{L}{2,}").list.set_difference(small) for bare in spellings(_plain(name))]


def _plain(said: pl.Expr) -> pl.Expr:
    return said.str.replace_all(_UNSEEN, "").str.replace_all(_APOSTROPHES, "")
