"""Join files that `[[session]] files = [...]` declares to be one evening, and choose the letters of their lines."""

import string
from typing import NamedTuple

import polars as pl

from transforms.intake.check import in_variants
from transforms.intake.evenings.handed_in_twice import DIRECTION_BEFORE, DIRECTION_BEHIND
from transforms.intake.evenings.settled import HOW, Settled, chains
from transforms.intake.findings import PLACE
from transforms.tables.messages import VARIANT
from transforms.tables.schemas import CLUB, ENTRANT, LINE, LISTED, SESSION

_LINE_OF = ("part", "line")
_OF_PART = ("whole", "order", *_LINE_OF)
_OF_LINE = ("of_part", "of_line")
_NAMED = 5


class PlayingOn(NamedTuple):
    """Lines on which the pairs of an earlier part of the evening continue to play, and the numbers of these pairs."""

    lines: pl.DataFrame
    """(evening, line, of_evening, of_line): each line that continues a line of an earlier part, and that earlier line.
    """
    numbers: pl.DataFrame
    """(evening, line, of_evening, entrant, number, is_other): the entrants who get another number. `is_other` is true
    if somebody else had their number in the earlier part."""
    again: pl.DataFrame
    """(evening, of_evening, boards): parts with lines that do not continue, because their pairs play these boards
    twice."""


def playing_on(parts: pl.DataFrame, lines: pl.DataFrame) -> PlayingOn:
    """Find the lines that continue from one part of an evening to the next.

    At least half of the pairs of such a line must be pairs of one earlier line, by `_same_pairs`, and no pair may play
    a board twice. These pairs keep their earlier numbers. Other pairs keep their own numbers, or get free ones if
    theirs are taken. `parts` is (evening, whole, order), and `lines` is the table of lines that `compared` returns.
    """
    played = lines.drop("evening", strict=False).join(parts, left_on="part", right_on="evening")
    sides = (played.select(*_OF_PART, "board", entrant=side, people=f"{side}_people") for side in ("ns", "ew"))
    seated = pl.concat(sides).drop_nulls("entrant")
    seats = seated.drop("board").unique([*_LINE_OF, "entrant"], keep="first", maintain_order=True)
    same = _same_pairs(seats)
    going_on = _lines_before(seats, same)
    numbered = _numbered(seats, same, going_on)
    clashing = numbered.filter(pl.struct(*_LINE_OF, "number").is_duplicated())
    boards = seated.select(*_LINE_OF, "entrant", "board").unique()
    own = boards.join(going_on, on=_LINE_OF, how="anti").select(
        *_LINE_OF, "board", of_part="part", of_line="line", number="entrant"
    )
    after = boards.join(numbered, on=[*_LINE_OF, "entrant"]).select(own.columns)
    of_number = pl.struct(*_OF_LINE, "number", "board")
    twice = pl.concat([own, after]).unique().filter(of_number.is_duplicated())
    sound = going_on.join(clashing, on=_LINE_OF, how="anti").join(twice, on=_LINE_OF, how="anti")
    changed = numbered.join(sound, on=_LINE_OF, how="semi").filter(pl.col("number") != pl.col("entrant"))
    boards_again = (
        going_on.join(twice, on=_LINE_OF)
        .sort("board")
        .group_by(evening="part", of_evening="of_part", maintain_order=True)
        .agg(boards=pl.col("board").cast(pl.String).unique(maintain_order=True).head(_NAMED).str.join(", "))
    )
    return PlayingOn(
        sound.select("line", "of_line", evening="part", of_evening="of_part"),
        changed.select("line", "entrant", "number", "is_other", evening="part", of_evening="of_part"),
        boards_again,
    )


