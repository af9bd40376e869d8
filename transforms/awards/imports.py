"""Awards that federations gave themselves, checked and given to the players; and choices that award nothing."""

import dataframely as dy
import polars as pl

from transforms.awards.schemes import SCHEMES, nearest_scheme
from transforms.intake.findings import IN_SETTINGS, PLACE, Checked, error_on, sorted_findings, warning_on
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.raw import AwardChoices, Entries, Findings, ImportedAwards, Sessions
from transforms.tables.schemas import CLUB, DECIMALS, SESSION, AwardPoints, Frame, SessionResults

_IMPORTED = [name for name, scheme in SCHEMES.items() if scheme.imported]
_FOR_SESSION = (*SESSION, "scheme")
_FIELD = (*_FOR_SESSION, "field")
_LEFT_OUT = "the award is left out"
_USELESS = "so its schemes count for nothing: correct the name in [awards.only]"

_OF_PLAYER = pl.col("player_id").is_not_null()
_OF_ENTRANT = pl.col("player_id").is_null() & pl.col("entrant").is_not_null()
_NOWHERE = pl.col("session_known") & pl.col("line_known") & (pl.col("lines") == 0)
_ON_SEVERAL = pl.col("lines") > 1
_IS_IMPORTED = pl.col("scheme").is_in(_IMPORTED)
_ON_MORE = f"stands on more than one line of this session; {_LEFT_OUT}: name the line"
_OR_CHOOSE = f"{_LEFT_OUT}: correct the name, or choose a scheme that has a rule in competition.toml"
_SAYS = {
    "awards.left_out/scheme": f"awards of {{imported}} arrive as a file, no others; {_OR_CHOOSE}",
    "awards.left_out/scheme_nearly": "awards of {imported} arrive as a file, no others (did you mean {nearest}?);"
    f" {_OR_CHOOSE}",
    "awards.left_out/session": f"this session has no result list; {_LEFT_OUT}: correct the id, or add the results",
    "awards.left_out/line": f"there is no such line in this session; {_LEFT_OUT}: correct the line, or leave it empty",
    "awards.left_out/nobody": f"neither entrant nor player; {_LEFT_OUT}: name one",
    "awards.left_out/player": f"did not sit there in this session; {_LEFT_OUT}: correct player, entrant or line, or add"
    " the player to entries",
    "awards.left_out/entrant": f"is not on the result list, or has no players; {_LEFT_OUT}: correct entrant or line, or"
    " add its players to entries",
    "awards.left_out/several_lines": _ON_MORE,
    "awards.left_out/below_0": f"an award is 0 or more; {_LEFT_OUT}: correct the points",
    "awards.no_such_name/event": f"there is no such event, or session by itself, here, {_USELESS}",
    "awards.no_such_name/session": f"there is no such session here, {_USELESS}",
    "awards.no_such_name/part_of_event": "this session belongs to the event {events}, which is awarded as a whole, so"
    " its schemes count for nothing: name the event in [awards.only], or leave this out",
}
_FAULTS = (
    ("awards.left_out/scheme", "scheme", ~_IS_IMPORTED & pl.col("nearest").is_null()),
    ("awards.left_out/scheme_nearly", "scheme", ~_IS_IMPORTED & pl.col("nearest").is_not_null()),
    ("awards.left_out/session", "session_id", ~pl.col("session_known")),
    ("awards.left_out/line", "line", pl.col("session_known") & ~pl.col("line_known")),
    ("awards.left_out/nobody", "entrant", ~_OF_PLAYER & ~_OF_ENTRANT),
    ("awards.left_out/player", "player_id", _OF_PLAYER & _NOWHERE),
    ("awards.left_out/entrant", "entrant", _OF_ENTRANT & _NOWHERE),
    ("awards.left_out/several_lines", "player_id", _OF_PLAYER & _ON_SEVERAL),
    ("awards.left_out/several_lines", "entrant", _OF_ENTRANT & _ON_SEVERAL),
    ("awards.left_out/below_0", "points", ~(pl.col("points").is_finite() & (pl.col("points") >= 0))),
)


