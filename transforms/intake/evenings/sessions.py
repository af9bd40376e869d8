"""Find the sessions that count, each evening once and in its season, and the rows that belong to them."""

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from transforms.intake.evenings import handed_in_twice as twice
from transforms.intake.evenings import parts as several
from transforms.intake.evenings.own_boards import with_own_boards
from transforms.intake.evenings.settled import (
    HOW,
    Settled,
    addresses,
    by_age,
    chains,
    family,
    settled,
    with_settled_dates,
)
from transforms.intake.findings import IN_CLUB, PLACE, REFERENCE, differs_from_first
from transforms.intake.totals import with_lists
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, EVENT, LINE, SESSION, Sessions
from transforms.tables.shared import IN_TURN, natural, usual_value

_OF_SESSION = (
    *("entries", "results", "official_results", "stated", "adjustments", "matches", "totals", "deals", "awards"),
    *("ranking_points", "schedule"),
)
_OF_PROGRAMS = ("stated", "schedule")
_HOW_PLAYED = ("date", "kind", "together", "winners", "team_scoring", "event", "carry", "datum_drop", "simultaneous")
_WITH_LINES = ("entries", "results", "official_results", "matches", "totals")


class InSeason(NamedTuple):
    """The sessions that count, and the rows and tables that belong to them."""

    sessions: pl.LazyFrame
    of_session: dict[str, pl.LazyFrame]
    """By table, the rows of sessions that count, with the ids and line letters under which they count."""
    of_files: pl.LazyFrame
    """(club, competition, file_id, date) of each file with a session that counts."""
    people: dict[str, pl.LazyFrame]
    """`players` and `entries` as read, without the rows of superseded sessions."""
    settings: dict[str, pl.LazyFrame]
    """`session_settings` and `award_choices`, with the ids under which the sessions count."""
    tables: dict[str, pl.DataFrame]
    """The tables that the checks of evenings read."""


