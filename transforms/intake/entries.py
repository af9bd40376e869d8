"""Entries: each player sits down once in a session."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import PARTNERS
from transforms.intake.entrants import who_played
from transforms.intake.findings import MOST_APART, PLACE, Checked, error_on, in_two_files, warning_on
from transforms.intake.lone_players import are_of_pairs
from transforms.intake.people.nearest import whom_they_mean
from transforms.tables import CLUB, COMPETITION, ENTRANT, LINE, PERSON, PLAYER, SEATED, SESSION, Findings
from transforms.tables.phrases import phrase

_FEWEST_COPIED = 4
"""Rows of two pairs: fewer may well be a slip among those of one session."""


def one_player_each(entries: pl.LazyFrame) -> Checked:
    """Keep the entries whose entrant is one number, not two single players together (`3+7`)."""
    of_two = pl.col("entrant").str.contains(PARTNERS, literal=True)
    return Checked(
        entries.filter(~of_two),
        [
            error_on(
                entries.filter(of_two),
                "entries.two_entrants",
                "in an individual every player is an entrant; the entry is left out: give the number of this player"
                " alone",
                field="entrant",
            )
        ],
    )


def checked_entries(
    entries: pl.LazyFrame, players: pl.LazyFrame, results: pl.LazyFrame, merged: pl.DataFrame
) -> Checked:
    """Keep the first entry of each player in each session, in order of file and line.

    An entry that another file gives without `substitutes_for` says for whom that one came, and is no second one.

    Args:
        entries: `Entries` as they are given, with the ids of persons.
        players: `Players`, likewise.
        results: `Results`, for the sessions of which nobody says who played.
        merged: the places (`SEATED`) of persons of whom it is told already that they sit down twice.
    """
    given = _with_who_was_replaced(entries.sort(*SESSION, "player_id", *PLACE, nulls_last=True, maintain_order=True))
    in_order = given.with_columns(place=pl.int_range(pl.len()).over(SEATED)).collect().lazy()
    seat = ("entrant", "line", "file_id")
    several = in_order.filter(pl.len().over(SEATED) > 1)
    again = several.with_columns(pl.col(seat).first().over(SEATED).name.prefix("first_")).filter(pl.col("place") > 0)
    again = again.join(merged.lazy(), on=SEATED, how="anti", maintain_order="left")
    again = again.drop("place").collect().lazy()  # at hand, as three findings look at them
    is_same_seat = (pl.col("entrant") == pl.col("first_entrant")) & (pl.col("line") == pl.col("first_line"))
    is_copy = is_same_seat & (pl.col("file_id") != pl.col("first_file_id"))
    of_file = (*CLUB, "file_id")
    in_one_file = is_same_seat & (pl.col("file_id") == pl.col("first_file_id"))
    is_listed_again = in_one_file & (in_one_file.sum().over(of_file) > MOST_APART)
    nameless = results.select(*SESSION).unique().join(entries, on=SESSION, how="anti")
    copied = _copied_from(again.filter(in_one_file), nameless).collect().lazy()
    of_copies = copied.select(*SESSION, "file_id", is_copied=True)
    marked = again.join(of_copies, on=[*SESSION, "file_id"], how="left", nulls_equal=True, maintain_order="left")
    again = marked.filter(~in_one_file | pl.col("is_copied").is_null()).drop("is_copied")
    listed_again = (
        again.filter(is_listed_again)
        .sort(*of_file, "line_no", maintain_order=True)
        .group_by(of_file, maintain_order=True)
        .agg(pl.col("line_no", "player_id").first(), lines=pl.len())
    )
    return Checked(
        in_order.filter(place=0).drop("place").collect().lazy(),  # at hand, as many findings look at them
        [
            in_two_files(again.filter(is_copy), "entries"),
            error_on(
                copied,
                "entries.copied",
                "{copies} rows from here on are those of session {session} once more, and do not count; of session"
                " {nameless} nobody says who played: if the rows are of that session, write {nameless} in them",
                field="session_id",
                session="session_id",
            ),
            error_on(
                listed_again,
                "entries.seated_twice_lines",
                "this player has this place in the file before, and so have others; the first counts, and {lines}"
                " entries are left out: see whether the file holds its entries twice, and give them once",
                field="player_id",
            ),
            error_on(
                again.filter(in_one_file & ~is_listed_again),
                "entries.in_pair_twice",
                "this player is in entrant {entrant} of line {line} twice, so the second time does not count: put the"
                " partner there, if one is missing, or take the row away",
                field="player_id",
            ),
            error_on(
                _with_both_pairs(again.filter(~is_same_seat), in_order, _one_name_each(players)),
                "entries.seated_twice",
                "{player} sits down twice in session {session}; for entrant {first} of line {first_line} it counts, for"
                " {again} of line {line} it does not, so a player is missing there: mend the place that is wrong, or if"
                " they are two persons, give one of them another id",
                field="player_id",
                player=_with_name(),
                session="session_id",
                first="first_pair",
                again="pair",
                numbers="numbers",
            ),
            *_of_unknown_replaced(entries, players),
        ],
    )


def _one_name_each(players: pl.LazyFrame) -> pl.LazyFrame:
    """`PERSON` and name: of several names of one id always the same, in whatever order they were read."""
    return players.group_by(PERSON).agg(pl.col("name").min())


def _with_both_pairs(again: pl.LazyFrame, entries: pl.LazyFrame, names: pl.LazyFrame) -> pl.LazyFrame:
    """With `name`, and with `pair` and `first_pair`: the number of each entrant and who sits there, `3 (Ann & Bo)`.

    `numbers` are the ids of them all, by which a finding is known to be about somebody who is not shown.

    Args:
        again: entries of players who sit elsewhere too, `first_line` and `first_entrant`.
        entries: all of them.
        names: `PERSON` and name.
    """
    named = entries.join(again, on=SESSION, how="semi").join(names, on=PERSON, how="left")
    pairs = (
        named.sort(*PLACE, nulls_last=True)
        .unique([*ENTRANT, "player_id"], keep="first", maintain_order=True)
        .group_by(ENTRANT, maintain_order=True)
        .agg(names=pl.coalesce("name", "player_id").str.join(" & "), ids=pl.col("player_id").str.join(", "))
        .with_columns(pair=phrase("{} ({})", "entrant", "names"))
        .drop("names")
    )
    first = pairs.rename({name: f"first_{name}" for name in ("line", "entrant", "pair", "ids")})
    at_first = [*SESSION, "first_line", "first_entrant"]
    return (
        again.join(names, on=PERSON, how="left", maintain_order="left")
        .join(pairs, on=ENTRANT, how="left", maintain_order="left")
        .join(first, on=at_first, how="left", maintain_order="left")
        .with_columns(numbers=pl.concat_str("first_ids", "ids", separator=", ", ignore_nulls=True))
    )


def _with_name() -> pl.Expr:
    """`Ann Ames (12)`; the id alone where it is the name, or there is none."""
    is_named = pl.col("name") != pl.col("player_id")
    return pl.when(is_named).then(phrase("{} ({})", "name", "player_id")).otherwise("player_id")


def _copied_from(again: pl.LazyFrame, nameless: pl.LazyFrame) -> pl.LazyFrame:
    """Rows of a session that are in one file once more, of two pairs at least, where another session has no names.

    Whoever copies the rows of last week, and forgets to write the new session into them, leaves both.

    Args:
        again: entries that are there before, with the same place, in the same file.
        nameless: `SESSION` of those with results and without any entry.

    Returns:
        (`SESSION`, file_id, line_no of the first, copies, nameless: the next session without names, or the last).
    """
    of_file = (*SESSION, "file_id")
    copies = (
        again.group_by(of_file).agg(pl.col("line_no").min(), copies=pl.len()).filter(pl.col("copies") >= _FEWEST_COPIED)
    )
    is_later = pl.col("nameless") > pl.col("session_id")
    return (
        copies.join(nameless.rename({"session_id": "nameless"}), on=COMPETITION)
        .sort(*of_file, ~is_later, "nameless")
        .unique(of_file, keep="first", maintain_order=True)
    )


def _with_who_was_replaced(entries: pl.LazyFrame) -> pl.LazyFrame:
    """The entries of files that cannot say who was replaced, with what the first other file says of the same seat."""
    seat = (*SEATED, "line", "entrant")
    told = pl.col("substitutes_for")
    is_beside = told.is_null().any().over(seat) & (pl.col("file_id").n_unique().over(seat) > 1)
    return (
        entries.with_columns(says=told.is_not_null() & is_beside)
        .with_columns(says=pl.col("says") & (pl.col("says").cum_sum().over(seat) == 1))
        .with_columns(substitutes_for=pl.coalesce(told, told.filter(pl.col("says")).first().over(seat)))
        .filter(~pl.col("says"))
        .drop("says")
    )


def _of_unknown_replaced(entries: pl.LazyFrame, players: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for those who were replaced and whom nothing else names, with whom they may be."""
    known = pl.concat([frame.select(*CLUB, "player_id") for frame in (players, entries)]).unique()
    for_somebody = entries.filter(pl.col("substitutes_for").is_not_null())
    unknown = for_somebody.join(known, left_on=[*CLUB, "substitutes_for"], right_on=PERSON, how="anti").collect()
    meant = whom_they_mean(unknown.select(*CLUB, player_id="substitutes_for"), known, players)
    told = unknown.join(
        meant.rename({"player_id": "substitutes_for"}), on=[*CLUB, "substitutes_for"], maintain_order="left"
    ).lazy()
    guessed = told.filter(pl.col("number").is_null())
    return [
        warning_on(
            told.filter(pl.col("number").is_not_null()),
            "entries.replaced_by_name",
            "this is the name of player {number}, and the files have numbers, so nobody was replaced here: write"
            " {number}",
            field="substitutes_for",
        ),
        warning_on(
            guessed.filter(pl.col("near").is_not_null()),
            "entries.unknown_replaced_but",
            "who was replaced is not known here: did you mean {near}? Write the number, where the files have numbers;"
            " if it is right, nothing is amiss",
            field="substitutes_for",
        ),
        warning_on(
            guessed.filter(pl.col("near").is_null()),
            "entries.unknown_replaced",
            "who was replaced is not known here so far: mend the id if it is wrong; if it is right, nothing is amiss,"
            " and a row in a table players can give the name",
            field="substitutes_for",
        ),
    ]


