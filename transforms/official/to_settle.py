"""Differences from official results and doubts about evenings, for the director to settle."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.intake.consequences import is_question, lines_asked_about, that_break_off
from transforms.official.doubts import WITH_DIFFERENCES
from transforms.official.lines import BY_THE_DIRECTOR, UNEXPLAINED
from transforms.results.people_shown import PAIR, names_of_pairs, with_names_of_pairs
from transforms.tables.arithmetic.as_shown import number_said, shown
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.phrases import phrase
from transforms.tables.report import DoubtsShown
from transforms.tables.schemas import COMPETITION, SESSION, Doubts

FINDING = ("severity", "competition", "file_id", "line_no", "field", "value", "message")
FILE = ("competition", "file_id")
PLACES = {
    **dict.fromkeys(("club", "competition", "file_id"), pl.String),
    "line_no": pl.Int64,
    **dict.fromkeys(("season", "session_id", "line"), pl.String),
    "board": pl.Int32,
    **dict.fromkeys(("ns", "ew"), pl.String),
    "shown": pl.Boolean,
}
"""Columns of the result lines that findings name: the place of the line, its board and pairs, and `shown`, whether the
site has a page of that board."""
_SEATED_TWICE = "entries.seated_twice"
_OF_DEALS = ("deals.unlikely",)
"""Codes of findings that question a result because of the cards, until the director confirms the result."""
_ONE_FOR_ALL = "results.passed_out"
"""The code of a finding that questions several results. If the director settles one of them, all are settled."""
_EVENING = pl.struct("season", "session_id")


def causes_first(findings: pl.DataFrame) -> pl.DataFrame:
    """Sort findings by severity, file and line, with findings on lines of a file before those on its whole evening."""
    of_evening = pl.col("code").str.starts_with("official.").fill_null(value=False)
    return findings.sort("severity", "competition", "file_id", of_evening, *FINDING[3:], nulls_last=True)


def with_places(findings: pl.DataFrame, tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Add to findings the `season`, `session_id`, `board`, pairs and names that they are about, and `shown`.

    A finding on a result line gets its board. A finding on a seat gets its `entrant` and the names there, and one on an
    evening only its session. If a finding is about several result lines, it gets the first; `more` is the number of the
    others, and `boards` has their boards. `settles` is the text that a director enters to accept correct results, and
    `settles_all` is true if one entry is enough for several of them.
    """
    of_pairs = names_of_pairs(tables)
    places = tables["places"].unique([*FILE, "line_no"], keep="first", maintain_order=True).drop("club")
    findings = findings.with_row_index("row").join(_lines(findings, places), on="row", how="left")
    places = with_names_of_pairs(places, of_pairs)
    seats = tables["raw.entries"].select(*FILE, "line_no", *PAIR[1:]).join(of_pairs, on=PAIR, how="left")
    seats = seats.unique([*FILE, "line_no"], keep="first", maintain_order=True).select(
        *(*FILE, "line_no", "entrant"), entrant_names="names", of_seat=_EVENING
    )
    only, only_seated = (
        tables[name].select(*FILE, **{of: _EVENING}).unique().unique(FILE, keep="none")
        for name, of in (("raw.sessions", "of_only"), ("raw.entries", "of_only_seated"))
    )
    evenings = tables["raw.sessions"].select(*FILE, season="season", value="session_id").unique()
    of_file = _alone(evenings, [*FILE, "value"]).rename({"season": "of_file"})
    one = pl.when(code=_ONE_FOR_ALL).then(pl.col("entries").list.first())
    of_id = _alone(evenings.drop("file_id").unique(), ["competition", "value"]).rename({"season": "of_id"})
    return (
        findings.join(places, on=[*FILE, "line_no"], how="left", maintain_order="left")
        .join(of_file, on=[*FILE, "field", "value"], how="left", maintain_order="left")
        .join(of_id, on=["competition", "field", "value"], how="left", maintain_order="left")
        .with_columns(
            season=pl.coalesce("of_file", "of_id", "season"),
            session_id=pl.when(pl.coalesce("of_file", "of_id").is_not_null()).then("value").otherwise("session_id"),
        )
        .join(seats, on=[*FILE, "line_no"], how="left", maintain_order="left")
        .join(only, on=FILE, how="left", maintain_order="left")
        .join(only_seated, on=FILE, how="left", maintain_order="left")
        .with_columns(of_only_seated=pl.when(code=_SEATED_TWICE).then("of_only_seated"))
        .with_columns(
            *(
                pl.coalesce(name, *(pl.col(of).struct.field(name) for of in ("of_seat", "of_only", "of_only_seated")))
                for name in ("season", "session_id")
            ),
            shown=pl.col("shown").fill_null(value=False),
            settles=pl.when(is_question(*_OF_DEALS)).then(pl.coalesce(one, pl.col("entries").list.join('", "'))),
            settles_all=(pl.col("code") == _ONE_FOR_ALL) & (pl.col("more") > 0),
        )
    )


