"""Who is who: what the table `people` says, and who is in declared partnerships."""

import polars as pl

from transforms.checks.check import check, first_of, in_variants, says
from transforms.intake.findings import PLACE
from transforms.intake.people.aliases import OF_CLUB
from transforms.intake.people.nearest import with_whom_they_mean
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase, some
from transforms.tables.schemas import CLUB, PERSON, SEATED, SESSION

OF_NOBODY = "people.nobody"
_BY_NAME = "this is the name of player {number}, and the files have numbers"
_DOES_NOTHING = ", so the row does nothing"
_CORRECT_ROW = "correct the row, or delete it if they are two people; if they are one, correct the place in that"
" session that is wrong"
_IF_RIGHT = "if it is right, nothing is amiss, and a row in a table players can give the name"


# --- the lines of people that cannot hold: `lines` as `compared_lines` returns them ----------------------------------


@check(
    "people.impossible",
    stage="lines of people",
    row="left out",
    field={"backwards": "until", "": "alias"},
    one_per=(*CLUB, VARIANT, "of"),
    file="file_that_counts",
    line="line_that_counts",
)
@says(
    backwards="this row ends before it begins, on {since}; it is left out: exchange since and until",
    twice="{file}, line {line}, says who this is on some of the same days, and counts; this row is left out: give each"
    " alias one person on a day",
    circle="{player}, who this is said to be, leads back to this alias by other rows ({rows}); all of them are left"
    " out: let one of them be the person",
)
def impossible_line(lines: pl.LazyFrame) -> pl.LazyFrame:
    """A circle makes one finding."""
    each = pl.int_range(pl.len()).cast(pl.String)
    wrong = lines.filter(pl.col(VARIANT).is_not_null())
    return wrong.with_columns(of=pl.when(pl.col(VARIANT) == "circle").then("circle").otherwise(each))


# --- what the lines that hold say: `people`; `ids` are those of everybody in the files -------------------------------


@check(OF_NOBODY, field={"to_name": "player_id", "to_near": "player_id", "": "alias"})
@says(
    f"nobody in the files has this alias{_DOES_NOTHING}: correct the alias, or delete the row",
    name=f"{_BY_NAME}{_DOES_NOTHING}: write {{number}}",
    near=f"nobody in the files has this alias{_DOES_NOTHING}: correct the alias; did you mean {{near}}?",
    to_name=f"{_BY_NAME}, so {{alias}} becomes somebody new: write {{number}}",
    to_near="nobody in the files has this id, so {alias} becomes somebody new: did you mean {near}?",
)
def nobody(people: pl.LazyFrame, ids: pl.LazyFrame, players: pl.LazyFrame) -> pl.DataFrame:
    """Aliases that nobody has, but those of a club that are near none; and persons whom nobody else names, if near."""
    lines, everybody = people.collect(), ids.collect()
    aliases = lines.select(*CLUB, player_id="alias").unique()
    persons = pl.concat([everybody.select(PERSON), lines.select(PERSON)]).unique()
    unknown = lines.join(persons, left_on=[*CLUB, "alias"], right_on=PERSON, how="anti", maintain_order="left")
    of_aliases = with_whom_they_mean(unknown, "alias", ids, players)
    in_files = pl.concat([everybody.select(PERSON), aliases]).unique()
    others, of_others = (rows.join(aliases.lazy(), on=PERSON, how="anti") for rows in (ids, players))
    leading = lines.join(in_files, on=PERSON, how="anti", maintain_order="left")
    of_persons = with_whom_they_mean(leading, "player_id", others, of_others).filter(pl.col(VARIANT) != "")
    in_club = pl.col("file_id").str.starts_with(OF_CLUB)
    asked = of_aliases.filter((pl.col(VARIANT) != "") | ~in_club)
    return pl.concat([asked, of_persons.with_columns(phrase("to_{}", VARIANT).alias(VARIANT))], how="diagonal")