def checked_imports(
    imported: Frame[ImportedAwards], session_results: Frame[SessionResults], entries: Frame[Entries]
) -> Checked:
    """The sound rows of `ImportedAwards`, sorted by file and line, and the findings.

    An award with an error (`_FAULTS`, or a player who has one of the same scheme for the session already) is left out.
    It is kept, with a warning, where it is larger than that of an entrant ranked above in the same field, where the
    awards do not add up to the total given, or where totals differ.
    """
    given = imported.lazy().collect()
    if given.is_empty():  # as in most clubs
        return Checked(given.lazy(), [])
    numbered = given.lazy().with_columns(nearest=_nearest(given["scheme"])).sort(PLACE).with_row_index("award")
    to_players = _to_players(numbered, session_results, entries)
    lines = to_players.group_by("award").agg(lines=pl.col("line").n_unique())
    known = session_results.lazy().select(SESSION).unique().with_columns(session_known=pl.lit(value=True))
    known_lines = session_results.lazy().select(*SESSION, "line").unique().with_columns(line_known=pl.lit(value=True))
    looked_up = (
        numbered.join(lines, on="award", how="left")
        .join(known, on=SESSION, how="left")
        .join(known_lines, on=[*SESSION, "line"], how="left")
        .with_columns(
            pl.col("lines").fill_null(0),
            pl.col("session_known").fill_null(value=False),
            line_known=pl.col("line").is_null() | pl.col("line_known").fill_null(value=False),
        )
        .sort("award")
    )
    looked_up = looked_up.with_columns(imported=pl.lit(", ".join(_IMPORTED)))
    wrong = [error_on(looked_up.filter(is_so), code, _SAYS[code], field=field) for code, field, is_so in _FAULTS]
    fitting = looked_up.filter(~pl.any_horizontal(is_so for *_, is_so in _FAULTS))
    awarded = to_players.join(fitting.select("award"), on="award", how="semi").sort("award", "player_id")
    before = pl.int_range(pl.len()).over(*_FOR_SESSION, "player_id") > 0
    twice = awarded.filter(before).group_by("award").agg(twice=pl.col("player_id").min())
    again = error_on(
        fitting.join(twice, on="award").sort("award"),
        "awards.left_out/twice",
        f"has an award of this scheme for this session already; {_LEFT_OUT}: give it once",
        field="player_id",
        value="twice",
    )
    sound = fitting.join(twice, on="award", how="anti").sort("award")
    findings = [
        *wrong,
        again,
        _out_of_order(awarded.join(sound, on="award", how="semi")),
        _other_total(numbered),
        _totals_that_differ(numbered),
    ]
    return Checked(sound.select(ImportedAwards.column_names()), findings)


def imported_points(
    imported: Frame[ImportedAwards], session_results: Frame[SessionResults], entries: Frame[Entries]
) -> dy.LazyFrame[AwardPoints]:
    """The sound awards of federations by player, in the shape of `AwardPoints`; ranks come from the result lists."""
    numbered = imported.lazy().with_row_index("award")
    rows = _to_players(numbered, session_results, entries).with_columns(of=pl.lit("session"))
    return AwardPoints.cast(rows.select(AwardPoints.column_names()).sort(AwardPoints.primary_key()))


def _nearest(schemes: pl.Series) -> pl.Series:
    names = schemes.unique()
    nearest = [nearest_scheme(name, _IMPORTED) for name in names]
    return schemes.replace_strict(names, nearest, return_dtype=pl.String)


def _to_players(
    numbered: pl.LazyFrame, session_results: Frame[SessionResults], entries: Frame[Entries]
) -> pl.LazyFrame:
    field = (*SESSION, "field")
    seats = (
        session_results.lazy()
        .select(*SESSION, "line", "entrant", "field", "rank", entrants=pl.col("rank").count().over(field))
        .join(entries.lazy().select(*SESSION, "line", "entrant", "player_id"), on=[*SESSION, "line", "entrant"])
        .with_columns(entrants=pl.when(pl.col("rank").is_not_null()).then("entrants"))
    )
    awards = numbered.rename({"line": "line_given"})
    to_one = (
        awards.filter(pl.col("player_id").is_not_null())
        .rename({"entrant": "entrant_given"})
        .join(seats, on=[*SESSION, "player_id"])
        .filter((pl.col("entrant") == pl.col("entrant_given")).fill_null(value=True))
    )
    to_all = awards.filter(pl.col("player_id").is_null()).drop("player_id").join(seats, on=[*SESSION, "entrant"])
    columns = ["award", *_FIELD, "line", "entrant", "player_id", "entrants", "rank", "points", *PLACE]
    return pl.concat(
        each.filter((pl.col("line") == pl.col("line_given")).fill_null(value=True)).select(columns)
        for each in (to_one, to_all)
    )


