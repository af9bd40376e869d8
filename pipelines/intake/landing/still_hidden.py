"""Keep people hidden while a file of their club is in doubt: the last answer holds until the file says otherwise.

A file is in doubt if it cannot be read, or has an error about hiding (`held_back`). A file that was already in doubt in
the last build, and kept nobody hidden then, is not in doubt for this rule: nothing in it has changed the answers.
"""

import hashlib

import polars as pl

from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.one_file import NOT_READ, Answer
from pipelines.intake.readers.reading import SENTENCES
from transforms.intake.findings import warning_on
from transforms.privacy.held_back import is_about_hiding
from transforms.privacy.hidden_people import lines_about
from transforms.tables.schemas import CLUB, PERSON

DOUBTS = {**dict.fromkeys((*CLUB, "in_doubt"), pl.String), "of_players": pl.Boolean, "of_people": pl.Boolean}
"""Files in doubt: with `of_players`, one might name people to hide; with `of_people`, other ids of hidden people."""
STILL = "players.still_hidden"
_UNREAD = (NOT_READ, "unknown")
_MAY_HIDE = is_about_hiding() | (pl.col("code") == "tables.hiding")
_FILE = [*CLUB, "file_id"]
_NOTHING = hashlib.sha256(b"").hexdigest()


def doubts_about(answer: Answer) -> tuple[bool, bool]:
    """Return `of_players` and `of_people` of `DOUBTS` for a file that was read. An empty file is not in doubt."""
    found = answer.reading.findings
    if found.is_empty() and answer.reading.format not in _UNREAD:
        return False, False
    has_errors = "error" in found["severity"].to_list()
    if answer.reading.format in _UNREAD or (has_errors and not answer.reading.given):
        return (answer.sha256 != _NOTHING,) * 2
    return not found.filter(_MAY_HIDE).is_empty(), has_errors


def asked_before(doubts: pl.DataFrame, said: pl.DataFrame, last: LastBuild) -> pl.DataFrame:
    """Return the people of the last build who must stay hidden, once for each file in doubt of their club.

    `said` are the readable `Players` of the club; a row of a file in doubt is a newer answer than the last build's.
    """
    held_nobody = last.findings.join(last.findings.filter(code=STILL), on=_FILE, how="anti").filter(severity="error")
    unread = last.files.filter(rows=0)
    before = pl.concat([held_nobody.filter(_MAY_HIDE), held_nobody.join(unread, on=_FILE, how="semi")])
    new = doubts.filter("of_players").rename({"in_doubt": "file_id"}).join(before, on=_FILE, how="anti")
    of_person, facts = ["club", "player_id"], ["name", "federation_id"]
    asked = last.players.filter(~pl.col("public")).join(said.filter(~pl.col("public")), on=of_person, how="anti")
    known = pl.concat([said.select(*of_person, *facts), asked.select(*of_person, *facts)])
    return (
        new.join(asked.select(of_person).unique(maintain_order=True), on="club", maintain_order="left_right")
        .join(said.drop_nulls("public"), on=[*_FILE, "player_id"], how="anti", maintain_order="left")
        .join(known.group_by(of_person).agg(pl.col(facts).drop_nulls().first()), on=of_person, maintain_order="left")
        .select(*PERSON, *facts, public=pl.lit(value=False), file_id="file_id", line_no=pl.lit(None, pl.Int64))
    )


def other_ids_before(doubts: pl.DataFrame, said: pl.DataFrame, last: LastBuild) -> pl.DataFrame:
    """Return rows of `People` of the last build: other ids of hidden people, in files and folders in doubt.

    Their line numbers continue after the readable lines (`said`) of their files.
    """
    asked = last.players.filter(~pl.col("public"))
    hidden = pl.concat(rows.select("club", "player_id") for rows in (asked, last.hidden)).unique()
    file, place = pl.col("file_id"), pl.col("in_doubt")
    is_in_doubt = (file == place) | (place == "") | file.str.starts_with(place + "/")
    lines = lines_about(hidden, last.people).join(doubts.filter("of_people"), on=CLUB, maintain_order="left")
    lines = lines.filter(is_in_doubt).unique([*_FILE, "line_no"], keep="first", maintain_order=True)
    after = pl.col("last_line").fill_null(0) + pl.int_range(1, pl.len() + 1, dtype=pl.Int64).over(_FILE)
    return (
        lines.join(said, on=[*CLUB, "alias"], how="anti", maintain_order="left")
        .join(said.group_by(_FILE).agg(last_line=pl.col("line_no").max()), on=_FILE, how="left", maintain_order="left")
        .with_columns(line_no=after)
        .select(last.people.columns)
    )


def still_hidden(asked: pl.DataFrame) -> pl.DataFrame:
    """Return `Findings` with a warning for each row of `asked_before`."""
    return warning_on(asked.lazy(), STILL, SENTENCES[STILL], field="player_id").collect()
