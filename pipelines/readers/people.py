"""The people in a file: one id per person, from member numbers and names."""

import polars as pl

from pipelines.readers.reading import Finding

SCHEMA = dict.fromkeys(("session_id", "line", "entrant", "direction", "name", "member_number", "line_no"), pl.String)
"""The columns of people who sat down, one row per person, with the values as they stand in the file."""


def with_player_ids(people: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Add `player_id`: the member number where the file gives it to one name only, else the name.

    Args:
        people: rows with the columns of `SCHEMA`.

    Returns:
        The rows with `player_id`, without people who have neither a number nor a name; and one error for each of these.
    """
    number = pl.when(pl.col("member_number").str.contains("[1-9A-Za-z]")).then(pl.col("member_number"))
    names_with_number = pl.col("name").fill_null("").n_unique().over("number")
    is_one_person = pl.col("number").is_not_null() & (names_with_number == 1)
    identified = people.with_columns(number=number).with_columns(
        player_id=pl.when(is_one_person).then("number").otherwise("name")
    )
    nobody = identified.filter(pl.col("player_id").is_null())
    findings = [
        Finding(
            int(line_no), "error", "player", f"pair {entrant}", "a player without a name or number: give one of them"
        )
        for line_no, entrant in nobody.select("line_no", "entrant").iter_rows()
    ]
    return identified.filter(pl.col("player_id").is_not_null()).drop("number"), findings
