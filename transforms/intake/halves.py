"""Halves of an evening in two files: the same pairs, first on some boards and then on others."""

import polars as pl

from transforms.intake.findings import Checked, finding
from transforms.tables import LINE, SESSION


def continued_lines(parts: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """(evening, line): the lines of a part in which the pairs of an earlier part play on, and which keep their letter.

    No board of the line is in two parts, and at least half of its pairs have the same people as the pairs of the same
    numbers in the first part that has the line; where people are not known, the numbers tell, since sections of an
    evening have boards in common.

    Args:
        parts: (evening, whole, order) of the parts of evenings.
        lines: `part`, `line`, `board`, `ns`, `ew`, `ns_people`, `ew_people`.
    """
    played = lines.drop("evening", strict=False).join(parts, left_on="part", right_on="evening")
    of_line = ("whole", "line")
    boards = played.select(*of_line, "part", "board").unique()
    apart = boards.group_by(of_line).agg(pl.col("board").is_duplicated().any()).filter(~pl.col("board"))
    several = played.join(apart, on=of_line, how="semi")
    sides = [several.select(*of_line, "part", "order", entrant=side, people=f"{side}_people") for side in ("ns", "ew")]
    seats = pl.concat(sides).drop_nulls("entrant").unique([*of_line, "part", "entrant"], keep="any")
    is_first = pl.col("order") == pl.col("order").min().over(of_line)
    before = seats.filter(is_first).select(*of_line, "entrant", before="people", number_before="entrant")
    is_same = (pl.col("people") == pl.col("before")).fill_null(pl.col("number_before").is_not_null())
    return (
        seats.filter(~is_first)
        .join(before, on=[*of_line, "entrant"], how="left")
        .group_by(evening="part", line="line")
        .agg(is_same.mean())
        .filter(pl.col("people") >= 0.5)
        .select("evening", "line")
    )


def seated_on(entries: pl.LazyFrame, continued: pl.LazyFrame) -> pl.LazyFrame:
    """The entries without those of continued lines that say again who sits where.

    Args:
        entries: `Entries`.
        continued: (the key of the session, line, `file_id`) of the lines that go on in a file.
    """
    again = entries.join(continued, on=[*LINE, "file_id"], how="semi")
    first = entries.join(continued, on=[*LINE, "file_id"], how="anti")
    seat = [*LINE, "entrant", "player_id"]
    more = again.join(first, on=seat, how="anti").unique(seat, keep="first", maintain_order=True)
    return pl.concat([first, more])


def of_whole_evenings(official: pl.LazyFrame, continued: pl.LazyFrame) -> Checked:
    """Keep the official results of whole evenings: those of a half are nobody's result in the end.

    Args:
        official: `OfficialResults`.
        continued: as for `seated_on`.
    """
    of_half = official.join(continued.select(LINE).unique(), on=LINE, how="semi")
    told = of_half.group_by(*SESSION, "file_id").agg(pl.col("line_no").min(), lines=pl.len())
    return Checked(
        official.join(continued.select(LINE).unique(), on=LINE, how="anti"),
        [
            finding(
                told,
                "warning",
                "session_id",
                pl.col("session_id"),
                "this file is a half of the evening, so its {lines} official results are of a half too; they are left"
                " out, and nothing is compared with them: hand in the official results of the whole evening, if there"
                " are any",
                code="evenings.official_of_half",
                lines=pl.col("lines"),
            )
        ],
    )
