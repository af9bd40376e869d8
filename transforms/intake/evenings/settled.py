"""What a director settled in `[[session]]` of competition.toml: which sessions are meant, and names that mean none."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.findings import IN_SETTINGS, warning_on
from transforms.tables import CLUB, Findings
from transforms.tables.nearest_words import nearest_words

_NAME = (*CLUB, "place", "role", "by", "name")
_SUGGESTED = 20
"""For so many names of a competition that mean nothing a nearest name is looked for; that takes time."""


class Settled(NamedTuple):
    """The settings as read, and the sessions that they name."""

    settings: pl.DataFrame
    """`SessionSettings`."""
    named: pl.DataFrame
    """(club, competition, place, role, order, evening): `role` is `is` for the session that a `[[session]]` is about,
    in the order of its files, and `supersedes` for those that it replaces."""
    files: pl.DataFrame
    """(evening, file_id, line_no, session_id, date) of every session, with the date that its file gives."""
    findings: list[dy.LazyFrame[Findings]]
    in_place: pl.DataFrame = pl.DataFrame(schema={"evening": pl.UInt32, "by": pl.UInt32})
    """(evening, by): the files that others replaced as a part of an evening, and the file that has their place now."""

    def about(self) -> pl.DataFrame:
        """(evening, and the columns of the settings), one row per session that a `[[session]]` is about."""
        named = self.named.filter(role="is").select(*CLUB, "place", "evening")
        return named.join(self.settings, on=[*CLUB, "place"], maintain_order="left")


def settled(settings: pl.DataFrame, sessions: pl.DataFrame, files: pl.DataFrame) -> Settled:
    """Find the sessions that each `[[session]]` names.

    A name is an id or a file. A file names its session; where it holds several, it names all of them as superseded,
    but cannot say which one is meant. An id means a session only if all sessions with it are of one file and season; an
    id that no session has, but that another `[[session]]` gives to files, means the sessions of these files.

    Args:
        settings: `SessionSettings`.
        sessions: `evening` (its number), club, competition, `season`, `session_id`, `file_id`, `line_no`, `date`.
        files: club, competition and `file_id` of every file that was handed in.
    """
    names = _names(settings).join(
        sessions.select(*CLUB, name="file_id").unique().with_columns(is_file=pl.lit(value=True)),
        on=[*CLUB, "name"],
        how="left",
        maintain_order="left",
    )
    by_file = (pl.col("by") != "session") & pl.col("is_file").fill_null(pl.col("by") == "file")
    names = names.with_columns(by=pl.when(by_file).then(pl.lit("file")).otherwise(pl.lit("session"))).drop("is_file")
    ids = sessions.group_by(*CLUB, name="session_id").agg(
        evening=pl.col("evening").sort(),
        holds=pl.concat_str("file_id", pl.col("season").fill_null(""), separator="\n").n_unique(),
        where=pl.col("file_id").unique().sort().str.join(", "),
        by=pl.lit("session"),
    )
    of_files = sessions.group_by(*CLUB, name="file_id").agg(
        evening=pl.col("evening").sort(),
        holds=pl.col("session_id").n_unique(),
        where=pl.col("session_id").unique().sort().str.join(", "),
        by=pl.lit("file"),
    )
    key = [*CLUB, "by", "name"]
    as_read = names.join(pl.concat([ids, of_files]), on=key, how="left", maintain_order="left").with_columns(
        **IN_SETTINGS
    )
    by_given = _by_given_ids(settings, as_read)
    meant = as_read.join(by_given, on=[*CLUB, "place", "role", "name"], how="anti", maintain_order="left")
    all_of_file = (pl.col("by") == "file") & (pl.col("role") == "supersedes")
    several = (pl.col("holds") > 1) & ~all_of_file
    found = meant.filter(pl.col("holds").is_not_null(), ~several)
    one = found.with_columns(evening=pl.when(all_of_file).then("evening").otherwise(pl.col("evening").list.head(1)))
    of_names = one.explode("evening").select(*CLUB, "place", "role", "order", "evening")
    named = pl.concat([of_names, by_given.select(of_names.columns)])
    empty_files = files.select(*CLUB, name="file_id").unique()
    absent = meant.filter(pl.col("holds").is_null())
    without = absent.join(empty_files, on=[*CLUB, "name"], how="semi")
    # A superseded file without sessions, such as a copy of the same bytes, is left out already.
    of_file = without.filter(role="is", by="session").drop("where").join(of_files.drop("by"), on=[*CLUB, "name"])
    useless = without.filter(pl.col("role") != "supersedes").join(of_file, on=_NAME, how="anti", maintain_order="left")
    return Settled(
        settings,
        named.unique([*CLUB, "place", "role", "evening"], keep="first", maintain_order=True),
        sessions.select("evening", "file_id", "line_no", "session_id", "date"),
        [
            *_of_nothing(absent.join(empty_files, on=[*CLUB, "name"], how="anti"), sessions, settings),
            _finding(
                useless,
                "settings.file_of_nothing",
                "no session is read from this file, so it cannot be one: mend the file, or take it from [[session]]",
            ),
            _finding(
                of_file,
                "settings.file_as_session",
                "this is a file: write what the session is called (its file, without the ending), session ="
                ' "{session}", or files = ["{file}"]',
                session="where",
                file="name",
            ),
            _finding(
                meant.filter(several, by="session"),
                "settings.several_sessions",
                "several sessions have this id, in {files}; nothing is done with them: name the one that is meant by"
                " its file, files = [...], or give each its own id",
                files="where",
            ),
            _finding(
                meant.filter(several, by="file"),
                "settings.several_in_file",
                "this file holds several sessions ({sessions}); nothing is done with them: name the one that is meant,"
                ' session = "..."',
                sessions="where",
            ),
        ],
    )


def _names(settings: pl.DataFrame) -> pl.DataFrame:
    """One row per name: `role`, `by` (session, file, or either), `name`, `order`."""
    given = settings.with_columns(has_files=pl.col("files").list.len() > 0)
    at = [*CLUB, "place"]
    order = pl.int_range(pl.len()).over(at).alias("order")
    roles = [
        given.filter("has_files")
        .explode("files")
        .select(*at, order, role=pl.lit("is"), by=pl.lit("file"), name="files"),
        given.filter(~pl.col("has_files")).select(
            *at, order, role=pl.lit("is"), by=pl.lit("session"), name="session_id"
        ),
        given.filter(pl.col("supersedes").list.len() > 0)
        .explode("supersedes")
        .select(*at, order, role=pl.lit("supersedes"), by=pl.lit("either"), name="supersedes"),
    ]
    return pl.concat(roles).select(*_NAME, "order")


def _by_given_ids(settings: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, place, role, name, order, evening): what is meant by ids that `[[session]]` gives to files.

    Args:
        settings: `SessionSettings`.
        names: of `_names`, with `evening`, the sessions of that name: null where there are none.
    """
    at = [*CLUB, "place"]
    giving = settings.filter(pl.col("session_id").is_not_null(), pl.col("files").list.len() > 0)
    once = giving.select(*at, name="session_id").unique([*CLUB, "name"], keep="none")
    of_files = names.filter(pl.col("role") == "is", pl.col("by") == "file", pl.col("holds") == 1)
    given = of_files.join(once.rename({"name": "given"}), on=at, maintain_order="left").select(
        *CLUB, pl.col("evening").list.first(), "order", name="given"
    )
    unknown = names.filter(pl.col("by") == "session", pl.col("evening").is_null()).drop("evening", "order")
    return unknown.join(given, on=[*CLUB, "name"], maintain_order="left_right").select(
        *at, "role", "name", "order", "evening"
    )


