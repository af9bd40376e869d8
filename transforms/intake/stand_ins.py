"""Stand-ins: rows that say who came for whom, and cannot always be right beside what the files say of that evening."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, Checked, error_on
from transforms.intake.people.nearest import whom_they_mean
from transforms.tables import CLUB, ENTRANT, PERSON, SEATED, SESSION, Findings
from transforms.tables.phrases import phrase

_ROW = "row"
_IN_A_PAIR = 2
_IS_HERE = (pl.col("sat_pair") == pl.col("entrant")) & (pl.col("sat_line") == pl.col("line"))


def stand_ins(entries: pl.LazyFrame, players: pl.LazyFrame, sessions: pl.LazyFrame) -> Checked:
    """Keep what can be right of the rows that say who came for whom in a session of pairs; other entries stay.

    Such a row is left out where another file has the player in another pair; where the pair has its two players by
    other rows, and who was replaced is neither of them, or the player is a slip for somebody else; and where both are
    the two of the pair. Who sat in another pair was not replaced, but as a stand-in there: where the row alone says who
    sat in the pair, that player stays, and came for nobody. A name that is nearly that of somebody else is a slip until
    the table of players has it, however often it is written: what counts must not hang on later evenings.

    Args:
        entries: `Entries` as they are given, with the ids of persons.
        players: `Players`, likewise.
        sessions: `Sessions`.
    """
    in_order = entries.collect().with_row_index(_ROW)
    of_pairs = sessions.filter(pl.col("kind") != "teams").select(SESSION).collect()
    instead = in_order.filter(pl.col("substitutes_for").is_not_null()).join(of_pairs, on=SESSION, how="semi")
    if instead.is_empty():
        return Checked(entries, [])
    names = players.group_by(PERSON).agg(pl.col("name").min()).collect()
    regular = in_order.filter(pl.col("substitutes_for").is_null()).join(instead, on=SESSION, how="semi")
    beside = _beside(instead, regular, names)
    is_elsewhere = pl.col("sat_pair").is_not_null() & ~pl.col("sits_here") & (pl.col("sat_file") != pl.col("file_id"))
    elsewhere = beside.filter(is_elsewhere)
    here = beside.filter(~is_elsewhere.fill_null(value=False))
    seated = in_order.join(instead, on=_ROW, how="anti").select(PERSON)
    known = pl.concat([seated.lazy(), players.select(PERSON)]).unique()
    mistaken = _mistaken(here.filter("is_full", ~pl.col("sits_here")), "player_id", known, players)
    meant = here.join(mistaken, on=_ROW, how="anti")
    played = meant.filter(pl.col("replaced_pair").is_not_null(), ~pl.col("replaced_here"))
    others = meant.join(played, on=_ROW, how="anti").filter("is_full")
    is_third = ~pl.col("sits_here") & ~pl.col("replaced_here")
    third = others.filter(is_third).join(
        _mistaken(others.filter(is_third), "substitutes_for", known, players),
        on=_ROW,
        how="anti",
        maintain_order="left",
    )
    partners = others.filter("sits_here", "replaced_here")
    is_known_without = pl.col("sits_here") | pl.col("is_full")
    left_out = pl.concat(
        rows.select(_ROW) for rows in (elsewhere, mistaken, third, partners, played.filter(is_known_without))
    )
    in_own_place = played.filter(~is_known_without)[_ROW].implode()
    kept = in_order.join(left_out, on=_ROW, how="anti", maintain_order="left").with_columns(
        substitutes_for=pl.when(~pl.col(_ROW).is_in(in_own_place)).then("substitutes_for")
    )
    return Checked(kept.drop(_ROW).lazy(), _told(elsewhere, mistaken, played, third, partners))


def _beside(instead: pl.DataFrame, regular: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """The rows with what entries of players in their own places say beside them.

    Columns more: `sat_pair`, `sat_line`, `sat_file`, `sits_here` of the player, `replaced_pair`, `replaced_line` and
    `replaced_here` of who was replaced, but for seats in another pair as a stand-in; `is_full`: whether the pair has
    two players or more but this one, who are `named`; and `player` and `replaced`, the names.
    """
    seats = regular.sort(*PLACE, nulls_last=True, maintain_order=True).select(
        *SEATED, sat_pair="entrant", sat_line="line", sat_file="file_id"
    )
    whole = regular.select(*ENTRANT, "player_id").unique()
    most_are_pairs = (
        whole.group_by(ENTRANT)
        .agg(players=pl.len())
        .group_by(SESSION)
        .agg(of_two=(pl.col("players") == _IN_A_PAIR).mean() >= 0.5)
    )
    shown = names.select(PERSON, shown=pl.coalesce(phrase("{} ({})", "name", "player_id"), "player_id"))
    of_pair = (
        instead.select(*ENTRANT, _ROW, own="player_id")
        .join(whole, on=ENTRANT)
        .join(shown, on=PERSON, how="left")
        .sort(_ROW, "player_id")
        .group_by(_ROW)
        .agg(
            others=(pl.col("player_id") != pl.col("own")).sum(),
            named=pl.coalesce("shown", "player_id").filter(pl.col("player_id") != pl.col("own")).str.join(", "),
            both=pl.len(),
        )
    )
    sat = instead.select(*SEATED, _ROW, "line", "entrant").join(seats, on=SEATED).with_columns(sits_here=_IS_HERE)
    own = sat.group_by(_ROW).agg(
        pl.col("sat_pair", "sat_line", "sat_file").sort_by("sits_here", descending=True, maintain_order=True).first(),
        pl.col("sits_here").any(),
    )
    other_names = shown.rename({"player_id": "substitutes_for", "shown": "replaced"})
    is_pair = pl.col("of_two").fill_null(value=False)
    return (
        instead.join(own, on=_ROW, how="left")
        .join(_of_absent(instead, seats), on=_ROW, how="left")
        .join(of_pair, on=_ROW, how="left")
        .join(most_are_pairs, on=SESSION, how="left")
        .join(shown, on=PERSON, how="left")
        .join(other_names, on=[*CLUB, "substitutes_for"], how="left")
        .with_columns(
            pl.col("sits_here", "replaced_here").fill_null(value=False),
            player=pl.coalesce("shown", "player_id"),
            replaced=pl.coalesce("replaced", "substitutes_for"),
        )
        .with_columns(
            is_full=is_pair
            & pl.when("sits_here")
            .then(pl.col("both") == _IN_A_PAIR)
            .otherwise(pl.col("others") >= _IN_A_PAIR)
            .fill_null(value=False)
        )
        .sort(_ROW)
    )


def _of_absent(instead: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """(row, replaced_pair, replaced_line, replaced_here): where who was replaced sat, but in turn for another.

    A row by which somebody came for another who sat down is wrong, so its player did not sit there in turn.

    Args:
        instead: the rows.
        seats: (`SEATED`, sat_pair, sat_line) of players in their own places.
    """
    replaced = seats.select(*SESSION, "sat_pair", "sat_line", substitutes_for="player_id")
    sat = (
        instead.select(*ENTRANT, _ROW, "substitutes_for")
        .join(replaced, on=[*SESSION, "substitutes_for"], maintain_order="left_right")
        .with_columns(here=_IS_HERE)
    )
    in_turn, own, wrong = instead, sat, sat
    while not wrong.is_empty():
        came = in_turn.select(*SESSION, sat_pair="entrant", sat_line="line", substitutes_for="player_id")
        own = sat.filter("here").vstack(sat.filter(~pl.col("here")).join(came, on=came.columns, how="anti"))
        wrong = in_turn.join(own, on=_ROW, how="semi")
        in_turn = in_turn.join(wrong, on=_ROW, how="anti")
    return (
        own.sort(_ROW, maintain_order=True)
        .group_by(_ROW, maintain_order=True)
        .agg(
            replaced_pair=pl.col("sat_pair").first(),
            replaced_line=pl.col("sat_line").first(),
            replaced_here=pl.col("here").any(),
        )
    )


def _mistaken(rows: pl.DataFrame, column: str, known: pl.LazyFrame, players: pl.LazyFrame) -> pl.DataFrame:
    """Those of the rows of which nothing else names this player, with whom they may mean: `number` or `near`.

    Args:
        rows: `Entries`, with more columns.
        column: of `rows`, the player.
        known: (club, competition, player_id) of those whom other rows and the table of players name.
        players: `Players`.
    """
    of_column = [*CLUB, column]
    unknown = rows.join(known.collect(), left_on=of_column, right_on=PERSON, how="anti")
    meant = whom_they_mean(unknown.select(*CLUB, player_id=column), known, players).rename({"player_id": column})
    return unknown.join(meant, on=of_column, maintain_order="left").filter(
        pl.col("number").is_not_null() | pl.col("near").is_not_null()
    )


def _told(
    elsewhere: pl.DataFrame, mistaken: pl.DataFrame, played: pl.DataFrame, third: pl.DataFrame, partners: pl.DataFrame
) -> list[dy.LazyFrame[Findings]]:
    is_left_out = pl.col("is_full") & ~pl.col("sits_here")
    return [
        error_on(
            elsewhere.lazy(),
            "entries.stand_in_elsewhere",
            "{player} sits in pair {sat_pair} of line {sat_line} in session {session}, so came for nobody in pair"
            " {entrant} of line {line}, and the row is left out: write that pair and line, if {replaced} was absent"
            " there, or the player who came",
            field="player_id",
            session="session_id",
        ),
        error_on(
            mistaken.filter(pl.col("number").is_not_null()).lazy(),
            "entries.stand_in_by_name",
            "this is the name of player {number}, and the files have numbers; pair {entrant} of line {line} has two"
            " players without this one ({named}), so the row is left out: write {number}",
            field="player_id",
        ),
        error_on(
            mistaken.filter(pl.col("number").is_null()).lazy(),
            "entries.stand_in_but",
            "nobody in the files is this; pair {entrant} of line {line} has two players without this one ({named}), so"
            " the row is left out: did you mean {near}? Write the number, where the files have numbers; or, of"
            " somebody else, such as a guest, put {player} as player_id into a table players",
            field="player_id",
        ),
        error_on(
            played.filter(~is_left_out).lazy(),
            "entries.replaced_sits_elsewhere",
            "{replaced} sits in pair {replaced_pair} of line {replaced_line} in session {session}, so {player} came for"
            " somebody else, or for nobody, and counts as no stand-in: write who was absent, or take the row away",
            field="substitutes_for",
            session="session_id",
        ),
        error_on(
            played.filter(is_left_out).lazy(),
            "entries.stand_in_of_full_pair",
            "{replaced} sits in pair {replaced_pair} of line {replaced_line} in session {session}, and pair {entrant}"
            " of line {line} has two players without {player} ({named}), so the row is left out: if {player} came for"
            " {replaced}, write pair {replaced_pair} of line {replaced_line}; else write who was absent, or take the"
            " row away",
            field="substitutes_for",
            session="session_id",
        ),
        error_on(
            third.lazy(),
            "entries.stand_in_is_third",
            "pair {entrant} of line {line} has two players in session {session} ({named}), and {replaced} is neither of"
            " them, so the row is left out: mend the pair, or who was absent",
            field="entrant",
            session="session_id",
        ),
        error_on(
            partners.lazy(),
            "entries.stand_in_for_partner",
            "{player} and {replaced} are the two of pair {entrant} of line {line} in session {session}, so neither came"
            " for the other, and the row is left out: write who was absent, or take the row away",
            field="substitutes_for",
            session="session_id",
        ),
    ]
