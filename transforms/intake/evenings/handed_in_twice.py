"""Evenings that were handed in twice.

They are looked for only within one competition, among the sessions of one date: another competition may well have the
same boards on the same evening, and counts them by itself.
"""

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from transforms.bridge.contracts import contract_score
from transforms.intake.evenings.belonging import REFERENCE
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB

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


SHARE = 2 / 3
"""Two sessions are one evening if so large a part of the lines of the smaller one is in the other with the same result.

Of two sections that play the same boards with the same numbers, results agree by chance. Measured on 90 real club
evenings of 90 to 270 lines, in 3,600 draws that gave each table the result of another: 20.3 % of the lines agreed, and
46.3 % at most. A correction changes a few lines, and an export of half an evening is in the whole one with all."""

LINES = 12
"""So many lines must agree, where the people do not tell: in 3,600 draws, 12 lines never agreed all, and of 16 lines
never 12."""

LINES_OF_THE_SAME = 4
"""So many lines must agree, where at least half of the people of the smaller session are in the other."""

NAMED = 5
"""So many of the lines that differ are named."""

MOST = 60
"""Sessions of one competition and date that are compared with each other; beyond, comparing costs too much."""

DATE = (*CLUB, "date")
PAIR = ("older", "newer")
_LINE = ("board", "ns", "ew")


class Twins(NamedTuple):
    """Sessions that were handed in twice."""

    replaced: pl.DataFrame
    """(evening, by, is_newer, is_part, corrects_part, in_both, changed, only_here, only_there, first): each session
    that another of the same evening replaces, with the newest of these and what differs, as seen from `evening`."""
    parts: pl.DataFrame
    """(evening): those of which another has all lines and more."""


def candidates(sessions: pl.DataFrame) -> pl.DataFrame:
    """The sessions that share their date with others of their competition, but not with too many."""
    on_date = pl.len().over(DATE)
    return sessions.filter(on_date > 1, on_date <= MOST)


def handed_in_twice(sessions: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame, parts_of: pl.DataFrame) -> Twins:
    """Find the sessions that are the same evening as another that counts instead, by results and by people.

    Lines agree if they have the same board, the same two sides and the same result. Sides are the same by their numbers
    or by their people, whichever agrees more; letters of lines do not matter.

    The newer of two counts, unless it is a part: fewer lines than the other, all of them there with the same result.
    A part corrects nothing, so the whole one counts, whatever the times say. Sessions that are no parts are replaced by
    newer ones that are none, a part by one that is none or has more lines: so there are no circles. What corrects one
    file of an evening of several, and lacks another, counts as a part too: it would take the other file with it.

    Args:
        sessions: those to compare: `evening`, club, competition, `date`, `age` (greater: newer), `session_id`,
            `file_id`, `line_no`, `keep_both`, `called` (its file, or its id if the file holds several sessions) and
            `name` (so that it can stand in `[[session]]`).
        lines: `evening`, `part`, `board`, `ns`, `ew`, `ns_people`, `ew_people`, `result` (text), `is_played`.
        people: (evening, person), each once.
        parts_of: (whole, part, file_id, line_no, session_id) of the evenings of several files, each of which is told.
    """
    pairs = alike(sessions, lines, people)
    kept = sessions.filter("keep_both").select("evening")
    unsettled = pairs.join(kept, left_on="older", right_on="evening", how="anti").join(
        kept, left_on="newer", right_on="evening", how="anti"
    )
    either = _with_corrected_parts(_either_way(_differences(unsettled, lines)), lines, parts_of)
    parts = either.filter("is_part").select("evening").unique(maintain_order=True)
    by_part = pl.col("by").is_in(parts["evening"].implode())
    of_part = pl.col("evening").is_in(parts["evening"].implode())
    replaced = (
        either.filter(pl.col("is_part") | (pl.col("is_newer") & ~by_part))
        .filter(~by_part | of_part)
        .join(sessions.select(by="evening", by_age="age"), on="by")
        .sort("evening", by_part, "by_age", descending=[False, False, True])
        .unique("evening", keep="first", maintain_order=True)
    )
    return Twins(replaced.drop("by_age"), parts)


def _with_corrected_parts(either: pl.DataFrame, lines: pl.DataFrame, parts_of: pl.DataFrame) -> pl.DataFrame:
    """Add `corrects_part`, and count it as a part: `by` is of several files, and at least half of one is not here."""
    smallest = (
        lines.join(parts_of.select("part", by="whole"), on="part")
        .group_by("by", "part")
        .agg(pl.len())
        .group_by("by")
        .agg(smallest=pl.col("len").min())
    )
    is_of_several = pl.col("evening").is_in(parts_of["whole"].unique().implode())
    missing = pl.col("only_there").cast(pl.Int64) - pl.col("only_here")
    corrects = ~is_of_several & (missing * 2 >= pl.col("smallest")) & ~pl.col("is_part")
    return (
        either.join(smallest, on="by", how="left", maintain_order="left")
        .with_columns(corrects_part=corrects.fill_null(value=False))
        .with_columns(is_part=pl.col("is_part") | pl.col("corrects_part"))
        .drop("smallest")
    )


