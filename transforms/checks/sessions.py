"""Checks of sessions: their date and season, repetitions, and the ids by which settings and other files name them."""

import polars as pl

from transforms.bridge.sessions import field_of
from transforms.intake.check import check, in_variants, of_evenings, says, which
from transforms.intake.evenings.sessions import folder
from transforms.intake.findings import IN_SETTINGS
from transforms.tables.messages import VARIANT
from transforms.tables.nearest_words import nearest_words
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, ENTRANT, LINE, SESSION
from transforms.tables.shared import is_empty

# --- dates: `ended` has the sessions of single files, and whether they count -----------------------------------------

FEWEST_MEETINGS = 3
"""If at least this number of meetings took place at one table only, the entrants are pairs, not teams that lack the
results of another table."""
_OWN_SIDE = 2 / 3
"""If an entrant played less than this share of its boards in the direction of its entry, it changed direction. In a
Mitchell with a few turned rounds the share is higher, and in a Howell it is about half."""
_DAYS_LATER = 3
"""The date in the name of a file may be the date of the export, up to this number of days away from the session."""
_DAYS_CALLED = 31
"""A session called after the day that was planned may have been played up to this number of days later."""
_FEW = 2
"""If there are more files than this, and most have another date in their name, the names do not give dates of sessions.
"""
_FILE = (*CLUB, "file_id")
AT_THE_END = "add these lines at the end of competition.toml: [[session]],"
_BOUNDS = "the first starts on {first}, the last ends on {last}"
_WITHOUT = "the session has no date, so"


@of_evenings("sessions.no_season", severity="error", field="date", file="file_id", session="session_id")
@says(
    f"this date is in no season of this competition ({_BOUNDS}), so the session is left out: if the date is"
    f' wrong, correct it in your scoring program and export again, or {AT_THE_END} session = "{{session}}" and'
    " date = {day}, with the day of the session; if the date is right, add its season there",
    no_date=f"{_WITHOUT} it is in no season and is left out: write the date",
    file=f'{_WITHOUT} it is left out: write the date into the file; or {AT_THE_END} files = ["{{file}}"] and date ='
    " {day}, with the day of the session",
    file_of_a_day=f"{_WITHOUT} it is left out, though its name says {{day}}: write the date into the file; or, if that"
    f' is the day, {AT_THE_END} files = ["{{file}}"] and date = {{day}}',
)
def no_season(ended: pl.LazyFrame, seasons: pl.LazyFrame, given_dates: pl.LazyFrame) -> pl.LazyFrame:
    lost = _of_no_season(ended, seasons)
    named = _day_named(pl.col("file_id"))
    has_date = pl.col("date").is_not_null()
    variant = which("file_of_a_day", **{"": has_date}, no_date=~pl.col("is_alone"), file=named.is_null())
    days = [pl.when("is_alone").then(named), pl.col("session_id").str.to_date("%Y-%m-%d", strict=False), _turned()]
    each = lost.select("evening", *CLUB, day=pl.concat_list(days)).explode("day", empty_as_null=False, keep_nulls=False)
    within = each.join(seasons, on=CLUB, maintain_order="left").filter(pl.col("day").is_between("start", "end"))
    offered = within.unique("evening", keep="first", maintain_order=True).select("evening", offered="day")
    day = pl.coalesce("offered", pl.when(~has_date).then(named))
    return (
        lost.join(given_dates, on=["evening", "date"], how="anti", maintain_order="left")
        .join(offered, on="evening", how="left", maintain_order="left")
        .with_columns(variant, day=_as_text(pl.coalesce(day, _of_last_season())))
    )


