"""Entrants: who plays on a line, entries for entrants without results, pairs of one player, and stand-ins."""

from typing import NamedTuple

import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.intake.check import which
from transforms.intake.findings import PLACE
from transforms.intake.people.names import with_whom_they_mean
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase, some
from transforms.tables.schemas import CLUB, ENTRANT, LINE, PERSON, SEATED, SESSION

ENTRY = "entry"
_IN_A_PAIR = 2
_IS_HERE = (pl.col("sat_pair") == pl.col("entrant")) & (pl.col("sat_line") == pl.col("line"))


def stand_ins(entries: pl.DataFrame, players: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.DataFrame:
    """Return the entries of pairs that name the player replaced. `variant` names the fault of a row, or is null.

    A row is wrong in any of these cases:
    - Another file has the player in another pair.
    - The name of the player is a slip for somebody else's.
    - Other rows give the pair two players, and the player replaced is neither of them.
    - The player and the player replaced are the two players of the pair.
    - The player replaced sat in another pair, and not as a stand-in.

    A name close to somebody else's is a slip unless the table of players has it, because results must not depend on
    later evenings. New columns are `player` and `replaced`, the names of the two players; `named`, the names of the
    others in the pair; the seats of the two players; `number` and `near`, the person whom the name of the player may
    mean; and `is_regular`, true if only this row says who sat in the pair.
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
    after_slips = which(
        full_pair=is_replaced_elsewhere & pl.col("is_full") & ~pl.col("sits_here"),
        replaced_elsewhere=is_replaced_elsewhere,
        third=is_third & pl.col("is_slip").is_null(),
        partner=pl.col("is_full") & pl.col("sits_here") & pl.col("replaced_here"),
    )
    wrong = pl.coalesce(which(other_pair="is_elsewhere"), VARIANT, after_slips)
    return (
        rows.join(slips.select(ENTRY, "number", "near", VARIANT), on=ENTRY, how="left", maintain_order="left")
        .join(of_replaced, on=ENTRY, how="left", maintain_order="left")
        .with_columns(wrong.alias(VARIANT))
        .with_columns(is_regular=(pl.col(VARIANT) == "replaced_elsewhere") & ~pl.col("sits_here"))
    )


def without_wrong(entries: pl.DataFrame, given: pl.DataFrame, sound: pl.DataFrame) -> pl.DataFrame:
    """Drop `given` entries that are not `sound`; but from a player's only entry, drop just `substitutes_for`."""
    wrong = given.join(sound, on=ENTRY, how="anti")
    is_regular = pl.col(ENTRY).is_in(wrong.filter("is_regular")[ENTRY].implode())
    kept = entries.join(wrong.filter(~pl.col("is_regular")), on=ENTRY, how="anti", maintain_order="left")
    return kept.with_columns(substitutes_for=pl.when(~is_regular).then("substitutes_for"))


def _compared(instead: pl.DataFrame, regular: pl.DataFrame, shown: pl.DataFrame) -> pl.DataFrame:
    """Add to each entry of a stand-in what regular entries, without `substitutes_for`, say about its two players."""
    # `sat_pair`, `sat_line`, `sat_file` and `sits_here` are about the player. `replaced_pair`, `replaced_line` and
    # `replaced_here` are about the player replaced, except for seats as a stand-in in another pair. `is_full` says
    # whether the pair has two other players, whose names are in `named`.
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
    """Return (entry, replaced_pair, replaced_line, replaced_here): where replaced players sat, except as stand-ins."""
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


_NAMED = 20


def entrants_of_lines(there: pl.LazyFrame) -> pl.LazyFrame:
    """Return (`LINE`, entrants) from rows of `ENTRANT`: the entrants of a line as text, such as `1–8` or `1, 2, A4`."""
    number = pl.col("entrant").cast(pl.Int64, strict=False)
    lowest, highest = number.min(), number.max()
    is_run = (number.n_unique() == pl.len()) & (highest - lowest + 1 == pl.len()) & (pl.len() > 1)
    are_all = is_run & (number.null_count() == 0) & (number.cast(pl.String) == pl.col("entrant")).all()
    named = some(pl.col("entrant").sort_by(number, "entrant", nulls_last=True), ", ", _NAMED)
    run = pl.when(are_all).then(phrase("{}–{}", lowest, highest))
    return there.unique().group_by(LINE).agg(entrants=pl.coalesce(run, named))


def of_no_entrant(entries: pl.LazyFrame, results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Return entries of pairs whose entrant has no results on its line: `A4` or `4NS` instead of `4`, or a name.

    `entrants` are the entrants with results on that line, and `intended` is the number within the entrant, if that
    number has results and no other entry. Entries on lines without results are left out. So are entries of pairs that
    may have stayed away: the entrant is a plain number, or it differs only in its digits from entrants with results,
    and all of those have players.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams")
    named = entries.filter(~pl.col("entrant").str.contains(r"^\d+$"))
    odd = named.join(of_pairs, on=SESSION, how="semi").collect().lazy()
    there = who_played(results, odd)
    form = pl.col("entrant").str.replace_all(r"\d+", "0").alias("form")
    free = there.join(entries, on=ENTRANT, how="anti").select(*LINE, intended="entrant", entrant="entrant")
    alike = [*LINE, "form"]
    stayed_away = (
        odd.with_columns(form)
        .join(there.with_columns(form), on=alike, how="semi")
        .join(free.with_columns(form), on=alike, how="anti")
    )
    within = pl.col("entrant").str.extract(r"^\D*([0-9]+)\D*$")
    return (
        odd.join(pl.concat([there, stayed_away.select(ENTRANT)]), on=ENTRANT, how="anti")
        .join(entrants_of_lines(there), on=LINE, maintain_order="left")
        .with_columns(within=within)
        .join(free, left_on=[*LINE, "within"], right_on=ENTRANT, how="left", maintain_order="left")
        .with_columns(intended=pl.when(pl.col("entrant").n_unique().over(*LINE, "within") == 1).then("intended"))
        .drop("within")
    )


def who_played(results: pl.LazyFrame, of: pl.LazyFrame) -> pl.LazyFrame:
    """Return the entrants (`ENTRANT`) that have a result on a line that occurs in `of`."""
    lines = results.join(of.select(LINE).unique(), on=LINE, how="semi")
    sides = pl.concat([lines.select(*LINE, side=side) for side in ("ns", "ew")])
    return by_entrant(sides.filter(pl.col("side").is_not_null()).unique(), "side").select(ENTRANT).unique()


def as_intended(odd: pl.LazyFrame) -> pl.LazyFrame:
    """Return the entrants (`ENTRANT`) that are `intended` by entries of `of_no_entrant`, which are reported already."""
    return odd.filter(pl.col("intended").is_not_null()).select(*LINE, entrant="intended").unique()


def are_of_pairs(players: pl.Expr) -> pl.Expr:
    """Return whether at least half of the entrants of a session have two `players`; each entrant has one row."""
    return (players == 2).mean().over(SESSION) >= 0.5


def lone_players(entries: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Return `ENTRANT` of each pair with only one player, sorted. Teams and individuals are left out."""
    return (
        entries.join(sessions.filter(pl.col("kind") != "teams"), on=SESSION, how="semi")
        .group_by(ENTRANT)
        .agg(players=pl.len())
        .filter(are_of_pairs(pl.col("players")), players=1)
        .select(ENTRANT)
        .sort(ENTRANT)
    )


def rounds_not_of_two(entries: pl.LazyFrame, lines: pl.LazyFrame) -> pl.LazyFrame:
    """Return (`ENTRANT`, odd_rounds): entrants whose players took turns, and rounds in which not exactly two played."""
    in_turns = entries.filter(pl.col("rounds").is_not_null()).select(*ENTRANT, round=pl.col("rounds").str.split("+"))
    listed = in_turns.explode("round", empty_as_null=False, keep_nulls=False)
    of_lines = lines.drop_nulls("round").join(in_turns.select(LINE).unique(), on=LINE, how="semi")
    sides = pl.concat(of_lines.select(*LINE, pl.col("round").cast(pl.String), side=side) for side in ("ns", "ew"))
    played = by_entrant(sides.drop_nulls("side"), "side").join(in_turns, on=ENTRANT, how="semi")
    always = entries.filter(pl.col("rounds").is_null()).group_by(ENTRANT).agg(always=pl.len())
    number = pl.col("round").cast(pl.Int64, strict=False)
    return (
        pl.concat([listed.with_columns(sat=1), played.select(*ENTRANT, "round", sat=0)], how="vertical_relaxed")
        .group_by(*ENTRANT, "round")
        .agg(pl.col("sat").sum())
        .join(always, on=ENTRANT, how="left")
        .with_columns(is_odd=pl.col("sat") + pl.col("always").fill_null(0) != _IN_A_PAIR)
        .group_by(ENTRANT)
        .agg(odd_rounds=pl.col("round").filter("is_odd").sort_by(number.filter("is_odd")).str.join(", "))
    )


class Places(NamedTuple):
    """`Entries` with only the first place of each player in a session, and the entries that give further places."""

    entries: pl.LazyFrame
    again: pl.LazyFrame
    """The entries for further places, with `first_entrant`, `first_line` and `first_file_id`: the place that counts."""


def places_of_players(entries: pl.LazyFrame, merged: pl.DataFrame) -> Places:
    """Split the entries of each player in a session into the first place and further places, in order of file and line.

    Places in `merged` are not returned as further places, because they are reported elsewhere. If several files give
    the same seat, and some of them without `substitutes_for`, that is one place.
    """
    given = _with_who_was_replaced(entries.sort(*SESSION, "player_id", *PLACE, nulls_last=True, maintain_order=True))
    in_order = given.with_columns(place=pl.int_range(pl.len()).over(SEATED)).collect().lazy()
    several = in_order.filter(pl.len().over(SEATED) > 1)
    first = pl.col("entrant", "line", "file_id").first().over(SEATED).name.prefix("first_")
    again = several.with_columns(first).filter(pl.col("place") > 0).drop("place")
    again = again.join(merged.lazy(), on=SEATED, how="anti", maintain_order="left")
    return Places(in_order.filter(place=0).drop("place").collect().lazy(), again)


def _with_who_was_replaced(entries: pl.LazyFrame) -> pl.LazyFrame:
    """Drop the first row of a seat that names the player replaced, and fill that name into the seat's other rows."""
    # This applies only if several files give the seat, and some of them without `substitutes_for`.
    seat = (*SEATED, "line", "entrant")
    given = pl.col("substitutes_for")
    is_in_another = given.is_null().any().over(seat) & (pl.col("file_id").n_unique().over(seat) > 1)
    return (
        entries.with_columns(says=given.is_not_null() & is_in_another)
        .with_columns(says=pl.col("says") & (pl.col("says").cum_sum().over(seat) == 1))
        .with_columns(substitutes_for=pl.coalesce(given, given.filter(pl.col("says")).first().over(seat)))
        .filter(~pl.col("says"))
        .drop("says")
    )


def names_of(players: pl.LazyFrame) -> pl.LazyFrame:
    """Return (`PERSON`, name, shown): if an id has several names, the first by alphabet; `Ann Ames (12)` or the id."""
    is_named = pl.col("name") != pl.col("player_id")
    shown = pl.when(is_named).then(phrase("{} ({})", "name", "player_id")).otherwise("player_id")
    return players.group_by(PERSON).agg(pl.col("name").min()).with_columns(shown=shown)