def _either_way(differences: pl.DataFrame) -> pl.DataFrame:
    """(evening, by, is_newer, is_part, ...): each two sessions both ways, with the differences as seen by `evening`.

    `is_newer`: `by` is the newer one; `is_part`: it has all lines of `evening`, and more.
    """
    counted = differences.with_columns(pl.col("in_both", "changed", "only_here", "only_there").fill_null(0))
    forth = counted.rename({"older": "evening", "newer": "by"}).with_columns(is_newer=pl.lit(value=True))
    back = counted.rename(
        {"newer": "evening", "older": "by", "only_here": "only_there", "only_there": "only_here"}
    ).with_columns(is_newer=pl.lit(value=False))
    is_part = (pl.col("changed") == 0) & (pl.col("only_here") == 0) & (pl.col("only_there") > 0)
    return pl.concat([forth, back.select(forth.columns)]).with_columns(is_part=is_part)


def alike(sessions: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame, share: float = SHARE) -> pl.DataFrame:
    """(older, newer, by_people, same, of_the_same): every two sessions of one date that are the same evening."""
    of = sessions.select("evening", *DATE, "age")
    played = lines.filter("is_played").join(of, on="evening")
    sizes = played.group_by("evening").agg(lines=pl.len())
    by_numbers = in_both(played, [*_LINE, "result"]).with_columns(by_people=pl.lit(value=False))
    named = played.drop("ns", "ew").rename({"ns_people": "ns", "ew_people": "ew"})
    by_people = in_both(
        named.filter(pl.all_horizontal(pl.col("ns", "ew").is_not_null())), [*_LINE, "result"]
    ).with_columns(by_people=pl.lit(value=True))
    known = people.join(of, on="evening")
    persons = known.group_by("evening").agg(persons=pl.len())
    agreeing = (
        pl.concat([by_numbers, by_people])
        .sort(*PAIR, "same", "by_people", descending=[False, False, True, False])
        .unique(PAIR, keep="first", maintain_order=True)
    )
    common = in_both(known, ["person"]).rename({"same": "common"})
    both = agreeing.join(common, on=PAIR, how="left", maintain_order="left").with_columns(pl.col("common").fill_null(0))
    for side in PAIR:
        counts = sizes.join(persons, on="evening", how="left").rename(
            {"evening": side, "lines": f"{side}_lines", "persons": f"{side}_persons"}
        )
        both = both.join(counts, on=side, how="left", maintain_order="left")
    smaller = pl.min_horizontal("older_lines", "newer_lines")
    fewer = pl.min_horizontal(pl.col("older_persons").fill_null(0), pl.col("newer_persons").fill_null(0))
    of_the_same = (fewer > 0) & (pl.col("common") * 2 >= fewer)
    enough = (pl.col("same") >= LINES) | (of_the_same & (pl.col("same") >= LINES_OF_THE_SAME))
    near = both.filter(enough, pl.col("same") >= share * smaller)
    return near.select(*PAIR, "by_people", "same", of_the_same=of_the_same)


def in_both(rows: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    """(older, newer, same): how many rows of two sessions of one date agree in the key, each row counted once."""
    counted = rows.group_by(*DATE, *key, "evening", "age").agg(times=pl.len())
    shared = counted.filter(pl.len().over(*DATE, *key) > 1)
    return (
        shared.join(shared, on=[*DATE, *key], suffix="_newer")
        .filter(pl.col("age") < pl.col("age_newer"))
        .group_by(older="evening", newer="evening_newer")
        .agg(same=pl.min_horizontal("times", "times_newer").sum())
    )


def _differences(pairs: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """(older, newer, in_both, changed, only_here, only_there, first): lines compared, and where they differ.

    Lines with the same board and sides are compared in turn, those with the same result first.
    """
    sides = [
        pl.when("by_people").then(pl.coalesce(f"{side}_people", side)).otherwise(side).alias(side)
        for side in ("ns", "ew")
    ]
    shown = phrase("{}, pair {} against {}", "where", pl.col("ns").fill_null("-"), pl.col("ew").fill_null("-"))
    of_older, of_newer = (
        pairs.select(*PAIR, "by_people")
        .join(lines, left_on=name, right_on="evening")
        .with_columns(shown=shown)
        .with_columns(*sides, result=pl.col("result").fill_null(""))
        .with_columns(pl.col("ns", "ew").fill_null(""))
        .sort(*PAIR, *_LINE, "result", "shown")
        for name in PAIR
    )
    result = [*PAIR, *_LINE, "result"]
    turn = pl.int_range(pl.len()).over(result).alias("turn")
    one, other = (frame.with_columns(turn) for frame in (of_older, of_newer))
    same = one.join(other, on=[*result, "turn"], how="semi")
    place = [*PAIR, *_LINE]
    again = pl.int_range(pl.len()).over(place).alias("turn")
    left, right = (
        frame.join(rest, on=[*result, "turn"], how="anti", maintain_order="left")
        .with_columns(again)
        .select(*place, "turn", shown="shown")
        for frame, rest in ((one, other), (other, one))
    )
    beside = left.join(right, on=[*place, "turn"], how="full", coalesce=True, suffix="_newer")
    is_here, is_there = pl.col("shown").is_not_null(), pl.col("shown_newer").is_not_null()
    counted = beside.group_by(PAIR).agg(
        changed=(is_here & is_there).sum(),
        only_here=(is_here & ~is_there).sum(),
        only_there=(~is_here & is_there).sum(),
        first=pl.coalesce("shown", "shown_newer").sort_by("board", "ns", "ew", "turn").head(NAMED).str.join("; "),
    )
    return (
        pairs.select(PAIR)
        .join(same.group_by(PAIR).agg(in_both=pl.len()), on=PAIR, how="left")
        .join(counted, on=PAIR, how="left")
    )