@of_evenings("settings.date", severity="error", field="session.date", value="date", counts="counting", nth="place")
@says(
    two="another [[session]] gives session {session} the date {counts}, which counts: give the date once",
    no_season=f"a [[session]] gives session {{session}} this date, but it is in no season ({_BOUNDS}), so the"
    " session is left out: correct the date there; if it is right, add its season",
)
def settled_date(
    given_dates: pl.LazyFrame, given: pl.LazyFrame, ended: pl.LazyFrame, seasons: pl.LazyFrame
) -> pl.LazyFrame:
    counts = given_dates.unique("evening", keep="first", maintain_order=True).select("evening", counting="date")
    two = (
        given_dates.join(counts, on="evening", maintain_order="left")
        .filter(pl.col("date") != pl.col("counting"))
        .join(given.select("evening", of_file="session_id"), on="evening", maintain_order="left")
        .unique([*CLUB, "place"], keep="first", maintain_order=True)
        .with_columns(session=pl.coalesce("session_id", "of_file"))
    )
    settled = given_dates.select("evening", "date", "place").unique(["evening", "date"], keep="first")
    no_season = _of_no_season(ended, seasons).join(settled, on=["evening", "date"], maintain_order="left")
    both = {"two": two, "no_season": no_season.with_columns(session="session_id")}
    return in_variants(both).with_columns(**IN_SETTINGS)


@of_evenings("sessions.another_day", field="date", doubts={"contradictions": pl.lit(1)}, file="file_id")
@says(
    "the name of this file gives {day}, but the date in the file, which counts, is {date}: rename the file; or add "
    'these lines at the end of competition.toml: [[session]], files = ["{file}"], and date = {date} or date = '
    "{day}, whichever is right",
    no_season="the name of this file gives {day}, which is in no season, but the date in the file, which counts, is"
    " {date}: if {date} is right, rename the file; if {day} is right, add its season to competition.toml; barometer"
    " check then shows how to give the evening this day",
    exchanged="the session is called {session}, but the date that counts is {date}: if day and month are exchanged,"
    " write {session} as its date; if {date} is right, write {date} instead of {session} in every session_id, and in"
    " the names of files",
    called="the session is called {session}, but the date that counts is {date}: if that is a mistake, write {session}"
    " as its date; if {date} is right, write {date} instead of {session} in every session_id, and in the names of"
    " files",
)
def another_day(ended: pl.LazyFrame, seasons: pl.LazyFrame, given_dates: pl.LazyFrame) -> pl.LazyFrame:
    """Find files of one session whose name has another date, for example because nobody set the date in the file."""
    # The folder of a file may have the date instead of its name. Also find sessions whose id is their date with day and
    # month exchanged, or a date far away, although most ids are the dates of their sessions. Dates that the director
    # gave are not questioned. A date in no season is not suggested, because the session would then be left out.
    counting = ended.filter("counts", ~pl.col("is_superseded"))
    named = (
        counting.filter(pl.len().over(_FILE) == 1)
        .with_columns(day=pl.coalesce(_day_named(pl.col("file_id")), _day_named(folder())))
        .drop_nulls(["day", "date", "season"])
    )
    apart = (pl.col("date") - pl.col("day")).dt.total_days().abs() > _DAYS_LATER
    mostly = (pl.len().over(CLUB) > _FEW) & (apart.mean().over(CLUB) > 1 / 2)
    other = named.filter(apart & ~mostly).join(given_dates, on="evening", how="anti", maintain_order="left")
    within = _in_a_season(other, pl.col("day"), seasons)
    day = pl.col("session_id").str.to_date("%Y-%m-%d", strict=False)
    turned = pl.col("date").dt.strftime("%d-%m") == day.dt.strftime("%m-%d")
    is_far = (pl.col("date") - day).dt.total_days().abs() > _DAYS_CALLED
    few_far = (is_far.mean() <= 1 / 2).over(CLUB)
    settled = pl.concat([other.select("evening"), given_dates.select("evening")])
    called = counting.filter(turned & (day != pl.col("date")) | is_far & few_far).drop_nulls("season")
    called = called.join(settled, on="evening", how="anti").join(
        _in_a_season(called, day, seasons), on="evening", how="semi"
    )
    other = other.with_columns(day=_as_text(pl.col("day")))
    return in_variants(
        {
            "": other.join(within, on="evening", how="semi"),
            "no_season": other.join(within, on="evening", how="anti"),
            "exchanged": called.filter(turned),
            "called": called.filter(~turned),
        }
    )


