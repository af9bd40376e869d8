"""Checks of sessions that are handed in twice or in parts, that a director replaces, or that may count twice."""

import polars as pl

from transforms.intake.check import in_variants, of_evenings, says, which
from transforms.intake.evenings.handed_in_twice import DATE, MOST, PAIR, in_both
from transforms.intake.evenings.parts import in_every_file
from transforms.intake.findings import IN_SETTINGS
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB

MOST_BOARDS = 36
"""The most boards that two halves of one session have together. Two sessions of one date with more boards are not taken
for halves of one session."""
_PLACE = (*CLUB, "file_id", "line_no", "session_id")
_SETTINGS = (*CLUB, "place")

# --- handed in twice: `replaced`, as `handed_in_twice` finds it -------------------------------------------------------

_SETTLE = (
    "if that is wrong, add these lines to competition.toml: [[session]], {this} and either"
    ' supersedes = ["{counting}"] or, if both count, keep_both = true'
)
_WHICH = (
    "{counting} is the same evening and is newer (by a mark in its name, or else by the time of its last"
    " change), so it counts and this file is left out"
)
_IS_EQUAL = (pl.col("changed") + pl.col("only_here") + pl.col("only_there")) == 0
_IS_LATE_PART = pl.col("is_part") & ~pl.col("is_newer")
_LOSES = ~_IS_EQUAL & ~_IS_LATE_PART & (pl.col("only_here") > pl.col("only_there"))


@of_evenings("evenings.twice", field="session_id", this="name", lines="in_both", first_at="first")
@says(
    f"{_WHICH}; of the rows, {{lines}} are the same, {{changed}} have another result, {{only_here}} are only here and"
    f" {{only_there}} only there (the first differences: {{first_at}}): {_SETTLE}",
    same=f"{_WHICH}; all rows are the same ({{lines}}): {_SETTLE}",
    part="{counting} is the same evening, with all {lines} rows of this file and {only_there} more, so it"
    f" counts although it is older: {_SETTLE}",
)
def twice(replaced: pl.LazyFrame, sessions: pl.LazyFrame, parts_of: pl.LazyFrame) -> pl.LazyFrame:
    files = _replaced_files(replaced, sessions, parts_of).filter(~_LOSES)
    return files.with_columns(which("", same=_IS_EQUAL, part=_IS_LATE_PART))


@of_evenings(
    "evenings.lines_lost",
    severity="error",
    field="session_id",
    doubts={"missing": "only_here"},
    this="name",
    lines="in_both",
    first_at="first",
)
@says(
    f"{_WHICH}, but some results are only here and are lost ({{only_here}}); of the other rows, {{lines}} are the"
    " same, {changed} have another result and {only_there} are only there (the first differences: {first_at}):"
    f" hand in the results of the whole evening; {_SETTLE}",
    corrects_part="this file looks like a correction of one file of an evening ({whole}), but it lacks some results"
    " of that evening ({only_there}), so that evening counts and this file is left out: below [[session]] in"
    " competition.toml, name this file in files, instead of the file that it corrects",
)
def lines_lost(
    replaced: pl.LazyFrame, sessions: pl.LazyFrame, parts_of: pl.LazyFrame, ended: pl.LazyFrame
) -> pl.LazyFrame:
    ends = ended.select("evening", "season", "counted_id")
    losing = _replaced_files(replaced, sessions, parts_of).filter(_LOSES).join(ends, on="evening", how="left")
    files = parts_of.group_by(by="whole", maintain_order=True).agg(whole=pl.col("file_id").str.join(", "))
    correcting = replaced.filter("corrects_part").join(sessions.select("evening", *_PLACE), on="evening")
    return in_variants({"": losing, "corrects_part": correcting.join(files, on="by")})


def _replaced_files(replaced: pl.LazyFrame, sessions: pl.LazyFrame, parts_of: pl.LazyFrame) -> pl.LazyFrame:
    rows = replaced.filter(~pl.col("corrects_part")).join(sessions.select("evening", *_PLACE, "name"), on="evening")
    counting = sessions.select(by="evening", counting="called")
    return in_every_file(rows.collect(), parts_of.collect()).lazy().join(counting, on="by")


_TWO_EVENINGS = (
    "if these are two evenings, add these lines to competition.toml: [[session]], {this} and keep_both = true"
)
_TOGETHER_BY = "add these lines to competition.toml: [[session]] and files = [{together}]"


