"""Rounds, matches, boards and the control sheets of sessions, with names, as pages show them."""

from string import ascii_uppercase

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import PARTNERS, field_of
from transforms.intake.consequences import is_question, lines_asked_about
from transforms.results.control_sheet import in_order_of_audit
from transforms.tables import report, schemas
from transforms.tables.arithmetic.as_shown import aligned, decimals_of, names_of, shown, unnamed
from transforms.tables.arithmetic.rounding import quotient, to_decimals
from transforms.tables.phrases import phrase
from transforms.tables.schemas import BOARD, ENTRANT, FIELD, LINE, SESSION

_READ_AT = ("club", "competition", "file_id", "line_no")
_HEADING = ("order", "round", "lowest_board", "highest_board")
_LETTERS = [*ascii_uppercase, *(first + second for first in ascii_uppercase for second in ascii_uppercase)]


def rounds_shown(
    rounds: dy.DataFrame[schemas.SessionRounds],
    sessions: dy.DataFrame[schemas.Sessions],
    control_sheet: dy.DataFrame[schemas.ControlSheet],
    boards: dy.DataFrame[report.BoardsShown],
    results: dy.DataFrame[report.SessionResultsShown],
) -> dy.LazyFrame[report.RoundsShown]:
    """Return what each entrant earned in each meeting."""
    letter = (pl.col("group") - 1).replace_strict(dict(enumerate(_LETTERS)), default="", return_dtype=pl.String)
    decimals = decimals_of(pl.col("points")).max().over(FIELD)
    as_seated = pl.when(pl.col("direction") == "NS").then(letter).otherwise(letter.str.to_lowercase())
    alone = _names(results)
    meetings = (
        _with_fields(rounds, sessions)
        .join(_groups(control_sheet), left_on=(*FIELD, "first_board"), right_on=BOARD, how="left")
        .join(boards.select(*FIELD, "anchor", lowest_board="board"), on=(*FIELD, "lowest_board"), how="left")
        .join(pl.concat([alone, _names_of_two(rounds, alone)]), on=(*LINE, "opponent"), how="left")
        .with_columns((aligned(pl.col("points"), decimals) + as_seated.fill_null("")).alias("told"), letter=letter)
        .sort(*FIELD, "line", "entrant", "group", "round", "first_board", "opponent", "direction")
    )
    return shown(report.RoundsShown, meetings)


def matches_shown(
    matches: dy.DataFrame[schemas.MatchResults],
    sessions: dy.DataFrame[schemas.Sessions],
    results: dy.DataFrame[report.SessionResultsShown],
) -> dy.LazyFrame[report.MatchesShown]:
    """Return every match of teams, once for each of the two teams."""
    named = _with_fields(matches.rename({"team": "entrant"}), sessions).join(
        _names(results), on=(*LINE, "opponent"), how="left"
    )
    return shown(report.MatchesShown, named.sort(*FIELD, "line", "entrant", "round", "opponent"))


def meetings(
    rounds: dy.DataFrame[report.RoundsShown],
    matches: dy.DataFrame[report.MatchesShown],
    results: dy.DataFrame[report.SessionResultsShown],
) -> dy.LazyFrame[report.Meetings]:
    """Return what each entrant earned under each round heading of the result list."""
    on_boards = rounds.join(matches, on=SESSION, how="anti", maintain_order="left").with_columns(
        decimals=decimals_of(pl.col("points")).max().over(FIELD), order="group", round=pl.lit(None, pl.Int32)
    )
    in_matches = matches.with_columns(
        points=pl.coalesce("vp", "points"),
        order=pl.col("round").cast(pl.Int64),
        **{name: pl.lit(None, pl.Int32) for name in ("lowest_board", "highest_board")},
        **{"direction": pl.lit(None, pl.String), "decimals": pl.lit(None, pl.UInt32)},
    )
    columns = (*ENTRANT, *_HEADING, "opponent", "direction", "points", "decimals")
    met = pl.concat([on_boards.select(*columns, imps=pl.lit(None, pl.Float64)), in_matches.select(*columns, "imps")])
    listed = [*ENTRANT, "field"]
    met = met.join(results.select(listed), on=ENTRANT, maintain_order="left")
    headings = met.select(*FIELD, *_HEADING).unique().sort(*FIELD, *_HEADING)
    grid = (
        results.select(listed)
        .join(headings, on=FIELD, maintain_order="left_right")
        .join(met, on=[*listed, *_HEADING], how="left", nulls_equal=True, maintain_order="left_right")
    )
    return shown(report.Meetings, grid)