@check(
    "sessions.another_day/to_come",
    field="date",
    day=pl.col("day").dt.to_string("%Y-%m-%d"),
    session="session_id",
)
@says(
    "this date is still to come, although the session has results: write the right date; did you mean {day}?",
    to_come_alone="this date is still to come, although the session has results: write the right date",
)
def to_come(
    sessions: pl.LazyFrame,
    results: pl.LazyFrame,
    matches: pl.LazyFrame,
    totals: pl.LazyFrame,
    *,
    files: pl.LazyFrame,
    settings: pl.LazyFrame,
    competitions: pl.LazyFrame,
) -> pl.LazyFrame:
    """Find sessions that were read before their date, unless `another_day` reports their name."""
    # A date that the director gave is not questioned. A day is suggested only if it is in a season and not to come.
    date, last = pl.col("date"), pl.col("last")
    read = files.group_by(CLUB).agg(last=pl.col("ingested_at").max().dt.date() + pl.duration(days=1))
    years = last.dt.year() - date.dt.year()
    before = date.dt.offset_by(phrase("{}y", years - (date.dt.offset_by(phrase("{}y", years)) > last).cast(pl.Int32)))
    played = pl.concat(rows.select(SESSION) for rows in (results, matches, totals)).unique()
    called = pl.coalesce(
        pl.col("session_id").str.to_date("%Y-%m-%d", strict=False), _day_named(pl.col("file_id")), _day_named(folder())
    )
    given = settings.drop_nulls(["date", "session_id"]).select(_REFERENCE).unique().with_columns(is_given=True)
    is_named = (date - called).dt.total_days().abs() > _DAYS_LATER
    later = sessions.join(read, on=CLUB, maintain_order="left").filter(date > last)
    if is_empty(later):
        return later
    ahead = (
        later.join(played, on=SESSION, how="semi", maintain_order="left")
        .join(given, on=_REFERENCE, how="left", maintain_order="left")
        .filter(pl.col("is_given") | ~is_named.fill_null(value=False))
        .with_columns(day=pl.concat_list(called, _turned(), before))
    )
    each = ahead.select(*SESSION, "day", "last").explode("day", empty_as_null=False, keep_nulls=False)
    within = each.join(competitions.select(*CLUB, "start", "end"), on=CLUB, maintain_order="left").filter(
        pl.col("day").is_between("start", pl.min_horizontal("end", "last"))
    )
    first = within.unique(SESSION, keep="first", maintain_order=True).select(*SESSION, "day")
    suggested = ahead.drop("day").join(first, on=SESSION, how="left", maintain_order="left")
    return suggested.with_columns(which("to_come", to_come_alone=pl.col("day").is_null()))