def unusual_pairs(
    entries: pl.LazyFrame, given: pl.LazyFrame, sessions: pl.LazyFrame, results: pl.LazyFrame, players: pl.LazyFrame
) -> list[dy.LazyFrame[Findings]]:
    """A warning for each pair of one or of three and more, where most entrants of the session are two.

    Whoever is there for somebody else makes no third. A pair that lacks a player since he has another place, too, or is
    there twice, is told with that. Where nobody played on a line, that is told instead, with the lines that have
    results and no players.

    Args:
        entries: `Entries`, each player once in a session.
        given: `Entries`, before that.
        sessions: `Sessions`.
        results: `Results`.
        players: `Players`, for their names.
    """
    lines = results.select(*SESSION, "line").unique()
    without_players = (
        lines.join(entries, on=LINE, how="anti").group_by(SESSION).agg(others=pl.col("line").sort().str.join(", "))
    )
    on_no_line = (
        entries.join(lines, on=SESSION, how="semi")
        .join(lines, on=LINE, how="anti")
        .join(lines.sort(LINE).group_by(SESSION).agg(lines=pl.col("line").unique(maintain_order=True)), on=SESSION)
        .sort(*PLACE, nulls_last=True, maintain_order=True)
        .group_by(LINE, maintain_order=True)
        .agg(pl.col(PLACE).first(), pl.col("lines").first().list.join(", "), entries=pl.len())
        .join(without_players, on=SESSION, how="left", maintain_order="left")
        .collect()
        .lazy()  # at hand, as three findings look at them
    )
    of_pairs = sessions.filter(pl.col("kind") != "teams").select(SESSION)
    pairs = (
        entries.join(of_pairs, on=SESSION, how="semi")
        .join(_one_name_each(players), on=PERSON, how="left", maintain_order="left")
        .sort(*PLACE, nulls_last=True, maintain_order=True)
        .group_by(ENTRANT, maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            players=pl.len(),
            regular=pl.col("substitutes_for").is_null().sum(),
            named=_with_name().str.join("; "),
        )
    )
    of_one_file = pl.col("file_id") == pl.col("file_id").first()
    as_given = given.group_by(ENTRANT, maintain_order=True).agg(
        given=pl.max_horizontal(pl.col("player_id").n_unique(), of_one_file.sum())
    )
    is_whole = (pl.col("players") == 2) | ((pl.col("players") > 2) & (pl.col("regular") <= 2))
    other_line = warning_on(
        on_no_line.filter(pl.col("others").is_not_null()),
        "entries.other_line",
        "nobody has a result on line {line} of session {session}, and line {others} has results and no players: mend"
        " the line, if it is mistyped (entries: {entries})",
        field="line",
        session="session_id",
    )
    no_line = warning_on(
        on_no_line.filter(pl.col("others").is_null()),
        "entries.no_line",
        "nobody has a result on line {line} of session {session}, which has line {lines}: mend the line, if it is"
        " mistyped; if the file of the results breaks off, hand in the whole file (entries: {entries})",
        field="line",
        session="session_id",
    )
    unusual = (
        pairs.filter(are_of_pairs(pl.col("players")), ~is_whole)
        .join(on_no_line, on=LINE, how="anti", maintain_order="left")
        .join(as_given, on=ENTRANT, maintain_order="left")
        .filter((pl.col("players") > 2) | (pl.col("given") != 2))
        .collect()
        .lazy()  # at hand, as two findings look at them
    )
    playing = who_played(results, unusual)
    unplayed = (
        unusual.filter(pl.col("players") == 1)
        .join(playing, on=ENTRANT, how="anti", maintain_order="left")
        .join(playing, on=LINE, how="semi", maintain_order="left")
    )
    mistyped = warning_on(
        unplayed,
        "entries.not_two_unplayed",
        "pair {entrant} of line {line} has one player, {named}, and no result: mend the number, if {named} played in"
        " another pair",
        field="entrant",
        session="session_id",
    )
    not_two = warning_on(
        unusual.join(unplayed, on=ENTRANT, how="anti", maintain_order="left"),
        "entries.not_two",
        "pair {entrant} of line {line} should have two players, and has {players}: {named}; each of them counts as"
        " one of a pair: add or take away a player, or say who came for whom in substitutes_for",
        field="entrant",
        session="session_id",
    )
    return [not_two, mistyped, no_line, other_line]


