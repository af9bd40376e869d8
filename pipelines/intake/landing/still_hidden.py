"""Keep people hidden: a person whom a file hid stays hidden until that file can be read again."""

import hashlib
from dataclasses import dataclass, field

import polars as pl

from pipelines.intake.landing.one_file import NOT_READ, Answer
from pipelines.intake.readers.hidden_players import ABOUT_HIDING
from pipelines.intake.readers.reading import SENTENCES
from transforms.intake.findings import warning_on
from transforms.privacy.hidden_people import lines_about
from transforms.published.vanished import PUBLISHED
from transforms.tables.schemas import CLUB, PERSON, Files, Findings, HiddenOnPages, People, Players, PublishedRules

UNREAD, OF_PLAYERS, OF_PEOPLE = "unread", "players", "people"
"""What may be in doubt about a file: all of it, which people ask not to be named, or which ids it gives to people."""

DOUBTS = dict.fromkeys((*CLUB, "in_doubt", "doubt"), pl.String)

SAME_FILE = "landing.same_file"
OF_TABLES = ("csv", "xlsx", "parquet")
"""Formats of files with landing tables, in which people can ask not to be shown."""
_FILE = [*CLUB, "file_id"]
_KNOWN = tuple(
    name for name in Players.column_names() if name not in (*PERSON, "file_id", "line_no", "public", "seasons")
)
"""Columns of `Players` in which a readable file takes precedence over the last build."""
_NOTHING = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True)
class LastBuild:
    """What the last build knew about some clubs. It is empty if files are read for the first time."""

    players: pl.DataFrame = field(default_factory=Players.create_empty)
    people: pl.DataFrame = field(default_factory=People.create_empty)
    files: pl.DataFrame = field(default_factory=Files.create_empty)
    findings: pl.DataFrame = field(default_factory=Findings.create_empty)
    hidden: pl.DataFrame = field(default_factory=HiddenOnPages.create_empty)
    published: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=PUBLISHED))
    rules: pl.DataFrame = field(default_factory=PublishedRules.create_empty)

    def settings(self, club: str, competition: str) -> str | None:
        """Return the text of the competition.toml that the last build used; None if it used none."""
        of_settings = self.files.filter(club=club, competition=competition).drop_nulls("settings")
        return None if of_settings.is_empty() else of_settings["settings"][0]


def doubts_about(answer: Answer) -> list[str]:
    """Return what is in doubt about a file after it was read. In an empty file, nothing is in doubt."""
    reading = answer.reading
    found = reading.findings
    has_errors = "error" in found["severity"].to_list()
    if reading.format in (NOT_READ, "unknown") or (has_errors and not reading.given):
        return [] if answer.sha256 == _NOTHING else [UNREAD]
    of_players = [] if set(ABOUT_HIDING).isdisjoint(found["code"].to_list()) else [OF_PLAYERS]
    return [*of_players, OF_PEOPLE] if has_errors else of_players