@check("sessions.event_spelled", field="event", value="of_event")
@says(
    "other sessions of this event spell its name {usual}, so these are added up separately: write {usual} in all of"
    " them"
)
def event_spelled(sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Find events whose names differ only in capitals, blanks or signs from a name with more sessions."""
    words = pl.col("of_event").str.to_lowercase().str.replace_all(r"[^\p{L}\p{N}]+", " ").str.strip_chars()
    names = (
        sessions.drop_nulls("of_event")
        .sort(*COMPETITION, "date", "session_id")
        .group_by(*COMPETITION, "of_event", maintain_order=True)
        .agg(pl.col("file_id", "line_no").first(), words=words.first(), number=pl.len())
        .sort(*COMPETITION, "number", descending=[*[False] * len(COMPETITION), True], maintain_order=True)
        .with_columns(usual=pl.col("of_event").first().over(*COMPETITION, "words"))
    )
    return names.filter(pl.col("of_event") != pl.col("usual"))


def _turned() -> pl.Expr:
    """Return the date of a session with day and month exchanged; null if there is no such day."""
    return pl.col("date").dt.to_string("%Y-%d-%m").str.to_date("%Y-%m-%d", strict=False)


def _of_no_season(ended: pl.LazyFrame, seasons: pl.LazyFrame) -> pl.LazyFrame:
    """Return sessions in no season, with `first` and `last` day of all seasons, and `begin` of the last season."""
    bounds = {"first": pl.col("start").min(), "begin": pl.col("start").max(), "last": pl.col("end").max()}
    days = seasons.group_by(CLUB).agg(**bounds)
    return (
        ended.with_columns(is_alone=pl.len().over(_FILE) == 1)
        .filter(pl.col("season").is_null(), ~pl.col("is_superseded"))
        .join(days, on=CLUB, how="left", maintain_order="left")
        .filter(pl.col("date").is_null() | pl.col("first").is_not_null())
    )


def _of_last_season() -> pl.Expr:
    """Return the date of a session moved by years into the last season, or else the first day of that season."""
    date, last = pl.col("date"), pl.col("last")
    is_later = date.dt.strftime("%m%d") > last.dt.strftime("%m%d")
    day = date.dt.offset_by(phrase("{}y", last.dt.year() - date.dt.year() - is_later.cast(pl.Int32)))
    return pl.when(day.is_between("begin", "last")).then(day).otherwise("begin")


def _in_a_season(sessions: pl.LazyFrame, day: pl.Expr, seasons: pl.LazyFrame) -> pl.LazyFrame:
    return sessions.join(seasons, on=CLUB).filter(day.is_between("start", "end")).select("evening").unique()


def _day_named(file_id: pl.Expr) -> pl.Expr:
    """Return the date in the name of a file, as `2025-09-02` or `20250902`; null unless there is exactly one date."""
    names = file_id.str.extract(r"([^/]*)$")
    # Match all digits, so that no part of a longer number is a day. One sign may both follow a day and precede another.
    found = names.str.extract_all(r"(?:^|[^0-9])(?:19|20)[0-9]{2}(?:-[0-9]{2}-[0-9]{2}|[0-9]{4})[0-9]*")
    digits = pl.element().str.replace_all("[^0-9]", "")
    days = found.list.eval(pl.when(digits.str.len_chars() == 8).then(digits).str.to_date("%Y%m%d", strict=False))
    only = days.list.drop_nulls().list.unique()
    return pl.when(only.list.len() == 1).then(only.list.first())


def _as_text(day: pl.Expr) -> pl.Expr:
    return day.dt.to_string("%Y-%m-%d")


_DAY_FIRST = r"^\s*(\d{1,2})[-./](\d{1,2})[-./]((?:19|20)\d{2})\s*$"
_YEAR_FIRST = r"^\s*((?:19|20)\d{2})[-./]?(\d{1,2})[-./]?(\d{1,2})\s*$"
_MOST_COMPARED = 20
"""The largest number of unknown names that are compared with the sessions. A file with more unknown names uses
other names, so the nearest name means little."""
_NAMED = 3
_REFERENCE = (*CLUB, "session_id")
_TABLE_OF_DEALS = "put the deals into a table deals, with their session_id"
_NONE = "no session is called {session},"
_LOST = "so rows of this file are left out ({lines} in all, this one first)"
_WRITE = (
    "write the name of the session (its file name without the ending), or add a row for {session} with its"
    " date to sessions.csv (session_id, date)"
)


@of_evenings("evenings.twice/given_before", severity="error", field="session_id", doubts={"contradictions": "differs"})
@says("this session is already in {file}, which counts: delete one of the two, or give one of them another id")
def given_before(given_again: pl.LazyFrame) -> pl.LazyFrame:
    return given_again


@of_evenings("sessions.none", severity="error", field="session_id", intended="of_day", seasons="several", table="table")
@says(
    f"no usable session is called {{session}}, {_LOST}: {_WRITE}",
    nearest=f"no usable session is called {{session}}, {_LOST}; the nearest are {{near}}: {_WRITE}",
    no_day=f"{_NONE} and that is not a valid date, {_LOST}; the nearest are {{near}}: correct it",
    of_day=f"{_NONE} {_LOST}: write {{intended}}, the session of this day",
    several=f"sessions of {{seasons}} seasons are called {{session}}, {_LOST}: put each season into a folder of its"
    " own, with its sessions, or give each session a name of its own",
)
def none(unplaced: pl.LazyFrame, ended: pl.LazyFrame) -> pl.LazyFrame:
    """Find rows that refer to no session, or to several; one finding per id, file and table."""
    sessions = ended.select(*_REFERENCE, "date").collect()
    asked = unplaced.filter(pl.col("several").is_null()).select(_REFERENCE).unique(maintain_order=True).collect()
    near = _with_nearest(_with_day(asked.sort(_REFERENCE), sessions), sessions)
    variant = which(
        "nearest",
        several=pl.col("several").is_not_null(),
        of_day=pl.col("of_day").is_not_null(),
        **{"": pl.col("near").is_null()},
        no_day="is_no_day",
    )
    return unplaced.join(near.lazy(), on=_REFERENCE, how="left", maintain_order="left").with_columns(variant)


def _with_day(asked: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Add `date`, the day in an id such as `09-09-2025`, and `of_day`, the only session of that day."""
    # `9/10/2025` may be 9 October or 10 September. If sessions were also played on `10/9/2025`, the day is not certain
    # and `of_day` is null.
    day, month_first = _day(_DAY_FIRST, (3, 2, 1)), _day(_DAY_FIRST, (3, 1, 2))
    only = sessions.drop_nulls("date").unique([*CLUB, "date", "session_id"]).unique([*CLUB, "date"], keep="none")
    of_other = sessions.select(*CLUB, other="date").drop_nulls().unique()
    dated = asked.with_columns(
        date=pl.coalesce(day, _day(_YEAR_FIRST, (1, 2, 3))), other=pl.when(month_first != day).then(month_first)
    )
    sure = dated.join(of_other, on=[*CLUB, "other"], how="anti").join(
        only.select(*CLUB, "date", of_day="session_id"), on=[*CLUB, "date"]
    )
    return dated.drop("other").join(sure.select(*_REFERENCE, "of_day"), on=_REFERENCE, how="left")


def _with_nearest(asked: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    is_dated = pl.any_horizontal(pl.col("session_id").str.contains(form) for form in (_DAY_FIRST, _YEAR_FIRST))
    marked = asked.with_columns(is_no_day=is_dated & pl.col("date").is_null())
    unknown = marked.filter(pl.col("of_day").is_null())
    ids = sessions.select(*CLUB, "date", known="session_id").unique().sort("known")
    around = (
        unknown.drop_nulls("date")
        .select(*_REFERENCE, day="date")
        .join(ids.drop_nulls("date"), on=CLUB)
        .sort((pl.col("date") - pl.col("day")).abs(), "known")
        .group_by(_REFERENCE, maintain_order=True)
        .agg(near=pl.col("known").head(_NAMED).sort().str.join(", "))
    )
    compared = unknown.filter(pl.col("date").is_null()).head(_MOST_COMPARED)
    written = pl.coalesce(_text(_DAY_FIRST, (3, 2, 1)), "session_id")
    alike = _alike(compared.select(*_REFERENCE, written=written), ids)
    return marked.drop("date").join(pl.concat([around, alike]), on=_REFERENCE, how="left", maintain_order="left")


def _alike(asked: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """Replace `written` by `near`: the `known` ids that differ only in capitals, or else the most similar ones."""
    *of, _ = asked.columns
    both = asked.join(known.group_by(CLUB, maintain_order=True).agg("known"), on=CLUB, maintain_order="left")
    near: list[tuple[str, ...]] = []
    for *row, written, names in both.iter_rows():
        but_for_capitals = [name for name in names if name.casefold() == written.casefold()]
        if nearest := but_for_capitals or nearest_words(written, names, at_most=_NAMED):
            near.append((*row, ", ".join(nearest)))
    return pl.DataFrame(near, schema=dict.fromkeys([*of, "near"], pl.String), orient="row")


def _day(form: str, parts: tuple[int, int, int]) -> pl.Expr:
    return _text(form, parts).str.to_date("%Y-%m-%d", strict=False)


def _text(form: str, parts: tuple[int, int, int]) -> pl.Expr:
    found = (pl.col("session_id").str.extract(form, part).str.zfill(2) for part in parts)
    return phrase("{}-{}-{}", *found)


@of_evenings(
    "deals.of_no_session",
    severity="error",
    field="deal",
    value="day",
    deals=pl.col("boards").list.len(),
    sessions="ids",
)
@says(
    "deals ({deals}) without a day, in a folder without a session, are left out: put the file next to the results of"
    " its evening, or write the day into the file name",
    several="these deals ({deals}) may belong to any of several sessions ({sessions}), so they are left out,"
    f" and the results stay: {_TABLE_OF_DEALS}",
    another_day="this file has deals ({deals}) but no results, and there is no session on its day, so they are"
    f" left out: export the results of that evening too; or correct the date; or {_TABLE_OF_DEALS}",
)
def deals_of_no_session(loose_deals: pl.LazyFrame) -> pl.LazyFrame:
    variant = which("", several=pl.col("how_many").is_not_null(), another_day=pl.col("day").is_not_null())
    return loose_deals.filter(pl.col("how_many").ne_missing(1)).with_columns(variant)


# --- what `[[session]]` names -----------------------------------------------------------------------------------------

_SUGGESTED = 20
"""The largest number of unknown names in a competition for which the nearest name is searched; the search is slow."""
_NO_SESSION = "there is no such session or file in this competition, so this [[session]] ignores it"


@of_evenings(
    "settings.no_session",
    field=pl.when(pl.col("role") == "supersedes")
    .then(pl.lit("session.supersedes"))
    .when(pl.col("by") == "file")
    .then(pl.lit("session.files"))
    .otherwise(pl.lit("session.session")),
    value="name",
    nth="place",
    session="of_file",
    file="name",
    files="where",
    sessions="where",
)
@says(
    f"{_NO_SESSION}: correct the name",
    nearest=f"{_NO_SESSION}: correct the name; nearest: {{nearest}}",
    id_among_files="this is the id of a session, but the setting files takes names of files, so this [[session]]"
    " ignores it: write the files that contain the session ({holding}), all in one [[session]]; several sessions of"
    " one file cannot be combined",
    file_of_nothing="this file has no session that can be read: correct the file, or remove it from [[session]]",
    file_as_session="this is a file: write the name of the session (the file name without the ending), session = "
    '"{session}", or write files = ["{file}"]',
    several_sessions="several sessions have this id, in {files}, so this [[session]] ignores them: name the intended"
    " session by its file, files = [...], or give each its own id",
    several_in_file="this file holds several sessions ({sessions}), so this [[session]] ignores them: name the"
    " intended "
    'one, session = "..."',
)
def no_session(
    names: pl.LazyFrame, given: pl.LazyFrame, session_settings: pl.LazyFrame, files: pl.LazyFrame
) -> pl.DataFrame:
    key = [*CLUB, "name"]
    is_file = files.select(*CLUB, name="file_id").unique().with_columns(is_file=True)
    held = given.group_by(*CLUB, name="file_id").agg(of_file=pl.col("session_id").unique().sort().str.join(", "))
    of_given = session_settings.filter(pl.col("files").list.len() > 0).explode("files")
    named = [given.select(*_REFERENCE, "file_id"), of_given.select(*_REFERENCE, file_id="files")]
    holding = (
        pl.concat(named)
        .group_by(*CLUB, name="session_id")
        .agg(holding=pl.col("file_id").unique().sort().str.join(", "))
    )
    replaces, by_file = pl.col("role") == "supersedes", pl.col("by") == "file"
    of_several, is_one = pl.col("holds") > 1, pl.col("holds").is_not_null()
    # A superseded file without sessions, such as a copy of the same bytes, is left out already.
    sound = is_one & ~of_several | of_several & by_file & replaces | is_one.not_() & pl.col("is_file") & replaces
    variant = which(
        "",
        several_sessions=of_several & ~by_file,
        several_in_file=of_several,
        file_as_session=pl.col("is_file") & ~by_file & pl.col("of_file").is_not_null(),
        file_of_nothing="is_file",
        id_among_files=by_file & ~replaces & pl.col("holding").is_not_null(),
        nearest=pl.col("nearest").is_not_null(),
    )
    wrong = (
        names.join(is_file, on=key, how="left", maintain_order="left")
        .filter(sound.fill_null(value=False).not_())
        .join(held, on=key, how="left", maintain_order="left")
        .join(holding, on=key, how="left", maintain_order="left")
        .collect()
    )
    settings = session_settings.filter(pl.col("files").list.len() > 0).select(_REFERENCE).drop_nulls()
    ids = pl.concat([given.select(_REFERENCE), settings]).sort("session_id")
    known = pl.concat([ids, given.select(*CLUB, session_id="file_id").sort("session_id")]).collect()
    absent = wrong.filter(pl.col("holds").is_null()).select(*CLUB, "name", written="name").unique(maintain_order=True)
    asked = absent.filter(pl.int_range(pl.len()).over(CLUB) < _SUGGESTED)
    near = _alike(asked, known.select(*CLUB, known="session_id").unique(maintain_order=True))
    named = wrong.join(near.rename({"near": "nearest"}), on=key, how="left", maintain_order="left")
    return named.with_columns(variant, **IN_SETTINGS)


@of_evenings("settings.parts/id_taken", severity="error", field="session.session", value="named_id", nth="place")
@says("another session of this season has this id, so the files keep their own ids: choose another id")
def id_taken(ids_taken: pl.LazyFrame) -> pl.LazyFrame:
    return ids_taken.with_columns(**IN_SETTINGS)


@check("sessions.scoring/line_missing", field="together")
@says(
    "line {line} has no entries and no results in this session: correct the value of together, or add entries or"
    " results for the line"
)
def line_missing(sessions: pl.LazyFrame, entries: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    present = pl.concat(rows.select(*SESSION, "line") for rows in (entries, results)).unique()
    named = sessions.with_columns(line=pl.col("together").str.extract_all("[A-Z]")).explode(
        "line", empty_as_null=False, keep_nulls=False
    )
    return named.join(present, on=LINE, how="anti")


@check(
    "sessions.scoring/unlike_event",
    severity="error",
    field="event",
    value="of_event",
    scoring=pl.col("scoring").replace("vp", "victory points").str.replace_all("_", " "),
    first=pl.col("in_event").replace("vp", "victory points").str.replace_all("_", " "),
)
@says(
    "results at {scoring} cannot be added to the results at {first} of the first session of this event, so this"
    " session counts separately: correct kind or event"
)
def unlike_event(sessions: pl.LazyFrame) -> pl.LazyFrame:
    return sessions.filter(pl.col("of_event").is_not_null(), pl.col("scoring") != pl.col("in_event"))


@check(
    "sessions.scoring/as_played",
    severity="error",
    field={"": "kind", "one_winner": "winners"},
    doubts={"contradictions": pl.lit(1)},
    session="session_id",
)
@says(
    of_pairs="kind is teams, but nobody has a board at two tables against the same opponents, so no match has a"
    " result: if pairs played, write pairs, butler or cross_imp as kind, in the file or below [[session]]",
    of_teams="kind is {kind}, but all opponents have each board twice, once in each direction, as teams do, and one"
    " of the two results is left out: write teams as kind, in the file or below [[session]]",
    one_winner="winners is 2, but most entrants sat in both directions ({number}), so they belong to neither list:"
    " write 1 as winners, in the file or below [[session]]",
)
def as_played(sessions: pl.LazyFrame, results: pl.LazyFrame, entries: pl.LazyFrame) -> pl.LazyFrame:
    """Find sessions whose kind or number of winners contradicts who met whom, and in which direction."""
    lines = results.filter(pl.all_horizontal(pl.col("ns", "ew").is_not_null()))
    one, other = pl.min_horizontal("ns", "ew"), pl.max_horizontal("ns", "ew")
    boards = lines.group_by(*LINE, "round", "board", one=one, other=other).agg(turned=pl.col("ns").n_unique() > 1)
    met = boards.group_by(SESSION).agg(
        pl.col("turned").all().alias("all"),
        pl.col("turned").any().alias("any"),
        meetings=pl.struct("line", "one", "other").n_unique(),
    )
    sides = pl.concat(lines.select(*LINE, entrant=side, side=pl.lit(side)) for side in ("ns", "ew"))
    directed = entries.group_by(ENTRANT).agg(pl.col("direction").drop_nulls().min().str.to_lowercase())
    in_own = (pl.col("side") == pl.col("direction").first()).mean()
    both = pl.when(pl.col("direction").first().is_null()).then(pl.col("side").n_unique() > 1)
    turning = (
        sides.join(directed, on=ENTRANT, how="left").group_by(ENTRANT).agg(both=both.otherwise(in_own < _OWN_SIDE))
    )
    seated = turning.group_by(SESSION).agg(pl.col("both").mean(), number=pl.col("both").sum())
    is_teams = pl.col("kind") == "teams"
    wrong = which(
        None,
        of_pairs=is_teams & ~pl.col("any") & (pl.col("meetings") >= FEWEST_MEETINGS),
        of_teams=~is_teams & pl.col("all"),
        one_winner=~is_teams & (pl.col("winners") == 2) & (pl.col("both") * 2 > 1),
    )
    return (
        sessions.join(met, on=SESSION, how="left", maintain_order="left")
        .join(seated, on=SESSION, how="left", maintain_order="left")
        .with_columns(wrong)
        .drop_nulls(VARIANT)
    )


@check("sessions.scoring/no_percentages", severity="error", field="kind", one_per=COMPETITION)
@says(
    'for pairs at matchpoints, by = "vp" needs a table that converts percentages to victory points, so this session is'
    " ranked by percentages: name a file with the columns percentage and vp as vp_table in [scoring], or correct kind"
)
def no_percentages(sessions: pl.LazyFrame) -> pl.LazyFrame:
    return sessions.filter(by="vp", scoring="matchpoints")


@check("settings.more_lines", field="ranking.lines", value="lines")
@says(
    "ranking.lines is {lines}, but {number} of the {total} sessions of {season} have more lines, usually {most}; in"
    " these sessions the ranking points are spread over all lines, so an average score does not earn the usual points:"
    " write lines = {most} below [ranking], or ignore this warning if that is intended"
)
def more_lines(results: pl.LazyFrame, sessions: pl.LazyFrame, competitions: pl.LazyFrame) -> pl.LazyFrame:
    """Find seasons in which most sessions have more lines than `lines`, so that points are spread over more lines."""
    field = field_of(pl.col("together"), pl.col("line"))
    rules = competitions.select(*COMPETITION, "start", "lines")
    of_last = (
        results.select(*SESSION, "line")
        .unique()
        .join(sessions.select(*SESSION, "together"), on=SESSION)
        .group_by(SESSION)
        .agg(played=pl.when(field.n_unique() > 1).then(pl.col("line").n_unique()).otherwise(1))
        .join(rules, on=COMPETITION)
        .filter(pl.col("start") == pl.col("start").max().over(CLUB))
    )
    is_more = pl.col("played") > pl.col("lines")
    return (
        of_last.group_by(*COMPETITION, "lines")
        .agg(number=is_more.sum(), total=pl.len(), most=pl.col("played").filter(is_more).mode().max())
        .filter(pl.col("number") > 1, pl.col("number") * 2 > pl.col("total"))
        .sort(COMPETITION)
        .with_columns(**IN_SETTINGS)
    )