def _nearest(name: str, known: list[str]) -> list[str]:
    """The names that differ only in capitals, or else the most similar ones."""
    return [other for other in known if other.casefold() == name.casefold()] or nearest_words(name, known, at_most=3)


def _of_nothing(absent: pl.DataFrame, sessions: pl.DataFrame, settings: pl.DataFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for names that mean neither a session nor a file, with the nearest name that there is."""
    if absent.is_empty():
        return []
    given = settings.filter(pl.col("files").list.len() > 0).select(*CLUB, "session_id", file_id=pl.lit(None, pl.String))
    every = pl.concat([sessions.select(given.columns), given])
    of_given = settings.filter(pl.col("files").list.len() > 0).explode("files")
    holding = pl.concat(
        [
            sessions.select(*CLUB, "session_id", "file_id"),
            of_given.select(*CLUB, "session_id", "files").rename({"files": "file_id"}),
        ]
    )
    as_ids = absent.filter(by="file", role="is").join(
        holding.group_by(*CLUB, name="session_id").agg(holding=pl.col("file_id").unique().sort().str.join(", ")),
        on=[*CLUB, "name"],
        maintain_order="left",
    )
    absent = absent.join(as_ids, on=_NAME, how="anti", maintain_order="left")
    known = {
        ids: [*rows["session_id"].drop_nulls().unique().sort(), *rows["file_id"].drop_nulls().unique().sort()]
        for ids, rows in every.partition_by(*CLUB, as_dict=True).items()
    }
    asked = (
        absent.select(*CLUB, "name").unique(maintain_order=True).group_by(CLUB, maintain_order=True).head(_SUGGESTED)
    )
    nearest = [
        (club, competition, name, ", ".join(_nearest(name, known.get((club, competition), []))))
        for club, competition, name in asked.iter_rows()
    ]
    with_nearest = absent.join(
        pl.DataFrame(nearest, schema={**dict.fromkeys([*CLUB, "name", "nearest"], pl.String)}, orient="row"),
        on=[*CLUB, "name"],
        how="left",
        maintain_order="left",
    ).with_columns(pl.col("nearest").fill_null(""))
    what = (
        "there is no such session or file in this competition, so this [[session]] does nothing with it: mend the name"
    )
    return [
        _finding(
            as_ids,
            "settings.id_among_files",
            "this is the id of a session, and files takes names of files, so this [[session]] does nothing with it:"
            " write what holds it ({holding}), all in one [[session]]; several sessions of one file cannot be put"
            " together",
        ),
        _finding(with_nearest.filter(nearest=""), "settings.no_session", what),
        _finding(
            with_nearest.filter(pl.col("nearest") != ""),
            "settings.no_session_but",
            f"{what}; nearest: {{nearest}}",
        ),
    ]


def _finding(rows: pl.DataFrame, code: str, sentence: str, **gaps: str) -> dy.LazyFrame[Findings]:
    """A warning for each name; `field` is the key under which it stands."""
    key = (
        pl.when(pl.col("role") == "supersedes")
        .then(pl.lit("session.supersedes"))
        .when(pl.col("by") == "file")
        .then(pl.lit("session.files"))
        .otherwise(pl.lit("session.session"))
    )
    return warning_on(rows.lazy(), code, sentence, field=key, value="name", nth="place", **gaps)
