"""What of a session is compared, to find an evening that was handed in twice: its results, and who sat there."""

from collections.abc import Mapping

import polars as pl

from transforms.bridge.contracts import contract_score
from transforms.intake.evenings.belonging import REFERENCE
from transforms.tables import CLUB
from transforms.tables.phrases import phrase

DIRECTION_BEFORE, DIRECTION_BEHIND = r"(?i)^((?:NS|EW)[ _-]*)", r"(?i)([ _-]*(?:NS|EW))$"
"""What some programs write into the number of a pair: `NS 1`, `1NS`."""
_DIRECTION = f"{DIRECTION_BEFORE}|{DIRECTION_BEHIND}"
_TEXTS = ("line", "where", "ns", "ew", "ns_people", "ew_people", "result")
_NOTHING = pl.DataFrame(
    schema={
        **dict.fromkeys(["evening", "part"], pl.UInt32),
        **dict.fromkeys([*_TEXTS, "person"], pl.String),
        "board": pl.Int64,
        "is_played": pl.Boolean,
    }
)


def compared(
    sessions: pl.DataFrame, read: Mapping[str, pl.LazyFrame], meant: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The lines and the people of sessions, in a form that is the same for every format.

    A match without result lines counts as a line, with its round as board. Numbers of pairs are without the direction
    that some programs write into them (`1NS`). Persons are their names, in whatever order of words, or else their ids.

    Args:
        sessions: those to compare, with `evening`.
        read: the tables as read.
        meant: `REFERENCE`, `evening` and `whole`.

    Returns:
        (evening, part, line, board, where, ns, ew, ns_people, ew_people, result, is_played), where `evening` is the
        whole one and `part` that of the file, and (evening, person).
    """
    if sessions.is_empty():
        return _NOTHING.drop("person"), _NOTHING.select("evening", "person")
    of = (
        meant.join(sessions.select(whole="evening"), on="whole", how="semi")
        .select(*REFERENCE, "evening", "whole")
        .lazy()
    )
    entries = _seated(read, of)
    score = _score()
    results = (
        read["results"]
        .join(of, on=REFERENCE)
        .select(
            *("evening", "whole", "line", "board", "ns", "ew"),
            where=phrase("board {}", "board"),
            result=pl.concat_str(score.cast(pl.String), pl.col("ruling"), separator=" ", ignore_nulls=True),
            is_played=score.is_not_null() & pl.all_horizontal(pl.col("ns", "ew").is_not_null()),
        )
        .collect()
    )
    matches = (
        read["matches"]
        .join(of, on=REFERENCE)
        .join(results.lazy().select("whole").unique(), on="whole", how="anti")
        .select(
            *("evening", "whole", "line"),
            board="round",
            ns="team",
            ew="opponent",
            where=phrase("round {}", "round"),
            result=pl.concat_str(pl.col("imps", "vp", "points").cast(pl.String), separator=" ", ignore_nulls=True),
            is_played=pl.any_horizontal(pl.col("imps", "vp", "points").is_not_null()),
        )
        .collect()
    )
    lines = pl.concat([results, matches], how="vertical_relaxed").lazy()
    by_entrant = entries.group_by("evening", "line", "entrant").agg(
        people=pl.col("person").unique().sort().str.join(" & ")
    )
    for side in ("ns", "ew"):
        seated = by_entrant.rename({"entrant": side, "people": f"{side}_people"})
        lines = lines.join(seated, on=["evening", "line", side], how="left")
    numbers = (pl.col(side).str.replace_all(_DIRECTION, "") for side in ("ns", "ew"))
    of_whole, part = pl.col("whole").alias("evening"), pl.col("evening").alias("part")
    by_line, people = pl.collect_all(
        [
            lines.with_columns(*numbers).select(
                *(of_whole, part, "line", "board", "where", "ns", "ew", "ns_people", "ew_people", "result", "is_played")
            ),
            entries.select(of_whole, "person").unique(),
        ]
    )
    return by_line, people


def scored_alike(sessions: pl.DataFrame, read: Mapping[str, pl.LazyFrame], meant: pl.DataFrame) -> pl.DataFrame:
    """(evening): the sessions that have the scores of another of their competition, on half of their boards or more.

    It takes little time, since it looks neither at pairs nor at people, and no session is compared but with the one
    before that has the same scores on a board.

    Args:
        sessions: those to compare, with `evening`, club, competition and `age`.
        read: the tables as read.
        meant: `REFERENCE`, `evening` and `whole`.
    """
    of = meant.join(sessions.select(*CLUB, "age", whole="evening"), on=[*CLUB, "whole"]).lazy()
    scored = pl.coalesce(_score().cast(pl.String), "ruling", pl.lit(""))
    boards = (
        read["results"]
        .join(of.select(*REFERENCE, "whole", "age"), on=REFERENCE)
        .with_columns(scored=scored)
        .group_by(*CLUB, "whole", "age", "board")
        .agg(scores=pl.col("scored").sort().str.join(" "))
        .sort("age")
        .with_columns(before=pl.col("whole").shift().over(*CLUB, "board", "scores"), boards=pl.len().over("whole"))
    )
    alike = boards.drop_nulls("before").group_by("whole", "before").agg(pl.col("boards").first(), same=pl.len())
    both = alike.filter(pl.col("same") * 2 >= pl.col("boards")).select(
        pl.concat_list("whole", "before").alias("evening")
    )
    return both.explode("evening").unique().collect()


def _score() -> pl.Expr:
    by_contract = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    return pl.coalesce(pl.col("score").cast(pl.Int64), by_contract.cast(pl.Int64))


def _seated(read: Mapping[str, pl.LazyFrame], of: pl.LazyFrame) -> pl.LazyFrame:
    """(evening, whole, line, entrant, person) of the entries."""
    named = read["players"].select(*CLUB, "file_id", "player_id", "name").filter(pl.col("name").is_not_null())
    # A file may name an id in two ways: then the first by the alphabet is taken, in whatever order they stand.
    one = named.group_by(*CLUB, "file_id", "player_id").agg(pl.col("name").min())
    entries = read["entries"].join(of, on=REFERENCE).join(one, on=[*CLUB, "file_id", "player_id"], how="left")
    words = pl.coalesce("name", "player_id").str.to_lowercase().str.extract_all(r"\w+").list.sort().list.join(" ")
    return entries.select("evening", "whole", "line", "entrant", person=words)
