"""Checks of entries: players seated twice, stand-ins, pairs without exactly two players, entries without results."""

from functools import partial

import polars as pl

from transforms.bridge.sessions import PARTNERS, extra_players
from transforms.intake.check import check, first_of, says, which
from transforms.intake.entrants import are_of_pairs, names_of, rounds_not_of_two
from transforms.intake.findings import PLACE
from transforms.intake.people.names import with_whom_they_mean
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, ENTRANT, LINE, PERSON, SESSION
from transforms.tables.shared import is_empty


@check("entries.no_such_pair/two_entrants", stage="entries given", row="left out", field="entrant")
@says("in an individual every player is an entrant; the entry is left out: give the number of this player alone")
def two_entrants(entries: pl.LazyFrame) -> pl.LazyFrame:
    return entries.filter(pl.col("entrant").str.contains(PARTNERS, literal=True))


# --- stand-ins: `stand_ins` as the function of that name returns them ------------------------------------------------

_LOST = ", so the row is left out"
_FULL = "pair {entrant} of line {line} already has two other players ({named})"
_ABSENT = "write who was absent, or delete the row"
_IN_OTHER_PAIR = "{replaced} sits in pair {replaced_pair} of line {replaced_line} in session {session}"


@check(
    "entries.stand_in",
    stage="stand-ins",
    row="left out",
    field={
        "name": "player_id",
        "near": "player_id",
        "other_pair": "player_id",
        "third": "entrant",
        "": "substitutes_for",
    },
)
@says(
    other_pair="{player} sits in pair {sat_pair} of line {sat_line} in session {session} and cannot also stand"
    f" in for anybody in pair {{entrant}} of line {{line}}{_LOST}: if {{replaced}} was absent in that other pair,"
    " write its number and line; otherwise write the player who really came",
    name=f"this is the name of player {{number}}, but the files use numbers; {_FULL}{_LOST}: write {{number}}",
    near=f"nobody in the files has this name or number; {_FULL}{_LOST}: did you mean {{near}}? If the files use"
    " numbers, write the number; if this is somebody else, such as a guest, add {player} as player_id to a table"
    " players",
    replaced_elsewhere=f"{_IN_OTHER_PAIR}, so {{player}} replaced somebody else or nobody, and does not count as a"
    f" stand-in: {_ABSENT}",
    full_pair=f"{_IN_OTHER_PAIR}, and pair {{entrant}} of line {{line}} already has two players besides {{player}}"
    f" ({{named}}){_LOST}: if {{player}} came for {{replaced}}, write pair {{replaced_pair}} of line"
    f" {{replaced_line}}; otherwise {_ABSENT}",
    third="pair {entrant} of line {line} has two players in session {session} ({named}), and {replaced} is"
    f" neither of them{_LOST}: correct the pair, or the player who was absent",
    partner="{player} and {replaced} are both in pair {entrant} of line {line} in session {session}, and"
    f" partners cannot replace each other{_LOST}: {_ABSENT}",
)
def stand_in(stand_ins: pl.LazyFrame) -> pl.LazyFrame:
    return stand_ins.filter(pl.col(VARIANT).is_not_null())


# --- players seated twice: `again` has the places that do not count --------------------------------------------------

_again = partial(check, stage="places", row="left out")
_FILES = (*SESSION, "file_id", "first_file_id")
_BOTH = 3  # if more people than this played for a pair, both of its players were replaced
_FEWEST_COPIED = 4
"""The fewest repeated entries that count as copied: the rows of two pairs. Fewer may be slips within one
session."""
_IS_SAME_SEAT = (pl.col("entrant") == pl.col("first_entrant")) & (pl.col("line") == pl.col("first_line"))
_IN_ONE_FILE = _IS_SAME_SEAT & (pl.col("file_id") == pl.col("first_file_id"))


@_again(
    "entries.seated_twice/in_two_files",
    field="session_id",
    one_per=_FILES,
    file="first_file_id",
    table=pl.lit("entries"),
)
@says(
    "{file} also has rows of {table} of this session and is the file that counts, so the rows here are left out"
    " ({lines} in all): keep only the file that is right"
)
def in_two_files(again: pl.LazyFrame) -> pl.LazyFrame:
    return again.filter(_IS_SAME_SEAT & ~_IN_ONE_FILE).sort("line_no", maintain_order=True)