def _lines(findings: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    about = findings.with_row_index("row").select("row", *FILE, first="line_no", line_no=lines_asked_about())
    lines = about.explode("line_no", empty_as_null=False, keep_nulls=False)
    is_other = pl.col("line_no") != pl.col("first")
    board = pl.struct("board", pl.col("shown").fill_null(value=False))
    return (
        lines.join(places, on=[*FILE, "line_no"], maintain_order="left")
        .group_by("row")
        .agg(
            more=is_other.sum(),
            boards=board.filter(is_other).unique(maintain_order=True),
            entries=phrase("{} {} {}", "line", "board", number_said(pl.col("ns"))).unique(maintain_order=True),
        )
    )


def _alone(evenings: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    return evenings.unique(key, keep="none", maintain_order=True).with_columns(field=pl.lit("session_id"))


_ACCEPTED = "accepted: "


def unsettled(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return (club): one row for each difference and doubt that a director has to settle, for all clubs in the tables.

    Files that stop in the middle are left out. So are doubts whose values are among the differences. `tables` must have
    `findings`, `scored.official_differences` and `scored.doubts`.
    """
    broken = that_break_off(tables["findings"])
    differences = with_reasons(tables).filter(~is_settled())
    doubts = tables["scored.doubts"].filter(pl.col("accepted").is_null(), ~pl.col("what").is_in(WITH_DIFFERENCES))
    return pl.concat(rows.join(broken, on=broken.columns, how="anti").select("club") for rows in (differences, doubts))


def is_settled() -> pl.Expr:
    """Return whether the `reason` of a difference is a decision of the director: accepted, or points given or taken."""
    return pl.col("reason").str.starts_with(_ACCEPTED) | pl.col("reason").str.starts_with(BY_THE_DIRECTOR)


def with_reasons(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return `scored.official_differences`; if all doubts of a session are accepted, with the director's reason."""
    reasons = (
        tables["scored.doubts"]
        .group_by(SESSION)
        .agg(pl.col("accepted").first(), is_open=pl.col("accepted").is_null().any())
        .filter(~pl.col("is_open"))
        .select(*SESSION, accepted=pl.lit(_ACCEPTED) + pl.col("accepted"))
    )
    is_accepted = (pl.col("reason") == UNEXPLAINED) & pl.col("accepted").is_not_null()
    return (
        tables["scored.official_differences"]
        .join(reasons, on=SESSION, how="left")
        .with_columns(reason=pl.when(is_accepted).then("accepted").otherwise("reason"))
        .drop("accepted")
    )


def differences(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return the results in the files that differ from ours, and why; those that the director settled come last."""
    return (
        with_reasons(tables)
        .join(tables["raw.sessions"].select(*SESSION, "date"), on=SESSION, how="left")
        .sort(
            is_settled(),
            *("competition", "date", *SESSION[2:], "line", "board", "ns", "entrant", "value"),
            nulls_last=True,
        )
        .select(
            *("competition", "season", "session_id", "date", "line", "board", "ns", "ew", "entrant", "value"),
            *(to_decimals(pl.col(name)) for name in ("official", "computed")),
            *("reason", "file_id", "line_no"),
        )
    )


def doubts(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return the stated values of sessions that neither their lines confirm nor anybody has accepted."""
    return (
        tables["scored.doubts"]
        .filter(pl.col("accepted").is_null())
        .join(tables["raw.sessions"].select(*SESSION, "date"), on=SESSION, how="left")
        .sort(*SESSION, "what")
        .select(
            *("competition", "season", "session_id", "date", "what", "differing", "of", "first"),
            *(to_decimals(pl.col(name)) for name in ("official", "computed")),
            *("file_id", "line_no"),
        )
    )


def doubts_shown(doubts: dy.DataFrame[Doubts]) -> dy.LazyFrame[DoubtsShown]:
    """Return all `Doubts` as `DoubtsShown`, whether they are accepted or not."""
    return shown(DoubtsShown, doubts.with_columns(file="file_id").sort(*SESSION, "what"))


def with_doubts(competitions: pl.DataFrame, doubts: pl.DataFrame) -> pl.DataFrame:
    """Add `in_doubt`, whether a session of the season is in doubt, and `last_in_doubt`, whether `last_session` is.

    A season is in doubt if a session has a severe doubt that is not accepted. For the last session, any doubt counts.
    """
    of_season = doubts.filter(pl.col("accepted").is_null()).group_by(COMPETITION)
    of_season = of_season.agg(doubted="session_id", in_doubt=pl.col("severe").any())
    return (
        competitions.join(of_season, on=COMPETITION, how="left", maintain_order="left")
        .with_columns(
            pl.col("in_doubt").fill_null(value=False),
            last_in_doubt=pl.col("doubted").list.contains(pl.col("last_session")).fill_null(value=False),
        )
        .drop("doubted")
    )
