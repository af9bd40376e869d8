"""Find evenings that were handed in twice, among the sessions of one competition and date."""

from collections.abc import Mapping

import polars as pl

from transforms.bridge.contracts import contract_score
from transforms.intake.findings import REFERENCE
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB

DIRECTION_BEFORE, DIRECTION_BEHIND = r"(?i)^((?:NS|EW)[ _-]*)", r"(?i)([ _-]*(?:NS|EW))$"
"""Patterns of the direction that some programs write before or after the number of a pair: `NS 1`, `1NS`."""
_DIRECTION = f"{DIRECTION_BEFORE}|{DIRECTION_BEHIND}"
_COMPARED = {
    **dict.fromkeys(("evening", "part"), pl.UInt32),
    "line": pl.String,
    "board": pl.Int64,
    **dict.fromkeys(("where", "ns", "ew", "ns_people", "ew_people", "result"), pl.String),
    "is_played": pl.Boolean,
}
SHARE = 2 / 3
"""Two sessions are one evening if at least this share of the lines of the smaller one is in the other with the same
result.

Two sections that play the same boards with the same numbers agree in some results by chance. In 3,600 draws that gave
each table the result of another table, on 90 real club evenings of 90 to 270 lines, 20.3 % of the lines agreed on
average and 46.3 % at most. A correction, however, changes only a few lines, and an export of half an evening has only
lines of the whole evening."""
LINES = 12
"""The number of lines that must agree if fewer than half of the people of the smaller session are in the other session.
In the 3,600 draws of `SHARE`, sessions of 12 lines never agreed in all of them, and sessions of 16 lines never agreed
in 12."""
LINES_OF_THE_SAME = 4
"""The number of lines that must agree if at least half of the people of the smaller session are in the other session.
"""
NAMED = 5
MOST = 60
"""The largest number of sessions of one competition and date that are compared. More would take too long."""
DATE = (*CLUB, "date")
PAIR = ("older", "newer")
_LINE = ("board", "ns", "ew")


