"""What was published of a session or a player, what of it would now be another, and the files behind it, in time."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import NamedTuple

import polars as pl

from pipelines import build_record, trail
from pipelines.commands.terminal.selection import (
    nearest_sessions,
    one_competition,
    one_player,
    one_session,
    session_meant,
)
from pipelines.commands.terminal.whole_commands import build_again
from pipelines.display.desk_words import kind_name, value_name
from pipelines.display.published_values import as_on_pages, column_on_pages, spelled
from pipelines.display.to_type import to_type
from pipelines.display.words import scheme_name
from pipelines.errors import UnusableError
from pipelines.paths import Place
from pipelines.reports.tables.columns import number_said
from pipelines.warehouse import Warehouse
from transforms.messages import Message, gettext, gettext_noop
from transforms.published.earlier import earlier
from transforms.published.following import When
from transforms.published.kinds import KINDS, OF_PEOPLE, RESULTS, Kind
from transforms.published.trail import CORRECTIONS, HISTORY, PAST, corrected, sources
from transforms.tables import CLUB, COMPETITION, SESSION, Tables
from transforms.tables.finding_words import message_of
from transforms.tables.phrases import phrase

_AND, _BESIDE = " + ", " & "
_ABOUT = ("kind", "list", "scheme", "of", "list_date", "session_id", "line", "entrant", "player_id", "players")
_VALUE = ("field", "published", "now")
_END = ("until_at", "until_build", "ending")

COLUMNS = ("at", "build", "event", *COMPETITION, *_ABOUT, *_VALUE, *_END, "files", "sha256")
"""What is told of each event: `published`, `correction`, or `file` for a content that a file had."""
_TYPES = {name: pl.String() for name in COLUMNS} | {
    **dict.fromkeys(("at", "until_at"), pl.Datetime("us", "UTC")),
    **dict.fromkeys(("build", "until_build"), pl.Int64()),
    "list_date": pl.Date(),
}


_NEVER_EMPTY = ("boards", "ranking", "played", "points", "rating")
"""Of each kind a value that no row lacks: without it the row itself is gone."""

_ENDINGS = {
    "changed": gettext_noop("changed"),
    "undone": gettext_noop("undone"),
    "gone": gettext_noop("gone"),
    "superseded": gettext_noop("replaced"),
}
"""Why a correction or the content of a file stands no more."""


class History(NamedTuple):
    """What is told of one session or one player."""

    title: str
    rows: pl.DataFrame
    """`COLUMNS`, in order of time."""
    warnings: list[Message]
    names: dict[str, str]
    """Id of a player -> name."""

    def for_programs(self) -> pl.DataFrame:
        """The rows, with times as ISO texts and files as one text."""
        return self.rows.with_columns(pl.col("at", "until_at").dt.to_string("iso:strict"))

    def at_a_glance(self) -> pl.DataFrame:
        """The few columns that are printed in a terminal.

        Of several rows that were published together there is one, which says how many; what changed of somebody at one
        time is one row; and what files held comes last.
        """
        entrant = number_said(pl.col("entrant"))
        place = pl.coalesce(pl.concat_str("line", entrant, separator=" "), entrant)
        ids = pl.coalesce("player_id", "players").str.split(_AND)
        named = ids.list.eval(pl.element().replace(self.names)).list.join(_BESIDE)
        # A number of a pair or a team is told with its names; where it is an id, the names alone.
        is_number = pl.col("player_id").is_null() & (~pl.col("kind").is_in(OF_PEOPLE) | named.is_null())
        who = pl.when(is_number).then(_joined(place, named)).otherwise(named)
        kind, scheme = _each("kind", kind_name), _each("scheme", scheme_name)
        is_published, is_correction = (pl.col("event") == event for event in ("published", "correction"))
        is_gone = is_correction & pl.col("now").is_null() & _is_of_a_whole_row()
        row = pl.int_range(pl.len())
        where = ["competition"] if self.rows["competition"].n_unique() > 1 else []
        shown = self.rows.sort(pl.col("event") == "file", maintain_order=True).select(
            at=_minute("at"),
            build=pl.col("build").cast(pl.String),
            what=_joined(kind, *where, "season", _each("list", value_name), scheme, "list_date", "session_id"),
            who=who,
            event=_in_words(),
            end=_end(),
            files="files",
            is_published=is_published,
            is_gone=is_gone,
            one_of=pl.when(is_published).then(pl.lit("published")).when(is_correction).then(who).otherwise(row),
        )
        together = ("at", "build", "what", "one_of", "of_one_end")
        number, since = pl.col("number"), pl.col("since")
        whole = message_of(gettext("published: {number} rows"), {"number": number})
        of_which = gettext("published: {number} rows, of which {since} corrected since")
        of_several = pl.when(since > 0).then(message_of(of_which, {"number": number, "since": since})).otherwise(whole)
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


def history(
    path: Place, wanted: str, kind: str | None = None, *, competition: str | None = None, season: str | None = None
) -> History:
    """Everything that is known of the publications of one session or one player.

    Args:
        path: the warehouse.
        wanted: the id of a session, also of one that is gone; or a player: an id, a name or a part of a name.
        kind: `session` or `player`; None: whichever there is.
        competition: its id, its name, or `club/competition`; None: all.
        season: its name; None: all.

    Raises:
        UnusableError: there is no such warehouse, session or player; or several may be meant.
    """
    with Warehouse(path, read_only=True) as warehouse:
        places = _Places.of(warehouse, competition, season)
        if kind != "player" and (session := places.session(wanted, is_sure=kind == "session")) is not None:
            if kind is None and places.has_player(wanted):
                raise UnusableError(
                    Message("{wanted}: that is a session and a player; add --as session or --as player", wanted=wanted)
                )
            club, fits, of = session["club"], places.within(session), pl.DataFrame([session])
            title = gettext("{club}/{competition}, {season}, session {session_id}", **session)
        else:
            club, player = places.player(wanted, or_session=kind is None)
            fits, of = _about(player) & places.within({"club": club}), None
            title = gettext("{player} of {club}", player=player, club=club)
        before, made = trail.remembered(warehouse, club), trail.AsAsked(warehouse, club)
        warnings = []
        last = build_record.last(warehouse)
        ended = last.get("finished_at")
        if last and ended is None:
            warnings.append(
                Message(
                    "the last build did not come to its end, so this is as it was before: run {command}",
                    command=build_again(warehouse, path),
                )
            )
        else:
            at = ended if isinstance(ended, dt.datetime) else dt.datetime.now(dt.UTC)
            before |= corrected(before, made, When(at, trail.number_of_last_build(warehouse)))
        rows = _events(before, made, fits, of)
    if rows.filter(event="published").is_empty():
        publish = to_type("publish", warehouse=path)
        warnings.append(
            Message("nothing of this was published: {command} records what the last build shows", command=publish)
        )
    names = places.people.filter(club=club).drop_nulls("name").select("player_id", "name")
    what = gettext("{what}: what was published, and what changed since", what=title)
    return History(what, rows, warnings, dict(names.iter_rows()))


class _Places(NamedTuple):
    """Where sessions and players are looked for."""

    sessions: pl.DataFrame
    """`SESSION`, also of those that are gone."""
    people: pl.DataFrame
    """(club, player_id, name), also of those who are gone."""
    season: str | None
    competitions: pl.DataFrame | None
    """`CLUB` of the one that is named; None: all."""

    @classmethod
    def of(cls, warehouse: Warehouse, competition: str | None, season: str | None) -> "_Places":
        chosen = None
        if competition is not None:
            chosen = one_competition(warehouse.read("raw.competitions"), competition).select(CLUB).unique()
        published = [warehouse.read(kind.table) for kind in KINDS]
        sessions = pl.concat(rows.select(SESSION) for rows in (warehouse.read("raw.sessions"), published[0]))
        players = warehouse.read("raw.players").select(*CLUB, "player_id", "name")
        gone = pl.concat(_players_of(rows) for rows in published).join(players, on=[*CLUB, "player_id"], how="anti")
        people = pl.concat([players, gone.with_columns(name=pl.lit(None, pl.String))])
        if chosen is not None:
            sessions, people = (rows.join(chosen, on=CLUB, how="semi") for rows in (sessions, people))
        if season is not None:
            sessions = sessions.filter(season=season)
        return cls(sessions.unique().sort(SESSION), people.unique().sort(*CLUB, "player_id"), season, chosen)

    def session(self, wanted: str, *, is_sure: bool) -> dict[str, str] | None:
        """The only session with this id; None where there is none, unless it is sure to be one."""
        meant = session_meant(wanted, self.sessions["session_id"])
        if not is_sure and self.sessions.filter(session_id=meant).is_empty():
            return None
        return one_session(self.sessions, wanted)

    def has_player(self, wanted: str) -> bool:
        """Whether this is the id of a player."""
        return not self.people.filter(player_id=wanted).is_empty()

    def player(self, wanted: str, *, or_session: bool) -> tuple[str, str]:
        """(club, player_id) of the player who is named, where it is no session."""
        near = nearest_sessions(wanted, self.sessions) if or_session else ""
        nobody = Message("{wanted}: there is no such session{near}, and no such player", wanted=wanted, near=near)
        return one_player(self.people, wanted, nobody if near else None)

    def within(self, values: dict[str, str]) -> pl.Expr:
        """The rows with these values, and of the competition and season that are named."""
        given = {**values, **({} if self.season is None else {"season": self.season})}
        if self.competitions is not None:
            given |= self.competitions.row(0, named=True)
        return pl.all_horizontal(pl.col(name) == value for name, value in given.items())


def _players_of(published: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, player_id) of everybody in a table of publications."""
    if "player_id" in published.columns:
        return published.select(*CLUB, "player_id").unique()
    rows = published.select(*CLUB, player_id=pl.col("players").str.split(_AND)).explode("player_id")
    return rows.drop_nulls().unique()