def _out_of_order(awarded: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    ranked = awarded.filter(pl.col("rank").is_not_null())
    places = ranked.group_by(*_FIELD, "rank").agg(least=pl.col("points").min())
    least_above = (
        places.sort(*_FIELD, "rank")
        .with_columns(least_above=pl.col("least").cum_min().shift().over(_FIELD))
        .drop("least")
    )
    out_of_order = (
        ranked.join(least_above, on=[*_FIELD, "rank"])
        .filter(pl.col("points").round(DECIMALS) > pl.col("least_above").round(DECIMALS))
        .sort("award", "player_id")
        .unique("award", keep="first", maintain_order=True)
    )
    return warning_on(
        out_of_order,
        "awards.out_of_order",
        "more than the {least} of an entrant ranked above {rank}: check both against what the federation gave",
        field="points",
        least="least_above",
    )


def _other_total(numbered: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    added = (
        _with_totals(numbered)
        .filter(~pl.col("differ"))
        .filter(pl.col("stated").round(DECIMALS) != pl.col("added").round(DECIMALS))
        .with_columns(line_no="first_line")
        .sort(*_FOR_SESSION, "file_id")
    )
    return warning_on(
        added,
        "awards.total",
        "the awards of {scheme} for this session add up to {sum}: check which award is missing",
        field="total",
        value="stated",
        sum="added",
    )


def _totals_that_differ(numbered: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    others = (
        numbered.join(_with_totals(numbered).filter("differ"), on=[*_FOR_SESSION, "file_id"])
        .filter(pl.col("total").round(DECIMALS) != pl.col("stated").round(DECIMALS))
        .sort("award")
    )
    return warning_on(
        others,
        "awards.total/other",
        "line {line} gives {total} of {scheme} for this session, and its awards add up to {sum}: keep the total that is"
        " right",
        field="total",
        line="first_line",
        total="stated",
        sum="added",
    )


def _with_totals(numbered: pl.LazyFrame) -> pl.LazyFrame:
    """One row per scheme, session and file: the first total, its line, whether others differ, and the sum."""
    has_total = pl.col("total").is_not_null()
    return numbered.group_by(*_FOR_SESSION, "file_id").agg(
        stated=pl.col("total").filter(has_total).sort_by(pl.col("line_no").filter(has_total)).first(),
        first_line=pl.col("line_no").filter(has_total).min(),
        differ=pl.col("total").drop_nulls().round(DECIMALS).n_unique() > 1,
        added=steady_sum(pl.col("points")),
    )


def choices_of_nothing(choices: Frame[AwardChoices], sessions: Frame[Sessions]) -> dy.LazyFrame[Findings]:
    """A warning for each name in competition.toml that awards nothing.

    It is of no session or event of any season, or of a session whose event is awarded as a whole.
    """
    given = sessions.lazy()
    by_event = given.select(*CLUB, of=pl.lit("event"), only=pl.coalesce("event", "session_id"))
    known = pl.concat([given.select(*CLUB, of=pl.lit("session"), only="session_id"), by_event])
    named = choices.lazy().filter(pl.col("only").is_not_null()).select(*CLUB, "of", "only").unique()
    unknown = named.join(known, on=[*CLUB, "of", "only"], how="anti").with_columns(**IN_SETTINGS)
    of_events = (
        given.filter(pl.col("event").is_not_null())
        .group_by(*CLUB, pl.lit("event").alias("of"), only="session_id")
        .agg(events=pl.col("event").unique().sort().str.join(", "))
    )
    with_events = unknown.join(of_events, on=[*CLUB, "of", "only"], how="left")
    is_part, is_event = pl.col("events").is_not_null(), pl.col("of") == "event"
    of_kinds = {
        "awards.no_such_name/event": ~is_part & is_event,
        "awards.no_such_name/session": ~is_part & ~is_event,
        "awards.no_such_name/part_of_event": is_part,
    }
    rows = {code: with_events.filter(is_so) for code, is_so in of_kinds.items()}
    where = {"field": "awards.only", "value": "only"}
    return sorted_findings([warning_on(named, code, _SAYS[code], **where) for code, named in rows.items()])