def in_season(read: Mapping[str, pl.LazyFrame], competitions: pl.LazyFrame) -> InSeason:
    """Put each session into the season of its date, count each evening once, and find the rows that belong to it.

    If two files give a session with the same id in the same season, but not the same evening, the file that comes
    first counts, and all rows of the other file about that session are left out.
    """
    seasons, given, settings, files, choices = pl.collect_all(
        [
            competitions.select(*COMPETITION, "start", "end"),
            read["sessions"].sort(*IN_CLUB, *PLACE, nulls_last=True).with_row_index("evening"),
            read["session_settings"].sort(*CLUB, "place"),
            *(read[name] for name in ("files", "award_choices")),
        ]
    )
    given, more_of = _described_elsewhere(given, read)
    said = pl.concat([settings, more_of], how="diagonal")
    decided = several.with_parts_replaced(settled(said, _seasoned(given, seasons)))
    dated = _seasoned(with_settled_dates(given, decided), seasons)
    once = dated.unique([*SESSION, "file_id"], keep="first", maintain_order=True)
    repeated = dated.join(once, on="evening", how="anti")

    named = pl.concat(
        read[name].group_by(REFERENCE).agg(pl.col("line_no").min(), lines=pl.len(), table=pl.lit(name))
        for name in _OF_SESSION
    ).collect()
    references = named.select(REFERENCE).unique(maintain_order=False)
    files_of = once.select("evening", "season", *CLUB, "file_id")
    new_ids = decided.new_ids().select("evening", "session_id").join(files_of, on="evening", maintain_order="left")
    belonging = sessions_of(references, once.select("evening", "season", *REFERENCE), new_ids)
    parts = _parts(decided, once, read, belonging)
    whole = several.with_whole(belonging, parts)
    evenings = several.whole_sessions(once, parts)
    found, ids, own_files, tables = _counting(evenings, decided, parts, read, belonging=whole, files=files)

    counting = _as_settled(found, decided, parts, ids)

    ended = _with_end(once, parts, ids)
    loose_deals = sessions_of_deals(read["deals"], read["results"], belonging, ended)
    of_deals = (
        several.with_whole(loose_deals, parts).with_columns(several=pl.lit(1)).select(whole.columns).cast(whole.schema)
    )
    whole = pl.concat([whole.join(loose_deals, on=REFERENCE, how="anti"), of_deals])
    placed = whole.join(ids, left_on="whole", right_on="evening", how="left")
    is_own = placed.join(own_files, on=["whole", "file_id"], how="semi").filter("is_superseded").select(REFERENCE)
    kept = placed.filter(pl.col("counts")).join(is_own, on=REFERENCE, how="anti")
    # Compute these once, because many checks use them: a single query plan would take longer to make than to run.
    moved = pl.collect_all(_moved(read[name], kept, parts) for name in _OF_SESSION)
    of_session = with_lists({name: rows.lazy() for name, rows in zip(_OF_SESSION, moved, strict=True)})
    own_boards = with_own_boards(of_session["results"], of_session["deals"], of_session["schedule"], counting.lazy())
    of_session |= {"results": own_boards.results, "deals": own_boards.deals, "schedule": own_boards.schedule}
    lines = parts.playing.lines.join(parts.letters, on=["evening", "line"], how="left")
    continued = ended.filter("counts", ~pl.col("is_superseded")).join(lines, on="evening")
    of_halves = (
        continued.with_columns(session_id="counted_id", line=pl.coalesce("letter", "line")).select(LINE).unique()
    )
    official, halves = several.of_whole_evenings(of_session["official_results"], of_halves)
    gone = ended.group_by(*CLUB, "file_id").agg(pl.col("is_superseded").all()).filter("is_superseded")
    unplaced = belonging.filter(pl.col("evening").is_null()).join(loose_deals, on=REFERENCE, how="anti")
    counting_files = ended.filter("counts", ~pl.col("is_superseded")).select(*CLUB, "file_id", "date")
    unlike = dated.select("evening", file="file_id", differs=differs_from_first((*SESSION, "file_id"), _HOW_PLAYED))
    again = [repeated.join(unlike, on="evening", maintain_order="left"), tables["given_again"]]
    superseded = {"players": gone.select(*CLUB, "file_id").lazy(), "entries": is_own.lazy()}
    return InSeason(
        counting.lazy(),
        of_session | {"official_results": official.lazy()},
        counting_files.lazy(),
        {
            name: read[name].join(rows, on=rows.collect_schema().names(), how="anti", maintain_order="left")
            for name, rows in superseded.items()
        },
        {
            "session_settings": _settings_by_id(decided, parts, ids).lazy(),
            "award_choices": _choices_by_id(choices, ended).lazy(),
        },
        {
            **tables,
            **{"session_settings": settings, "files": files, "seasons": seasons, "given": given},
            "names": decided.names,
            "given_dates": decided.about().select(*CLUB, "place", "evening", "session_id", "date").drop_nulls("date"),
            "ended": ended,
            "given_again": pl.concat(rows.select(*SESSION, *PLACE, "file", "differs") for rows in again),
            "apart": parts.apart,
            "played_on": pl.concat([parts.played_on, halves], how="diagonal_relaxed"),
            "loose_deals": loose_deals,
            "restarted": own_boards.restarted,
            "unplaced": named.filter(~pl.col("table").is_in(_OF_PROGRAMS)).join(unplaced.drop("evening"), on=REFERENCE),
        },
    )


def _seasoned(sessions: pl.DataFrame, seasons: pl.DataFrame) -> pl.DataFrame:
    dated = sessions.drop("season", strict=False)
    inside = dated.join(seasons, on=CLUB).filter(pl.col("date").is_between("start", "end"))
    one = inside.select("evening", "season").unique("evening", keep="first", maintain_order=True)
    return dated.join(one, on="evening", how="left", maintain_order="left")


_DESCRIBED = 1_000_000
"""The first `place` of rows that describe a session of another file; it is above the `place` of every `[[session]]`."""
_NO_FILES = pl.lit([], pl.List(pl.String))