def _about(player: str) -> pl.Expr:
    """The rows of events about a player."""
    played = pl.col("players").str.split(_AND).list.contains(player)
    plays_now = (pl.col("field") == "players") & pl.col("now").str.split(_AND).list.contains(player)
    is_one = pl.any_horizontal(pl.col("player_id") == player, played, plays_now)
    return is_one.fill_null(value=False)


def _events(before: Tables, made: Tables, fits: pl.Expr, of: pl.DataFrame | None) -> pl.DataFrame:
    """Publications, corrections and contents of files, in order of time: `COLUMNS`.

    Args:
        before: the tables that are remembered.
        made: the tables of the last build.
        fits: the rows of publications and corrections that are asked for.
        of: `SESSION` of those whose files are told; None: those with results among these rows.
    """
    rows = [_published(before[kind.table], kind.name, kind.values) for kind in KINDS]
    past = [_published_before(before, kind) for kind in KINDS]
    told = pl.concat([*map(_shaped, [*rows, *past]), *_corrections(before)]).filter(fits)
    sessions = told.filter(pl.col("kind") == RESULTS.name).select(SESSION).unique() if of is None else of
    files = sources(before, made).collect().join(sessions, on=SESSION, how="semi")
    events = pl.concat([told, _files(before[HISTORY], files)])
    # What a file held goes before what was made of it, where both have one time.
    order = pl.col("event").replace_strict({"file": 0, "correction": 1, "published": 2}, return_dtype=pl.Int8)
    season = pl.col("kind").replace_strict({kind.name: place for place, kind in enumerate(KINDS)}, default=None)
    by = ["at", order, *COMPETITION, season, *_ABOUT, "field", "until_at", "files"]
    return events.sort(by, nulls_last=[False, *[True] * (len(by) - 1)])


