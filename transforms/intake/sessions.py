"""Sessions in the season of their date, with the rows that belong to them, and the events they make."""

import polars as pl

from transforms.bridge.sessions import scoring_of
from transforms.intake.findings import IN_CLUB, PLACE, Checked, finding
from transforms.tables import CLUB, COMPETITION, EVENT, LINE, SESSION

_OF_SESSION = ("entries", "results", "official_results", "adjustments", "matches", "awards")


def in_season(
    read: dict[str, pl.LazyFrame], competitions: pl.LazyFrame
) -> tuple[pl.LazyFrame, dict[str, pl.LazyFrame], list[pl.LazyFrame]]:
    """Sessions in the season of their date; the rows that belong to them; and what belongs nowhere.

    Where two files give the same session, the file first in order counts, with all it says of it.
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
    """Computed once, since much is asked of them: one plan of everything takes longer to make than to run."""
    return {name: frame.lazy() for name, frame in zip(frames, pl.collect_all(frames.values()), strict=True)}


def _of_no_session(name: str, rows: pl.LazyFrame) -> pl.LazyFrame:
    """One finding a file and session id that no session has."""
    groups = rows.group_by(*IN_CLUB, "file_id").agg(pl.col("line_no").min(), lines=pl.len())
    message = pl.format(
        f"no such session, or none that can be used; {{}} lines of {name} are left out, this one first:"
        " add session {} to sessions, or mend it there",
        *("lines", "session_id"),
    )
    return finding(groups, "error", "session_id", pl.col("session_id"), message)


def missing_lines(sessions: pl.LazyFrame, of_session: dict[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Lines that a session scores together, but in which nobody sat down."""
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
    """Sessions that can be added up: one scored otherwise than the first of its event stands by itself."""
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