@_again("entries.seated_twice/copied", field="session_id", one_per=(*SESSION, "file_id"), copies="lines")
@says(
    "{copies} rows from here on repeat rows of session {session} and do not count; no file says who played in session"
    " {nameless}: if these rows belong to session {nameless}, write {nameless} in them"
)
def copied(again: pl.LazyFrame, nameless: pl.LazyFrame) -> pl.LazyFrame:
    """Find entries of two or more pairs that are repeated in the same file."""
    # `nameless` is the next session without entries, to which the repeated entries may belong. If there is no later
    # one, it is the first session without entries.
    of_file = (*SESSION, "file_id")
    many = again.filter(_IN_ONE_FILE).filter(pl.len().over(of_file) >= _FEWEST_COPIED)
    is_later = pl.col("nameless") > pl.col("session_id")
    other = (
        many.select(SESSION)
        .unique()
        .join(nameless.rename({"session_id": "nameless"}), on=COMPETITION)
        .sort(*SESSION, ~is_later, "nameless")
        .unique(SESSION, keep="first", maintain_order=True)
    )
    return many.join(other, on=SESSION).sort(*of_file, "line_no", maintain_order=True)


@_again("entries.seated_twice/in_pair_twice", field="player_id", merged=True)
@says(
    "this player is listed twice in entrant {entrant} of line {line}, and counts once: write the partner here if one"
    " is missing, or delete the row",
    many="this player has the same place earlier in the file, and that entry counts; this and other such entries are"
    " left out ({lines} in all; the next: {others}): if the file contains the entries twice, delete one copy",
)
def in_pair_twice(again: pl.LazyFrame) -> pl.LazyFrame:
    return again.filter(_IN_ONE_FILE)


@_again(
    "entries.seated_twice",
    field="player_id",
    doubts={"contradictions": pl.lit(1)},
    player="shown",
    first="first_pair",
    again="pair",
    numbers="numbers",
)
@says(
    "{player} is seated twice in session {session}: in entrant {first} of line {first_line}, which counts, and in"
    " {again} of line {line}, where a player is now missing: correct the wrong place or, if they are two people, give"
    " one of them another id"
)
def seated_twice(again: pl.LazyFrame, given: pl.LazyFrame, players: pl.LazyFrame) -> pl.LazyFrame:
    """Find players with two places in a session."""
    # The findings show both entrants with their players, such as `3 (Ann & Bo)`; `numbers` are the ids of all these
    # players.
    names = names_of(players)
    twice = again.filter(~_IS_SAME_SEAT)
    seated = given.join(twice, on=SESSION, how="semi").join(names, on=PERSON, how="left")
    pairs = (
        first_of(seated.sort("player_id"), (*ENTRANT, "player_id"))
        .group_by(ENTRANT, maintain_order=True)
        .agg(names=pl.coalesce("name", "player_id").str.join(" & "), ids=pl.col("player_id").str.join(", "))
        .select(*ENTRANT, "ids", pair=phrase("{} ({})", "entrant", "names"))
    )
    first = pairs.rename({name: f"first_{name}" for name in ("line", "entrant", "pair", "ids")})
    return (
        twice.join(names, on=PERSON, how="left", maintain_order="left")
        .join(pairs, on=ENTRANT, how="left", maintain_order="left")
        .join(first, on=[*SESSION, "first_line", "first_entrant"], how="left", maintain_order="left")
        .with_columns(
            pl.coalesce("shown", "player_id"),
            numbers=pl.concat_str("first_ids", "ids", separator=", ", ignore_nulls=True),
        )
    )


# --- entries that count: `given` are those before each player has one place, `lines` who met on each line ------------