def _published(rows: pl.DataFrame, kind: str, values: Mapping[str, int | None], *also: str | pl.Expr) -> pl.DataFrame:
    """A row for each row that was published, with all its values as one text; and what else is told of it."""
    words = [phrase("{} {}", pl.lit(value_name(name)), column_on_pages(name, values[name])) for name in values]
    shown = pl.concat_str(words, separator=", ", ignore_nulls=True)
    return rows.with_columns(shown.alias("shown")).select(
        *(pl.col(name) for name in (*COMPETITION, *_ABOUT) if name in rows.columns),
        *("build", *also),
        kind=pl.lit(kind),
        event=pl.lit("published"),
        at="published_at",
        published="shown",
    )


def _published_before(before: Tables, kind: Kind) -> pl.DataFrame:
    """A row for each row of an earlier publication of a list that was published otherwise since."""
    rows = earlier(before[kind.table], before[PAST], kind).collect()
    ended = pl.when(pl.col("until_at").is_not_null()).then(pl.lit("published"))
    return _published(rows, kind.name, dict.fromkeys(kind.values), *_END[:2], ended.alias("ending"))


def _corrections(before: Tables) -> list[pl.DataFrame]:
    """A row for each correction, of those that stand and those that did."""
    return [
        _shaped(
            rows.rename({"since_at": "at", "since_build": "build"}).with_columns(
                event=pl.lit("correction"), files=pl.col("files").list.join("; ")
            )
        )
        for rows in (before[CORRECTIONS], before[PAST])
    ]