def _described_elsewhere(given: pl.DataFrame, read: Mapping[str, pl.LazyFrame]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the sessions without rows that only describe a session of another file; and these descriptions."""
    # The other file is the only one with results under that id, and gives no other date. A date or title that it lacks
    # is taken from the description. The rest of the description, on how the session was played, is returned in the
    # shape of `SessionSettings`. Null in `kind` and `winners` of the sessions becomes the default value.
    of_id = [*CLUB, "session_id"]
    made = pl.concat(read[name].select(REFERENCE) for name in _MADE_OF).unique().collect()
    only = made.filter(pl.len().over(of_id) == 1)
    of_two = given.filter(pl.len().over(of_id) == 2)
    described = of_two.join(only, on=REFERENCE, how="semi").select(*of_id, of="evening", of_date="date")
    more_of = (
        of_two.join(only, on=REFERENCE, how="anti", maintain_order="left")
        .join(described, on=of_id, maintain_order="left")
        .filter((pl.col("date") == pl.col("of_date")).fill_null(value=True))
    )
    more = more_of.select("date", "title", evening="of")
    usual_values = (pl.col(name).fill_null(usual_value(Sessions, name)) for name in ("kind", "winners"))
    sessions = (
        given.join(more_of, on="evening", how="anti", maintain_order="left")
        .join(more, on="evening", how="left", maintain_order="left", suffix="_elsewhere")
        .with_columns(*(pl.coalesce(name, f"{name}_elsewhere") for name in ("date", "title")), *usual_values)
    )
    place = _DESCRIBED + pl.int_range(pl.len(), dtype=pl.Int32)
    empty = {"files": _NO_FILES, "supersedes": _NO_FILES, "keep_both": pl.lit(value=False)}
    return sessions.select(given.columns), more_of.select(*of_id, "together", *HOW, place=place, **empty)


def _as_settled(sessions: pl.DataFrame, decided: Settled, parts: several.Parts, ids: pl.DataFrame) -> pl.DataFrame:
    """Return the sessions with the values of `[[session]]`. Values for a superseded session apply to the newer one."""
    said = (
        several.with_whole(decided.about().drop("session_id"), parts)
        .join(ids.filter("counts"), left_on="whole", right_on="evening", maintain_order="left")
        .sort("is_superseded", "place", maintain_order=True)
        .group_by(*COMPETITION, session_id="counted_id", maintain_order=True)
        .agg(pl.col("together", *HOW).drop_nulls().first().name.suffix("_settled"))
    )
    joined = sessions.join(said, on=SESSION, how="left", maintain_order="left")
    settled_first = (pl.coalesce(f"{name}_settled", name).alias(name) for name in ("together", *HOW))
    return joined.with_columns(settled_first).select(sessions.columns)


def _parts(
    decided: Settled, sessions: pl.DataFrame, read: Mapping[str, pl.LazyFrame], belonging: pl.DataFrame
) -> several.Parts:
    concerned = (
        belonging.join(decided.named.filter(role="is"), on="evening", how="semi").select(*REFERENCE, "evening").lazy()
    )
    tables = (read[name].select(*REFERENCE, "line").join(concerned, on=REFERENCE) for name in _WITH_LINES)
    lines = pl.concat(rows.select("evening", "line").unique() for rows in tables).unique(maintain_order=False).collect()
    of_several = decided.settings.filter(pl.col("files").list.len() > 1)
    joined = decided.named.join(of_several, on=[*CLUB, "place"], how="semi")
    asked = sessions.join(joined, on="evening", how="semi")
    played, _ = twice.compared(asked, read, belonging.with_columns(whole="evening"))
    return several.parts_of_evenings(decided, sessions, lines, played)


def _moved(rows: pl.LazyFrame, kept: pl.DataFrame, parts: several.Parts) -> pl.LazyFrame:
    """Return the rows of sessions that count, with their final season, id, line letters and pair numbers."""
    # A pair keeps the first number that it had in an evening. Adjustments also have `given_id`, the id in their file.
    # Entries also have `goes_on`, for `seated_on`.
    columns = rows.collect_schema().names()
    places = kept.select(*REFERENCE, "season", "evening", "counted_id").lazy()
    moved = rows.join(places, on=REFERENCE, maintain_order="left").with_columns(
        given_id="session_id", session_id="counted_id"
    )
    more = ["given_id"] if "amount" in columns else []
    at = ["evening", "line"]
    if "line" in columns:
        moved = several.with_own_numbers(moved, parts.playing)
    if "substitutes_for" in columns:
        going_on = parts.playing.lines.lazy().select(*at, goes_on=pl.lit(value=True))
        moved = moved.join(going_on, on=at, how="left", maintain_order="left")
        moved = moved.with_columns(pl.col("goes_on").fill_null(value=False))
        more.append("goes_on")
    if "line" in columns and not parts.letters.is_empty():
        moved = moved.join(parts.letters.lazy(), on=at, how="left", maintain_order="left")
        moved = moved.with_columns(line=pl.coalesce("letter", "line"))
    return moved.select("season", *columns, *more)


def _with_end(sessions: pl.DataFrame, parts: several.Parts, ids: pl.DataFrame) -> pl.DataFrame:
    ends = ids.select("counted_id", "counts", "is_superseded", whole="evening")
    return several.with_whole(sessions, parts).join(ends, on="whole", how="left", maintain_order="left")


def _settings_by_id(decided: Settled, parts: several.Parts, ids: pl.DataFrame) -> pl.DataFrame:
    first = decided.first().select(*CLUB, "place", "evening")
    ended = _with_end(first, parts, ids).filter("counts").select(*CLUB, "place", "counted_id")
    named = decided.settings.filter(pl.col("place") < _DESCRIBED).join(
        ended, on=[*CLUB, "place"], how="left", maintain_order="left"
    )
    return named.with_columns(session_id=pl.coalesce("counted_id", "session_id")).drop("counted_id")


def _choices_by_id(choices: pl.DataFrame, ended: pl.DataFrame) -> pl.DataFrame:
    ids = ended.filter("counts")
    key = [*COMPETITION, "only"]
    other = ids.filter(pl.col("session_id") != pl.col("counted_id"))
    other = other.unique(SESSION, keep="first", maintain_order=True).select(
        *COMPETITION, "counted_id", only="session_id"
    )
    other = other.join(ids.select(*COMPETITION, only="counted_id"), on=key, how="anti")
    named = choices.join(other, on=key, how="left", maintain_order="left")
    return named.with_columns(only=pl.coalesce("counted_id", "only")).drop("counted_id")


def in_events(sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Take a session out of its event if the event's first session is scored differently.

    The columns `of_event` and `in_event` are added.
    """
    scored = sessions.with_columns(of_event="event")
    in_event = pl.col("scoring").sort_by(IN_TURN).first().over(EVENT)
    stays = pl.col("scoring") == pl.col("in_event")
    return scored.with_columns(in_event=in_event).with_columns(event=pl.when(stays).then("event"))


_DOUBTS = {**dict.fromkeys([*twice.PAIR, "same"], pl.UInt32), VARIANT: pl.String}
_MADE_OF = ("results", "matches", "totals")

MOST_ALIKE = 500
"""The largest number of sessions of a competition that are compared because their date may be wrong. The newest
sessions are compared. A club has years of evenings, but fewer than this whose date is in doubt."""


def _counting(
    sessions: pl.DataFrame,
    decided: Settled,
    parts: several.Parts,
    read: Mapping[str, pl.LazyFrame],
    *,
    belonging: pl.DataFrame,
    files: pl.DataFrame,
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame, dict[str, pl.DataFrame]]:
    """Leave out sessions that others replace, as settled or as found, and give an id to each session that counts.

    Returns four results:
    - the sessions that count;
    - (evening, season, counted_id, counts, is_superseded) of all sessions: season and id are those of the session that
      counts in the end, and `counts` is false if there is none;
    - (whole, file_id): the files that hold a session or its results;
    - the tables that the checks of evenings read.
    """
    parts_of = several.files_of_parts(decided, parts)
    own_files = _own_files(sessions, parts_of, read, belonging)
    kept = several.with_whole(decided.about().filter("keep_both"), parts)["whole"].implode()
    aged = _aged(sessions, own_files, parts_of, files).with_columns(keep_both=pl.col("evening").is_in(kept))
    asked = _asked(decided, parts)
    others = asked.select("evening", "by").filter(pl.col("evening") != pl.col("by"))
    edges = others.unique("evening", keep="first", maintain_order=True)
    open_ones = aged.drop_nulls("season").join(edges, on="evening", how="anti")
    close = open_ones.filter(pl.len().over(twice.DATE).is_between(2, twice.MOST))
    lines, people = twice.compared(close, read, belonging)
    none = close.select("evening", by="evening"), close.select("evening")
    twins, halves = none if close.is_empty() else twice.handed_in_twice(close, lines, people, parts_of)
    on_date = close.join(twins, on="evening", how="anti")
    replaced = pl.concat([edges, twins.select("evening", "by")])
    ends, circles = chains(replaced)
    by_settings = edges.join(ends, on="evening", maintain_order="left").join(
        decided.in_place.select("evening", taker="by"), on="evening", how="left", maintain_order="left"
    )
    concerned = pl.concat([by_settings["evening"], by_settings["root"]]).unique().implode()
    settled_lines, settled_people = twice.compared(aged.filter(pl.col("evening").is_in(concerned)), read, belonging)
    given_ids = several.with_whole(decided.new_ids(), parts).select(
        *CLUB, "place", evening="whole", named_id="session_id"
    )
    given_ids = given_ids.unique("evening", keep="first", maintain_order=True)
    taken = _ids_taken(given_ids, aged, ends)
    named = given_ids.join(taken, on=[*CLUB, "place"], how="anti").select("evening", "named_id")
    first = addresses(ends, edges, halves, aged)
    roots = _under_their_ids(aged.join(ends, on="evening", how="anti", maintain_order="left"), first, aged, named)
    in_season = roots.drop_nulls("season")
    counted = in_season.unique(SESSION, keep="first", maintain_order=True)
    first_file = pl.col("file_id").first().over(SESSION)
    with_first = in_season.with_columns(file=first_file, differs=differs_from_first(SESSION, _HOW_PLAYED))
    given_again = with_first.join(counted, on="evening", how="anti")
    overlapping = pl.DataFrame(schema=_DOUBTS)
    if not on_date.is_empty():
        of_the_same = twice.alike(on_date, lines, people, share=0.0).filter("of_the_same")
        overlapping = of_the_same.select(*twice.PAIR, "same", pl.lit("overlapping").alias(VARIANT))
    tables = {
        **{"sessions": aged, "in_doubt": open_ones, "on_date": on_date, "lines": lines, "people": people},
        **{"replaced": twins, "parts_of": parts_of, "asked": asked, "circles": circles, "settled": by_settings},
        **{"settled_lines": settled_lines, "settled_people": settled_people, "ids_taken": taken},
        "doubts": pl.concat([overlapping, _of_two_dates(open_ones, replaced, decided, read, belonging)]),
        "given_again": several.in_every_file(given_again, parts_of),
    }
    return counted.select(sessions.columns), _in_the_end(ends, roots, counted), own_files, tables


def _of_two_dates(
    open_ones: pl.DataFrame,
    replaced: pl.DataFrame,
    decided: Settled,
    read: Mapping[str, pl.LazyFrame],
    belonging: pl.DataFrame,
) -> pl.DataFrame:
    """Return (older, newer, same, variant): two sessions that are alike and may be one, although their dates differ."""
    # The variant is `set_apart` if `[[session]]` gives one of them another date than its file does, or a date that its
    # file lacks. It is `two_dates` if their scores are alike or their names differ only by a mark.
    given = open_ones.join(decided.files.select("evening", given_date="date"), on="evening", maintain_order="left")
    dated = given.with_columns(
        family=family(pl.col("file_id")), is_moved=pl.col("given_date").ne_missing(pl.col("date"))
    )
    of_date, of_family = (*CLUB, "given_date"), (*CLUB, "family")
    undated = (pl.col("is_moved") & pl.col("given_date").is_null()).any().over(*CLUB, "season")
    moved = pl.col("is_moved").any().over(of_date) & (pl.len().over(of_date) <= twice.MOST)
    has_several = pl.all_horizontal(pl.col("file_id", "date").n_unique().over(of_family) > 1)
    is_alone = (pl.col("called") == pl.col("file_id")) & (pl.len().over(of_family) <= twice.MOST)
    near = dated.filter(undated | (moved & pl.col("given_date").is_not_null()) | (has_several & is_alone))
    own_date = dated.remove("is_moved").join(replaced, on="evening", how="anti")
    both = pl.concat([near.select("evening"), twice.scored_alike(own_date, read, belonging)])
    again = dated.join(both, on="evening", how="semi")
    again = again.filter(pl.col("age").rank(descending=True).over(CLUB) <= MOST_ALIKE)
    if again.is_empty():
        return pl.DataFrame(schema=_DOUBTS)
    lines, people = twice.compared(again, read, belonging)
    # Compare the sessions of a competition instead of those of one date.
    pairs = twice.alike(again.with_columns(date=pl.lit("any")), lines, people)
    moved_ones, known, gone = (
        rows["evening"].unique().implode() for rows in (again.filter("is_moved"), people, replaced)
    )
    set_apart, is_gone = (pl.any_horizontal(pl.col(twice.PAIR).is_in(rows)) for rows in (moved_ones, gone))
    is_same = pl.col("of_the_same") | ~pl.all_horizontal(pl.col(twice.PAIR).is_in(known))
    variant = pl.when(set_apart).then(pl.lit("set_apart")).when(is_same & ~is_gone).then(pl.lit("two_dates"))
    return pairs.select(*twice.PAIR, "same", variant.alias(VARIANT)).drop_nulls(VARIANT)


def _under_their_ids(roots: pl.DataFrame, taken: pl.DataFrame, aged: pl.DataFrame, named: pl.DataFrame) -> pl.DataFrame:
    """Return the sessions that nothing replaces, with their ids. If two sessions claim an id, the first one gets it."""
    is_first = pl.int_range(pl.len()).over(SESSION) == 0
    ids = aged.select("evening", "session_id").join(named, on="evening", how="left")
    ids = ids.select(first="evening", first_id=pl.coalesce("named_id", "session_id"))
    return (
        roots.join(taken, on="evening", how="left", maintain_order="left")
        .with_columns(first=pl.coalesce("first", "evening"))
        .join(ids, on="first", how="left", maintain_order="left")
        .join(named, on="evening", how="left", maintain_order="left")
        .with_columns(own_id="session_id", session_id=pl.coalesce("named_id", "first_id"))
        .sort(*CLUB, "session_id", "first")
        .with_columns(session_id=pl.when(is_first).then("session_id").otherwise("own_id"))
        .sort(*CLUB, "session_id", pl.col("session_id") != pl.col("first_id"), "first")
    )


def _in_the_end(ends: pl.DataFrame, roots: pl.DataFrame, counted: pl.DataFrame) -> pl.DataFrame:
    ends = pl.concat([ends.select("evening", "root"), roots.select("evening", root="evening")])
    ids = counted.select(root="evening", season="season", counted_id="session_id")
    return ends.join(ids, on="root", how="left").select(
        "evening",
        "season",
        "counted_id",
        counts=pl.col("counted_id").is_not_null(),
        is_superseded=pl.col("evening") != pl.col("root"),
    )


def _own_files(
    sessions: pl.DataFrame, parts_of: pl.DataFrame, read: Mapping[str, pl.LazyFrame], belonging: pl.DataFrame
) -> pl.DataFrame:
    given = sessions.select("file_id", whole="evening")
    made = pl.concat(read[name].select(REFERENCE).unique() for name in _MADE_OF).collect()
    of_lines = belonging.join(made, on=REFERENCE, how="semi").drop_nulls("whole")
    files = pl.concat(rows.select("whole", "file_id") for rows in (given, parts_of, of_lines))
    return files.unique(maintain_order=False)


def _aged(sessions: pl.DataFrame, own_files: pl.DataFrame, parts_of: pl.DataFrame, files: pl.DataFrame) -> pl.DataFrame:
    in_file = [*CLUB, "file_id"]
    ages = by_age(pl.concat([files.select(*in_file, "modified_at"), sessions.select(in_file)], how="diagonal"))
    club_of = sessions.select(*CLUB, whole="evening", described_by="file_id")
    own = own_files.join(club_of, on="whole").join(ages, on=in_file, how="left")
    is_other = pl.col("file_id") != pl.col("described_by")
    of_results = own.filter(is_other | ~is_other.any().over("whole"))
    newest = of_results.group_by(evening="whole").agg(file_age=pl.col("age").max())
    alone = pl.len().over(in_file) == 1
    called = pl.when(alone).then("file_id").otherwise("session_id")
    quoted = phrase('"{}"', "file_id")
    of_several = parts_of.group_by(evening="whole", maintain_order=True).agg(named=quoted.str.join(", "))
    of_files = phrase("files = [{}]", "named")
    name = pl.when(alone).then(of_files).otherwise(phrase('session = "{}"', "session_id"))
    order = pl.struct(pl.col("file_age").fill_null(-1), natural(pl.col("session_id")), "evening")
    known = sessions.join(newest, on="evening", how="left", maintain_order="left")
    named = known.join(of_several, on="evening", how="left", maintain_order="left")
    named = named.with_columns(named=pl.coalesce("named", quoted))
    return named.with_columns(age=order.rank("ordinal").cast(pl.Int64), called=called, name=name)


def _asked(decided: Settled, parts: several.Parts) -> pl.DataFrame:
    at = [*CLUB, "place"]
    named = several.with_whole(decided.named.sort(*at, "order"), parts).with_columns(evening="whole")
    by = named.filter(role="is").unique(at, keep="first", maintain_order=True).select(*at, by="evening")
    return named.filter(role="supersedes").join(by, on=at, maintain_order="left").select(*at, "evening", "by")


def _ids_taken(named: pl.DataFrame, sessions: pl.DataFrame, ends: pl.DataFrame) -> pl.DataFrame:
    owned = sessions.join(ends, on="evening", how="left")
    owners = owned.select(*CLUB, "season", named_id="session_id", owner=pl.coalesce("root", "evening"))
    with_season = named.join(sessions.select("evening", "season"), on="evening", maintain_order="left")
    others = with_season.join(owners, on=[*CLUB, "season", "named_id"]).filter(pl.col("owner") != pl.col("evening"))
    return named.join(others, on=[*CLUB, "place"], how="semi")


# --- the session of a row (an id is unique only within its season), and the session of a file that has only deals -----

_DAY = r"((?:19|20)[0-9]{2})[-._]?([01][0-9])[-._]?([0-3][0-9])"
_NAMED = 5


def sessions_of(references: pl.DataFrame, sessions: pl.DataFrame, other_ids: pl.DataFrame) -> pl.DataFrame:
    """Return (`REFERENCE`, evening, several): the session of each reference, and the number of seasons that have one.

    The session of a reference is the one with its id in the same file, or else in the same folder, or else anywhere if
    only one session has this id. In the last case, ids in `other_ids` count too. Of several sessions in one season, the
    first is returned. `evening` is null if no season, or more than one, has such a session.
    """
    asked, known = (rows.with_columns(folder=folder()) for rows in (references, sessions))
    anywhere = pl.concat([sessions, other_ids], how="diagonal_relaxed")
    levels = ((known, REFERENCE), (known, (*IN_CLUB, "folder")), (anywhere, IN_CLUB))
    found = pl.concat(
        asked.join(_the_only_one(among, key), on=key).select(*REFERENCE, "evening", "several") for among, key in levels
    ).unique(REFERENCE, keep="first", maintain_order=True)
    belonging = references.join(found, on=REFERENCE, how="left", maintain_order="left")
    return belonging.with_columns(evening=pl.when(pl.col("several") <= 1).then("evening"))


def folder() -> pl.Expr:
    """Return the folder of a file. It is empty if the file is directly in the folder of the competition."""
    return pl.col("file_id").str.extract("^(.*)/").fill_null("")


def _the_only_one(sessions: pl.DataFrame, key: tuple[str, ...]) -> pl.DataFrame:
    return sessions.group_by(key).agg(
        pl.col("evening").sort_by(pl.col("season").is_null(), "evening").first(),
        several=pl.max_horizontal(pl.col("season").drop_nulls().n_unique(), pl.lit(1)),
    )


def sessions_of_deals(
    deals: pl.LazyFrame, results: pl.LazyFrame, belonging: pl.DataFrame, sessions: pl.DataFrame
) -> pl.DataFrame:
    """Return the files that hold only deals, as dealing programs write them, each with its session.

    The session must be on the day of the file, which is in its tags or else in its name; sessions in the same folder
    come first. If the file has no day, the session must be in the same folder. Of several such sessions, those whose
    boards are all among the deals come first. The columns are `REFERENCE`, `line_no`, `day`, `boards`, `evening` (null
    unless exactly one session is possible), `how_many` (the number of possible sessions, null for none) and `ids` (of
    the possible sessions).
    """
    stem = pl.col("file_id").str.replace(r"\.[^./]*$", "")
    alone = belonging.filter(pl.col("evening").is_null(), pl.col("several").is_null(), pl.col("session_id") == stem)
    files = _files(deals.join(alone.select(REFERENCE).lazy(), on=REFERENCE, how="semi").collect())
    if files.is_empty():
        return files.with_columns(evening=pl.lit(None, pl.UInt32))
    candidates = _candidates(files, sessions)
    evenings = belonging.join(candidates, on="evening", how="semi").select(*REFERENCE, "evening").lazy()
    boards = results.join(evenings, on=REFERENCE).group_by("evening").agg(played=pl.col("board").unique()).collect()
    lacking = pl.col("played").list.set_difference("boards").list.len()
    suitable = candidates.join(boards, on="evening", how="left", maintain_order="left").with_columns(
        is_whole=(lacking == 0).fill_null(value=False)
    )
    nearest = suitable.filter(pl.col("nearness") == pl.col("nearness").max().over(REFERENCE))
    whole = nearest.filter(pl.col("is_whole").any().over(REFERENCE) <= pl.col("is_whole"))
    found = whole.group_by(REFERENCE, maintain_order=True).agg(
        pl.col("evening").first(),
        how_many=pl.struct("season", "counted_id").n_unique(),
        ids=pl.col("counted_id").unique(maintain_order=True).head(_NAMED).str.join(", "),
    )
    placed = files.join(found, on=REFERENCE, how="left", maintain_order="left")
    return placed.with_columns(evening=pl.when(how_many=1).then("evening"))


def _files(deals: pl.DataFrame) -> pl.DataFrame:
    dated = deals.group_by(REFERENCE, maintain_order=True).agg(
        pl.col("line_no").min(), boards=pl.col("board").unique().sort(), dates=pl.col("date").drop_nulls().unique()
    )
    parts = [pl.col("file_id").str.extract(rf"{_DAY}[^/]*$", part) for part in (1, 2, 3)]
    in_name = pl.concat_str(parts, separator="-").str.to_date("%Y-%m-%d", strict=False)
    only = pl.when(pl.col("dates").list.len() == 1).then(pl.col("dates").list.first())
    return dated.with_columns(day=pl.coalesce(only, in_name), folder=folder()).drop("dates")


def _candidates(files: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    counting = sessions.filter(pl.col("counts").fill_null(value=False), ~pl.col("is_superseded")).select(
        *CLUB, "evening", "season", "counted_id", "date", in_folder=folder()
    )
    pairs = files.join(counting, on=CLUB, how="inner", maintain_order="left_right")
    same_folder = (pl.col("folder") == pl.col("in_folder")).cast(pl.Int8)
    on_day = pl.when(pl.col("day") == pl.col("date")).then(1 + same_folder).otherwise(0)
    nearness = pl.when(pl.col("day").is_null()).then(same_folder).otherwise(on_day)
    return pairs.with_columns(nearness=nearness).filter(pl.col("nearness") > 0)