def asked_before(doubts: pl.DataFrame, said: pl.DataFrame, last: LastBuild) -> pl.DataFrame:
    """Return `Players` who, in the last build, asked not to be named in files now in doubt; once per file.

    A file that was sound in the last build is assumed to have asked to hide everybody who was hidden in that build.
    People are left out if a readable line in the same file is about them, or if a readable line in any file hides them.
    `doubts` has the columns club, competition, in_doubt (a file or folder) and doubt; `said` the readable `Players`.
    """
    doubts = doubts.filter(pl.col("doubt") != OF_PEOPLE)
    asked = last.players.filter(~pl.col("public"))
    if doubts.is_empty() or asked.is_empty():
        return asked.clear()
    copies = last.findings.filter(code=SAME_FILE).select(_FILE)
    sound = pl.concat([last.files.filter(pl.col("format").is_in(OF_TABLES)).select(_FILE), copies])
    slips = last.findings.filter(pl.col("code").is_in(ABOUT_HIDING)).select(_FILE).unique().with_columns(slipped=True)
    fresh = _within(sound.join(slips, on=_FILE, how="left"), doubts).filter(
        (pl.col("doubt") == UNREAD) | pl.col("slipped").is_null()
    )
    of_any = asked.join(fresh.select(*CLUB, "in_doubt").unique(), on=CLUB)
    is_its_line = pl.col("file_id") == pl.col("in_doubt")
    held = pl.concat([_within(asked, doubts).select(of_any.columns), of_any]).with_columns(
        file_id="in_doubt", line_no=pl.when(is_its_line).then("line_no")
    )
    known = said.group_by(PERSON).agg(pl.col(_KNOWN).drop_nulls().first().name.suffix("_now"))
    return (
        held.unique([*PERSON, "file_id"], keep="first", maintain_order=True)
        .join(said.drop_nulls("public"), on=[*PERSON, "file_id"], how="anti", maintain_order="left")
        .join(said.filter(~pl.col("public")), on=PERSON, how="anti", maintain_order="left")
        .join(known, on=PERSON, how="left", maintain_order="left")
        .with_columns(pl.coalesce(f"{column}_now", column).alias(column) for column in _KNOWN)
        .select(asked.columns)
    )


def other_ids_before(doubts: pl.DataFrame, said: pl.DataFrame, last: LastBuild) -> pl.DataFrame:
    """Return rows of `People` from the last build: other ids of hidden people, in files that are now in doubt.

    Their line numbers continue after the readable lines of these files (`said`, rows of `People`).
    """
    doubts = doubts.filter(pl.col("doubt") != OF_PLAYERS)
    asked = last.players.filter(~pl.col("public"))
    hidden = pl.concat(rows.select("club", "player_id") for rows in (asked, last.hidden)).unique()
    if doubts.is_empty() or last.people.is_empty():
        return last.people.clear()
    held = _within(lines_about(hidden, last.people), doubts).select(last.people.columns).unique(maintain_order=True)
    lines = said.group_by(_FILE).agg(last_line=pl.col("line_no").max())
    after = pl.col("last_line").fill_null(0) + pl.int_range(1, pl.len() + 1, dtype=pl.Int64).over(_FILE)
    return (
        held.join(said, on=[*CLUB, "alias"], how="anti", maintain_order="left")
        .join(lines, on=_FILE, how="left", maintain_order="left")
        .with_columns(line_no=after)
        .select(held.columns)
        .cast(held.schema)
    )


def still_hidden(asked: pl.DataFrame) -> pl.DataFrame:
    """Return `Findings` with a warning for each row of `asked_before`."""
    code = "players.still_hidden"
    return warning_on(asked.lazy(), code, SENTENCES[code], field="player_id").collect()


def _within(rows: pl.DataFrame, doubts: pl.DataFrame) -> pl.DataFrame:
    """Return the rows whose file is in doubt, with the columns `in_doubt` and `doubt`.

    `file_id` and `in_doubt` may name a folder that could not be opened, for all its files; "" is the whole competition.
    """
    of_rows, of_doubts = _with_folders(rows, "file_id"), _with_folders(doubts, "in_doubt")
    in_folders = of_rows.join(doubts, left_on=[*CLUB, "place"], right_on=[*CLUB, "in_doubt"], coalesce=False)
    of_folders = rows.join(of_doubts, left_on=[*CLUB, "file_id"], right_on=[*CLUB, "place"])
    both = (found.select(*rows.columns, "in_doubt", "doubt") for found in (in_folders, of_folders))
    return pl.concat(both).unique(maintain_order=True)


def _with_folders(rows: pl.DataFrame, column: str) -> pl.DataFrame:
    """Return each row once per `place` of its file: the path of the file, and every folder above it."""
    parts = pl.col(column).str.split("/")
    above = rows.with_columns(depth=pl.int_ranges(parts.list.len())).explode("depth")
    places = above.with_columns(place=parts.list.head(pl.col("depth")).list.join("/")).drop("depth")
    return pl.concat([rows.with_columns(place=column), places]).unique(maintain_order=True)