def _files(contents: pl.DataFrame, files: pl.DataFrame) -> pl.DataFrame:
    """A row for each content of the files of sessions."""
    told = contents.join(files, on=[*CLUB, "file_id"])
    is_gone, gone, other = pl.col("superseded_by").is_null(), pl.lit("gone"), pl.lit("superseded")
    return _shaped(
        told.select(
            *SESSION,
            "sha256",
            "until_build",
            at="first_seen_at",
            build="first_build",
            event=pl.lit("file"),
            files="file_id",
            now=message_of(gettext("rows read: {rows}"), {"rows": pl.col("rows")}),
            until_at="superseded_at",
            ending=pl.when(pl.col("superseded_at").is_not_null()).then(pl.when(is_gone).then(gone).otherwise(other)),
        )
    )


def _shaped(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with all of `COLUMNS`."""
    missing = [pl.lit(None).alias(name) for name in COLUMNS if name not in rows.columns]
    return rows.with_columns(missing).select(pl.col(name).cast(dtype) for name, dtype in _TYPES.items())


def _in_words() -> pl.Expr:
    """What happened, as a person reads it."""
    field, none = _each("field", value_name), gettext("none")
    values = {name: as_on_pages(name).fill_null(none) for name in ("published", "now")}
    would_be, became = (
        message_of(sentence, {"field": field, **values})
        for sentence in (gettext("{field} {published}, would be {now}"), gettext("{field} {published} became {now}"))
    )
    value = pl.when(pl.col("ending") == "published").then(became).otherwise(would_be)
    shown = pl.concat_str(field, spelled(pl.col("published")), separator=" ", ignore_nulls=True)
    # Of what a file held before it is only known that it was something else.
    is_first = pl.int_range(pl.len()).over("event", *CLUB, "files") == 0
    as_first, changed = (
        message_of(sentence, {"read": pl.col("now")})
        for sentence in (gettext("the file as it first came in, {read}"), gettext("the file was changed, {read}"))
    )
    content = pl.when(is_first).then(as_first).otherwise(changed)
    published = message_of(gettext("published: {shown}"), {"shown": shown})
    words = {"published": published, "correction": value, "file": content}
    return pl.coalesce(pl.when(pl.col("event") == event).then(said) for event, said in words.items())


def _is_of_a_whole_row() -> pl.Expr:
    """Whether the field is one that no row of its kind lacks."""
    whole = {kind.name: next(name for name in _NEVER_EMPTY if name in kind.values) for kind in KINDS}
    return pl.col("field") == pl.col("kind").replace_strict(whole, default=None, return_dtype=pl.String)


def _end() -> pl.Expr:
    """Until when that stood, and why it stands no more; empty for what stands."""
    until = {"until": _minute("until_at")}
    why = {"why": _each("ending", lambda word: gettext(_ENDINGS.get(word, word)))}
    is_published = pl.col("ending") == "published"
    return (
        pl.when(is_published & (pl.col("event") == "published"))
        .then(message_of(gettext(", corrected {until}"), until))
        .when(is_published)
        .then(message_of(gettext(", published {until}"), until))
        .otherwise(message_of(gettext(", until {until}: {why}"), until | why))
        .fill_null("")
    )


def _minute(name: str) -> pl.Expr:
    return pl.col(name).dt.strftime("%Y-%m-%d %H:%M")


def _joined(*columns: str | pl.Expr) -> pl.Expr:
    texts = [pl.col(name).cast(pl.String) if isinstance(name, str) else name for name in columns]
    return pl.concat_str(texts, separator=" ", ignore_nulls=True)


def _each(name: str, word: Callable[[str], str]) -> pl.Expr:
    """What is said of each value of a column of codes."""
    return pl.col(name).map_batches(
        lambda codes: codes.replace_strict({code: word(code) for code in codes.drop_nulls().unique()}, default=None),
        return_dtype=pl.String,
    )
