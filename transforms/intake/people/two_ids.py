"""Warnings for games and players that seem to have two ids. Both stay, because they may really be different."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import warning_on
from transforms.tables import CLUB, PERSON, Findings
from transforms.tables.phrases import phrase

_NAMED = 20


def same_game(games: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """Warn about each file with games that are also in another file, earlier by name.

    Games are the same with the same day, players, points and event; a game without an event may belong to any event.
    Within one file there is no warning, since two players may meet twice on a day.

    Args:
        games: `Games`.
    """
    one, other = pl.col("player_id"), pl.col("opponent_id")
    game = (*CLUB, "date", "lower", "higher", "lower_points")
    likely = pl.struct(*CLUB, "date").hash() + one.hash() + other.hash()
    sided = games.filter(likely.is_duplicated()).select(
        *(*CLUB, "date", "event", "file_id", "line_no", "game_id"),
        lower=pl.min_horizontal(one, other),
        higher=pl.max_horizontal(one, other),
        lower_points=pl.when(one < other).then("points").otherwise("opponent_points"),
    )
    several = sided.group_by(game).agg(first=pl.col("file_id").min(), last=pl.col("file_id").max())
    found = (
        sided.join(several.filter(pl.col("first") < pl.col("last")), on=game, how="semi")
        .with_columns(pl.col("event").fill_null(pl.col("event").drop_nulls().min().over(game)))
        .with_columns(first_file_id=pl.col("file_id").min().over(*game, "event"))
        .filter(pl.col("file_id") != pl.col("first_file_id"))
        .group_by(*CLUB, "file_id", "first_file_id")
        .agg(pl.col("line_no").min(), pl.col("game_id").min_by("line_no"), rows=pl.len())
    )
    return warning_on(
        found,
        "games.in_another_file",
        "in {file} too under another id (such games: {games}): the same day, players and points; all count: take them"
        " out of one of the files if they are the same",
        field="game_id",
        games="rows",
        file="first_file_id",
    )


def same_player(games: pl.LazyFrame, players: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warn about each file with players whose name is used as their id, while a player with another id has that name.

    Names come as ids from game headers, for example. Two names are the same if they have the same words in any order:
    `Ames, Ann` and `Ann Ames`.

    Args:
        games: `Games`; there is a warning only for names that played in one of these.
        players: `Players`.
    """
    words = pl.col("name").str.to_lowercase().str.extract_all(r"\w+").list.sort().list.join(" ")
    named = players.with_columns(words=words).filter(pl.col("words") != "")
    ids = named.group_by(*CLUB, "words").agg(first=pl.col("player_id").min(), last=pl.col("player_id").max())
    also = pl.when(pl.col("player_id") == pl.col("first")).then("last").otherwise("first")
    both = phrase("{} ({})", "name", also)
    doubtful = named.filter(pl.col("name") == pl.col("player_id")).join(
        ids.filter(pl.col("first") < pl.col("last")), on=[*CLUB, "words"]
    )
    seats = pl.concat([games.select(*CLUB, player_id=side) for side in ("player_id", "opponent_id")])
    played = seats.join(doubtful, on=PERSON, how="semi").unique()
    found = (
        doubtful.join(played, on=PERSON, how="semi")
        .unique([*CLUB, "file_id", "player_id"])
        .sort("line_no", "name")
        .group_by(*CLUB, "file_id", maintain_order=True)
        .agg(
            pl.col("line_no", "name").first(),
            also=also.first(),
            rows=pl.len(),
            others=both.slice(1, _NAMED).str.join("; "),
        )
    )
    alone = pl.col("rows") == 1
    mend = (
        "give the file that number, or the tables this id, or say in a table people who it is, if they are one player"
    )
    named = f"this name is the id of its player here, and the name of {{also}} too: {mend}"
    return [
        warning_on(found.filter(alone), "games.name_as_id", named, field="player_id", value="name"),
        warning_on(
            found.filter(~alone),
            "games.names_as_ids",
            f"{named} ({{count}} such players; the next: {{others}})",
            field="player_id",
            value="name",
            count="rows",
        ),
    ]
