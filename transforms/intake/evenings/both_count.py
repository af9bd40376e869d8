"""Sessions that both count, though something says that they are one evening, or that results are in both."""

import dataframely as dy
import polars as pl

from transforms.intake.evenings.handed_in_twice import DATE, PAIR, alike, in_both
from transforms.intake.findings import warning_on
from transforms.tables import CLUB, Findings

MOST_BOARDS = 36
"""Two sessions of one date with more boards than these together are taken for two evenings, not for two halves."""


def on_two_dates(sessions: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """Warn of each session that is another by its lines and its people, but not by its date.

    Args:
        sessions: those that count, as for `handed_in_twice`.
        lines: as for `handed_in_twice`.
        people: (evening, person), each once.
    """
    # Those of a competition are compared, in the place of those of one date.
    known = people["evening"].unique().implode()
    of_nobody = ~pl.all_horizontal(pl.col(side).is_in(known) for side in PAIR)
    near = alike(sessions.with_columns(date=pl.lit("any")), lines, people).filter(pl.col("of_the_same") | of_nobody)
    told = _unsettled(near, sessions).filter(pl.col("date") != pl.col("other_date"))
    return warning_on(
        told.unique("newer", keep="first", maintain_order=True).lazy(),
        "evenings.on_two_dates",
        "{other} of {other_date} has {lines} of these results, by the same pairs, so it may be this evening under"
        " another date; both count: mend the date that is wrong, or take that file away; if these are two evenings,"
        " say so in competition.toml: [[session]], and below it, on lines of their own, {this} and keep_both = true",
        field="date",
        lines="same",
        this="name",
    )


def set_apart(sessions: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """Warn of each session that is another by its lines and its people, but of another date by `[[session]]`.

    Args:
        sessions: those that count, as for `handed_in_twice`, with `alike_in`, in which two agree that are compared
            (such as the date in their files), and `is_moved`, whether `[[session]]` gives the date.
        lines: as for `handed_in_twice`.
        people: (evening, person), each once.
    """
    near = alike(sessions.with_columns(date="alike_in"), lines, people)
    moved = sessions.filter("is_moved")["evening"].implode()
    by_settings = pl.any_horizontal(pl.col(side).is_in(moved) for side in PAIR)
    told = _unsettled(near, sessions).filter(by_settings, pl.col("date") != pl.col("other_date"))
    return warning_on(
        told.unique("newer", keep="first", maintain_order=True).lazy(),
        "evenings.set_apart",
        "this session and {other} of {other_date} have {lines} results in common; a date in [[session]] of"
        " competition.toml sets them apart, so both count: take that date out if it is wrong, or settle it:"
        ' [[session]], and below it, on lines of their own, {this}, and either supersedes = ["{other}"] or, if these'
        " are two evenings, keep_both = true",
        field="date",
        lines="same",
        this="name",
    )


def overlapping(sessions: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """Warn of each session of which some results are also in another of the same date and people, and count twice.

    Args:
        sessions: those that count, as for `handed_in_twice`.
        lines: as for `handed_in_twice`.
        people: (evening, person), each once.
    """
    near = alike(sessions, lines, people, share=0.0).filter("of_the_same")
    return warning_on(
        _unsettled(near, sessions).unique("newer", keep="first", maintain_order=True).lazy(),
        "evenings.overlapping",
        "{lines} results of {other}, of the same date and people, are here too and count twice: take them out of one of"
        " the files, or settle it in competition.toml: [[session]], and below it, on lines of their own, {this} and"
        " keep_both = true if they were played twice",
        field="session_id",
        lines="same",
        this="name",
    )


def in_two_files(sessions: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """Warn of each session that may be a section of another of the same date, handed in as another file.

    They have at least half of the boards of the smaller one in common, and nobody; and either people are known in both,
    or the letters of their lines differ. Sessions of an event, and those that a director settled, are not doubted.

    Args:
        sessions: those that count, as for `handed_in_twice`, with `event`, `kind` and `named`, their files.
        lines: as for `handed_in_twice`, with `line`.
        people: (evening, person), each once.
    """
    doubtful = sessions.filter(pl.col("event").is_null(), ~pl.col("keep_both"))
    of = doubtful.select("evening", *DATE, "age", "kind", "session_id", "file_id", "named")
    boards = lines.select("evening", "board").unique().join(of, on="evening")
    count = boards.group_by("evening").agg(boards=pl.len())
    common = in_both(boards, ["board"])
    pairs = (
        common.join(count.rename({"evening": "older", "boards": "older_boards"}), on="older")
        .join(count.rename({"evening": "newer", "boards": "newer_boards"}), on="newer")
        .filter(pl.col("same") * 2 >= pl.min_horizontal("older_boards", "newer_boards"))
        .join(of.select(older="evening", **_beside("older")), on="older")
        .join(of.select(newer="evening", **_beside("newer")), on="newer")
        .filter(
            pl.col("older_kind") == pl.col("newer_kind"),
            pl.col("older_file") != pl.col("newer_file"),
            pl.col("older_id") != pl.col("newer_id"),  # otherwise only one of them counts, as is told
        )
    )
    known = people.join(of, on="evening")
    letters = lines.select("evening", "line").unique().join(of, on="evening")
    apart = (
        pairs.join(in_both(known, ["person"]).select(PAIR), on=PAIR, how="anti")
        .join(in_both(letters, ["line"]).select(*PAIR, has_letters=pl.lit(value=True)), on=PAIR, how="left")
        .with_columns(named=pl.all_horizontal(pl.col(side).is_in(known["evening"].unique().to_list()) for side in PAIR))
        .filter(pl.col("named") | pl.col("has_letters").is_null())
    )
    first = apart.join(doubtful.select(older="evening", older_age="age"), on="older").sort("newer", "older_age")
    told = first.unique("newer", keep="first", maintain_order=True).join(
        doubtful.select("evening", *CLUB, "session_id", "file_id", "line_no", "name"),
        left_on="newer",
        right_on="evening",
    )
    return warning_on(
        told.lazy(),
        "evenings.in_two_files",
        "{other} has the same date and boards, with other people: if they are sections of one evening, say so in"
        " competition.toml: [[session]], and below it files = [{together}]; if not, [[session]], and below it, on"
        " lines of their own, {this} and keep_both = true",
        field="session_id",
        other="older_file",
        together=pl.concat_str("older_named", "newer_named", separator=", "),
        this="name",
    )


def _beside(side: str) -> dict[str, str]:
    return {f"{side}_kind": "kind", f"{side}_id": "session_id", f"{side}_file": "file_id", f"{side}_named": "named"}


def in_two_halves(sessions: pl.DataFrame, lines: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """Warn of each session that may be the second half of another of the same date, handed in as another file.

    Half of the pairs of the smaller one are in the other, under whatever numbers, and play no board twice; together
    they have at most `MOST_BOARDS`. Sessions of an event, and those that a director settled, are not doubted.

    Args:
        sessions: those that count, as for `handed_in_twice`, with `event`, `kind` and `named`, their files.
        lines: as for `handed_in_twice`.
    """
    doubtful = sessions.filter(pl.col("event").is_null(), ~pl.col("keep_both"))
    of = doubtful.select("evening", *DATE, "age")
    boards = lines.select("evening", "board").unique().join(of, on="evening")
    sides = [lines.select("evening", "board", people=f"{side}_people") for side in ("ns", "ew")]
    seats = pl.concat(sides).drop_nulls().unique().join(of, on="evening")
    seated = seats.drop("board").unique()
    counts = (
        seats.group_by("evening")
        .agg(pairs=pl.col("people").n_unique())
        .join(boards.group_by("evening").agg(boards=pl.len()), on="evening")
    )
    pairs = (
        in_both(seated, ["people"])
        .join(in_both(seats, ["people", "board"]).select(PAIR), on=PAIR, how="anti")
        .join(in_both(boards, ["board"]).select(*PAIR, shared="same"), on=PAIR, how="left")
    )
    for side in PAIR:
        own = counts.select(pl.col("evening").alias(side), pl.col("pairs", "boards").name.prefix(f"{side}_"))
        beside = doubtful.select(pl.col("evening").alias(side), **_beside(side))
        pairs = pairs.join(own, on=side).join(beside, on=side)
    halves = pairs.filter(
        pl.col("same") * 2 >= pl.min_horizontal("older_pairs", "newer_pairs"),
        pl.col("older_boards") + pl.col("newer_boards") <= MOST_BOARDS + pl.col("shared").fill_null(0),
        pl.col("older_kind") == pl.col("newer_kind"),
        pl.col("older_file") != pl.col("newer_file"),
        pl.col("older_id") != pl.col("newer_id"),
    )
    first = halves.sort("newer", "older").unique("newer", keep="first", maintain_order=True)
    told = first.join(
        doubtful.select("evening", *CLUB, "session_id", "file_id", "line_no", "name"),
        left_on="newer",
        right_on="evening",
    )
    return warning_on(
        told.lazy(),
        "evenings.in_two_halves",
        "{other} has the same date and pairs, who play other boards there: if these are halves of one evening, say so"
        " in competition.toml: [[session]], and below it files = [{together}]; if not, [[session]], and below it, on"
        " lines of their own, {this} and keep_both = true",
        field="session_id",
        other="older_file",
        together=pl.concat_str("older_named", "newer_named", separator=", "),
        this="name",
    )


def _unsettled(pairs: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """The pairs of sessions that a director did not settle: the newer one, and name and date of the `other`."""
    known = sessions.select(*CLUB, "evening", "session_id", "file_id", "line_no", "date", "keep_both", "name", "called")
    others = known.select(older="evening", other="called", other_date="date", other_kept="keep_both")
    both = pairs.join(known, left_on="newer", right_on="evening").join(others, on="older")
    return both.filter(~pl.col("keep_both"), ~pl.col("other_kept")).sort("newer", "older")