@check("entries.replaced", stage="entries", field="substitutes_for")
@says(
    "so far nobody here has the id of the player replaced: correct the id if it is wrong; if it is right, ignore this"
    " warning; a row in a table players can give the name",
    name="this is the name of player {number}, but the files use numbers, so nobody counts as replaced here: write"
    " {number}",
    near="nobody here has the id of the player replaced: did you mean {near}? If the files use numbers, write the"
    " number; if the id is right, ignore this warning",
)
def unknown_replaced(given: pl.LazyFrame, players: pl.LazyFrame) -> pl.DataFrame:
    known = pl.concat([rows.select(PERSON) for rows in (players, given)]).unique()
    for_somebody = given.filter(pl.col("substitutes_for").is_not_null())
    unknown = for_somebody.join(known, left_on=[*CLUB, "substitutes_for"], right_on=PERSON, how="anti")
    return with_whom_they_mean(unknown.collect(), "substitutes_for", known, players)


_NO_PAIR = (
    "there is no such pair on line {line} of session {session} (which has {entrants}), so these players have no result"
)


@check("entries.no_such_pair", stage="entries", field="entrant")
@says(
    f"{_NO_PAIR}: correct the number",
    intended=f"{_NO_PAIR}: did you mean {{intended}}, which has results but no players?",
)
def no_such_pair(odd: pl.LazyFrame) -> pl.LazyFrame:
    return first_of(odd, ENTRANT).with_columns(which("", intended=pl.col("intended").is_not_null()))


@check("entries.no_such_pair/line", field="line")
@says(
    "nobody has a result on line {line} of session {session}, which has only line {lines} (entries concerned:"
    " {entries}): correct the line or, if the file of the results is incomplete, hand in the whole file"
)
def no_line(entries: pl.LazyFrame, odd: pl.LazyFrame, lines: pl.LazyFrame) -> pl.LazyFrame:
    numbered = entries.join(odd, on=ENTRANT, how="anti")
    of_session = lines.group_by(SESSION).agg(lines=pl.col("line").unique().sort().str.join(", "))
    on_none = _on_no_line(numbered, lines).with_columns(entries=pl.len().over(LINE))
    return first_of(on_none, LINE).join(of_session, on=SESSION, maintain_order="left")


@check("entries.not_two", field="entrant", session="session_id")
@says(
    "pair {entrant} of line {line} should have two players, but has {players}: {named}; each counts as one of a pair:"
    " add or delete a player, or say in the column substitutes_for who was replaced, or in the column rounds who"
    " played when",
    rounds="the players of pair {entrant} of line {line} ({named}) took turns, but these rounds do not have two of"
    " them: {odd_rounds}: correct the column rounds",
)
def not_two(
    entries: pl.LazyFrame,
    given: pl.LazyFrame,
    odd: pl.LazyFrame,
    lines: pl.LazyFrame,
    *,
    sessions: pl.LazyFrame,
    players: pl.LazyFrame,
) -> pl.LazyFrame:
    """Find pairs of one player, or of three or more besides stand-ins, or with more or fewer than two in a round."""
    numbered = entries.join(odd, on=ENTRANT, how="anti")
    named = pl.coalesce("shown", "player_id").str.join("; ")
    pairs = (
        _of_pairs(numbered, sessions)
        .join(names_of(players), on=PERSON, how="left")
        .sort(*PLACE, nulls_last=True)
        .group_by(ENTRANT, maintain_order=True)
        .agg(pl.col(PLACE).first(), players=pl.len(), regular=pl.col("substitutes_for").is_null().sum(), named=named)
    )
    of_one_file = pl.col("file_id") == pl.col("file_id").first()
    as_given = given.group_by(ENTRANT).agg(given=pl.max_horizontal(pl.col("player_id").n_unique(), of_one_file.sum()))
    return (
        pairs.join(rounds_not_of_two(numbered, lines), on=ENTRANT, how="left", maintain_order="left")
        .filter(are_of_pairs(pl.col("players")), (pl.col("players") != 2) | (pl.col("odd_rounds") != ""))
        .filter((pl.col("players") < 2) | (pl.col("regular") > 2) | (pl.col("odd_rounds") != ""))
        .filter((pl.col("odd_rounds") != "").fill_null(value=True))
        .join(_on_no_line(numbered, lines), on=LINE, how="anti", maintain_order="left")
        .join(as_given, on=ENTRANT, maintain_order="left")
        .filter((pl.col("players") > 2) | (pl.col("given") != 2) | pl.col("odd_rounds").is_not_null())
        .with_columns(which("", rounds=pl.col("odd_rounds").is_not_null()))
    )