def compared(
    sessions: pl.DataFrame, read: Mapping[str, pl.LazyFrame], belonging: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the lines (`_COMPARED`) and people (evening, person) of sessions, in the same form for every file format.

    `evening` is the whole evening, and `part` is the part of it in one file. A match without result lines counts as a
    line, with its round as the board, and so does an entrant of a session of which only the result list is known.
    Numbers of pairs are without the direction that some programs add to them (`1NS`). A person is the name in lower
    case with its words sorted, or else the id. `belonging` has `REFERENCE`, `evening` and `whole`.
    """
    if sessions.is_empty():
        return pl.DataFrame(schema=_COMPARED), pl.DataFrame(schema={"evening": pl.UInt32, "person": pl.String})
    asked = belonging.join(sessions.select(whole="evening"), on="whole", how="semi")
    of = asked.select(*REFERENCE, evening="whole", part="evening").lazy()
    entries = _seated(read, of)
    score, values, of_lists = _score(), pl.col("imps", "vp", "points"), pl.col("percentage", "imps", "vp")
    is_result = score.is_not_null() & pl.all_horizontal(pl.col("ns", "ew").is_not_null())
    as_named = dict[str, pl.Expr]()
    of_match = {"board": pl.col("round"), "ns": pl.col("team"), "ew": pl.col("opponent")}
    of_list = {"board": pl.lit(0), "ns": pl.col("entrant"), "ew": pl.lit("")}
    lines = pl.LazyFrame(schema={name: dtype for name, dtype in _COMPARED.items() if not name.endswith("_people")})
    for name, columns, where, result, is_played in (
        ("results", as_named, phrase("board {}", "board"), (score.cast(pl.String), pl.col("ruling")), is_result),
        ("matches", of_match, phrase("round {}", "round"), (values.cast(pl.String),), values.is_not_null()),
        ("totals", of_list, phrase("entrant {}", "entrant"), (of_lists.cast(pl.String),), of_lists.is_not_null()),
    ):
        more = (
            read[name]
            .join(of, on=REFERENCE)
            .join(lines, on="evening", how="anti")
            .with_columns(
                where=where,
                result=pl.concat_str(*result, separator=" ", ignore_nulls=True),
                is_played=pl.any_horizontal(is_played),
                **columns,
            )
        )
        lines = pl.concat([lines, more.select(lines.collect_schema().names())], how="vertical_relaxed").collect().lazy()
    by_entrant = entries.group_by("part", "line", "entrant").agg(
        people=pl.col("person").unique().sort().str.join(" & ")
    )
    for side in ("ns", "ew"):
        seated = by_entrant.rename({"entrant": side, "people": f"{side}_people"})
        lines = lines.join(seated, on=["part", "line", side], how="left")
    numbers = pl.col("ns", "ew").str.replace_all(_DIRECTION, "")
    people = entries.select("evening", "person").unique()
    by_line, known = pl.collect_all([lines.with_columns(numbers).select(*_COMPARED), people])
    return by_line, known


def scored_alike(sessions: pl.DataFrame, read: Mapping[str, pl.LazyFrame], belonging: pl.DataFrame) -> pl.DataFrame:
    """Return (evening): sessions that have, on at least half of their boards, the same scores as another session.

    Only sessions of the same competition are compared. This is fast, because pairs and people are not compared, and
    each board is matched with one session: among those with the same scores on it, the one just before it by `age`.
    """
    of = belonging.join(sessions.select(*CLUB, "age", whole="evening"), on=[*CLUB, "whole"]).lazy()
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
    both = alike.filter(pl.col("same") * 2 >= pl.col("boards")).select(evening=pl.concat_list("whole", "before"))
    return both.explode("evening").unique().collect()


def _score() -> pl.Expr:
    by_contract = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    return pl.coalesce(pl.col("score").cast(pl.Int64), by_contract.cast(pl.Int64))


def _seated(read: Mapping[str, pl.LazyFrame], of: pl.LazyFrame) -> pl.LazyFrame:
    # If a file names an id in two ways, take the first in alphabetical order.
    key = [*CLUB, "file_id", "player_id"]
    named = read["players"].drop_nulls("name").group_by(key).agg(pl.col("name").min())
    entries = read["entries"].join(of, on=REFERENCE).join(named, on=key, how="left")
    words = pl.coalesce("name", "player_id").str.to_lowercase().str.extract_all(r"\w+").list.sort().list.join(" ")
    return entries.select("evening", "part", "line", "entrant", person=words)


def handed_in_twice(
    sessions: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame, parts_of: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Find the sessions that another session of the same evening replaces.

    `alike` decides from results and people which sessions are the same evening. Result lines agree if they have the
    same board, sides and result; letters of lines do not matter. Sides are compared by number or by people, whichever
    gives more agreement.

    - A session is a *part* of another one if it has fewer lines and the other has all of them with the same result. It
      is also a part if it corrects one file of an evening that came in several files, and lacks another of these files.
    - A part is replaced by a session of which it is a part, or by a newer session that is not a part.
    - Any other session is replaced only by a newer session that is not a part, so there are no circles.

    Returns two tables. The first is (evening, by, is_newer, is_part, corrects_part, in_both, changed, only_here,
    only_there, first): each replaced session (`evening`), the session that replaces it (`by`), and their differences as
    seen from `evening`. `by` is the newest session that is not a part, or else the newest part. The second table is
    (evening): the parts.
    """
    pairs = alike(sessions, lines, people)
    kept = sessions.filter("keep_both")["evening"].implode()
    unsettled = pairs.remove(pl.any_horizontal(pl.col(PAIR).is_in(kept)))
    counted = _differences(unsettled, lines).with_columns(
        pl.col("in_both", "changed", "only_here", "only_there").fill_null(0)
    )
    forth = counted.rename({"older": "evening", "newer": "by"}).with_columns(is_newer=True)
    turned = {"newer": "evening", "older": "by", "only_here": "only_there", "only_there": "only_here"}
    back = counted.rename(turned).with_columns(is_newer=False).select(forth.columns)
    is_part = (pl.col("changed") == 0) & (pl.col("only_here") == 0) & (pl.col("only_there") > 0)
    either = _with_corrected_parts(pl.concat([forth, back]).with_columns(is_part=is_part), lines, parts_of)
    parts = either.filter("is_part").select("evening").unique(maintain_order=True)
    by_part, of_part = (pl.col(name).is_in(parts["evening"].implode()) for name in ("by", "evening"))
    replaced = (
        either.filter(pl.col("is_part") | (pl.col("is_newer") & ~by_part), ~by_part | of_part)
        .join(sessions.select(by="evening", by_age="age"), on="by")
        .sort("evening", by_part, "by_age", descending=[False, False, True])
        .unique("evening", keep="first", maintain_order=True)
    )
    return replaced.drop("by_age"), parts


def _with_corrected_parts(either: pl.DataFrame, lines: pl.DataFrame, parts_of: pl.DataFrame) -> pl.DataFrame:
    """Add `corrects_part`: whether a session corrects only some files of `by`; then `is_part` becomes true too."""
    # This is so if `by` consists of several files and `evening` does not, and if `evening` lacks at least half as many
    # lines as the smallest file of `by` has.
    sizes = lines.join(parts_of.select("part", by="whole"), on="part").group_by("by", "part").len()
    smallest = sizes.group_by("by").agg(smallest=pl.col("len").min())
    is_of_several = pl.col("evening").is_in(parts_of["whole"].implode())
    missing = pl.col("only_there").cast(pl.Int64) - pl.col("only_here")
    corrects = ~is_of_several & (missing * 2 >= pl.col("smallest")) & ~pl.col("is_part")
    return (
        either.join(smallest, on="by", how="left", maintain_order="left")
        .with_columns(corrects_part=corrects.fill_null(value=False))
        .with_columns(is_part=pl.col("is_part") | pl.col("corrects_part"))
        .drop("smallest")
    )


def alike(sessions: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame, share: float = SHARE) -> pl.DataFrame:
    """Return (older, newer, by_people, same, of_the_same): every two sessions of one date that are the same evening.

    `same` is the number of lines that agree, and `by_people` is true if their sides were compared by people.
    `of_the_same` is true if at least half of the people of the smaller session are in the other one.
    """
    of = sessions.select("evening", *DATE, "age")
    played = lines.filter("is_played").join(of, on="evening")
    named = played.drop("ns", "ew").rename({"ns_people": "ns", "ew_people": "ew"}).drop_nulls(["ns", "ew"])
    agreeing = pl.concat(
        in_both(rows, [*_LINE, "result"]).with_columns(by_people=by_people)
        for rows, by_people in ((played, pl.lit(value=False)), (named, pl.lit(value=True)))
    )
    best = agreeing.sort(*PAIR, "same", "by_people", descending=[False, False, True, False])
    known = people.join(of, on="evening")
    common = in_both(known, ["person"]).rename({"same": "common"})
    both = best.unique(PAIR, keep="first", maintain_order=True).join(common, on=PAIR, how="left", maintain_order="left")
    sizes = played.group_by("evening").agg(lines=pl.len())
    counts = sizes.join(known.group_by("evening").agg(persons=pl.len().cast(pl.UInt32)), on="evening", how="left")
    for side in PAIR:
        of_side = counts.select(pl.all().name.prefix(f"{side}_")).rename({f"{side}_evening": side})
        both = both.join(of_side, on=side, how="left", maintain_order="left")
    smaller = pl.min_horizontal("older_lines", "newer_lines")
    fewer = pl.min_horizontal(pl.col("older_persons", "newer_persons").fill_null(0))
    of_the_same = (fewer > 0) & (pl.col("common").fill_null(0) * 2 >= fewer)
    enough = (pl.col("same") >= LINES) | (of_the_same & (pl.col("same") >= LINES_OF_THE_SAME))
    near = both.filter(enough, pl.col("same") >= share * smaller)
    return near.select(*PAIR, "by_people", "same", of_the_same=of_the_same)


def in_both(rows: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    """Return (older, newer, same): for every two sessions of a date, how many rows agree in the key, each only once."""
    counted = rows.group_by(*DATE, *key, "evening", "age").agg(times=pl.len())
    shared = counted.filter(pl.len().over(*DATE, *key) > 1)
    return (
        shared.join(shared, on=[*DATE, *key], suffix="_newer")
        .filter(pl.col("age") < pl.col("age_newer"))
        .group_by(older="evening", newer="evening_newer")
        .agg(same=pl.min_horizontal("times", "times_newer").sum())
    )


def _differences(pairs: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """Return (older, newer, in_both, changed, only_here, only_there, first): how many lines agree or differ, and where.

    Lines with the same board and sides are compared one after the other, those with the same result first. `first`
    names the first lines that differ.
    """
    place = [*PAIR, *_LINE]
    result = [*place, "result"]
    sides = [
        pl.when("by_people").then(pl.coalesce(f"{side}_people", side)).otherwise(side).fill_null("").alias(side)
        for side in ("ns", "ew")
    ]
    shown = phrase("{}, pair {} against {}", "where", pl.col("ns").fill_null("-"), pl.col("ew").fill_null("-"))
    one, other = (
        pairs.select(*PAIR, "by_people")
        .join(lines, left_on=name, right_on="evening")
        .with_columns(*sides, pl.col("result").fill_null(""), shown=shown)
        .sort(*result, "shown")
        .with_columns(turn=pl.int_range(pl.len()).over(result))
        for name in PAIR
    )
    same = one.join(other, on=[*result, "turn"], how="semi")
    left, right = (
        frame.join(rest, on=[*result, "turn"], how="anti", maintain_order="left").select(
            *place, "shown", turn=pl.int_range(pl.len()).over(place)
        )
        for frame, rest in ((one, other), (other, one))
    )
    in_turn = left.join(right, on=[*place, "turn"], how="full", coalesce=True, suffix="_newer")
    is_here, is_there = pl.col("shown").is_not_null(), pl.col("shown_newer").is_not_null()
    counted = in_turn.group_by(PAIR).agg(
        changed=(is_here & is_there).sum(),
        only_here=(is_here & ~is_there).sum(),
        only_there=(~is_here & is_there).sum(),
        first=pl.coalesce("shown", "shown_newer").sort_by("board", "ns", "ew", "turn").head(NAMED).str.join("; "),
    )
    agreeing = same.group_by(PAIR).agg(in_both=pl.len())
    return pairs.select(PAIR).join(agreeing, on=PAIR, how="left").join(counted, on=PAIR, how="left")