def _numbered(seats: pl.DataFrame, same: pl.DataFrame, going_on: pl.DataFrame) -> pl.DataFrame:
    before = seats.select("entrant", of_part="part", of_line="line", of_people="people")
    found = (
        seats.join(going_on, on=_LINE_OF)
        .sort("order", "line", "entrant")
        .join(same, on=[*_LINE_OF, "entrant", *_OF_LINE], how="left", maintain_order="left")
    )
    at = [*_LINE_OF, "entrant"]
    kept = found.drop_nulls("number").select(*_LINE_OF, entrant="number", is_taken=True).unique()
    numbers = pl.concat([before.select(*_OF_LINE, "entrant"), found.select(*_OF_LINE, "entrant")])
    highest = numbers.group_by(_OF_LINE).agg(highest=pl.col("entrant").cast(pl.Int64, strict=False).max().fill_null(0))
    is_another = (pl.col("people") != pl.col("of_people")).fill_null(value=False)
    rank = pl.col("is_other").cast(pl.Int64).cum_sum().over(_OF_LINE)
    free, own = (pl.col("highest") + rank).cast(pl.String), pl.coalesce("number", "entrant")
    return (
        found.join(before, on=[*_OF_LINE, "entrant"], how="left", maintain_order="left")
        .join(kept, on=at, how="left", maintain_order="left")
        .join(highest, on=_OF_LINE, maintain_order="left")
        .with_columns(is_other=pl.col("number").is_null() & (pl.col("is_taken").fill_null(value=False) | is_another))
        .select(*at, *_OF_LINE, "is_other", number=pl.when("is_other").then(free).otherwise(own))
    )


def _same_pairs(seats: pl.DataFrame) -> pl.DataFrame:
    """Return (part, line, entrant, of_part, of_line, number): pairs that sat in an earlier part, and the number there.

    A pair is the same in any of three cases:
    - It consists of the same people.
    - It has exactly one person in common with the earlier pair, and none with other pairs of that line, and vice versa.
      The other person is new or misspelt.
    - The evening has two parts, people are not known, and the line and the number are the same.
    """
    before = seats.select(
        "whole", of_part="part", of_line="line", of_order="order", number="entrant", of_people="people"
    )
    both = seats.join(before, on="whole").filter(pl.col("part") != pl.col("of_part"))
    here, there = [*_LINE_OF, "entrant", *_OF_LINE], [*_LINE_OF, *_OF_LINE, "number"]
    common = pl.col("people").str.split(" & ").list.set_intersection(pl.col("of_people").str.split(" & ")).list.len()
    with_some = both.with_columns(common=common).filter(common > 0)
    of_two = both.filter(pl.col("part").n_unique().over("whole") == 2)
    is_unknown = pl.any_horizontal(pl.col("people", "of_people").is_null())
    is_same_number = (pl.col("line") == pl.col("of_line")) & (pl.col("entrant") == pl.col("number"))
    ways = (
        both.filter(pl.col("people") == pl.col("of_people")),
        with_some.filter(pl.struct(here).is_unique(), pl.struct(there).is_unique(), common=1),
        of_two.filter(is_unknown, is_same_number),
    )
    found = both.select(*here, "number").clear()
    for way in ways:
        earlier = way.filter(pl.col("of_order") < pl.col("order")).select(found.columns)
        more = earlier.join(found, on=here, how="anti").join(found, on=there, how="anti")
        found = pl.concat([found, more])
    return found.unique(here, keep="first", maintain_order=True)


def _lines_before(seats: pl.DataFrame, same: pl.DataFrame) -> pl.DataFrame:
    order = seats.select("part", "order").unique()
    size = seats.group_by(_LINE_OF).agg(pairs=pl.len())
    shared = same.group_by(*_LINE_OF, "of_part", "of_line").agg(same=pl.len()).join(size, on=_LINE_OF)
    first = (
        shared.filter(pl.col("same") * 2 >= pl.col("pairs"))
        .join(order, on="part")
        .join(order.rename({"part": "of_part", "order": "of_order"}), on="of_part")
        .sort("order", "line", "of_order", "of_line")
        .unique(_LINE_OF, keep="first", maintain_order=True)
        # Two lines of a file cannot continue the same line, nor can a line continue a line that continues another.
        .unique(["part", "of_part", "of_line"], keep="first", maintain_order=True)
    )
    chained = first.join(first, left_on=["of_part", "of_line"], right_on=_LINE_OF, how="anti")
    return chained.select(*_LINE_OF, "of_part", "of_line")