@of_evenings("evenings.both_count", field={"overlapping": "session_id", "": "date"}, lines="same", this="name")
@says(
    two_dates="{other} of {other_date} has {lines} of these results, by the same pairs; both sessions count,"
    f" but they may be one evening under two dates: correct the wrong date, or delete that file; {_TWO_EVENINGS}",
    set_apart="this session and {other} of {other_date} have {lines} results in common; both count, because"
    " [[session]] in competition.toml gives a date: if that date is wrong, remove it; otherwise add these lines: "
    '[[session]], {this} and either supersedes = ["{other}"] or, if these are two evenings, keep_both = true',
    overlapping="{lines} results of {other}, with the same date and people, are also here and count twice:"
    f" remove them from one of the files; {_TWO_EVENINGS}",
)
def both_count(doubts: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    others = sessions.select(older="evening", other="called", other_date="date", other_kept="keep_both")
    here = sessions.select(*_PLACE, "date", "keep_both", "name", newer="evening")
    is_doubt = (pl.col(VARIANT) == "overlapping") | (pl.col("date") != pl.col("other_date"))
    return (
        doubts.join(here, on="newer")
        .join(others, on="older")
        .filter(~pl.col("keep_both"), ~pl.col("other_kept"), is_doubt)
        .sort("newer", "older", maintain_order=True)
        .unique([VARIANT, "newer"], keep="first", maintain_order=True)
    )


@of_evenings(
    "evenings.in_parts",
    field="session_id",
    other="older_file_id",
    together=phrase("{}, {}", "older_named", "newer_named"),
    this="newer_name",
)
@says(
    sections="{other} has the same date and boards, but other people: if both are sections of one evening,"
    f" {_TOGETHER_BY}; {_TWO_EVENINGS}",
    halves="{other} has the same date and pairs, but they play other boards there: if both are halves of one"
    f" evening, {_TOGETHER_BY}; {_TWO_EVENINGS}",
)
def in_parts(on_date: pl.LazyFrame, lines: pl.LazyFrame, people: pl.LazyFrame) -> pl.LazyFrame:
    """Find sessions that may be a section, or the second half, of a session of the same date in another file."""
    # Two sections share at least half of the boards of the smaller section, but no people. In addition, either the
    # people of both sections are known, or the letters of their lines differ. Two halves share at least half of the
    # pairs of the smaller half, whatever their numbers. These pairs play no board twice, and the halves together have
    # at most `MOST_BOARDS`.
    doubtful = on_date.filter(pl.col("event").is_null(), ~pl.col("keep_both")).collect()
    of = doubtful.select("evening", *DATE, "age")
    played = lines.collect().join(of, on="evening")
    boards = played.select("evening", *DATE, "age", "board").unique()
    sides = pl.concat(played.select("evening", *DATE, "age", "board", people=f"{side}_people") for side in ("ns", "ew"))
    seats = sides.drop_nulls("people").unique()
    pairs_of = seats.group_by("evening").agg(pairs=pl.col("people").n_unique())
    known = doubtful.join(boards.group_by("evening").agg(boards=pl.len()), on="evening", how="left").join(
        pairs_of, on="evening", how="left"
    )
    common = in_both(boards, ["board"])
    persons = people.collect().join(of, on="evening")
    is_named = pl.all_horizontal(pl.col(side).is_in(persons["evening"].unique().implode()) for side in PAIR)
    letters = in_both(played.select("evening", *DATE, "age", "line").unique(), ["line"])
    sections = (
        _in_two_files(common, known)
        .filter(pl.col("same") * 2 >= pl.min_horizontal("older_boards", "newer_boards"))
        .join(in_both(persons, ["person"]), on=PAIR, how="anti")
        .join(letters.select(*PAIR, letters="same"), on=PAIR, how="left")
        .filter(is_named | pl.col("letters").is_null())
    )
    halves = (
        _in_two_files(in_both(seats.drop("board").unique(), ["people"]), known)
        .join(in_both(seats, ["people", "board"]), on=PAIR, how="anti")
        .join(common.select(*PAIR, shared="same"), on=PAIR, how="left")
        .filter(
            pl.col("same") * 2 >= pl.min_horizontal("older_pairs", "newer_pairs"),
            pl.col("older_boards") + pl.col("newer_boards") <= MOST_BOARDS + pl.col("shared").fill_null(0),
        )
    )
    first = in_variants({"sections": sections, "halves": halves}).sort("newer", "older_age")
    place = (pl.col(f"newer_{name}").alias(name) for name in ("file_id", "line_no", "session_id"))
    return first.unique([VARIANT, "newer"], keep="first", maintain_order=True).with_columns(place).lazy()


def _in_two_files(pairs: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    own = pl.col("kind", "session_id", "file_id", "line_no", "named", "name", "age", "boards", "pairs")
    older = known.select(*CLUB, own.name.prefix("older_"), older="evening")
    newer = known.select(own.name.prefix("newer_"), newer="evening")
    return (
        pairs.join(older, on="older")
        .join(newer, on="newer")
        .filter(
            pl.col("older_kind") == pl.col("newer_kind"),
            pl.col("older_file_id") != pl.col("newer_file_id"),
            pl.col("older_session_id") != pl.col("newer_session_id"),  # otherwise only one of them counts
        )
    )


@of_evenings("evenings.both_count/too_many", field="date", one_per=DATE, sessions="lines")
@says("{sessions} sessions have this date, too many to check whether one was handed in twice: correct the wrong dates")
def too_many(in_doubt: pl.LazyFrame) -> pl.LazyFrame:
    return in_doubt.filter(pl.len().over(DATE) > MOST).sort("file_id", "line_no", nulls_last=True)


@of_evenings(
    "evenings.in_parts/not_one",
    field={"other_pair": "entrant", "board_again": "board", "official": "session_id"},
    value=pl.coalesce("entrant", "boards", "session_id"),
)
@says(
    other_pair="pair {entrant} here has other players than pair {entrant} in {before}, the first part of this evening,"
    " so it counts as pair {number}: correct the number, or the names if they are the same people",
    board_again="the pairs of {before} continue here, but play board {boards} in both files, so each file counts as a"
    " section of its own: remove the board from one of the files",
    official="the pairs of this file also play in other files of this evening, and its official results ({lines}) may"
    " cover only a part of the evening, so they are left out and not compared: hand in the official results of the"
    " whole evening",
)
def halves(played_on: pl.LazyFrame) -> pl.LazyFrame:
    return played_on


@of_evenings("settings.parts", severity="error", field="session.files", value="named", nth="place")
@says(
    differ="these files differ in {what}, so each remains a separate session: correct the files, or give the date in"
    " this [[session]]",
    too_many="together these files have more lines than there are letters, so each remains a separate session: name"
    " fewer files",
    of_two="a file of this [[session]] also belongs to an earlier [[session]], which counts: name each file only once",
)
def parts(apart: pl.LazyFrame, session_settings: pl.LazyFrame) -> pl.LazyFrame:
    named = session_settings.select(*_SETTINGS, named=pl.col("files").list.join(", "))
    return apart.join(named, on=_SETTINGS, maintain_order="left").with_columns(**IN_SETTINGS)


# --- replaced by the director: `asked` has the settings `supersedes` --------------------------------------------------

_START = "according to [[session]], {counting} supersedes this session,"
_SLIP = "if the name in supersedes is a mistake, delete it"
_LOST_RESULTS = "the results of {file_id} do not count ({results} in all)"
_TOGETHER = '[[session]], and below it files = [{root_files}, "{file_id}"], without supersedes'
_IS_ITSELF = pl.col("evening") == pl.col("by")
_SAID = pl.coalesce(pl.col("supersedes").list.join(", "), "session_id")


@of_evenings(
    "settings.supersedes/circle",
    severity="error",
    field={"itself": "session.supersedes", "": "session_id"},
    value=_SAID,
    nth="place",
)
@says(
    "according to supersedes in [[session]], this session and others replace each other in a circle, so all of them"
    " count: delete the wrong line",
    itself="a session cannot replace itself, so it counts: name the session that it replaces",
)
def circle(
    asked: pl.LazyFrame, circles: pl.LazyFrame, sessions: pl.LazyFrame, session_settings: pl.LazyFrame
) -> pl.LazyFrame:
    itself = _of_settings(asked.filter(_IS_ITSELF), session_settings)
    round_about = sessions.join(circles, on="evening", how="semi").select(_PLACE)
    return in_variants({"itself": itself.drop("session_id"), "circle": round_about})


@of_evenings(
    "settings.supersedes", field={"keep_both": "session.supersedes", "": "session_id"}, value=_SAID, nth="place"
)
@says(
    keep_both="supersedes says that another session replaces this one, but keep_both says that both count; this"
    " session is replaced: delete one of these two settings",
    other_date=f"{_START} although the dates, {{root_date}} and {{date}}, differ; {_LOST_RESULTS}: {_SLIP}",
    other_people=f"{_START} but other people play there; {_LOST_RESULTS}: {_SLIP}, or put the files together if they"
    f" are one evening: {_TOGETHER}",
    more=f"{_START} but {{lost}} of the {{results}} results of {{file_id}}, on line {{letters}}, are not there and do"
    f" not count: hand in the results of the whole evening, or put the files together: {_TOGETHER}",
)
def supersedes(
    asked: pl.LazyFrame,
    settled: pl.LazyFrame,
    sessions: pl.LazyFrame,
    session_settings: pl.LazyFrame,
    *,
    given: pl.LazyFrame,
    settled_lines: pl.LazyFrame,
    settled_people: pl.LazyFrame,
) -> pl.LazyFrame:
    """Find files whose replacement seems wrong: it lacks results, or has another date or other people."""
    # A result is present in the replacement if the board has the same two sides, by number or by name. If the
    # replacement is for one of several files, it is compared with that file alone, because other sections have the same
    # numbers.
    kept = sessions.filter("keep_both").select("evening").collect()["evening"].implode()
    both = asked.filter(~_IS_ITSELF, pl.col("evening").is_in(kept) | pl.col("by").is_in(kept))
    of_settings = _of_settings(both, session_settings).with_columns(pl.lit("keep_both").alias(VARIANT))
    files = given.select(part="evening", file_id="file_id")
    variant = which(other_date=pl.col("date") != pl.col("root_date"), other_people="of_others", more=pl.col("lost") > 0)
    left_out = (
        _held(settled.collect(), settled_lines.collect())
        .lazy()
        .join(files, on="part", maintain_order="left")
        .join(sessions.select("evening", *CLUB, "session_id", "date", "line_no"), on="evening")
        .join(sessions.select("called", root="evening", root_date="date", root_files="named"), on="root")
        .join(files.select(taker="part", counting="file_id"), on="taker", how="left")
        .with_columns(counting=pl.coalesce("counting", "called"))
        .join(_strangers(settled, settled_people), on=["evening", "root"], how="left")
        .with_columns(variant)
        .filter(pl.col(VARIANT).is_not_null())
        .sort("evening", "file_id")
    )
    return pl.concat([of_settings.drop("session_id", "date"), left_out], how="diagonal")


def _of_settings(asked: pl.LazyFrame, settings: pl.LazyFrame) -> pl.LazyFrame:
    return asked.select(_SETTINGS).unique(maintain_order=True).join(settings, on=_SETTINGS).with_columns(**IN_SETTINGS)


def _held(settled: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    # Sort the lines, so that the matching does not depend on the order in which they were read.
    in_order = ("evening", "root", "part", "board", "line", "ns", "ew", "ns_people", "ew_people", "result")
    own = settled.join(lines, on="evening").sort(in_order).with_row_index("of_line")
    whole = lines.rename({"evening": "root"}).with_columns(taker=pl.lit(None, lines.schema["part"]))
    there = pl.concat([whole, whole.with_columns(taker="part")])
    at, names = ["root", "taker", "board"], ["ns_people", "ew_people"]
    # Two sections may have the same numbers, so each line of a replacement matches only one replaced line.
    turn = pl.int_range(pl.len())
    numbered = [*at, "ns", "ew"]
    by_number = own.with_columns(turn=turn.over("by", *numbered)).join(
        there.with_columns(turn=turn.over(numbered)), on=[*numbered, "turn"], how="semi", nulls_equal=True
    )
    by_name = own.drop_nulls(names).join(there, on=[*at, *names], how="semi", nulls_equal=True)
    held = pl.concat([by_number["of_line"], by_name["of_line"]])
    lost = pl.col("of_line").is_in(held.implode()).not_() & pl.col("is_played")
    return own.group_by("evening", "root", "taker", "part", maintain_order=True).agg(
        results=pl.len(), lost=lost.sum(), letters=pl.col("line").filter(lost).unique().sort().str.join(", ")
    )


def _strangers(settled: pl.LazyFrame, people: pl.LazyFrame) -> pl.LazyFrame:
    both = settled.select("evening", "root").unique()
    there = people.rename({"evening": "root"})
    known = both.join(people, on="evening", how="semi").join(there, on="root", how="semi")
    common = both.join(people, on="evening").join(there, on=["root", "person"])
    return known.join(common, on=["evening", "root"], how="anti").with_columns(of_others=pl.lit(value=True))
