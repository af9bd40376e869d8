"""What `[[session]] supersedes` leaves out of what counts, beyond what was corrected: it is told, file by file."""

import dataframely as dy
import polars as pl

from transforms.intake.evenings.settled import Settled
from transforms.intake.findings import warning_on
from transforms.tables import CLUB, Findings

_OF_PART = ("evening", "root", "taker", "part")
_TOGETHER = '[[session]], and below it files = [{root_files}, "{file_id}"], without supersedes'


def left_out_as_settled(
    settled: pl.DataFrame, sessions: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame, told: Settled
) -> list[dy.LazyFrame[Findings]]:
    """Warn of each file whose results are neither in the session that replaces it, nor of its date, nor its people.

    A correction has the boards of the file, with the same two sides on them by number or by name; it is what the
    director meant, and nothing is told of it. Whatever else stops counting, a slip in a name may be the reason. What
    takes the place of one of several files is compared with that file alone: other sections have the same numbers.

    Args:
        settled: (evening, by, root): the sessions that the director replaced, and those that count in the end.
        sessions: `evening` and `Sessions`, with `called` and `own_names`.
        lines: as of `compared`.
        people: (evening, person), each once.
        told: what the director settled, with the files of every session.
    """
    files = told.files.select(part="evening", file_id="file_id")
    in_place = told.in_place.select("evening", taker="by")
    by_file = _held(settled.join(in_place, on="evening", how="left", maintain_order="left"), lines).join(
        files, on="part", maintain_order="left"
    )
    replacing = sessions.select(root="evening", root_date="date", called="called", root_files="named")
    left_out = (
        by_file.join(sessions.select("evening", *CLUB, "session_id", "date", "line_no"), on="evening")
        .join(replacing, on="root")
        .join(files.select(taker="part", counting="file_id"), on="taker", how="left")
        .with_columns(pl.coalesce("counting", "called").alias("counting"))
        .join(_strangers(settled, people), on=["evening", "root"], how="left")
        .sort("evening", "file_id")
    )
    on_other_date = (pl.col("date") != pl.col("root_date")).fill_null(value=False)
    of_others = pl.col("of_others").fill_null(value=False)
    start = "[[session]] says that {counting} supersedes this session,"
    slip = "take the name out of supersedes if it is a slip"
    return [
        warning_on(
            left_out.filter(on_other_date).lazy(),
            "settings.supersedes_other_date",
            f"{start} but that is of {{root_date}} and this of {{date}}; the results of {{file_id}} do not count"
            f" (how many: {{results}}): {slip}",
            field="session_id",
        ),
        warning_on(
            left_out.filter(~on_other_date & of_others).lazy(),
            "settings.supersedes_other_people",
            f"{start} but other people play there; the results of {{file_id}} do not count (how many:"
            f" {{results}}): {slip}, or put the files together if they are one evening: {_TOGETHER}",
            field="session_id",
        ),
        warning_on(
            left_out.filter(~on_other_date & ~of_others & (pl.col("lost") > 0)).lazy(),
            "settings.supersedes_more",
            f"{start} but results of {{file_id}}, of line {{letters}}, are not there and do not count"
            f" ({{lost}} of {{results}}): hand in the whole evening, or put the files together: {_TOGETHER}",
            field="session_id",
        ),
    ]


def _held(settled: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """(evening, root, taker, part, results, lost, letters): results of each file, and those that count no more.

    Args:
        settled: (evening, by, root, taker), where `taker` is the part that is compared; null for the whole.
        lines: as of `compared`.
    """
    numbers, names = ["ns", "ew"], ["ns_people", "ew_people"]
    own = (
        settled.join(lines, on="evening")
        .sort("evening", "root", "part", "board", "line", *numbers, *names, "result", "is_played")
        .with_row_index("of_line")
    )
    whole = lines.rename({"evening": "root"}).with_columns(taker=pl.lit(None, lines.schema["part"]))
    there = pl.concat([whole, whole.with_columns(taker="part")])
    at = ["root", "taker", "board"]
    # Two sections may have the same numbers: a line there stands for one line here.
    turn = pl.int_range(pl.len())
    by_number = own.with_columns(turn=turn.over("by", *at, *numbers)).join(
        there.with_columns(turn=turn.over(*at, *numbers)), on=[*at, *numbers, "turn"], how="semi", nulls_equal=True
    )
    by_number = by_number.join(_of_other_pairs(own, there), on=_OF_PART, how="anti", nulls_equal=True)
    by_name = own.drop_nulls(names).join(there, on=[*at, *names], how="semi", nulls_equal=True)
    held = [by_number.select("of_line"), by_name.select("of_line")]
    lost = pl.col("of_line").is_in(pl.concat(held)["of_line"].implode()).not_() & pl.col("is_played")
    return own.group_by("evening", "root", "taker", "part", maintain_order=True).agg(
        results=pl.len(),
        lost=lost.sum(),
        letters=pl.col("line").filter(lost).unique().sort().str.join(", "),
    )


def _of_other_pairs(own: pl.DataFrame, there: pl.DataFrame) -> pl.DataFrame:
    """`_OF_PART` of each file of which no pair plays there, as far as they are known: numbers tell nothing then."""
    pairs, pairs_there = (
        pl.concat([frame.select(*key, people=f"{side}_people") for side in ("ns", "ew")]).drop_nulls("people").unique()
        for frame, key in ((own, _OF_PART), (there, ("root", "taker")))
    )
    known = pairs.join(pairs_there, on=["root", "taker"], how="semi", nulls_equal=True)
    common = pairs.join(pairs_there, on=["root", "taker", "people"], how="semi", nulls_equal=True)
    return known.join(common, on=_OF_PART, how="anti", nulls_equal=True).select(_OF_PART).unique()


def _strangers(settled: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """(evening, root, of_others): whether nobody of those who played here plays there, as far as they are known."""
    both = settled.select("evening", "root")
    there = people.rename({"evening": "root"})
    known = both.join(people.select("evening").unique(), on="evening").join(there.select("root").unique(), on="root")
    common = both.join(people, on="evening").join(there, on=["root", "person"]).select("evening", "root").unique()
    return known.join(common, on=["evening", "root"], how="anti").with_columns(of_others=pl.lit(value=True))
