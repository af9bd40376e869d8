"""Stand-ins: rows that say who came for whom, and cannot always be right next to what the files say of that evening."""

import polars as pl

from transforms.intake.entrants import names_of
from transforms.intake.findings import PLACE
from transforms.intake.people.nearest import with_whom_they_mean
from transforms.tables.messages import VARIANT
from transforms.tables.schemas import CLUB, ENTRANT, PERSON, SEATED, SESSION

ENTRY = "entry"
_IN_A_PAIR = 2
_IS_HERE = (pl.col("sat_pair") == pl.col("entrant")) & (pl.col("sat_line") == pl.col("line"))


def stand_ins(entries: pl.DataFrame, players: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.DataFrame:
    """The entries that say who came for whom in a session of pairs, with `variant`, what is wrong, or null.

    Such a row is wrong where another file has the player in another pair; where the pair has its two players by other
    rows, and who was replaced is neither of them, or the player is a slip for somebody else; and where both are the two
    of the pair. A player in another pair was replaced only as a stand-in there. A name that is nearly that of somebody
    else is a slip until the table of players has it: what counts must not depend on later evenings.
    More columns: `player`, `replaced` and `named`, the names of both and of the others in the pair; where both sat;
    `number` and `near`, whom the player may mean; and `is_regular`: whether the row alone says who sat in the pair.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams").select(SESSION).collect()
    instead = entries.drop_nulls("substitutes_for").join(of_pairs, on=SESSION, how="semi")
    if instead.is_empty():
        return instead
    shown = names_of(players).select(*PERSON, "shown").collect()
    regular = entries.filter(pl.col("substitutes_for").is_null()).join(instead, on=SESSION, how="semi")
    seated = entries.join(instead, on=ENTRY, how="anti").select(PERSON)
    known = pl.concat([seated.lazy(), players.select(PERSON)]).unique()
    is_elsewhere = pl.col("sat_pair").is_not_null() & ~pl.col("sits_here") & (pl.col("sat_file") != pl.col("file_id"))
    rows = _compared(instead, regular, shown).with_columns(is_elsewhere=is_elsewhere.fill_null(value=False))
    is_third = pl.col("is_full") & ~pl.col("sits_here")
    slips = _slips(rows.filter(is_third, ~pl.col("is_elsewhere")), "player_id", known, players)
    is_third &= ~pl.col("replaced_here")
    of_replaced = _slips(rows.filter(is_third), "substitutes_for", known, players).select(ENTRY, is_slip=True)
    is_replaced_elsewhere = pl.col("replaced_pair").is_not_null() & ~pl.col("replaced_here")
    after_slips = {
        "full_pair": is_replaced_elsewhere & pl.col("is_full") & ~pl.col("sits_here"),
        "replaced_elsewhere": is_replaced_elsewhere,
        "third": is_third & pl.col("is_slip").is_null(),
        "partner": pl.col("is_full") & pl.col("sits_here") & pl.col("replaced_here"),
    }
    others = (pl.when(is_so).then(pl.lit(name)) for name, is_so in after_slips.items())
    wrong = pl.coalesce(pl.when("is_elsewhere").then(pl.lit("other_pair")), VARIANT, *others)
    return (
        rows.join(slips.select(ENTRY, "number", "near", VARIANT), on=ENTRY, how="left", maintain_order="left")
        .join(of_replaced, on=ENTRY, how="left", maintain_order="left")
        .with_columns(wrong.alias(VARIANT))
        .with_columns(is_regular=(pl.col(VARIANT) == "replaced_elsewhere") & ~pl.col("sits_here"))
    )


def without_wrong(entries: pl.DataFrame, given: pl.DataFrame, sound: pl.DataFrame) -> pl.DataFrame:
    """The entries without those of `given` that are not `sound`; who is there by such a row alone stays, for nobody."""
    wrong = given.join(sound, on=ENTRY, how="anti")
    is_regular = pl.col(ENTRY).is_in(wrong.filter("is_regular")[ENTRY].implode())
    kept = entries.join(wrong.filter(~pl.col("is_regular")), on=ENTRY, how="anti", maintain_order="left")
    return kept.with_columns(substitutes_for=pl.when(~is_regular).then("substitutes_for"))


def _compared(instead: pl.DataFrame, regular: pl.DataFrame, shown: pl.DataFrame) -> pl.DataFrame:
    """The rows with what entries of players in their own places say.

    That is `sat_pair`, `sat_line`, `sat_file`, `sits_here` of the player, `replaced_pair`, `replaced_line` and
    `replaced_here` of the player replaced, but for seats in another pair as a stand-in; `is_full`: whether the pair has
    two others, who are `named`.
    """
    seats = regular.sort(*PLACE, nulls_last=True, maintain_order=True).select(
        *SEATED, sat_pair="entrant", sat_line="line", sat_file="file_id"
    )
    whole = regular.select(*ENTRANT, "player_id").unique()
    sizes = whole.group_by(ENTRANT).agg(players=pl.len())
    most_are_pairs = sizes.group_by(SESSION).agg(of_two=(pl.col("players") == _IN_A_PAIR).mean() >= 0.5)
    there = instead.select(*ENTRANT, ENTRY, own="player_id").join(whole, on=ENTRANT).join(shown, on=PERSON, how="left")
    is_other = pl.col("player_id") != pl.col("own")
    of_pair = (
        there.sort(ENTRY, "player_id")
        .group_by(ENTRY)
        .agg(
            others=is_other.sum(),
            named=pl.coalesce("shown", "player_id").filter(is_other).str.join(", "),
            both=pl.len(),
        )
    )
    sat = instead.select(*SEATED, ENTRY, "line", "entrant").join(seats, on=SEATED).with_columns(sits_here=_IS_HERE)
    own = sat.group_by(ENTRY).agg(
        pl.col("sat_pair", "sat_line", "sat_file").sort_by("sits_here", descending=True, maintain_order=True).first(),
        pl.col("sits_here").any(),
    )
    other_names = shown.rename({"player_id": "substitutes_for", "shown": "replaced"})
    is_two = pl.when("sits_here").then(pl.col("both") == _IN_A_PAIR).otherwise(pl.col("others") >= _IN_A_PAIR)
    return (
        instead.join(own, on=ENTRY, how="left")
        .join(_of_absent(instead, seats), on=ENTRY, how="left")
        .join(of_pair, on=ENTRY, how="left")
        .join(most_are_pairs, on=SESSION, how="left")
        .join(shown, on=PERSON, how="left")
        .join(other_names, on=[*CLUB, "substitutes_for"], how="left")
        .with_columns(
            pl.col("sits_here", "replaced_here").fill_null(value=False),
            player=pl.coalesce("shown", "player_id"),
            replaced=pl.coalesce("replaced", "substitutes_for"),
        )
        .with_columns(is_full=pl.col("of_two").fill_null(value=False) & is_two.fill_null(value=False))
        .sort(ENTRY)
    )


def _of_absent(instead: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """(entry, replaced_pair, replaced_line, replaced_here): where the player replaced sat, but in turn for another."""
    replaced = seats.select(*SESSION, "sat_pair", "sat_line", substitutes_for="player_id")
    sat = (
        instead.select(*ENTRANT, ENTRY, "substitutes_for")
        .join(replaced, on=[*SESSION, "substitutes_for"], maintain_order="left_right")
        .with_columns(here=_IS_HERE)
    )
    in_turn, own, wrong = instead, sat, sat
    while not wrong.is_empty():
        came = in_turn.select(*SESSION, sat_pair="entrant", sat_line="line", substitutes_for="player_id")
        own = sat.filter("here").vstack(sat.filter(~pl.col("here")).join(came, on=came.columns, how="anti"))
        wrong = in_turn.join(own, on=ENTRY, how="semi")
        in_turn = in_turn.join(wrong, on=ENTRY, how="anti")
    return (
        own.sort(ENTRY, maintain_order=True)
        .group_by(ENTRY, maintain_order=True)
        .agg(
            replaced_pair=pl.col("sat_pair").first(),
            replaced_line=pl.col("sat_line").first(),
            replaced_here=pl.col("here").any(),
        )
    )


def _slips(rows: pl.DataFrame, column: str, known: pl.LazyFrame, players: pl.LazyFrame) -> pl.DataFrame:
    unknown = rows.join(known.collect(), left_on=[*CLUB, column], right_on=PERSON, how="anti", maintain_order="left")
    return with_whom_they_mean(unknown, column, known, players).filter(pl.col(VARIANT) != "")
