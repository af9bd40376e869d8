"""Make up a season of a federation: the raw tables, as if they had been read from landing folders."""

import datetime as dt
from collections.abc import Iterator

import dataframely as dy
import numpy as np
import polars as pl

from transforms.intake.deals import dealer_of, vulnerable_of
from transforms.simulate.attendance import pairs_in_lines, seats
from transforms.simulate.dealing import Deals as Dealt
from transforms.simulate.dealing import as_handed_in, drawn
from transforms.simulate.ladder import INTERCLUB_ROUNDS, between_clubs, ladder
from transforms.simulate.play import play
from transforms.simulate.together import Together, common_evenings, in_two_clubs, levelled, with_common_deals
from transforms.tables.messages import Message, gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import Deals, Entries, Games, Partnerships, Players, Ratings, Results, Sessions

SEASON = "2025-26"
SEASON_START = dt.date(2025, 9, 1)
SEASON_END = dt.date(2026, 8, 31)
MOST_SESSIONS = 340
FEWEST_PAIRS = 12
AT_ONCE = 50
"""The number of clubs that are made up together; their evenings take about 1 GB of memory."""

_LINES = ("A", "B", "C")
_TOGETHER_EVERY = 10
_PAIRS_A_TRIO = 14
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday")
_OF_LADDER, _OF_EVENINGS, _OF_DEALS, _OF_FEDERATION, _OF_COMMON_DEALS = 1, 2, 3, 4, 5
"""Each number is combined with the seed, so that ladder, evenings and deals have random generators of their own."""
_MOST_IN_TWO_CLUBS, _MOST_SESSIONS_TOGETHER = 0.25, 68
"""With more sessions, clubs would play on the same days in any week."""
_FIRST_FEDERATION_ID = 1_000_001
_CLOSED_FROM, _CLOSED_DAYS = dt.date(2025, 12, 22), 14


def parts(
    clubs: int = 1,
    sessions: int = 30,
    seed: int = 1,
    *,
    pairs: int = 28,
    boards: int = 24,
    at_once: int = AT_ONCE,
    together: Together | None = None,
    store: Dealt,
    names: pl.DataFrame,
) -> Iterator[dict[str, pl.DataFrame]]:
    """Make up one season of one competition for each club, in parts of `at_once` clubs, to limit memory.

    The same arguments always give the same result. In every tenth session, lines A and B are scored as one field. The
    number of `sessions` is 1 to 340: one a week, or more often if a season has too few weeks, and none in the two weeks
    around New Year. There are at least 12 `pairs`, one in fourteen a trio. Each board is a form of a deal in `store`.
    `names` has, by nationality, the given names and the family names. `together` is what clubs have in common; people
    play in two clubs of the same part, and clubs of the same part play each other.

    Yields the tables `players`, `partnerships`, `sessions`, `entries`, `results`, `deals`, and `games` and `ratings` of
    a ladder over several years, each with all columns of its schema; `simultaneous` (club, competition, session_id,
    simultaneous), the named ones; and `strengths` (club, competition, player_id, strength, level), which no club knows:
    strengths less levels have mean 0 and standard deviation 1. Raises `ValueError` if an argument is out of
    range.
    """
    _check("clubs", clubs, least=1)
    _check("sessions", sessions, least=1, most=MOST_SESSIONS)
    _check("seed", seed, least=0)
    _check("pairs", pairs, least=FEWEST_PAIRS)
    _check("boards", boards, least=1)
    together = together or Together()
    if any(together):
        _check("sessions", sessions, least=1, most=_MOST_SESSIONS_TOGETHER)
    _check("shared", together.shared, least=0, most=_MOST_IN_TWO_CLUBS)
    _check("renamed", together.renamed, least=0, most=1)
    _check("simultaneous", together.simultaneous, least=0, most=sessions)

    competitions = _competitions(clubs)
    for part, some in enumerate(competitions.iter_slices(at_once)):
        # Numbers are counted within the part.
        of_part = some.with_columns(club_number=pl.int_range(some.height))
        own = (_OF_EVENINGS, _OF_LADDER, _OF_DEALS, _OF_FEDERATION)
        keys = [[seed, what, part] if part else [seed, what] for what in own]
        # Part 0 gets the same random numbers as a federation with a single part.
        generators = [np.random.default_rng(key) for key in (keys if part else [seed, *keys[1:]])]
        common = drawn(store, 1, together.simultaneous * boards, np.random.default_rng([seed, _OF_COMMON_DEALS]))
        yield _part(
            of_part,
            sessions,
            pairs,
            boards,
            clubs_before=part * at_once,
            together=together,
            common=common,
            generators=generators,
            store=store,
            names=names,
        )


