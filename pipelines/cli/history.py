"""The history of a session or a player: what was published, what would differ now, and from which files."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import polars as pl

from pipelines.cli.terminal.selection import nearest_sessions, one_competition, one_player, one_session, session_named
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse, build_record, trail
from pipelines.words.deal_words import change_said, correction_said
from pipelines.words.desk_words import kind_name, value_name
from pipelines.words.plain_text import to_type
from pipelines.words.shown_tables import as_on_pages, column_on_pages, spelled
from pipelines.words.words import scheme_name
from transforms.published.differences import earlier
from transforms.published.kinds import KINDS, OF_PEOPLE, RESULTS
from transforms.published.shown import AND
from transforms.published.trail import (
    CHANGED,
    CORRECTIONS,
    HISTORY,
    PAST,
    PAST_CHANGED,
    of_present,
    sources,
    with_players,
)
from transforms.tables.arithmetic.as_shown import number_said
from transforms.tables.finding_words import message_of
from transforms.tables.messages import Message, gettext, gettext_noop
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, PERSON, SESSION, Tables
from transforms.tables.shared import natural

_ABOUT = ("kind", "list", "scheme", "of", "list_date", "session_id", "line", "entrant", "player_id", "players")
_AT_TABLE = ("board", "ns", "ns_players", "ew", "ew_players")
COLUMNS = (
    *("at", "build", "event", *COMPETITION, *_ABOUT, *_AT_TABLE, "field", "published", "now"),
    *("until_at", "until_build", "ending", "files", "sha256"),
)
"""The columns of each event: `published`, `result` (a line that differs now), `correction` (a number that changes as a
consequence) or `file` (a version of its content)."""
_TYPES = {name: pl.String() for name in COLUMNS} | {
    **dict.fromkeys(("at", "until_at"), pl.Datetime("us", "UTC")),
    **dict.fromkeys(("build", "until_build"), pl.Int64()),
    "board": pl.Int32(),
    "list_date": pl.Date(),
}
_EVENTS = ("file", "result", "correction", "published")
"""The order of events at one moment: the content of a file comes before the results made from it."""


def about(player: str) -> pl.Expr:
    """Return the condition for events about a player."""
    played = (pl.col(name).str.split(AND).list.contains(player) for name in ("players", "ns_players", "ew_players"))
    plays_now = (pl.col("field") == "players") & pl.col("now").str.split(AND).list.contains(player)
    return pl.any_horizontal(pl.col("player_id") == player, plays_now, *played).fill_null(value=False)


def events(tables: Tables, fits: pl.Expr, of: pl.DataFrame | None) -> pl.DataFrame:
    """Return publications, corrections and versions of files, in order of time, with the columns `COLUMNS`.

    `tables` are those after the last build, and `fits` selects the rows. `of` has the sessions whose files are
    included; None means the sessions that have results among the selected rows.
    """
    files = sources(tables, tables).collect()
    rows = [
        _published(listed, kind.name, values)
        for kind in KINDS
        for listed, values in (
            (tables[kind.table], kind.values),
            (earlier(tables[kind.table], tables[PAST], kind).collect(), dict.fromkeys(kind.values)),
        )
    ]
    rows += [
        tables[name].with_columns(pl.col("files").list.join("; "), event=pl.lit("correction"))
        for name in (CORRECTIONS, PAST)
    ]
    found = pl.concat(map(_shaped, [*rows, *_results(tables, files)])).filter(fits)
    sessions = found.filter(kind=RESULTS.name).select(SESSION).unique() if of is None else of
    contents = _files(tables[HISTORY], files.join(sessions, on=SESSION, how="semi"))
    season = pl.col("kind").replace_strict({kind.name: place for place, kind in enumerate(KINDS)}, default=None)
    about = [natural(pl.col(name)) if name in ("entrant", "ns", "ew") else name for name in (*_ABOUT, *_AT_TABLE)]
    by = ["at", pl.col("event").cast(pl.Enum(_EVENTS)), *COMPETITION, season, *about, "field", "until_at", "files"]
    return pl.concat([found, _shaped(contents)]).sort(by, nulls_last=[False, *[True] * (len(by) - 1)])


def _published(rows: pl.DataFrame, kind: str, values: Mapping[str, int | None]) -> pl.DataFrame:
    words = [phrase("{} {}", pl.lit(value_name(name)), column_on_pages(name, values[name])) for name in values]
    if "until_at" in rows.columns:
        rows = rows.with_columns(ending=pl.when(pl.col("until_at").is_not_null()).then(pl.lit("published")))
    said = pl.concat_str(words, separator=", ", ignore_nulls=True)
    return rows.with_columns(published=said, kind=pl.lit(kind), event=pl.lit("published"), at="published_at")


def _results(tables: Tables, files: pl.DataFrame) -> list[pl.DataFrame]:
    contents = [
        tables[HISTORY].select(*CLUB, "file_id", since_build=build, at=at)
        for build, at in (("first_build", "first_seen_at"), ("until_build", "superseded_at"))
    ]
    causes = (
        pl.concat(contents)
        .join(files, on=[*CLUB, "file_id"])
        .group_by(*SESSION, "since_build")
        .agg(pl.col("at").min(), files=pl.col("file_id").unique().sort().str.join("; "))
    )
    present = of_present(tables[CHANGED], tables["raw.sessions"])
    stand = with_players(present, tables[RESULTS.table], tables["raw.entries"]).collect()
    return [
        lines.join(causes, on=[*SESSION, "since_build"], how="left", maintain_order="left").with_columns(
            event=pl.lit("result"), kind=pl.lit(RESULTS.name), ending=pl.lit(ending, pl.String)
        )
        for lines, ending in ((stand, None), (tables[PAST_CHANGED], "published"))
    ]


def _files(contents: pl.DataFrame, files: pl.DataFrame) -> pl.DataFrame:
    is_over, is_replaced = (pl.col(name).is_not_null() for name in ("superseded_at", "superseded_by"))
    return contents.join(files, on=[*CLUB, "file_id"]).with_columns(
        at="first_seen_at",
        build="first_build",
        event=pl.lit("file"),
        files="file_id",
        now=message_of(gettext("rows read: {rows}"), {"rows": pl.col("rows")}),
        until_at="superseded_at",
        ending=pl.when(is_over).then(pl.when(is_replaced).then(pl.lit("superseded")).otherwise(pl.lit("gone"))),
    )


def _shaped(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows with `COLUMNS`. Corrections and results have `since_at` and `since_build` in the input."""
    since = [pl.col(f"since_{name}").alias(name) for name in ("at", "build") if name not in rows.columns]
    missing = [pl.lit(None).alias(name) for name in COLUMNS if name not in (*rows.columns, "at", "build")]
    return rows.with_columns(*since, *missing).select(pl.col(name).cast(dtype) for name, dtype in _TYPES.items())


