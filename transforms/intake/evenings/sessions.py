"""Sessions as they count: those of a season, each evening once, and the rows that belong to them."""

from collections.abc import Mapping
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import scoring_of
from transforms.intake.evenings.belonging import REFERENCE, sessions_meant
from transforms.intake.evenings.compared_lines import compared
from transforms.intake.evenings.counting import Counting, sessions_that_count
from transforms.intake.evenings.deals_beside import deals_beside
from transforms.intake.evenings.halves import with_own_numbers
from transforms.intake.evenings.no_session import of_no_one_session
from transforms.intake.evenings.other_day import day_named, in_a_season, named_for_another_day
from transforms.intake.evenings.parts import Parts, parts_of_evenings, whole_sessions, with_parts_replaced
from transforms.intake.evenings.settled import Settled, settled
from transforms.intake.evenings.settled_dates import two_dates, with_a_date_of_no_season, with_settled_dates
from transforms.intake.findings import IN_CLUB, PLACE, Checked, error_on, warning_on
from transforms.tables import CLUB, COMPETITION, EVENT, LINE, SESSION, Findings
from transforms.tables.shared import IN_TURN

_OF_SESSION = ("entries", "results", "official_results", "stated", "adjustments", "matches", "deals", "awards")
_OUTSIDE = (
    "no season of this competition has this date (the first starts on {first}, the last ends on {last}), so the session"
    " is left out: if the date is wrong, mend it in your scoring program and export again, or add at the end of"
    ' competition.toml, each on a line of its own, [[session]], session = "{session}" and date = {day}, with the'
    " day of the session; if it is right, add its season there"
)
_A_DAY = "2026-09-30"
_WITH_LINES = ("entries", "results", "official_results", "matches")


class InSeason(NamedTuple):
    """The sessions that count, and what belongs to them."""

    sessions: pl.LazyFrame
    of_session: dict[str, pl.LazyFrame]
    """Name of the table -> the rows that belong to a session that counts, under its id and with the letters of its
    lines."""
    of_files: pl.LazyFrame
    """(club, competition, file_id, date) of each file with a session that counts."""
    continued: pl.LazyFrame
    """(the key of the session, line): the lines in which pairs of one file of the evening play on in another."""
    people: dict[str, pl.LazyFrame]
    """`players` and `entries` as read, without those of sessions that were superseded."""
    settings: dict[str, pl.LazyFrame]
    """`session_settings` and `award_choices`, with the ids under which the sessions count."""
    findings: list[dy.LazyFrame[Findings]]


def in_season(read: Mapping[str, pl.LazyFrame], competitions: pl.LazyFrame) -> InSeason:
    """Put each session into the season of its date, count each evening once, and find the rows that belong to it.

    Where two files give a session with the same id in the same season, and they are not the same evening, the file that
    comes first counts, and all rows of the other file about that session are left out.

    Args:
        read: the tables as read, by name, and `files`, `session_settings` and `award_choices`.
        competitions: `Competitions`, for the dates of seasons.
    """
    seasons = competitions.select(*COMPETITION, "start", "end").collect()
    given, settings, files, choices = pl.collect_all(
        [
            read["sessions"].sort(*IN_CLUB, *PLACE, nulls_last=True).with_row_index("evening"),
            read["session_settings"].sort(*CLUB, "place"),
            *(read[name] for name in ("files", "award_choices")),
        ]
    )
    told = with_parts_replaced(settled(settings, _seasoned(given, seasons), files))
    dated = _seasoned(with_settled_dates(given, told), seasons)
    once = dated.unique([*SESSION, "file_id"], keep="first", maintain_order=True)
    repeated = dated.join(once, on="evening", how="anti")

    references = pl.concat([read[name].select(REFERENCE) for name in _OF_SESSION]).unique(maintain_order=False)
    meant = sessions_meant(references.collect(), once.select("evening", "season", *REFERENCE), _new_ids(told, once))
    parts = _parts(told, once, read, meant)
    whole = meant.join(parts.whole, on="evening", how="left").with_columns(whole=pl.coalesce("whole", "evening"))
    evenings = _with_settled_fields(whole_sessions(once, parts), told, parts)
    counting = sessions_that_count(evenings, told, parts, read, meant=whole, files=files)

    beside = deals_beside(read["deals"], read["results"], meant, _with_end(once, parts, counting))
    whole = whole.join(beside.meant, on=REFERENCE, how="anti").pipe(_and_beside, beside.meant, parts)
    placed = whole.join(counting.ids, left_on="whole", right_on="evening", how="left")
    is_own = placed.join(counting.own_files, on=["whole", "file_id"], how="semi").filter("is_superseded")
    kept = placed.filter(pl.col("counts")).join(is_own, on=REFERENCE, how="anti")
    of_session = {name: _moved(read[name], kept, parts) for name in _OF_SESSION}
    collected = _collected({"sessions": counting.sessions.lazy(), **of_session})
    gone = _superseded_files(once, parts, counting)
    return InSeason(
        collected.pop("sessions"),
        collected,
        _of_files(once, parts, counting).lazy(),
        _continued(once, parts, counting).lazy(),
        {
            "players": read["players"].join(gone.lazy(), on=[*CLUB, "file_id"], how="anti", maintain_order="left"),
            "entries": read["entries"].join(
                is_own.select(REFERENCE).lazy(), on=REFERENCE, how="anti", maintain_order="left"
            ),
        },
        {
            "session_settings": _settings_by_id(told, parts, counting).lazy(),
            "award_choices": _choices_by_id(choices, once, parts, counting).lazy(),
        },
        [
            *told.findings,
            *parts.findings,
            *counting.findings,
            _given_again(repeated.with_columns(first_file=pl.col("file_id"))),
            two_dates(told),
            *_undated(told, once, parts, counting, seasons),
            *named_for_another_day(
                _with_end(once, parts, counting).filter("counts", ~pl.col("is_superseded")), told, seasons
            ),
            *of_no_one_session(
                {name: read[name] for name in _OF_SESSION if name != "stated"},
                meant.join(beside.meant, on=REFERENCE, how="anti"),
                once,
            ),
            *beside.findings,
        ],
    )


