"""The people in a file: one id per person, from member numbers and names."""

import polars as pl

from pipelines.readers.reading import Finding, error

SCHEMA = dict.fromkeys(("session_id", "line", "entrant", "direction", "name", "member_number", "line_no"), pl.String)
"""The columns of people who sat down, one row per person, with the values as they stand in the file."""


def with_player_ids(people: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Add `player_id`: the member number where the file gives it to one name only, else the name.

    A number that begins with `+` is no member number: Ruter writes `+` for none, and `+50` for one that it lends for
    the evening and lends to others on the next. Case and blanks make no other name; a row without a name says nothing
    about whose number it is.

    Args:
        people: rows with the columns of `SCHEMA`.

    Returns:
        The rows with `player_id`, without people who have neither a number nor a name; and one error for each of these.
    """
    written = pl.col("member_number").str.strip_chars()
    is_lent = written.str.starts_with("+")
    number = pl.when(written.str.contains("[1-9A-Za-z]") & ~is_lent).then(written)
    name = pl.col("name").str.strip_chars().str.replace_all(r"\s+", " ").str.to_lowercase()
    names_with_number = name.drop_nulls().n_unique().over("number")
    is_one_person = pl.col("number").is_not_null() & (names_with_number <= 1)
    identified = people.with_columns(number=number).with_columns(
        player_id=pl.when(is_one_person).then("number").otherwise("name")
    )
    nobody = identified.filter(pl.col("player_id").is_null())
    findings = [
        error(
            "players.nobody",
            "a player of pair {pair} without a name or a number of his or her own, who is left out: give one of them",
            line_no=int(line_no),
            field="player",
            value=f"pair {entrant}",
            pair=entrant,
        )
        for line_no, entrant in nobody.select("line_no", "entrant").iter_rows()
    ]
    return identified.filter(pl.col("player_id").is_not_null()).drop("number"), findings