def _part(
    competitions: pl.DataFrame,
    sessions: int,
    pairs: int,
    boards: int,
    *,
    clubs_before: int,
    together: Together,
    common: Dealt,
    generators: list[np.random.Generator],
    store: Dealt,
    names: pl.DataFrame,
) -> dict[str, pl.DataFrame]:
    random, of_ladder, of_deals, of_federation = generators
    evenings = _evenings(competitions, sessions, common_evenings(sessions, together.simultaneous))
    players = _players(competitions, names, pairs, random)
    if together.shared:
        players = in_two_clubs(levelled(players, of_federation), together, of_federation)
    first = _FIRST_FEDERATION_ID + clubs_before * players.height // competitions.height
    players = players.with_columns(federation_id=(first + pl.col("person")).cast(pl.String))

    seated = seats(evenings, players, random)
    in_lines = pairs_in_lines(seated, len(_LINES), random)
    deals = drawn(store, competitions.height, sessions * boards, of_deals)
    deals = with_common_deals(deals, evenings, boards, common)
    lines = _result_lines(in_lines, boards)
    results = play(lines, deals, boards, random)
    games, ratings = ladder(players, of_ladder)
    everybody = players
    if any(together):
        # Who plays in two clubs plays on their days, and has one rating.
        games = games.with_columns(date=pl.col("date") + pl.duration(days=pl.col("club_number") % len(_WEEKDAYS)))
        ratings = ratings.with_columns(pl.col("rating", "games").first().over("person"))
    if together.between and competitions.height > 1:
        meetings = barometer(competitions.height, min(INTERCLUB_ROUNDS, competitions.height - 1))
        interclub = f"interclub-{clubs_before + 1}" if clubs_before else "interclub"
        teams, matches = between_clubs(players, meetings, interclub, of_federation)
        everybody, games = (pl.concat(both, how="diagonal") for both in ((players, teams), (games, matches)))

    members = players.drop_nulls("partnership").sort("club_number", "partnership", "turn")
    return {
        "players": _as_read(everybody.lazy(), Players, "players"),
        "partnerships": _as_read(members.lazy(), Partnerships, "partnerships"),
        "sessions": _as_read(evenings.lazy(), Sessions, "sessions"),
        "entries": _as_read(_entries(_in_seats(seated, in_lines, lines), players, evenings), Entries, "entries"),
        "results": _as_read(_in_session(results, evenings), Results, "results"),
        "deals": _as_read(_on_boards(deals, evenings, boards), Deals, "deals"),
        "games": _as_read(games.lazy(), Games, "games"),
        "ratings": _as_read(ratings.lazy(), Ratings, "ratings"),
        "simultaneous": evenings.drop_nulls("simultaneous").select("club", "competition", "session_id", "simultaneous"),
        "strengths": players.select("club", "competition", "player_id", "strength", "level"),
    }


def _check(argument: str, value: float, least: int, most: float | None = None) -> None:
    if value < least or (most is not None and value > most):
        at_least = gettext("at least {least}", least=least)
        allowed = at_least if most is None else gettext("{least} to {most}", least=least, most=most)
        message = Message("{argument} = {value}: give {allowed}", argument=argument, value=value, allowed=allowed)
        raise ValueError(message)


def _competitions(clubs: int) -> pl.DataFrame:
    weekday = (pl.col("club_number") + 1) % len(_WEEKDAYS)
    return (
        pl.DataFrame({"club": club_ids(clubs)})
        .with_row_index("club_number")
        .with_columns(pl.col("club_number").cast(pl.Int64))
        .with_columns(
            competition=phrase(
                "{}-evening", weekday.replace_strict(dict(enumerate(_WEEKDAYS)), return_dtype=pl.String)
            ),
            season=pl.lit(SEASON),
            weekday=weekday,
        )
    )