def _with_fields(rows: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    together = sessions.select(*SESSION, "together")
    return rows.join(together, on=SESSION, how="left").with_columns(field=field_of(pl.col("together"), pl.col("line")))


def _names(results: pl.DataFrame) -> pl.DataFrame:
    return results.select(*LINE, opponent="entrant", opponent_names="names")


def _names_of_two(rounds: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    together = rounds.select(*LINE, "opponent").filter(pl.col("opponent").str.contains(PARTNERS, literal=True)).unique()
    each = (
        together.with_columns(both="opponent", opponent=pl.col("opponent").str.split(PARTNERS))
        .explode("opponent", empty_as_null=False, keep_nulls=False)
        .join(names, on=(*LINE, "opponent"), how="left", maintain_order="left")
    )
    name = pl.coalesce(pl.col("opponent_names").replace("", None), unnamed(pl.col("opponent")))
    return (
        each.group_by(*LINE, opponent="both", maintain_order=True)
        .agg(opponent_names=names_of(name))
        .select(names.columns)
    )


def _groups(control_sheet: pl.DataFrame) -> pl.DataFrame:
    """Return the group of every board of a field. A board that is the first in all its meetings begins a group."""
    first = pl.col("board").min().over(*FIELD, "line", "round", "ns", "ew")
    return (
        control_sheet.with_columns(begins=pl.col("board") == first)
        .group_by(BOARD)
        .agg(pl.col("begins").all())
        .sort(BOARD)
        .with_columns(group=pl.col("begins").cum_sum().over(FIELD).cast(pl.Int64))
        .select(
            *BOARD,
            "group",
            lowest_board=pl.col("board").min().over(*FIELD, "group"),
            highest_board=pl.col("board").max().over(*FIELD, "group"),
        )
    )


def control_sheet_shown(
    control_sheet: dy.DataFrame[schemas.ControlSheet],
    matches: dy.DataFrame[schemas.MatchResults],
    boards: dy.DataFrame[schemas.Boards],
    findings: dy.DataFrame[schemas.Findings],
) -> dy.LazyFrame[report.ControlSheetShown]:
    """Return every meeting on every board, with the file and line from which the result was read."""
    asked = (
        findings.filter(is_question())
        .with_columns(line_no=lines_asked_about())
        .explode("line_no", empty_as_null=False, keep_nulls=False)
        .select(*_READ_AT, asked=pl.lit(value=True))
        .unique()
    )
    has_top = pl.when(pl.col("top") > 0)
    share = {f"{of}_share": has_top.then(quotient(100 * pl.col(f"{of}_points"), pl.col("top"))) for of in ("ns", "ew")}
    sheet = (
        in_order_of_audit(control_sheet, matches)
        .join(boards.select(*BOARD, "top"), on=BOARD, how="left", maintain_order="left")
        .join(asked, on=_READ_AT, how="left", maintain_order="left")
        .with_columns(exact=pl.struct("ns_points", "ew_points"), file="file_id", **share)
    )
    return shown(report.ControlSheetShown, sheet)


def boards_shown(
    boards: dy.DataFrame[schemas.Boards], control_sheet: dy.DataFrame[report.ControlSheetShown]
) -> dy.LazyFrame[report.BoardsShown]:
    """Return every board of every field, with its anchor on the page of boards."""
    several = pl.col("field").n_unique().over(SESSION) > 1
    with_field = phrase("board-{}-{}", "board", pl.col("field").str.replace_all("+", "-", literal=True))
    anchor = pl.when(several).then(with_field).otherwise(phrase("board-{}", "board"))
    asked = control_sheet.filter("asked").select(*BOARD, in_question=pl.lit(value=True)).unique()
    known = boards.join(asked, on=BOARD, how="left").with_columns(
        pl.col("in_question").fill_null(value=False), anchor=anchor, several=several
    )
    return shown(report.BoardsShown, known.sort(BOARD))


def frequencies_shown(frequencies: dy.DataFrame[schemas.Frequencies]) -> dy.LazyFrame[report.FrequenciesShown]:
    """Return every score on every board, with the number of times it occurred."""
    in_order = (*BOARD, "subfield", "score")
    scores = frequencies.sort(in_order, descending=[name == "score" for name in in_order])
    return shown(
        report.FrequenciesShown, scores.with_columns(often=(to_decimals(pl.col("times")) > 1).any().over(BOARD))
    )
