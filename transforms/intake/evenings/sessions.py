"""Sessions as they count: those of a season, each evening once, and the rows that belong to them."""

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from transforms.bridge.sessions import scoring_of
from transforms.intake.evenings.belonging import REFERENCE, sessions_meant
from transforms.intake.evenings.compared_lines import compared
from transforms.intake.evenings.counting import Counting, sessions_that_count
from transforms.intake.evenings.deals_beside import deals_beside
from transforms.intake.evenings.halves import of_whole_evenings, official_of_halves, with_own_numbers
from transforms.intake.evenings.parts import Parts, parts_of_evenings, whole_sessions, with_parts_replaced
from transforms.intake.evenings.settled import Settled, settled, with_settled_dates
from transforms.intake.findings import IN_CLUB, PLACE
from transforms.tables import CLUB, COMPETITION, EVENT, LINE, SESSION
from transforms.tables.finding_words import VARIANT
from transforms.tables.shared import IN_TURN

_OF_SESSION = ("entries", "results", "official_results", "stated", "adjustments", "matches", "deals", "awards")
_WITH_LINES = ("entries", "results", "official_results", "matches")


class InSeason(NamedTuple):
    """The sessions that count, and what belongs to them."""

    sessions: pl.LazyFrame
    of_session: dict[str, pl.LazyFrame]
    """Name of the table -> the rows that belong to a session that counts, under its id and with the letters of its
    lines."""
    of_files: pl.LazyFrame
    """(club, competition, file_id, date) of each file with a session that counts."""
    people: dict[str, pl.LazyFrame]
    """`players` and `entries` as read, without those of sessions that were superseded."""
    settings: dict[str, pl.LazyFrame]
    """`session_settings` and `award_choices`, with the ids under which the sessions count."""
    tables: dict[str, pl.DataFrame]
    """What the checks of evenings look at, by name."""


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
    told = with_parts_replaced(settled(settings, _seasoned(given, seasons)))
    dated = _seasoned(with_settled_dates(given, told), seasons)
    once = dated.unique([*SESSION, "file_id"], keep="first", maintain_order=True)
    repeated = dated.join(once, on="evening", how="anti")

    named = pl.concat(
        read[name].group_by(REFERENCE).agg(pl.col("line_no").min(), lines=pl.len(), table=pl.lit(name))
        for name in _OF_SESSION
    ).collect()
    references = named.select(REFERENCE).unique(maintain_order=False)
    meant = sessions_meant(references, once.select("evening", "season", *REFERENCE), _new_ids(told, once))
    parts = _parts(told, once, read, meant)
    whole = meant.join(parts.whole, on="evening", how="left").with_columns(whole=pl.coalesce("whole", "evening"))
    evenings = _with_settled_fields(whole_sessions(once, parts), told, parts)
    counting = sessions_that_count(evenings, told, parts, read, meant=whole, files=files)

    ended = _with_end(once, parts, counting)
    loose_deals = deals_beside(read["deals"], read["results"], meant, ended)
    whole = whole.join(loose_deals, on=REFERENCE, how="anti").pipe(_and_beside, loose_deals, parts)
    placed = whole.join(counting.ids, left_on="whole", right_on="evening", how="left")
    is_own = placed.join(counting.own_files, on=["whole", "file_id"], how="semi").filter("is_superseded")
    kept = placed.filter(pl.col("counts")).join(is_own, on=REFERENCE, how="anti")
    of_session = {name: _moved(read[name], kept, parts) for name in _OF_SESSION}
    collected = _collected({"sessions": counting.sessions.lazy(), **of_session})
    official, continued = collected["official_results"], _continued(ended, parts).lazy()
    halves = official_of_halves(official, continued).with_columns(pl.lit("official").alias(VARIANT)).collect()
    gone = ended.group_by(*CLUB, "file_id").agg(pl.col("is_superseded").all()).filter("is_superseded")
    unplaced = meant.filter(pl.col("evening").is_null()).join(loose_deals, on=REFERENCE, how="anti")
    counting_files = ended.filter("counts", ~pl.col("is_superseded")).select(*CLUB, "file_id", "date")
    again = [repeated.with_columns(first_file="file_id"), counting.tables["given_again"]]
    return InSeason(
        collected.pop("sessions"),
        collected | {"official_results": of_whole_evenings(official, continued).collect().lazy()},
        counting_files.lazy(),
        {
            "players": read["players"].join(gone.lazy(), on=[*CLUB, "file_id"], how="anti", maintain_order="left"),
            "entries": read["entries"].join(
                is_own.select(REFERENCE).lazy(), on=REFERENCE, how="anti", maintain_order="left"
            ),
        },
        {
            "session_settings": _settings_by_id(told, parts, counting).lazy(),
            "award_choices": _choices_by_id(choices, ended).lazy(),
        },
        {
            **counting.tables,
            "session_settings": settings,
            "files": files,
            "seasons": seasons,
            "given": given,
            "names": told.names,
            "given_dates": told.about().select(*CLUB, "place", "evening", "session_id", "date").drop_nulls("date"),
            "ended": ended,
            "given_again": pl.concat(rows.select(*REFERENCE, "line_no", "first_file") for rows in again),
            "apart": parts.apart,
            "played_on": pl.concat([parts.played_on, halves], how="diagonal_relaxed"),
            "loose_deals": loose_deals,
            "unplaced": named.filter(pl.col("table") != "stated").join(
                unplaced.select(*REFERENCE, "several"), on=REFERENCE
            ),
        },
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


def _continued(ended: pl.DataFrame, parts: Parts) -> pl.DataFrame:
    """(the key of the session, line): the lines in which pairs of one file of the evening play on in another."""
    letters = parts.letters.rename({"letter": "of_letter"})
    lines = parts.playing.lines.join(letters, on=["evening", "line"], how="left").with_columns(
        line=pl.coalesce("of_letter", "line")
    )
    counting = ended.filter("counts", ~pl.col("is_superseded"))
    return counting.join(lines, on="evening").with_columns(session_id="counted_id").select(LINE).unique()


def _settings_by_id(told: Settled, parts: Parts, counting: Counting) -> pl.DataFrame:
    """`SessionSettings` with the id under which each session counts, also where its files named it."""
    first = told.about().unique([*CLUB, "place"], keep="first", maintain_order=True).select(*CLUB, "place", "evening")
    ended = _with_end(first, parts, counting).filter("counts").select(*CLUB, "place", "counted_id")
    named = told.settings.join(ended, on=[*CLUB, "place"], how="left", maintain_order="left")
    return named.with_columns(session_id=pl.coalesce("counted_id", "session_id")).drop("counted_id")


def _choices_by_id(choices: pl.DataFrame, ended: pl.DataFrame) -> pl.DataFrame:
    """`AwardChoices` with the ids under which the sessions count that are named there."""
    ids = ended.filter("counts")
    counted = ids.select(*COMPETITION, only="counted_id")
    other = ids.filter(pl.col("session_id") != pl.col("counted_id"))
    other = other.unique(SESSION, keep="first", maintain_order=True).select(
        *COMPETITION, "counted_id", only="session_id"
    )
    other = other.join(counted, on=[*COMPETITION, "only"], how="anti")
    named = choices.join(other, on=[*COMPETITION, "only"], how="left", maintain_order="left")
    return named.with_columns(only=pl.coalesce("counted_id", "only")).drop("counted_id")


def in_events(sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Take sessions that cannot be added up out of their event.

    A session stays in its event only if it is scored in the same way as the first session of that event. Added are
    `of_event`, the event that was given, its `scoring`, and `in_event`, that of the first session.
    """
    scored = sessions.with_columns(scoring=scoring_of(pl.col("kind"), pl.col("team_scoring")), of_event="event")
    in_event = pl.col("scoring").sort_by(IN_TURN).first().over(EVENT)
    stays = pl.col("scoring") == pl.col("in_event")
    return scored.with_columns(in_event=in_event).with_columns(event=pl.when(stays).then("event"))