def _and_beside(whole: pl.DataFrame, beside: pl.DataFrame, parts: Parts) -> pl.DataFrame:
    """The evenings that rows mean, with those of files of deals that lie beside them."""
    of_evenings = beside.join(parts.whole, on="evening", how="left").with_columns(
        whole=pl.coalesce("whole", "evening"), several=pl.lit(1)
    )
    return pl.concat([whole, of_evenings.select(whole.columns).cast(whole.schema)])


def _collected(frames: dict[str, pl.LazyFrame]) -> dict[str, pl.LazyFrame]:
    """Compute the frames once, since many checks use them.

    One query plan of all checks together would take longer to make than to run.
    """
    return {name: frame.lazy() for name, frame in zip(frames, pl.collect_all(frames.values()), strict=True)}


def _seasoned(sessions: pl.DataFrame, seasons: pl.DataFrame) -> pl.DataFrame:
    """The sessions with the season that has their date; null where none has it."""
    dated = sessions.drop("season", strict=False)
    inside = dated.join(seasons, on=CLUB).filter(pl.col("date").is_between("start", "end"))
    one = inside.select("evening", "season").unique("evening", keep="first", maintain_order=True)
    return dated.join(one, on="evening", how="left", maintain_order="left")


def _with_settled_fields(sessions: pl.DataFrame, told: Settled, parts: Parts) -> pl.DataFrame:
    """The whole sessions with the lines that a director has scored as one field, by the letters of the evening."""
    about = told.about().filter(pl.col("together").is_not_null()).join(parts.whole, on="evening", how="left")
    of_whole = about.select(evening=pl.coalesce("whole", "evening"), settled="together")
    joined = sessions.join(
        of_whole.unique("evening", keep="first", maintain_order=True), on="evening", how="left", maintain_order="left"
    )
    return joined.with_columns(together=pl.coalesce("settled", "together")).drop("settled")


def _new_ids(told: Settled, sessions: pl.DataFrame) -> pl.DataFrame:
    """The ids that `[[session]]` gives to files: (evening, season, club, competition, session_id, file_id)."""
    named = told.about().filter(pl.col("files").list.len() > 0, pl.col("session_id").is_not_null())
    first = named.unique([*CLUB, "place"], keep="first", maintain_order=True)
    return first.select("evening", "session_id").join(
        sessions.select("evening", "season", *CLUB, "file_id"), on="evening", maintain_order="left"
    )


def _parts(told: Settled, sessions: pl.DataFrame, read: Mapping[str, pl.LazyFrame], meant: pl.DataFrame) -> Parts:
    concerned = meant.join(told.named.filter(role="is"), on="evening", how="semi").select(*REFERENCE, "evening")
    tables = [
        read[name].select(*REFERENCE, "line").join(concerned.lazy(), on=REFERENCE).select("evening", "line").unique()
        for name in _WITH_LINES
    ]
    lines = pl.concat(tables).unique(maintain_order=False).collect()
    of_several = told.settings.filter(pl.col("files").list.len() > 1)
    joined = told.named.join(of_several, on=[*CLUB, "place"], how="semi")
    asked = sessions.join(joined, on="evening", how="semi")
    played, _ = compared(asked, read, meant.with_columns(whole="evening"))
    return parts_of_evenings(told, sessions, lines, played)