_NEVER_EMPTY = {
    **{"results": "boards", "rankings": "ranking", "championships": "played", "awards": "points", "ratings": "rating"}
}
"""By kind, a column that every row fills. If its new value is missing, the row itself is gone."""
_ENDINGS = {
    "changed": gettext_noop("changed"),
    "undone": gettext_noop("undone"),
    "gone": gettext_noop("gone"),
    "superseded": gettext_noop("replaced"),
}
"""In words, the reasons why a correction, or one version of a file's content, no longer holds."""
_WORDS: dict[str, Callable[[str], str]] = {
    "kind": kind_name,
    "list": value_name,
    "scheme": scheme_name,
    "field": value_name,
    "ending": lambda word: gettext(_ENDINGS.get(word, word)),
}


def _at_a_glance(rows: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """Return the rows to print in a terminal: rows published together, or changes of one person, become one row."""
    is_published, is_correction, is_result = (pl.col("event") == name for name in ("published", "correction", "result"))
    named = _named(names)
    # A number of a pair or a team is followed by its names; if it is an id, only the names are shown.
    is_number = pl.col("player_id").is_null() & (~pl.col("kind").is_in(OF_PEOPLE) | named.is_null())
    sides = {side: number_said(pl.col(side)) for side in ("ns", "ew")}
    at = {name: pl.col(name) for name in ("line", "board")}
    # The board, and the numbers of those who met there; the rows of the consequences have the names.
    met = message_of(gettext("line {line}, board {board}: {ns}–{ew}"), {**at, **sides})
    who = pl.when(is_result).then(met).when(is_number).then(_joined("line", number_said(pl.col("entrant")), named))
    who = who.otherwise(named)
    never_empty = pl.col("kind").replace_strict(_NEVER_EMPTY, default=None, return_dtype=pl.String)
    where = ["competition"] if rows["competition"].n_unique() > 1 else []
    rows = rows.sort(pl.col("event") == "file", maintain_order=True)
    words = {name: _each(rows[name], word) for name, word in _WORDS.items()}
    one_of = pl.when(is_published).then(pl.lit("published")).when(is_correction).then(who)
    ends_by_publication = pl.col("ending") == "published"
    ends = {
        gettext(", corrected {until}"): ends_by_publication & is_published,
        gettext(", published {until}"): ends_by_publication,
        gettext(", until {until}: {why}"): pl.lit(value=True),
    }
    shown = rows.select(
        "files",
        at=_minute("at"),
        build=pl.col("build").cast(pl.String),
        what=_joined(words["kind"], *where, "season", words["list"], words["scheme"], "list_date", "session_id"),
        who=who,
        event=_in_words(rows, words["field"]),
        end=_first_of(ends, {"until": _minute("until_at"), "why": words["ending"]}).fill_null(""),
        is_published=is_published,
        is_gone=is_correction & pl.col("now").is_null() & (pl.col("field") == never_empty),
        one_of=one_of.otherwise(pl.int_range(pl.len())),
    )
    together = ("at", "build", "what", "one_of", "of_one_end")
    number, since = pl.col("number"), pl.col("since")
    whole = message_of(gettext("published: {number} rows"), {"number": number})
    with_since = gettext("published: {number} rows, {since} of them corrected since")
    of_several = pl.when(since > 0).then(message_of(with_since, {"number": number, "since": since})).otherwise(whole)
    is_many = pl.col("is_published") & (number > 1)
    return (
        shown.with_columns(of_one_end=pl.when(~pl.col("is_published")).then("end"))
        .group_by(together, maintain_order=True)
        .agg(
            pl.col("who", "is_published", "end").first(),
            pl.when(pl.col("is_gone").any())
            .then(pl.lit(gettext("no longer there")))
            .otherwise(pl.col("event").str.join("; "))
            .alias("event"),
            (pl.col("end") != "").sum().alias("since"),
            pl.col("files").drop_nulls().str.split("; ").explode().unique(maintain_order=True).str.join("; "),
            number=pl.len(),
        )
        .select(
            *("at", "build", "what"),
            who=pl.when(~is_many).then("who"),
            event=pl.when(is_many).then(of_several).otherwise(pl.concat_str("event", "end")),
            files=pl.when(pl.col("files") != "").then("files"),
        )
    )


def _named(names: Mapping[str, str]) -> pl.Expr:
    ids = pl.coalesce("player_id", "players").str.split(AND)
    return ids.list.eval(pl.element().replace(names)).list.join(" & ")


def _in_words(rows: pl.DataFrame, field: pl.Expr) -> pl.Expr:
    lines = rows.select("event", "published", "now", "ending").iter_rows()
    results = [
        (correction_said if ending == "published" else change_said)(published, now) if event == "result" else None
        for event, published, now, ending in lines
    ]
    shown = pl.concat_str(field, spelled(pl.col("published")), separator=" ", ignore_nulls=True)
    values = {name: as_on_pages(name).fill_null(gettext("none")) for name in ("published", "now")}
    is_published, is_correction, is_file = (pl.col("event") == name for name in ("published", "correction", "file"))
    # All that is known about the earlier content of a file is that it was different.
    is_first = pl.int_range(pl.len()).over("event", *CLUB, "files") == 0
    cases = {
        gettext("published: {shown}"): is_published,
        gettext("{field} {published} became {now}"): is_correction & (pl.col("ending") == "published"),
        gettext("{field} {published}, would now be {now}"): is_correction,
        gettext("the file when it was first read, {read}"): is_file & is_first,
        gettext("the file changed, {read}"): is_file,
    }
    said = _first_of(cases, {"field": field, "shown": shown, "read": pl.col("now"), **values})
    return pl.coalesce(pl.lit(pl.Series(results, dtype=pl.String)), said)


def _first_of(cases: Mapping[str, pl.Expr], gaps: Mapping[str, pl.Expr]) -> pl.Expr:
    return pl.coalesce(pl.when(case).then(message_of(sentence, gaps)) for sentence, case in cases.items())


def _minute(name: str) -> pl.Expr:
    return pl.col(name).dt.strftime("%Y-%m-%d %H:%M")


def _joined(*columns: str | pl.Expr) -> pl.Expr:
    texts = [pl.col(name).cast(pl.String) if isinstance(name, str) else name for name in columns]
    return pl.concat_str(texts, separator=" ", ignore_nulls=True)


def _each(codes: pl.Series, word: Callable[[str], str]) -> pl.Expr:
    words = {code: word(code) for code in codes.drop_nulls().unique()}
    return pl.col(codes.name).replace_strict(words, default=None, return_dtype=pl.String)


class History(NamedTuple):
    """The history of one session or one player: rows of `events`, in order of time, and the names of players, by id."""

    title: str
    rows: pl.DataFrame
    warnings: list[Message]
    names: dict[str, str]

    def for_programs(self) -> pl.DataFrame:
        """Return the rows with the `names` of players, and with times as ISO text."""
        return self.rows.with_columns(pl.col("at", "until_at").dt.to_string("iso:strict"), names=_named(self.names))

    def at_a_glance(self) -> pl.DataFrame:
        """Return the rows and columns that are printed in a terminal."""
        return _at_a_glance(self.rows, self.names)


def history(path: Place, wanted: str, kind: str | None, competition: str | None, season: str | None) -> History:
    """Return the history of the publications of one session, even a deleted one, or of one player."""
    with Warehouse(path, read_only=True) as warehouse:
        named = {} if season is None else {"season": season}
        if competition is not None:
            chosen = one_competition(warehouse.read("raw.competitions"), competition)
            named |= chosen.select(CLUB).unique().row(0, named=True)
        published = [warehouse.read(kind.table) for kind in KINDS]
        sessions, people = (
            rows.filter(_with_values({name: named[name] for name in named if name in rows.columns})).unique()
            for rows in (_sessions(warehouse, published[0]), _people(warehouse, published))
        )
        fits = _with_values(named)
        is_session = kind == "session"
        if not is_session and kind is None:
            is_session = session_named(wanted, sessions["session_id"]) in sessions["session_id"]
        if is_session:
            session = one_session(sessions.sort(SESSION), wanted)
            if kind is None and not people.filter(player_id=wanted).is_empty():
                raise UnusableError(
                    "{wanted}: this is the id of both a session and a player; add --as session or --as player",
                    wanted=wanted,
                )
            club, fits, of = session["club"], fits & _with_values(session), pl.DataFrame([session])
            title = gettext("{club}/{competition}, {season}, session {session_id}", **session)
        else:
            near = "" if kind else nearest_sessions(wanted, sessions.sort(SESSION))
            nobody = Message("{wanted}: there is no such session{near} and no such player", wanted=wanted, near=near)
            club, player = one_player(people.sort(*CLUB, "player_id"), wanted, nobody if near else None)
            fits, of = fits & about(player) & _with_values({"club": club}), None
            title = gettext("{player} of {club}", player=player, club=club)
        rows = events(trail.tables_of(warehouse, club), fits, of)
        warnings, last = list[Message](), build_record.last(warehouse)
        if last and last.get("finished_at") is None:
            again = to_type("build", warehouse=path, reports=last.get("reports"))
            unfinished = gettext_noop("the last build did not finish, so this is the state before it; run {command}")
            warnings.append(Message(unfinished, command=again))
    if rows.filter(event="published").is_empty():
        unpublished = gettext_noop("none of this has been published; {command} records the last build as published")
        warnings.append(Message(unpublished, command=to_type("publish", warehouse=path)))
    names = people.filter(club=club).drop_nulls("name").select("player_id", "name")
    what = gettext("{what}: what was published, and what changed since", what=title)
    return History(what, rows, warnings, dict(names.iter_rows()))


def _with_values(values: Mapping[str, str]) -> pl.Expr:
    return pl.all_horizontal(pl.lit(value=True), *(pl.col(name) == value for name, value in values.items()))


def _sessions(warehouse: Warehouse, published: pl.DataFrame) -> pl.DataFrame:
    known = pl.concat(rows.select(SESSION) for rows in (warehouse.read("raw.sessions"), published))
    past = warehouse.read_distinct(PAST, [*SESSION, "kind"]).filter(kind=RESULTS.name).select(SESSION)
    # A known id takes precedence: an evening that left a season or competition is not listed under the old one.
    return pl.concat([known, past.join(known, on=["club", "session_id"], how="anti")])


def _people(warehouse: Warehouse, published: list[pl.DataFrame]) -> pl.DataFrame:
    players = warehouse.read("raw.players").select(*PERSON, "name")
    ids = [
        rows.select(PERSON)
        if "player_id" in rows.columns
        else rows.select(*CLUB, player_id=pl.col("players").str.split(AND)).explode("player_id")
        for rows in published
    ]
    gone = pl.concat(rows.drop_nulls("player_id").unique() for rows in ids).join(players, on=PERSON, how="anti")
    return pl.concat([players, gone.with_columns(name=pl.lit(None, pl.String))])
