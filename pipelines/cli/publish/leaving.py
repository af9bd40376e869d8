"""What publish says of evenings that leave their page on the site."""

from collections.abc import Iterator

import polars as pl

from pipelines.words.suggestions import some
from transforms.published.kinds import RESULTS
from transforms.published.trail import SOURCES
from transforms.published.vanished import last_files, renamed_seasons
from transforms.tables.messages import ngettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, SESSION, Tables


def leaving(
    before: Tables, after: Tables, files: pl.DataFrame, competitions: pl.DataFrame, findings: str
) -> Iterator[str]:
    """Which evenings leave their page on the site, and whether for another season, for want of files, or otherwise.

    `before` and `after` are what was and will be published; `after` may lack tables that stay as they are. `files` and
    `competitions` (`Files`, `Competitions`) are of the last build, `findings` is the command that shows its findings.
    """
    was, now = ({**before, **tables}[RESULTS.table] for tables in (before, after))
    renamed = renamed_seasons(was.select(*COMPETITION, "date"), competitions)
    if not renamed.is_empty():
        yield ngettext(
            "{number} published season has another name now, so all its pages have other addresses: {seasons}. If that"
            " is not meant, give it its old name, build, and publish again.",
            "{number} published seasons have other names now, so all their pages have other addresses: {seasons}. If"
            " that is not meant, give them their old names, build, and publish again.",
            renamed.height,
            seasons=some(renamed.select(phrase("{}/{} {} ({})", *CLUB, "was", "season")).to_series().to_list()),
        )
    by_another_name = now.join(renamed, on=COMPETITION).select(*CLUB, "session_id", season="was")
    left = was.join(now, on=SESSION, how="anti").join(by_another_name, on=SESSION, how="anti")
    moved = _moved(left, now.join(was, on=SESSION, how="anti"))
    gone = left.select(SESSION).unique().join(moved, on=SESSION, how="anti")
    came = last_files(before[SOURCES]).collect()
    absent = came.join(files, on=[*CLUB, "file_id"], how="anti").sort("file_id")
    lacking = gone.join(absent, on=SESSION).group_by(SESSION).agg(files=pl.col("file_id").str.join(", "))
    whole = gone.join(lacking, on=SESSION, how="anti")
    if not moved.is_empty():
        yield ngettext(
            "{number} published evening is in another season now, so its page has another address: {evenings}. If that"
            " is not meant, mend its date or the seasons, build, and publish again.",
            "{number} published evenings are in another season now, so their pages have other addresses: {evenings}. If"
            " that is not meant, mend their dates or the seasons, build, and publish again.",
            moved.height,
            evenings=_named(moved, phrase("{}/{} {} ({})", *CLUB, "session_id", "season_now")),
        )
    if not lacking.is_empty():
        yield ngettext(
            "The file of {number} published evening is gone, so its page goes from the site too: {evenings}. If that is"
            " not meant, put the file back under its old name, build, and publish again.",
            "The files of {number} published evenings are gone, so their pages go from the site too: {evenings}. If"
            " that is not meant, put the files back under their old names, build, and publish again.",
            lacking.height,
            evenings=_named(lacking, phrase("{}/{} {} ({})", *CLUB, "session_id", "files")),
        )
    if not whole.is_empty():
        yield ngettext(
            "{number} published evening counts no longer in its season, though its file is there, so its page goes from"
            " the site too: {evenings}. If that is not meant, see what {command} tells of it, or mend its date if that"
            " puts it in another season; build, and publish again.",
            "{number} published evenings count no longer in their seasons, though their files are there, so their pages"
            " go from the site too: {evenings}. If that is not meant, see what {command} tells of them, or mend their"
            " dates if these put them in another season; build, and publish again.",
            whole.height,
            evenings=_named(whole, phrase("{}/{} {}", *CLUB, "session_id")),
            command=findings,
        )


def _moved(left: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, season, session_id, season_now): evenings most of whose lines are now in another season.

    A score is part of a line: the same pairs play the evening of the same name in the next season. A line without names
    and score tells nothing.
    """
    line = [*CLUB, "session_id", "line", "entrant", "players", "score"]
    return (
        left.filter(pl.any_horizontal(pl.col("players", "score").is_not_null()))
        .with_columns(lines=pl.len().over(SESSION))
        .join(new.select(*line, season_now="season").unique(), on=line, nulls_equal=True)
        .group_by(*SESSION, "season_now")
        .agg(are_most=pl.len() * 2 > pl.col("lines").first())
        .filter("are_most")
        .drop("are_most")
        .sort("season_now")
        .unique(SESSION, keep="first")
    )


def _named(evenings: pl.DataFrame, name: pl.Expr) -> str:
    return some(evenings.sort(SESSION).select(name).to_series().to_list())
