"""Sessions: their season by date, the rows that belong to them, and their events."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import scoring_of
from transforms.intake.findings import IN_CLUB, PLACE, Checked, finding
from transforms.tables import CLUB, COMPETITION, EVENT, LINE, SESSION, Findings

_OF_SESSION = ("entries", "results", "official_results", "stated", "adjustments", "matches", "awards")


def in_season(
    read: dict[str, pl.LazyFrame], competitions: pl.LazyFrame
) -> tuple[pl.LazyFrame, dict[str, pl.LazyFrame], list[dy.LazyFrame[Findings]]]:
    """Put each session into the season of its date, and find the rows that belong to a session.

    Where two files give the same session, the file that comes first counts, and all rows of the other file about that
    session are left out.

    Args:
        read: the tables as read, by name.
        competitions: `Competitions`, for the dates of seasons.

    Returns:
        The sessions; the rows that belong to a session, by name of the table; and findings about all other rows.
    """
    given = read["sessions"].sort(*IN_CLUB, *PLACE, nulls_last=True)
    first_file = pl.col("file_id").first().over(IN_CLUB)
    is_first = pl.int_range(pl.len()).over(IN_CLUB) == 0
    once = given.filter(is_first)
    again = given.with_columns(first_file=first_file).filter(~is_first)

    seasons = competitions.select(*COMPETITION, "start", "end")
    dated = once.join(seasons, on=CLUB, how="left").filter(pl.col("date").is_between("start", "end"))
    sessions = dated.select(*COMPETITION, pl.exclude(*COMPETITION, "start", "end"))
    undated = once.join(sessions, on=IN_CLUB, how="anti")
    findings = [
        finding(
            again,
            "error",
            "session_id",
            pl.col("session_id"),
            pl.format("this session is already given by {}, which counts: give it once", "first_file"),
        ),
        finding(
            undated,
            "error",
            "date",
            pl.col("date"),
            "no season of this competition has this date; the session is left out:"
            " mend the date, or add the season to competition.toml",
        ),
    ]

    of_other_file = again.filter(pl.col("file_id") != pl.col("first_file")).select(*IN_CLUB, "file_id").unique()
    of_session = {}
    for name in _OF_SESSION:
        rows = read[name].join(of_other_file, on=[*IN_CLUB, "file_id"], how="anti", maintain_order="left")
        of_session[name] = rows.join(sessions.select(*IN_CLUB, "season"), on=IN_CLUB, maintain_order="left")
        findings.append(_of_no_session(name, rows.join(once, on=IN_CLUB, how="anti")))
    collected = _collected({"sessions": sessions, **of_session})
    return collected.pop("sessions"), collected, findings


def _collected(frames: dict[str, pl.LazyFrame]) -> dict[str, pl.LazyFrame]:
    """Compute the frames once, since many checks use them.

    One query plan of all checks together would take longer to make than to run.
    """
    return {name: frame.lazy() for name, frame in zip(frames, pl.collect_all(frames.values()), strict=True)}


def _of_no_session(name: str, rows: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """One error per file and session id for rows whose session does not exist."""
    groups = rows.group_by(*IN_CLUB, "file_id").agg(pl.col("line_no").min(), lines=pl.len())
    message = pl.format(
        f"no such session, or none that can be used; {{}} lines of {name} are left out, this one first:"
        " add session {} to sessions, or mend it there",
        *("lines", "session_id"),
    )
    return finding(groups, "error", "session_id", pl.col("session_id"), message)


def missing_lines(sessions: pl.LazyFrame, of_session: dict[str, pl.LazyFrame]) -> dy.LazyFrame[Findings]:
    """Warnings for lines that a session scores together, but that have neither entries nor results."""
    present = pl.concat([of_session[name].select(*SESSION, "line") for name in ("entries", "results")]).unique()
    named = sessions.with_columns(line=pl.col("together").str.extract_all("[A-Z]")).explode(
        "line", empty_as_null=False, keep_nulls=False
    )
    return finding(
        named.join(present, on=LINE, how="anti"),
        "warning",
        "together",
        pl.col("together"),
        pl.format("line {} has no entries and no results in this session: mend together, or add them", "line"),
    )


def in_events(sessions: pl.LazyFrame) -> Checked:
    """Take sessions that cannot be added up out of their event.

    A session stays in its event only if it is scored in the same way as the first session of that event.
    """
    scoring = scoring_of(pl.col("kind"), pl.col("team_scoring"))
    scored = sessions.with_columns(scoring=scoring).with_columns(
        in_event=pl.col("scoring").sort_by("date", "session_id").first().over(EVENT)
    )
    differs = pl.col("event").is_not_null() & (pl.col("scoring") != pl.col("in_event"))
    message = pl.format(
        "{} cannot be added to the {} of the first session of this event; this session stands by itself:"
        " mend kind or event",
        *(pl.col(name).str.replace_all("_", " ") for name in ("scoring", "in_event")),
    )
    return Checked(
        scored.with_columns(event=pl.when(~differs).then("event")),
        [finding(scored.filter(differs), "error", "event", pl.col("event"), message)],
    )