def with_own_numbers(rows: pl.LazyFrame, playing: PlayingOn) -> pl.LazyFrame:
    """Return the rows (evening, line, ...) with the numbers that pairs had in the earlier part of their evening."""
    if playing.numbers.is_empty():
        return rows
    columns = rows.collect_schema().names()
    numbers = playing.numbers.lazy().select("evening", "line", "number", bare="entrant")
    for column in (column for column in ("entrant", "ns", "ew", "team", "opponent") if column in columns):
        raw = pl.col(column)
        before, behind = (raw.str.extract(sign).fill_null("") for sign in (DIRECTION_BEFORE, DIRECTION_BEHIND))
        bare = raw.str.strip_prefix(before).str.strip_suffix(behind)
        rows = (
            rows.with_columns(bare=bare)
            .join(numbers, on=["evening", "line", "bare"], how="left", maintain_order="left")
            .with_columns(pl.coalesce(pl.concat_str(before, "number", behind), raw).alias(column))
            .select(columns)
        )
    return rows


def seated_on(entries: pl.LazyFrame) -> pl.LazyFrame:
    """Drop the entries of lines that continue from an earlier part (`goes_on`) if they only repeat who sits where."""
    again, first = entries.filter("goes_on"), entries.filter(~pl.col("goes_on"))
    seat = [*LINE, "entrant", "player_id"]
    more = again.join(first, on=seat, how="anti").unique(seat, keep="first", maintain_order=True)
    return pl.concat([first, more]).drop("goes_on")