@check("entries.not_two/both_replaced", stage="entries", field="entrant", session="session_id")
@says(
    both_replaced="both players of pair {entrant} of line {line} were replaced ({named}), so its result in event"
    " {event} counts for {pair}, who played most rounds: write in substitutes_for whom each of the others replaced, or"
    " ignore this warning if that is right",
    no_pair="it is not clear which two players of pair {entrant} of line {line} ({named}) played most rounds, so its"
    " result in event {event} belongs to no pair of other sessions: for each player who came later, write in"
    " substitutes_for whom that player replaced",
)
def both_replaced(
    entries: pl.LazyFrame, sessions: pl.LazyFrame, players: pl.LazyFrame, lines: pl.LazyFrame
) -> pl.LazyFrame:
    """In events, find pairs whose players took turns, so that the result does not belong to the two who began."""
    in_events = sessions.filter(pl.col("kind") != "teams", pl.col("event").is_not_null()).select(*SESSION, "event")
    if is_empty(in_events):
        return entries.clear()
    extra = extra_players(entries, in_events).select(*ENTRANT, "player_id", "has_pair")
    turns = entries.join(extra, on=ENTRANT, how="semi").join(extra, on=[*ENTRANT, "player_id"], how="left")
    odd_rounds = rounds_not_of_two(entries, lines).filter(pl.col("odd_rounds") != "")
    name = pl.coalesce("shown", "player_id")
    return (
        turns.join(in_events, on=SESSION)
        .join(odd_rounds, on=ENTRANT, how="anti")
        .join(names_of(players), on=PERSON, how="left")
        .sort(*PLACE, nulls_last=True)
        .group_by(ENTRANT, maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            pl.col("event").first(),
            persons=pl.coalesce("substitutes_for", "player_id").n_unique(),
            named=name.str.join("; "),
            pair=name.filter(pl.col("has_pair").is_null()).str.join(" & "),
            has_pair=pl.col("has_pair").all(),
        )
        .filter((pl.col("persons") > _BOTH) | (~pl.col("has_pair") & (pl.col("persons") == _BOTH)))
        .with_columns(which("no_pair", both_replaced="has_pair"))
    )


@check("entries.replaced/exchanged", field="substitutes_for", replaced="substitutes_for")
@says(
    "{replaced} sits for this pair, but in other sessions {player} sits with {partner}: if {replaced} came for"
    " {player}, exchange player_id and substitutes_for"
)
def exchanged(entries: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Find stand-ins who elsewhere sit with the partner of this pair, while the player replaced never does."""
    whole = _of_pairs(entries.filter(pl.col("rounds").is_null()), sessions)
    regular = entries.filter(pl.col("substitutes_for").is_null())
    both = whole.filter(pl.col("substitutes_for").is_not_null()).join(
        whole.filter(pl.col("substitutes_for").is_null()).select(*ENTRANT, substitutes_for="player_id"),
        on=[*ENTRANT, "substitutes_for"],
        how="semi",
    )
    named = ("player_id", "substitutes_for")
    partners = both.join(regular.select(*ENTRANT, partner="player_id"), on=ENTRANT).filter(
        *(pl.col("partner") != pl.col(name) for name in named)
    )
    sat = regular.join(regular.select(*ENTRANT, partner="player_id"), on=ENTRANT).select(
        *COMPETITION, "partner", who="player_id", elsewhere="session_id"
    )
    came, replaced = (
        partners.join(sat, left_on=[*COMPETITION, name, "partner"], right_on=[*COMPETITION, "who", "partner"])
        .filter(pl.col("session_id") != pl.col("elsewhere"))
        .group_by(*ENTRANT, "player_id")
        .agg(pl.col("partner").min())
        for name in named
    )
    return both.join(came, on=[*ENTRANT, "player_id"]).join(replaced, on=[*ENTRANT, "player_id"], how="anti")


def _on_no_line(entries: pl.LazyFrame, lines: pl.LazyFrame) -> pl.LazyFrame:
    return entries.join(lines, on=SESSION, how="semi").join(lines, on=LINE, how="anti")


def _of_pairs(entries: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    return entries.join(sessions.filter(pl.col("kind") != "teams"), on=SESSION, how="semi", maintain_order="left")
