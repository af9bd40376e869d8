"""Who is hidden by a file that cannot be read any more: what it said in the last build holds until it is mended."""

import hashlib
from dataclasses import dataclass, field

import polars as pl

from pipelines.intake.landing.one_file import NOT_READ, Answer
from pipelines.intake.readers.hidden_players import ABOUT_HIDING
from transforms.intake.findings import warning_on
from transforms.privacy.hidden_people import lines_about
from transforms.published.vanished import PUBLISHED
from transforms.tables.schemas import CLUB, PERSON, Files, Findings, HiddenOnPages, People, Players

UNREAD, OF_PLAYERS, OF_PEOPLE = "unread", "players", "people"
"""What is in doubt about a file: all of it, who asks in it not to be shown, or who is who by it."""

DOUBTS = dict.fromkeys((*CLUB, "in_doubt", "doubt"), pl.String)

SAME_FILE = "landing.same_file"
OF_TABLES = ("csv", "xlsx", "parquet")
"""Formats of files with landing tables, in which people ask not to be shown."""
_TOLD = tuple(name for name in Players.column_names() if name not in (*PERSON, "file_id", "line_no", "public"))
"""Columns of `Players` of which what is said now counts, where something is."""
_NOTHING = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True)
class LastBuild:
    """What is known of some clubs by the last build; of files that are read for the first time, nothing."""

    players: pl.DataFrame = field(default_factory=Players.create_empty)
    people: pl.DataFrame = field(default_factory=People.create_empty)
    files: pl.DataFrame = field(default_factory=Files.create_empty)
    findings: pl.DataFrame = field(default_factory=Findings.create_empty)
    hidden: pl.DataFrame = field(default_factory=HiddenOnPages.create_empty)
    published: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=PUBLISHED))

    def settings(self, club: str, competition: str) -> str | None:
        """The text of the competition.toml that counted in the last build; None: none did."""
        of_settings = self.files.filter(club=club, competition=competition).drop_nulls("settings")
        return None if of_settings.is_empty() else of_settings["settings"][0]


def doubts_about(answer: Answer) -> list[str]:
    """What is in doubt about a file after it was read; a file of no bytes says nothing, and there is no doubt."""
    reading = answer.reading
    found = reading.findings
    has_errors = "error" in found["severity"].to_list()
    if reading.format in (NOT_READ, "unknown") or (has_errors and not reading.given):
        return [] if answer.sha256 == _NOTHING else [UNREAD]
    of_players = [] if set(ABOUT_HIDING).isdisjoint(found["code"].to_list()) else [OF_PLAYERS]
    return [*of_players, OF_PEOPLE] if has_errors else of_players


def asked_before(doubts: pl.DataFrame, said: pl.DataFrame, last: LastBuild) -> pl.DataFrame:
    """`Players` who asked not to be shown, by the last build, in files of which that is in doubt; once for each file.

    `doubts` are (club, competition, in_doubt, doubt) of files, or folders; `said` rows of `Players` as these were read.
    """
    doubts = doubts.filter(pl.col("doubt") != OF_PEOPLE)
    asked = last.players.filter(~pl.col("public"))
    if doubts.is_empty() or asked.is_empty():
        return asked.clear()
    file = [*CLUB, "file_id"]
    slips = last.findings.filter(pl.col("code").is_in(ABOUT_HIDING))
    copies = last.findings.filter(code=SAME_FILE).select(file)
    sound = pl.concat([last.files.filter(pl.col("format").is_in(OF_TABLES)).select(file), copies])
    unread, slipped = (doubts.filter(pl.col("doubt") == doubt) for doubt in (UNREAD, OF_PLAYERS))
    newly = pl.concat([_within(sound, unread), _within(sound.join(slips, on=file, how="anti"), slipped)])
    of_any = asked.join(newly.select(*CLUB, "in_doubt").unique(), on=CLUB)
    of_file = _within(asked, doubts).select(of_any.columns)
    is_its_line = pl.col("file_id") == pl.col("in_doubt")
    held = pl.concat([of_file, of_any]).with_columns(file_id="in_doubt", line_no=pl.when(is_its_line).then("line_no"))
    own_words = said.drop_nulls("public")
    elsewhere = said.filter(~pl.col("public"))
    told = said.group_by(PERSON).agg(pl.col(_TOLD).drop_nulls().first().name.suffix("_now"))
    return (
        held.unique([*PERSON, "file_id"], keep="first", maintain_order=True)
        .join(own_words, on=[*PERSON, "file_id"], how="anti", maintain_order="left")
        .join(elsewhere, on=PERSON, how="anti", maintain_order="left")
        .join(told, on=PERSON, how="left", maintain_order="left")
        .with_columns(pl.coalesce(f"{column}_now", column).alias(column) for column in _TOLD)
        .select(last.players.columns)
    )


def other_ids_before(doubts: pl.DataFrame, said: pl.DataFrame, last: LastBuild) -> pl.DataFrame:
    """`People` by whom somebody who is hidden went by another id, in files of which that is in doubt.

    They are numbered after the lines that these files have now (`said`, of `People`).
    """
    doubts = doubts.filter(pl.col("doubt") != OF_PLAYERS)
    if doubts.is_empty() or last.people.is_empty():
        return last.people.clear()
    asked = last.players.filter(~pl.col("public"))
    hidden = pl.concat(rows.select("club", "player_id") for rows in (asked, last.hidden)).unique()
    held = _within(lines_about(hidden, last.people), doubts).select(last.people.columns).unique(maintain_order=True)
    held = held.join(said, on=[*CLUB, "alias"], how="anti", maintain_order="left")
    file = [*CLUB, "file_id"]
    lines = said.group_by(file).agg(last_line=pl.col("line_no").max())
    after = pl.col("last_line").fill_null(0) + pl.int_range(1, pl.len() + 1, dtype=pl.Int64).over(file)
    numbered = held.join(lines, on=file, how="left", maintain_order="left").with_columns(line_no=after)
    return numbered.select(held.columns).cast(held.schema)


def still_hidden(asked: pl.DataFrame) -> pl.DataFrame:
    """`Findings`: a warning for each of those whom `asked_before` returns."""
    return warning_on(
        asked.lazy(),
        "players.still_hidden",
        "this person asked not to be named, perhaps in this file, and is still hidden, since not all of it can be read"
        " any more: mend it, or take it away",
        field="player_id",
    ).collect()


def _within(files: pl.DataFrame, doubts: pl.DataFrame) -> pl.DataFrame:
    """Those of the rows whose file is in doubt, with its id as `in_doubt`.

    Either may be a folder that could not be opened, with whatever stands in it; without a name it is the whole one.
    """
    doubts = doubts.select(*CLUB, "in_doubt")
    in_folders = _with_folders(files, "file_id").join(doubts, left_on=[*CLUB, "place"], right_on=[*CLUB, "in_doubt"])
    of_folders = files.join(_with_folders(doubts, "in_doubt"), left_on=[*CLUB, "file_id"], right_on=[*CLUB, "place"])
    both = [in_folders.rename({"place": "in_doubt"}), of_folders]
    return pl.concat(rows.select(*files.columns, "in_doubt") for rows in both).unique(maintain_order=True)


def _with_folders(files: pl.DataFrame, column: str) -> pl.DataFrame:
    parts = pl.col(column).str.split("/")
    deepest = files[column].str.count_matches("/").max()
    depths = range(int(deepest) + 1 if isinstance(deepest, int) else 0)
    folders = [files.with_columns(place=parts.list.head(depth).list.join("/")) for depth in depths]
    return pl.concat([files.with_columns(place=pl.col(column)), *folders]).unique(maintain_order=True)