def exchanged(entries: pl.LazyFrame, sessions: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """A warning where who came and who was replaced seem to have changed places.

    Both sit for one pair then, and who came sits more often in the season without being there for somebody than the one
    who was replaced, a regular player who came for a guest; or who came sits with that partner in other sessions, and
    the one who was replaced does not.

    Args:
        entries: `Entries`, each player once in a session.
        sessions: `Sessions`.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams").select(SESSION)
    whole = entries.filter(pl.col("rounds").is_null()).join(of_pairs, on=SESSION, how="semi")
    for_somebody = whole.filter(pl.col("substitutes_for").is_not_null())
    regular = entries.filter(pl.col("substitutes_for").is_null())
    both = for_somebody.join(
        whole.filter(pl.col("substitutes_for").is_null()).select(*ENTRANT, substitutes_for="player_id"),
        on=[*ENTRANT, "substitutes_for"],
        how="semi",
    )
    concerned = pl.concat([both.select(*COMPETITION, player_id=name) for name in ("player_id", "substitutes_for")])
    times = regular.join(concerned, on=PLAYER, how="semi").group_by(PLAYER).agg(times=pl.len())
    counted = both.join(times, on=PLAYER, how="left").join(
        times.rename({"player_id": "substitutes_for", "times": "other_times"}),
        on=[*COMPETITION, "substitutes_for"],
        how="left",
    )
    counted = counted.with_columns(is_rarer=pl.col("times").fill_null(0) > pl.col("other_times").fill_null(0))
    return [
        warning_on(
            counted.filter("is_rarer"),
            "entries.exchanged",
            "{replaced} sits for this pair, and plays less often than {player}: if {replaced} came for {player},"
            " exchange player_id and substitutes_for",
            field="substitutes_for",
            replaced="substitutes_for",
            player="player_id",
        ),
        warning_on(
            counted.filter(~pl.col("is_rarer")).join(_usual_partners(both, regular), on=[*ENTRANT, "player_id"]),
            "entries.exchanged_partners",
            "{replaced} sits for this pair, where {player} sits with {partner} in other sessions: if {replaced} came"
            " for {player}, exchange player_id and substitutes_for",
            field="substitutes_for",
            replaced="substitutes_for",
            player="player_id",
        ),
    ]


def _usual_partners(both: pl.LazyFrame, regular: pl.LazyFrame) -> pl.LazyFrame:
    """(`ENTRANT`, player_id, partner) of who came and sits with that partner elsewhere, as who was replaced never does.

    Args:
        both: `Entries` of who came where the one who was replaced sits too.
        regular: `Entries` of everybody who is there for nobody else.
    """
    named = ("player_id", "substitutes_for")
    beside = both.join(regular.select(*ENTRANT, partner="player_id"), on=ENTRANT).filter(
        *(pl.col("partner") != pl.col(name) for name in named)
    )
    concerned = pl.concat([both.select(*COMPETITION, player_id=name) for name in named])
    sat = (
        regular.join(concerned, on=PLAYER, how="semi")
        .select(*ENTRANT, who="player_id")
        .join(regular.select(*ENTRANT, partner="player_id"), on=ENTRANT)
        .select(*COMPETITION, "who", "partner", elsewhere="session_id")
    )
    by_whom = [
        beside.join(sat, left_on=[*COMPETITION, name, "partner"], right_on=[*COMPETITION, "who", "partner"])
        .filter(pl.col("session_id") != pl.col("elsewhere"))
        .select(*ENTRANT, "player_id", "partner")
        .sort(*ENTRANT, "player_id", "partner")
        .unique([*ENTRANT, "player_id"], keep="first", maintain_order=True)
        for name in named
    ]
    return by_whom[0].join(by_whom[1], on=[*ENTRANT, "player_id"], how="anti", maintain_order="left")