def of_whole_evenings(official: pl.LazyFrame, continued: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return `OfficialResults` of whole evenings, and the files that lost values because they cover only a part.

    A line that continues in another file keeps its list of entrants, but no values. The files are (`SESSION`, file_id,
    line_no, lines, variant), where `lines` is the number of rows that lost values.
    """
    of_half = official.join(continued.lazy(), on=LINE, how="semi")
    with_value = of_half.filter(pl.any_horizontal(pl.col(LISTED).is_not_null()))
    listed = (
        of_half.sort(*PLACE, nulls_last=True, maintain_order=True)
        .unique(ENTRANT, keep="first", maintain_order=True)
        .with_columns(pl.when(pl.lit(value=False)).then(pl.col(LISTED)))
    )
    rows = pl.concat([official.join(continued.lazy(), on=LINE, how="anti"), listed])
    files = with_value.group_by(*SESSION, "file_id").agg(
        pl.col("line_no").min(), pl.lit("official").alias(VARIANT), lines=pl.len()
    )
    kept, lost = pl.collect_all([rows, files.sort("file_id", "line_no")])
    return kept, lost


_ALIKE = {"date": None, "kind": None, "winners": None, "team_scoring": "imps", "event": None, "carry": None}
"""The columns in which the parts of an evening must agree, each with the value that null stands for. If that is None,
null agrees with all values."""

_PART = (*CLUB, "place")
_LETTERS = pl.DataFrame({"letter": list(string.ascii_uppercase)})


_EVENING, _LINE = dict.fromkeys(("evening", "of_evening"), pl.UInt32), dict.fromkeys(("line", "of_line"), pl.String)
_NUMBER = {"line": pl.String, "entrant": pl.String, "number": pl.String, "is_other": pl.Boolean}
_BOARDS = {"boards": pl.String}
_NOBODY_PLAYS_ON = PlayingOn(*(pl.DataFrame(schema=of | _EVENING) for of in (_LINE, _NUMBER, _BOARDS)))


class Parts(NamedTuple):
    """Sessions in several files that are one evening, and the line letters that they get in it."""

    whole: pl.DataFrame
    """(evening, whole): each part and its evening, which has the number of the evening's first part."""
    letters: pl.DataFrame
    """(evening, line, letter): the lines whose letter changes, and the new letter."""
    playing: PlayingOn
    """The lines on which the pairs of an earlier part continue to play."""
    apart: pl.DataFrame
    """(club, competition, place, variant, what): each `[[session]]` whose files cannot be joined, with the reason."""
    played_on: pl.DataFrame
    """(club, competition, file_id, line_no, before, entrant, number, boards, variant): pairs whose number differs from
    the one in their file (`other_pair`), and boards that are in both files (`board_again`)."""


def parts_of_evenings(decided: Settled, sessions: pl.DataFrame, lines: pl.DataFrame, played: pl.DataFrame) -> Parts:
    """Find the sessions that are parts of one evening.

    If a later part has a line with the same letter as an earlier part, the line gets the next free letter, unless the
    same pairs continue to play on it. `sessions` has `evening` and the columns of `Sessions`, `lines` is (evening,
    line), and `played` are the lines of `compared`, which show who continues.
    """
    of_files = decided.settings.filter(pl.col("files").list.len() > 1)
    said = of_files.select(*_PART, *HOW)
    asked = decided.named.filter(role="is").join(said, on=_PART).sort(*_PART, "order").drop("role")
    several = asked.filter(pl.len().over(_PART) > 1)
    parts = several.join(sessions, on=[*CLUB, "evening"], maintain_order="left", suffix="_of_file").with_columns(
        pl.coalesce(name, f"{name}_of_file") for name in HOW
    )
    fits = {
        name: pl.col(name).drop_nulls() if null is None else pl.col(name).fill_null(null)
        for name, null in _ALIKE.items()
    }
    unlike = [pl.when(value.n_unique().over(_PART) > 1).then(pl.lit(name)) for name, value in fits.items()]
    parts = parts.with_columns(
        seasons=pl.col("season").n_unique().over(_PART) > 1,
        unlike=pl.concat_str(unlike, separator=", ", ignore_nulls=True),
        whole=pl.col("evening").first().over(_PART),
    )
    of_parts = parts.join(lines, on="evening").sort(*_PART, "order", "line")
    playing, letters = _NOBODY_PLAYS_ON, of_parts.with_columns(letter="line")
    if not several.is_empty():
        playing = playing_on(parts.select("evening", "whole", "order"), played)
        letters = _letters(of_parts, playing.lines)
    is_crowded = pl.col("whole").is_in(letters.filter(pl.col("letter").is_null())["whole"].implode())
    is_one = (pl.col("unlike") == "") & ~pl.col("seasons")
    why = pl.when(~is_one).then(pl.lit("differ")).when(is_crowded).then(pl.lit("too_many"))
    what = pl.when(pl.col("unlike") == "").then(pl.lit("season")).otherwise("unlike")
    parts = parts.with_columns(why.alias(VARIANT), what=what)
    sound = parts.filter(pl.col(VARIANT).is_null())
    apart = parts.filter(pl.col(VARIANT).is_not_null()).unique(_PART, keep="first", maintain_order=True)
    return Parts(
        sound.select("evening", "whole"),
        letters.join(sound, on="evening", how="semi")
        .filter(pl.col("letter") != pl.col("line"))
        .select("evening", "line", "letter"),
        PlayingOn(*(frame.join(sound, on="evening", how="semi") for frame in playing)),
        pl.concat(
            [apart.select(*_PART, VARIANT, "what"), decided.claimed.with_columns(pl.lit("of_two").alias(VARIANT))],
            how="diagonal_relaxed",
        ),
        in_variants({"other_pair": playing.numbers.filter("is_other"), "board_again": playing.again})
        .join(sound.select("evening", *CLUB, "file_id", "line_no"), on="evening", maintain_order="left")
        .join(sound.select(of_evening="evening", before="file_id"), on="of_evening", maintain_order="left"),
    )


def with_parts_replaced(decided: Settled) -> Settled:
    """Return the settings with each superseded part of an evening replaced by the file that supersedes it.

    If a correction is itself corrected, the last correction counts. A file that supersedes all parts replaces the
    evening.
    """
    if decided.named.is_empty():
        return decided
    own = decided.named.filter(role="is").sort(*_PART, "order")
    is_alone = pl.col("evening").n_unique().over(_PART) == 1
    alone, joined = own.filter(is_alone), own.filter(~is_alone)
    replaced = (
        decided.named.filter(role="supersedes")
        .join(alone.select(*_PART, by="evening"), on=_PART)
        .filter(pl.col("evening") != pl.col("by"))
        .sort(*_PART, "order")
        .unique("evening", keep="first", maintain_order=True)
        .select("evening", "by")
    )
    size = joined.group_by(_PART).agg(files=pl.len())
    of_some = (
        joined.join(chains(replaced)[0], on="evening", maintain_order="left")
        .join(joined.select(root="evening"), on="root", how="anti", maintain_order="left")
        .join(size, on=_PART)
        .filter(pl.len().over(*_PART, "root") < pl.col("files"))
    )
    key = [*_PART, "role", "evening"]
    named = decided.named.join(of_some.select(*key, "root"), on=key, how="left", maintain_order="left")
    named = named.with_columns(evening=pl.coalesce("root", "evening")).drop("root")
    named = named.unique(key, keep="first", maintain_order=True)
    steps = [of_some.select("evening", by="root")]
    while not steps[-1].is_empty():
        on = steps[-1].rename({"by": "last"}).join(replaced, on="evening").select(evening="by", by="last")
        steps.append(on.filter(pl.col("evening") != pl.col("by")))
    in_place = pl.concat(steps).unique("evening", keep="first", maintain_order=True)
    return decided._replace(named=named, in_place=in_place)


def files_of_parts(decided: Settled, parts: Parts) -> pl.DataFrame:
    """Return (whole, part, file_id, line_no, session_id): the files of evenings in parts, in their given order."""
    in_order = decided.named.filter(role="is").sort(*_PART, "order").select("evening").unique(maintain_order=True)
    both = in_order.join(parts.whole, on="evening", maintain_order="left")
    return both.join(decided.files, on="evening", maintain_order="left").select(
        "whole", "file_id", "line_no", "session_id", part="evening"
    )


def in_every_file(sessions: pl.DataFrame, parts_of: pl.DataFrame) -> pl.DataFrame:
    """Repeat each session for every file of its evening (`parts_of`), with its place in the file and its id there."""
    there = ["file_id", "line_no", "session_id"]
    files = parts_of.select(*there, evening="whole")
    of_several = sessions.drop(there).join(files, on="evening", maintain_order="left_right")
    of_one = sessions.join(parts_of, left_on="evening", right_on="whole", how="anti")
    return pl.concat([of_one, of_several.select(sessions.columns)])


def _letters(lines: pl.DataFrame, going_on: pl.DataFrame) -> pl.DataFrame:
    at = ["evening", "line"]
    new = lines.join(going_on, on=at, how="anti", maintain_order="left")
    taken = new.unique(["whole", "line"], keep="first", maintain_order=True).with_columns(letter="line")
    every = new.select("whole").unique().join(_LETTERS, how="cross").sort("whole", "letter")
    number = pl.int_range(pl.len()).over("whole").alias("number")
    free = every.join(taken, on=["whole", "letter"], how="anti", maintain_order="left").with_columns(number)
    moved = new.join(taken, on=at, how="anti", maintain_order="left").with_columns(number)
    moved = moved.join(free, on=["whole", "number"], how="left", maintain_order="left").drop("number")
    first = pl.concat([taken, moved.select(taken.columns)])
    letters = first.select("letter", of_evening="evening", of_line="line")
    again = lines.join(going_on, on=at, maintain_order="left")
    again = again.join(letters, on=["of_evening", "of_line"], maintain_order="left")
    return pl.concat([first, again.select(first.columns)])


def with_whole(rows: pl.DataFrame, parts: Parts) -> pl.DataFrame:
    """Add `whole`: the whole evening that `evening` is a part of, or else `evening` itself."""
    if parts.whole.is_empty():
        return rows.with_columns(whole="evening")
    joined = rows.join(parts.whole, on="evening", how="left", maintain_order="left")
    return joined.with_columns(whole=pl.coalesce("whole", "evening"))


def whole_sessions(sessions: pl.DataFrame, parts: Parts) -> pl.DataFrame:
    """Return `evening` and the columns of `Sessions`, with all parts of an evening joined into one session.

    The joined session is the row of the first part. Its column `together` lists the lines that are scored together in
    any part.
    """
    signs = (
        sessions.select("evening", line=pl.col("together").str.split(""))
        .drop_nulls("line")
        .explode("line", empty_as_null=False, keep_nulls=False)
        .join(parts.letters, on=["evening", "line"], how="left", maintain_order="left")
    )
    lettered = signs.group_by("evening", maintain_order=True).agg(together=pl.coalesce("letter", "line").str.join(""))
    renamed = sessions.drop("together").join(lettered, on="evening", how="left", maintain_order="left")
    in_order = with_whole(renamed, parts).sort("whole", pl.col("whole") != pl.col("evening"), "evening")
    groups = pl.col("together").drop_nulls().str.join(";").over("whole")
    first_known = [
        pl.col(name).drop_nulls().first().over("whole")
        for name in ("title", "team_scoring", "event", "carry", "datum_drop", "simultaneous")
    ]
    joined = in_order.with_columns(pl.when(groups != "").then(groups).alias("together"), *first_known)
    return joined.filter(pl.col("whole") == pl.col("evening")).drop("whole").select(sessions.columns)