@check("people.both_sit", severity="error", field="alias")
@says(
    "by this row {alias} is {player}, and both {alias} and {other} sit down in session {session} (such sessions:"
    f" {{sessions}}), where only the first place counts: {_CORRECT_ROW}",
    together="by this row and others ({rows}) each of these is {player}: {aliases}; they sit down in one session,"
    f" {{session}} (such sessions: {{sessions}}), where only the first place counts: {_CORRECT_ROW}",
)
def both_sit(people: pl.LazyFrame, merged: pl.LazyFrame) -> pl.LazyFrame:
    """Lines that make several aliases one person only together are one finding, at the first that sits there."""
    holds = (pl.col("since").is_null() | (pl.col("since") <= pl.col("day"))) & (
        pl.col("until").is_null() | (pl.col("until") >= pl.col("day"))
    )
    sitting = (
        people.rename({"player_id": "player"})
        .join(merged, on=[*CLUB, "alias"], maintain_order="left_right")
        .filter(holds)
        .sort(*PLACE, maintain_order=True)
    )
    by_a_line = sitting.select(*SEATED, other="alias").unique()
    alone = sitting.join(by_a_line, on=[*SEATED, "other"], how="anti", maintain_order="left")
    by_line = alone.group_by(*CLUB, "player_id", "alias", *PLACE, maintain_order=True).agg(
        pl.first("player", "other"), session=pl.first("session_id"), sessions=pl.struct(SESSION).n_unique()
    )
    together = (
        sitting.join(alone, on=SEATED, how="anti", maintain_order="left")
        .group_by(SEATED, maintain_order=True)
        .agg(
            pl.first(*PLACE, "alias"),
            aliases=some(pl.col("alias").unique(maintain_order=True), ", "),
            rows=some(phrase("{}, line {}", *PLACE).unique(maintain_order=True).slice(1), "; "),
        )
        .group_by(*CLUB, "player_id", "alias", *PLACE, "aliases", "rows", maintain_order=True)
        .agg(session=pl.first("session_id"), sessions=pl.len())
        .rename({"player_id": "player"})
    )
    return in_variants({"": by_line, "together": together})


@check("entries.replaced/himself", stage="people", field="substitutes_for")
@says("this player replaces himself, so he sits in his own place: name who was replaced, or leave it empty")
def for_himself(himself: pl.LazyFrame) -> pl.LazyFrame:
    return himself


@check("players.of_nobody/name_for_number", stage="people", field="player_id")
@says(f"{_BY_NAME}, so the row counts for {{number}}: write {{number}}")
def name_for_number(named_for_numbers: pl.LazyFrame) -> pl.LazyFrame:
    return named_for_numbers


# --- declared partnerships: `declared` with the ids as they are given, `partnerships` with those of persons ----------

_PARTNERSHIP = (*CLUB, "partnership_id")


@check("partnerships.nobody", stage="people", field="player_id", pair="partnership_id")
@says(
    f"no other file names this player so far: correct the id if it is wrong; {_IF_RIGHT}",
    name=f"{_BY_NAME}, so nothing counts for this pair: write {{number}}",
    near="no other file names this player, so {pair} lacks one: did you mean {near}?",
)
def partner_of_nobody(
    declared: pl.LazyFrame, unmet: pl.LazyFrame, met: pl.LazyFrame, players: pl.LazyFrame
) -> pl.DataFrame:
    """Players of declared pairs whom nothing else names, as soon as a club has played."""
    in_club = unmet.join(met, on=CLUB, how="semi")
    begun = declared.join(met, on=PERSON, how="semi").select(*_PARTNERSHIP, has_begun=True).unique()
    asked = declared.join(in_club, on=PERSON, how="semi", maintain_order="left").join(
        begun, on=_PARTNERSHIP, how="left", maintain_order="left"
    )
    found = with_whom_they_mean(asked.collect(), "player_id", met, players)
    return found.filter((pl.col(VARIANT) != "") | pl.col("has_begun"))


@check("partnerships.nobody/odd_number", field="partnership_id")
@says(
    "this number has {people} people, where a pair is two and a trio three who take turns, a row each: add the one who"
    " is missing, or give each pair a number of its own"
)
def odd_number(partnerships: pl.LazyFrame) -> pl.LazyFrame:
    people = pl.col("player_id").n_unique().over(_PARTNERSHIP)
    odd = partnerships.with_columns(people=people).filter((pl.col("people") == 1) | (pl.col("people") > 3))
    return first_of(odd, _PARTNERSHIP)