def _moved(rows: pl.LazyFrame, kept: pl.DataFrame, parts: Parts) -> pl.LazyFrame:
    """The rows that belong to a session that counts, with its season and id, and with the letters of its lines.

    Pairs that play on have the numbers with which they began. Adjustments also have `given_id`, the id that their file
    gives, since equal ones may be meant for one evening; entries have `goes_on`, as for `seated_on`.
    """
    columns = rows.collect_schema().names()
    places = kept.select(*REFERENCE, "season", "evening", "counted_id").lazy()
    moved = rows.join(places, on=REFERENCE, maintain_order="left").with_columns(
        given_id="session_id", session_id="counted_id"
    )
    more = ["given_id"] if "amount" in columns else []
    if "line" in columns:
        moved = with_own_numbers(moved, parts.playing)
    if "substitutes_for" in columns:
        going_on = parts.playing.lines.lazy().select("evening", "line", goes_on=pl.lit(value=True))
        moved = moved.join(going_on, on=["evening", "line"], how="left", maintain_order="left").with_columns(
            pl.col("goes_on").fill_null(value=False)
        )
        more.append("goes_on")
    if "line" in columns and not parts.letters.is_empty():
        moved = moved.join(
            parts.letters.lazy(), on=["evening", "line"], how="left", maintain_order="left"
        ).with_columns(line=pl.coalesce("letter", "line"))
    return moved.select("season", *columns, *more)


def _with_end(sessions: pl.DataFrame, parts: Parts, counting: Counting) -> pl.DataFrame:
    """The sessions with what became of them: `counts`, `is_superseded`, `counted_id`."""
    whole = sessions.join(parts.whole, on="evening", how="left", maintain_order="left")
    ends = counting.ids.drop("season")
    return whole.with_columns(whole=pl.coalesce("whole", "evening")).join(
        ends, left_on="whole", right_on="evening", how="left", maintain_order="left"
    )


def _of_files(sessions: pl.DataFrame, parts: Parts, counting: Counting) -> pl.DataFrame:
    ended = _with_end(sessions, parts, counting)
    return ended.filter("counts", ~pl.col("is_superseded")).select(*CLUB, "file_id", "date")


def _continued(sessions: pl.DataFrame, parts: Parts, counting: Counting) -> pl.DataFrame:
    ended = _with_end(sessions, parts, counting).filter("counts", ~pl.col("is_superseded"))
    letters = parts.letters.rename({"letter": "of_letter"})
    lines = parts.playing.lines.join(letters, on=["evening", "line"], how="left").with_columns(
        line=pl.coalesce("of_letter", "line")
    )
    return ended.join(lines, on="evening").with_columns(session_id="counted_id").select(LINE).unique()


def _superseded_files(sessions: pl.DataFrame, parts: Parts, counting: Counting) -> pl.DataFrame:
    """(club, competition, file_id) of the files of which every session was superseded."""
    ended = _with_end(sessions, parts, counting)
    return ended.group_by(*CLUB, "file_id").agg(pl.col("is_superseded").all()).filter("is_superseded")


def _settings_by_id(told: Settled, parts: Parts, counting: Counting) -> pl.DataFrame:
    """`SessionSettings` with the id under which each session counts, also where its files named it."""
    first = told.about().unique([*CLUB, "place"], keep="first", maintain_order=True).select(*CLUB, "place", "evening")
    ended = _with_end(first, parts, counting).filter("counts").select(*CLUB, "place", "counted_id")
    named = told.settings.join(ended, on=[*CLUB, "place"], how="left", maintain_order="left")
    return named.with_columns(session_id=pl.coalesce("counted_id", "session_id")).drop("counted_id")


def _choices_by_id(choices: pl.DataFrame, sessions: pl.DataFrame, parts: Parts, counting: Counting) -> pl.DataFrame:
    """`AwardChoices` with the ids under which the sessions count that are named there."""
    ids = _with_end(sessions, parts, counting).filter("counts")
    counted = ids.select(*COMPETITION, only="counted_id")
    other = ids.filter(pl.col("session_id") != pl.col("counted_id"))
    other = other.unique(SESSION, keep="first", maintain_order=True).select(
        *COMPETITION, "counted_id", only="session_id"
    )
    other = other.join(counted, on=[*COMPETITION, "only"], how="anti")
    named = choices.join(other, on=[*COMPETITION, "only"], how="left", maintain_order="left")
    return named.with_columns(only=pl.coalesce("counted_id", "only")).drop("counted_id")


