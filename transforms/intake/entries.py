"""Entries and players: each player sits down once in a session, and each person has one name."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import PARTNERS
from transforms.intake.findings import MOST_APART, PLACE, Checked, finding, in_two_files
from transforms.intake.hidden_too import namesakes_of_hidden
from transforms.intake.names import same_name
from transforms.tables import CLUB, ENTRANT, PERSON, SEATED, SESSION, Findings


def one_player_each(entries: pl.LazyFrame) -> Checked:
    """Keep the entries whose entrant is one number, not two single players together (`3+7`)."""
    of_two = pl.col("entrant").str.contains(PARTNERS, literal=True)
    return Checked(
        entries.filter(~of_two),
        [
            finding(
                entries.filter(of_two),
                "error",
                "entrant",
                pl.col("entrant"),
                "in an individual every player is an entrant; the entry is left out: give the number of this player"
                " alone",
                code="entries.two_entrants",
            )
        ],
    )


def checked_entries(entries: pl.LazyFrame, players: pl.LazyFrame) -> Checked:
    """Keep the first entry of each player in each session, in order of file and line."""
    in_order = entries.sort(*SESSION, "player_id", *PLACE, nulls_last=True, maintain_order=True)
    place = pl.int_range(pl.len()).over(SEATED)
    seat = ("entrant", "line", "file_id")
    again = in_order.with_columns(pl.col(seat).first().over(SEATED).name.prefix("first_")).filter(place > 0)
    again = again.collect().lazy()  # at hand, as three findings look at them
    is_same_seat = (pl.col("entrant") == pl.col("first_entrant")) & (pl.col("line") == pl.col("first_line"))
    is_copy = is_same_seat & (pl.col("file_id") != pl.col("first_file_id"))
    of_file = (*CLUB, "file_id")
    in_one_file = is_same_seat & (pl.col("file_id") == pl.col("first_file_id"))
    is_listed_again = in_one_file & (in_one_file.sum().over(of_file) > MOST_APART)
    listed_again = (
        again.filter(is_listed_again)
        .sort(*of_file, "line_no", maintain_order=True)
        .group_by(of_file, maintain_order=True)
        .agg(pl.col("line_no", "player_id").first(), lines=pl.len())
    )
    known = pl.concat([frame.select(*CLUB, "player_id") for frame in (players, entries)]).unique()
    unknown = entries.filter(pl.col("substitutes_for").is_not_null()).join(
        known, left_on=[*CLUB, "substitutes_for"], right_on=PERSON, how="anti"
    )
    return Checked(
        in_order.filter(place == 0),
        [
            in_two_files(again.filter(is_copy), "entries"),
            finding(
                listed_again,
                "error",
                "player_id",
                pl.col("player_id"),
                "this player has this place in the file before, and so have others; the first counts, and {lines}"
                " entries are left out: see whether the file holds its entries twice, and give them once",
                code="entries.seated_twice_lines",
                lines=pl.col("lines"),
            ),
            finding(
                again.filter(~is_copy & ~is_listed_again),
                "error",
                "player_id",
                pl.col("player_id"),
                "this player sits down twice in session {session}; for entrant {first} of line {first_line} it counts,"
                " for {again} of line {line} it does not: give each player one place, and each of two persons an id",
                code="entries.seated_twice",
                session=pl.col("session_id"),
                first=pl.col("first_entrant"),
                first_line=pl.col("first_line"),
                again=pl.col("entrant"),
                line=pl.col("line"),
            ),
            finding(
                unknown,
                "warning",
                "substitutes_for",
                pl.col("substitutes_for"),
                "no such player: mend the id, or add the player to players",
                code="entries.unknown_replaced",
            ),
        ],
    )


def unusual_pairs(entries: pl.LazyFrame, sessions: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each pair of one or of three and more, where most entrants of the session are two.

    Whoever is there for somebody else makes no third.

    Args:
        entries: `Entries`, each player once in a session.
        sessions: `Sessions`.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams").select(SESSION)
    pairs = (
        entries.join(of_pairs, on=SESSION, how="semi")
        .sort(*PLACE, nulls_last=True, maintain_order=True)
        .group_by(ENTRANT, maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            players=pl.len(),
            regular=pl.col("substitutes_for").is_null().sum(),
            named=pl.col("player_id").str.join(", "),
        )
    )
    is_of_pairs = (pl.col("players") == 2).mean().over(SESSION) >= 0.5
    is_whole = (pl.col("players") == 2) | ((pl.col("players") > 2) & (pl.col("regular") <= 2))
    return finding(
        pairs.filter(is_of_pairs, ~is_whole),
        "warning",
        "entrant",
        pl.col("entrant"),
        "pair {entrant} of line {line} has {players} players ({named}), and each of them counts as one of a pair: add"
        " or take away a player, or say who came for whom in substitutes_for",
        code="entries.not_two",
        entrant=pl.col("entrant"),
        line=pl.col("line"),
        players=pl.col("players"),
        named=pl.col("named"),
    )


def known_players(read: dict[str, pl.LazyFrame], sessions: pl.LazyFrame, by_games: pl.LazyFrame) -> Checked:
    """Make one row per player, from the tables of players, or else from the newest result file that names the player.

    The place of who is not public is that of the first line that says so.

    A file with official results is a result file; every other file with players is a table of players. A name that was
    given under an alias counts after those that were given under the id itself.

    An id with a name of somebody who is not public has a row of its own, with whom it may be as `namesake_of`.

    Args:
        read: the tables by name: `players` with `renamed`, `official_results`, `people`, and all that hold ids.
        sessions: `Sessions`, for the dates of result files.
        by_games: who is a player by his or her games alone, with places.
    """
    result_files = read["official_results"].select(*CLUB, "file_id").unique().with_columns(in_result_file=True)
    played_on = sessions.group_by(*CLUB, "file_id").agg(pl.col("date").max())
    named = (
        read["players"]
        .join(result_files, on=[*CLUB, "file_id"], how="left")
        .join(played_on, on=[*CLUB, "file_id"], how="left")
        .with_columns(pl.col("in_result_file").fill_null(value=False))
    )
    too = namesakes_of_hidden(read)
    unnamed = pl.concat(rows.select(*PERSON, *PLACE) for rows in (read["entries"], too, by_games))
    seated = unnamed.with_columns(in_result_file=pl.lit(value=True), renamed=pl.lit(value=False))
    by_rank = pl.concat([named, seated], how="diagonal").sort(
        *CLUB,
        "player_id",
        "in_result_file",
        "renamed",
        "date",
        "name",
        *PLACE,
        descending=[*[False] * 5, True, *[False] * 3],
        nulls_last=True,
    )
    known = ("name", "member", "nationality", "substitute_ranking", "federation_id", "birth_year")
    place = pl.struct(PLACE)
    players = by_rank.group_by(PERSON, maintain_order=True).agg(
        *(pl.col(column).drop_nulls().first() for column in known),
        pl.coalesce(place.filter(~pl.col("public")).first(), place.first()).alias("place"),
        pl.col("public").min(),
    )
    players = players.unnest("place")
    is_too = too.select(*PERSON, namesake_of="hidden")
    players = players.join(is_too, on=PERSON, how="left", maintain_order="left")
    other_name = (
        named.filter(~pl.col("renamed"))
        .join(players.select(*PERSON, shown="name"), on=PERSON)
        .filter(same_name(pl.col("name")) != same_name(pl.col("shown")))
        .sort(*PLACE, nulls_last=True)
        .group_by(*PERSON, "name", maintain_order=True)
        .agg(pl.col("shown", *PLACE).first(), since=pl.col("date").min(), until=pl.col("date").max())
    )
    return Checked(
        players,
        [
            finding(
                other_name,
                "warning",
                "name",
                pl.col("name"),
                "player {player} is also named {shown}, which is shown: give one person one name, or each of two"
                " persons an id; a table people can say who it was on a day",
                code="players.other_name",
                player=pl.col("player_id"),
                shown=pl.col("shown"),
                since=pl.col("since"),
                until=pl.col("until"),
            )
        ],
    )
