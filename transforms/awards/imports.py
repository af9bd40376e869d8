"""Awards given by federations, checked and assigned to players; and names in competition.toml that have no effect."""

import dataframely as dy
import polars as pl

from transforms.awards.schemes import SCHEMES, nearest_scheme
from transforms.intake.check import check, in_variants, judged, says, which
from transforms.intake.findings import IN_SETTINGS, PLACE, Checked
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.raw import AwardChoices, Entries, Findings, ImportedAwards, Sessions
from transforms.tables.schemas import CLUB, DECIMALS, SESSION, AwardPoints, Frame, SessionResults

_IMPORTED = [name for name, scheme in SCHEMES.items() if scheme.imported]
_FOR_SESSION = (*SESSION, "scheme")
_FIELD = (*_FOR_SESSION, "field")
_LEFT_OUT = "the award is left out"
_USELESS = "so the schemes given for it have no effect: correct the name in [awards.only]"
_ONLY_IMPORTED = "only awards of {imported} are imported from files"
_OR_CHOOSE = f"{_LEFT_OUT}: correct the name, or choose a scheme that has a rule in competition.toml"
_WHOSE = pl.coalesce("player_id", "entrant")
_FIELD_OF_VARIANT: dict[str, pl.Expr | str] = {
    **{"scheme": "scheme", "scheme_nearly": "scheme", "session": "session_id", "line": "line"},
    **{"player": "player_id", "nobody": "entrant", "entrant": "entrant", "below_0": "points"},
    "several_lines": pl.when(pl.col("player_id").is_null()).then(pl.lit("entrant")).otherwise(pl.lit("player_id")),
}


@check("awards.left_out", stage="awards", row="left out", field=_FIELD_OF_VARIANT, value={"several_lines": _WHOSE})
@says(
    scheme=f"{_ONLY_IMPORTED}; {_OR_CHOOSE}",
    scheme_nearly=f"{_ONLY_IMPORTED} (did you mean {{nearest}}?); {_OR_CHOOSE}",
    session=f"this session has no result list; {_LEFT_OUT}: correct the id, or add the results",
    line=f"there is no such line in this session; {_LEFT_OUT}: correct the line, or leave it empty",
    nobody=f"neither entrant nor player is given; {_LEFT_OUT}: name one",
    player=f"this player did not sit there in this session; {_LEFT_OUT}: correct player, entrant or line, or"
    " add the player to entries",
    entrant=f"this entrant is not on the result list, or has no players; {_LEFT_OUT}: correct entrant or line,"
    " or add its players to entries",
    several_lines=f"this entrant or player is on more than one line of this session; {_LEFT_OUT}: name the line",
    below_0=f"an award must be a number of 0 or more; {_LEFT_OUT}: correct the points",
)
def _unusable(awards: pl.LazyFrame) -> pl.LazyFrame:
    is_imported, is_near = pl.col("scheme").is_in(_IMPORTED), pl.col("nearest").is_not_null()
    of_player, has_line = pl.col("player_id").is_not_null(), pl.col("line_known")
    nowhere = pl.col("session_known") & has_line & (pl.col("lines") == 0)
    faults = {
        "scheme": ~is_imported & ~is_near,
        "scheme_nearly": ~is_imported & is_near,
        "session": ~pl.col("session_known"),
        "line": pl.col("session_known") & ~has_line,
        "nobody": _WHOSE.is_null(),
        "player": of_player & nowhere,
        "entrant": ~of_player & pl.col("entrant").is_not_null() & nowhere,
        "several_lines": _WHOSE.is_not_null() & (pl.col("lines") > 1),
        "below_0": ~(pl.col("points").is_finite() & (pl.col("points") >= 0)),
    }
    named = awards.with_columns(imported=pl.lit(", ".join(_IMPORTED)))
    return in_variants({fault: named.filter(is_so) for fault, is_so in faults.items()})


@check("awards.left_out/twice", stage="awards once", row="left out", field="player_id", value="twice")
@says(f"this player already has an award of this scheme for this session; {_LEFT_OUT}: give it once")
def _given_twice(awards: pl.LazyFrame) -> pl.LazyFrame:
    return awards.filter(pl.col("twice").is_not_null())


@check("awards.out_of_order", stage="awards that count", field="points", least="least_above")
@says(
    "this is more than the {least} points of an entrant ranked above this one (rank {rank}): compare both awards "
    "with what the federation gave"
)
def _out_of_order(awarded: pl.LazyFrame) -> pl.LazyFrame:
    ranked = awarded.filter(pl.col("rank").is_not_null())
    places = ranked.group_by(*_FIELD, "rank").agg(least=pl.col("points").min()).sort(*_FIELD, "rank")
    least_above = places.with_columns(least_above=pl.col("least").cum_min().shift().over(_FIELD)).drop("least")
    return (
        ranked.join(least_above, on=[*_FIELD, "rank"])
        .filter(pl.col("points").round(DECIMALS) > pl.col("least_above").round(DECIMALS))
        .sort("award", "player_id")
        .unique("award", keep="first", maintain_order=True)
    )