def _given_again(again: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """An error for each session that is given again, with the `first_file` that gave it."""
    return error_on(
        again.lazy(),
        "sessions.given_again",
        "this session is already given by {file}, which counts: give it once",
        field="session_id",
        file="first_file",
    )


def _undated(
    told: Settled, sessions: pl.DataFrame, parts: Parts, counting: Counting, seasons: pl.DataFrame
) -> list[dy.LazyFrame[Findings]]:
    """Errors for sessions without a season, except those that are superseded."""
    every = _with_end(sessions, parts, counting).with_columns(is_alone=pl.len().over(*CLUB, "file_id") == 1)
    ended = every.filter(pl.col("season").is_null(), ~pl.col("is_superseded"))
    undated = ended.filter(pl.col("date").is_null())
    alone = undated.filter("is_alone").lazy()
    day = day_named(pl.col("file_id"))
    days = seasons.group_by(CLUB).agg(first=pl.col("start").min(), last=pl.col("end").max())
    dated = ended.filter(pl.col("date").is_not_null()).join(days, on=CLUB, maintain_order="left")
    outside, by_settings = with_a_date_of_no_season(dated, told)
    offered = in_a_season(outside.filter("is_alone"), day, seasons)
    is_offered = pl.col("evening").is_in(offered["evening"].implode())
    return [
        error_on(
            undated.filter(~pl.col("is_alone")).lazy(),
            "sessions.no_date",
            "the session has no date, so no season has it, and it is left out: write the date",
            field="date",
            value=pl.lit(None),
        ),
        error_on(
            alone.filter(day.is_null()),
            "sessions.file_without_date",
            "the session has no date, so it is left out: write the date into the file; or add at the end of"
            ' competition.toml, each on a line of its own, [[session]], files = ["{file}"] and date = 2026-09-30, with'
            " the day of the session",
            field="date",
            value=pl.lit(None),
            file="file_id",
        ),
        error_on(
            alone.filter(day.is_not_null()),
            "sessions.file_of_a_day",
            "the session has no date, so it is left out, though its name says {day}: write the date into the file; or,"
            " if that is the day, add at the end of competition.toml, each on a line of its own, [[session]], files ="
            ' ["{file}"] and date = {day}',
            field="date",
            value=pl.lit(None),
            file="file_id",
            day=day.dt.to_string("%Y-%m-%d"),
        ),
        error_on(
            outside.lazy(),
            "sessions.no_season",
            _OUTSIDE,
            field="date",
            session="session_id",
            day=pl.when(is_offered).then(day.dt.to_string("%Y-%m-%d")).otherwise(pl.lit(_A_DAY)),
        ),
        by_settings,
    ]


def missing_lines(sessions: pl.LazyFrame, of_session: Mapping[str, pl.LazyFrame]) -> dy.LazyFrame[Findings]:
    """Warnings for lines that a session scores together, but that have neither entries nor results."""
    present = pl.concat([of_session[name].select(*SESSION, "line") for name in ("entries", "results")]).unique()
    named = sessions.with_columns(line=pl.col("together").str.extract_all("[A-Z]")).explode(
        "line", empty_as_null=False, keep_nulls=False
    )
    return warning_on(
        named.join(present, on=LINE, how="anti"),
        "sessions.line_missing",
        "line {line} has no entries and no results in this session: mend together, or add them",
        field="together",
    )


def in_events(sessions: pl.LazyFrame) -> Checked:
    """Take sessions that cannot be added up out of their event.

    A session stays in its event only if it is scored in the same way as the first session of that event.
    """
    scoring = scoring_of(pl.col("kind"), pl.col("team_scoring"))
    scored = sessions.with_columns(scoring=scoring).with_columns(
        in_event=pl.col("scoring").sort_by(IN_TURN).first().over(EVENT)
    )
    differs = pl.col("event").is_not_null() & (pl.col("scoring") != pl.col("in_event"))
    this, first = (pl.col(name).str.replace_all("_", " ") for name in ("scoring", "in_event"))
    return Checked(
        scored.with_columns(event=pl.when(~differs).then("event")),
        [
            error_on(
                scored.filter(differs),
                "sessions.unlike_event",
                "{scoring} cannot be added to the {first} of the first session of this event; this session stands by"
                " itself: mend kind or event",
                field="event",
                scoring=this,
                first=first,
            )
        ],
    )
