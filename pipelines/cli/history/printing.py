"""The few columns of what is told that are printed in a terminal, in words."""

from collections.abc import Callable, Mapping

import polars as pl

from pipelines.words.changed_lines import change_said, correction_said
from pipelines.words.desk_words import kind_name, value_name
from pipelines.words.published_values import as_on_pages, spelled
from pipelines.words.words import scheme_name
from transforms.messages import gettext, gettext_noop
from transforms.published.kinds import KINDS, OF_PEOPLE
from transforms.published.shown import AND
from transforms.tables import CLUB
from transforms.tables.arithmetic.as_shown import number_said
from transforms.tables.finding_words import message_of

_BESIDE = " & "
_NEVER_EMPTY = ("boards", "ranking", "played", "points", "rating")
"""Of each kind a value that no row lacks: without it the row itself is gone."""
_ENDINGS = {
    "changed": gettext_noop("changed"),
    "undone": gettext_noop("undone"),
    "gone": gettext_noop("gone"),
    "superseded": gettext_noop("replaced"),
}
"""Why a correction or the content of a file stands no more."""


def at_a_glance(rows: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """The few columns that are printed in a terminal.

    Of several rows that were published together there is one, which says how many; what changed of somebody at one
    time is one row; and what files held comes last.
    """
    entrant = number_said(pl.col("entrant"))
    place = pl.coalesce(pl.concat_str("line", entrant, separator=" "), entrant)
    named = _names_of(names, pl.coalesce("player_id", "players"))
    # A number of a pair or a team is told with its names; where it is an id, the names alone.
    is_number = pl.col("player_id").is_null() & (~pl.col("kind").is_in(OF_PEOPLE) | named.is_null())
    is_result = pl.col("event") == "result"
    who = pl.when(is_result).then(_met()).when(is_number).then(_joined(place, named)).otherwise(named)
    kind, scheme = _each("kind", kind_name), _each("scheme", scheme_name)
    is_published, is_correction = (pl.col("event") == event for event in ("published", "correction"))
    is_gone = is_correction & pl.col("now").is_null() & _is_of_a_whole_row()
    row = pl.int_range(pl.len())
    where = ["competition"] if rows["competition"].n_unique() > 1 else []
    shown = rows.sort(pl.col("event") == "file", maintain_order=True).select(
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


def _met() -> pl.Expr:
    """Who met on which board, of a result line, by number: names are in the rows of what follows."""
    gaps = {name: pl.col(name) for name in ("line", "board")}
    gaps |= {side: number_said(pl.col(side)) for side in ("ns", "ew")}
    return message_of(gettext("line {line}, board {board}: {ns}–{ew}"), gaps)


def _names_of(names: Mapping[str, str], ids: pl.Expr) -> pl.Expr:
    """The names of players, of whom a text has the ids."""
    return ids.str.split(AND).list.eval(pl.element().replace(names)).list.join(_BESIDE)


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
    line = pl.struct("published", "now", "ending").map_elements(_line, pl.String)
    words = {"published": published, "result": line, "correction": value, "file": content}
    return pl.coalesce(pl.when(pl.col("event") == event).then(said) for event, said in words.items())


def _line(row: Mapping[str, str | None]) -> str:
    """What a result line said, and says."""
    say = correction_said if row["ending"] == "published" else change_said
    return say(row["published"], row["now"])


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