@check("awards.total", stage="awards that count", field="total", value="stated", sum="added")
@says("the awards of {scheme} for this session add up to {sum}, not to this total: check which award is missing")
def _other_total(numbered: pl.LazyFrame) -> pl.LazyFrame:
    differs = pl.col("stated").round(DECIMALS) != pl.col("added").round(DECIMALS)
    return _with_totals(numbered).filter(~pl.col("differ"), differs).with_columns(line_no="first_line")


@check("awards.total/other", stage="awards that count", field="total", line="first_line", total="stated", sum="added")
@says(
    "line {line} gives {total} as the total of {scheme} for this session, but the awards add up to {sum}: keep the"
    " total that is right"
)
def _totals_that_differ(numbered: pl.LazyFrame) -> pl.LazyFrame:
    totals = _with_totals(numbered).filter("differ")
    both = numbered.join(totals, on=[*_FOR_SESSION, "file_id"])
    return both.filter(pl.col("total").round(DECIMALS) != pl.col("stated").round(DECIMALS))


def checked_imports(
    imported: Frame[ImportedAwards], session_results: Frame[SessionResults], entries: Frame[Entries]
) -> Checked:
    """Return the sound rows of `ImportedAwards`, sorted by file and line, and the findings."""
    given = imported.lazy().collect()
    if given.is_empty():  # as in most clubs
        return Checked(given.lazy(), [])
    numbered = given.lazy().with_columns(nearest=_nearest(given["scheme"])).sort(PLACE).with_row_index("award")
    to_players = _to_players(numbered, session_results, entries)
    lines = to_players.group_by("award").agg(lines=pl.col("line").n_unique())
    known = session_results.lazy().select(*SESSION, session_known=True).unique()
    known_lines = session_results.lazy().select(*SESSION, "line", line_known=True).unique()
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
    tables, wrong = judged("awards", {"awards": looked_up})
    fitting = tables["awards"].lazy()
    awarded = to_players.join(fitting.select("award"), on="award", how="semi").sort("award", "player_id")
    before = pl.int_range(pl.len()).over(*_FOR_SESSION, "player_id") > 0
    twice = awarded.filter(before).group_by("award").agg(twice=pl.col("player_id").min())
    tables, again = judged("awards once", {"awards": fitting.join(twice, on="award", how="left").sort("award")})
    sound = tables["awards"].lazy()
    counting = awarded.join(sound, on="award", how="semi")
    _, doubtful = judged("awards that count", {"awarded": counting, "numbered": numbered})
    return Checked(sound.select(ImportedAwards.column_names()), [wrong, again, doubtful])


def imported_points(
    imported: Frame[ImportedAwards], session_results: Frame[SessionResults], entries: Frame[Entries]
) -> dy.LazyFrame[AwardPoints]:
    """Return the sound awards of federations by player. The ranks come from the result lists."""
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


def _with_totals(numbered: pl.LazyFrame) -> pl.LazyFrame:
    """Return, by scheme, session and file: the first total stated, its line, whether totals differ, and the sum."""
    has_total = pl.col("total").is_not_null()
    return numbered.group_by(*_FOR_SESSION, "file_id").agg(
        stated=pl.col("total").filter(has_total).sort_by(pl.col("line_no").filter(has_total)).first(),
        first_line=pl.col("line_no").filter(has_total).min(),
        differ=pl.col("total").drop_nulls().round(DECIMALS).n_unique() > 1,
        added=steady_sum(pl.col("points")),
    )


def choices_of_nothing(choices: Frame[AwardChoices], sessions: Frame[Sessions]) -> dy.LazyFrame[Findings]:
    """Return a warning for each name under `[awards.only]` in competition.toml that has no effect."""
    return judged("awards chosen", {"choices": choices, "sessions": sessions})[1]


@check("awards.no_such_name", stage="awards chosen", field=pl.lit("awards.only"), value="only")
@says(
    event=f"this name is neither that of an event nor that of a session outside an event, {_USELESS}",
    session=f"there is no such session here, {_USELESS}",
    part_of_event=(
        "this session belongs to the event {events}, which is awarded as a whole, so the schemes given here "
        "have no effect: name the event in [awards.only], or remove this line"
    ),
)
def _no_such_name(choices: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    # No season has a session or event of this name, or the session belongs to an event that is awarded as a whole.
    by_event = sessions.select(*CLUB, of=pl.lit("event"), only=pl.coalesce("event", "session_id"))
    known = pl.concat([sessions.select(*CLUB, of=pl.lit("session"), only="session_id"), by_event])
    named = choices.filter(pl.col("only").is_not_null()).select(*CLUB, "of", "only").unique()
    of_events = (
        sessions.filter(pl.col("event").is_not_null())
        .group_by(*CLUB, pl.lit("event").alias("of"), only="session_id")
        .agg(events=pl.col("event").unique().sort().str.join(", "))
    )
    return (
        named.join(known, on=[*CLUB, "of", "only"], how="anti")
        .join(of_events, on=[*CLUB, "of", "only"], how="left")
        .with_columns(
            which("session", part_of_event=pl.col("events").is_not_null(), event=pl.col("of") == "event"), **IN_SETTINGS
        )
    )