def _evenings(competitions: pl.DataFrame, sessions: int, common: pl.DataFrame) -> pl.DataFrame:
    days_between = min(7, MOST_SESSIONS // sessions)
    evenings = pl.DataFrame({"evening": range(sessions)})
    together = (pl.col("evening") + 1) % _TOGETHER_EVERY == 0
    weekday = pl.when(pl.col("common").is_null()).then("weekday").otherwise(len(_WEEKDAYS) - 1)
    regular = pl.lit(SEASON_START) + pl.duration(days=weekday + pl.col("evening") * days_between)
    closed = pl.duration(days=pl.when(regular >= _CLOSED_FROM).then(_CLOSED_DAYS).otherwise(0))
    return (
        competitions.join(evenings, how="cross", maintain_order="left_right")
        .join(common, on="evening", how="left", maintain_order="left")
        .with_columns(
            date=regular + closed,
            kind=pl.lit("pairs"),
            together=pl.when(together).then(pl.lit("A+B")),
            title=phrase("Evening {}", pl.col("evening") + 1),
            winners=1,
        )
        .with_columns(session_id=pl.col("date").dt.to_string())
        .with_row_index("session")
        .with_columns(pl.col("session").cast(pl.Int64))
    )


def _players(competitions: pl.DataFrame, names: pl.DataFrame, pairs: int, random: np.random.Generator) -> pl.DataFrame:
    """Return one row per person: the columns of `players` and `partnerships`, some numbers, and the strength."""
    # Two members of each pair come first, then third members of trios, then one guest for every two pairs. Most of a
    # member's strength comes from the partnership.
    trios, guests = pairs // _PAIRS_A_TRIO, pairs // 2
    members = 2 * pairs + trios
    in_club = pl.DataFrame({"place": range(members + guests)}).with_columns(
        member=pl.col("place") < members,
        partnership=pl.when(pl.col("place") < 2 * pairs)
        .then(pl.col("place") // 2)
        .when(pl.col("place") < members)
        .then(pl.col("place") - 2 * pairs),
        turn=pl.when(pl.col("place") < 2 * pairs).then(pl.col("place") % 2).otherwise(2),
    )
    clubs = competitions.height
    shared = random.normal(0, 0.8, (clubs, pairs))
    partnership = in_club["partnership"].fill_null(0).to_numpy()
    own = random.normal(0, 1, (clubs, in_club.height))
    strength = np.where(in_club["member"].to_numpy(), shared[:, partnership] + 0.6 * own, own)
    return (
        competitions.join(in_club, how="cross", maintain_order="left_right")
        .with_row_index("player")
        .with_columns(
            *people(names, clubs, in_club.height, random),
            pl.col("player").cast(pl.Int64),
            player_id=(pl.col("place") + 1001).cast(pl.String),
            partnership_id=phrase("{}", pl.col("partnership") + 1),
            trio=pl.col("partnership") < trios,
            strength=pl.Series(strength.ravel()),
            level=0.0,
            person=pl.col("player").cast(pl.Int64),
            elsewhere=False,
        )
        .with_columns(
            substitute_ranking=pl.when(~pl.col("member") & (pl.col("place") % 2 == 0)).then(
                (70 + 8 * pl.col("strength")).round().clip(50, 90)
            )
        )
    )


def _result_lines(in_lines: pl.DataFrame, boards: int) -> pl.DataFrame:
    lines = in_lines.select("session", "line", "pairs").unique().sort("session", "line")
    movements = pl.concat(
        [barometer(pairs, boards).with_columns(pairs=pl.lit(pairs)) for pairs in lines["pairs"].unique().sort()]
    )
    pair = in_lines.lazy().select("session", "line", "number", "strength")
    ns, ew = (pair.rename({"number": side, "strength": f"{side}_strength"}) for side in ("ns", "ew"))
    return (
        lines.lazy()
        .join(movements.lazy(), on="pairs", maintain_order="left_right")
        .join(ns, on=["session", "line", "ns"], how="left", maintain_order="left")
        .join(ew, on=["session", "line", "ew"], how="left", maintain_order="left")
        .drop("pairs")
        .collect()
    )


def _on_boards(deals: Dealt, evenings: pl.DataFrame, boards: int) -> pl.LazyFrame:
    of_boards = pl.DataFrame({"board": range(1, boards + 1)}, schema={"board": pl.Int32})
    places = evenings.select("club", "competition", "season", "session_id").join(
        of_boards, how="cross", maintain_order="left_right"
    )
    dealt = places.hstack(as_handed_in(deals)).lazy()
    return dealt.with_columns(dealer=dealer_of(pl.col("board")), vulnerable=vulnerable_of(pl.col("board")))


def _in_seats(seated: pl.DataFrame, in_lines: pl.DataFrame, lines: pl.DataFrame) -> pl.LazyFrame:
    first_ew = lines.lazy().filter(board=1).select("session", "line", entrant=pl.col("ew").cast(pl.Int64))
    pairs = in_lines.lazy().select("session", "partnership", "line", entrant="number")
    begins_ew = pairs.join(first_ew.drop_nulls().with_columns(ew=True), on=["session", "line", "entrant"], how="left")
    north_or_east = pl.when("ew").then(pl.lit("E")).otherwise(pl.lit("N"))
    south_or_west = pl.when("ew").then(pl.lit("W")).otherwise(pl.lit("S"))
    return (
        seated.lazy()
        .join(begins_ew, on=["session", "partnership"])
        .sort("session", "line", "entrant", pl.coalesce("instead_of", "player"))
        .with_columns(is_first=pl.int_range(pl.len()).over("session", "line", "entrant") == 0)
        .with_columns(seat=pl.when("is_first").then(north_or_east).otherwise(south_or_west))
    )


def _entries(in_seats: pl.LazyFrame, players: pl.DataFrame, evenings: pl.DataFrame) -> pl.LazyFrame:
    player_id = players.lazy().select("player", "player_id")
    substituted = player_id.rename({"player": "instead_of", "player_id": "substitutes_for"})
    entries = (
        in_seats.join(player_id, on="player", how="left")
        .join(substituted, on="instead_of", how="left")
        .sort("session", "line", "entrant", pl.coalesce("instead_of", "player"))
    )
    return _in_session(entries, evenings)


def _in_session(rows: pl.LazyFrame, evenings: pl.DataFrame) -> pl.LazyFrame:
    session = evenings.lazy().select("session", "club", "competition", "season", "session_id")
    letters = dict(enumerate(_LINES))
    return rows.with_columns(pl.col("line").replace_strict(letters, return_dtype=pl.String)).join(
        session, on="session", how="left", maintain_order="left"
    )


def _as_read(rows: pl.LazyFrame, schema: type[dy.Schema], table: str) -> pl.DataFrame:
    rows = rows.with_columns(file_id=pl.lit(table)).with_row_index("line_no", offset=1)
    there = rows.collect_schema()
    return rows.select(
        (pl.col(name) if name in there else pl.lit(None).alias(name)).cast(type_)
        for name, type_ in schema.create_empty().schema.items()
    ).collect()


_PLACE_ENDINGS = (
    "haven brook field gate mere stone wick ford dale hurst moor ridge bury cliff combe cote den garth holm lea low "
    "march minster ness port shaw stead thorpe toft vale well worth"
)
_PLACE_STARTS = (
    "alder ash barley beck birch black bramble bright broad cedar clover copper crane elder fallow fern fox gold "
    "green hart hazel heron ivy juniper kestrel lark linden maple marsh mill moss north"
)


def club_ids(clubs: int) -> list[str]:
    """Return this many club ids in alphabetical order. Each is the name of a place, and can be the name of a folder."""
    places = [start + ending for ending in _PLACE_ENDINGS.split() for start in _PLACE_STARTS.split()]
    return sorted(
        places[number % len(places)] + (f"-{number // len(places) + 1}" if number >= len(places) else "")
        for number in range(clubs)
    )


def people(names: pl.DataFrame, clubs: int, per_club: int, random: np.random.Generator) -> pl.DataFrame:
    """Return one row per person, by club: `name`, `nationality`. Raises ValueError if a club needs too many names."""
    each = names.with_columns(pl.col("given", "family").str.split(" ")).explode("given").explode("family")
    everyone = each.select(name=phrase("{} {}", "given", "family"), nationality="nationality")
    if everyone.height < per_club:
        raise ValueError(
            Message(
                "a club has {per_club} people, but there are only {names} names",
                per_club=per_club,
                names=everyone.height,
            )
        )
    drawn = random.random((clubs, everyone.height)).argsort(axis=1, kind="stable")[:, :per_club]
    return everyone[drawn.ravel()]


_MOST_ROUNDS = 8


def barometer(pairs: int, boards: int) -> pl.DataFrame:
    """Return the result lines of `pairs` pairs in one line on `boards` boards: round, table, board, ns, ew (all Int32).

    There are at most eight rounds, of equal length, and never more rounds than a pair has opponents. Pairs are numbered
    from 1. In a sit-out, `table` and `ew` are null.
    """
    seats = pairs + pairs % 2
    rounds = max(n for n in range(1, min(seats - 1, _MOST_ROUNDS) + 1) if boards % n == 0)
    board, table = (grid.ravel() for grid in np.meshgrid(np.arange(boards), np.arange(seats // 2), indexing="ij"))
    round_ = board // (boards // rounds)

    circle = seats - 1
    one, other = (round_ + table) % circle, (round_ - table) % circle
    at_fixed_table = table == 0
    fixed_is_ns = at_fixed_table & (round_ % 2 == 0)
    fixed_is_ew = at_fixed_table & (round_ % 2 == 1)
    ns = np.where(fixed_is_ns, seats - 1, one) + 1
    ew = np.where(fixed_is_ew, seats - 1, other) + 1

    lines = pl.DataFrame({"round": round_ + 1, "table": table + 1, "board": board + 1, "ns": ns, "ew": ew})
    sits_out = pl.max_horizontal("ns", "ew") > pairs
    return lines.select(
        "round",
        pl.when(~sits_out).then("table").alias("table"),
        "board",
        pl.when(sits_out).then(pl.min_horizontal("ns", "ew")).otherwise("ns").alias("ns"),
        pl.when(~sits_out).then("ew").alias("ew"),
    ).cast(pl.Int32)
