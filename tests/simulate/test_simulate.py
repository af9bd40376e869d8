"""A made-up season is sound, always the same, and like that of a club."""

import datetime as dt
import itertools
import re
import subprocess
import sys
import textwrap
from typing import Any

import dataframely as dy
import numpy as np
import polars as pl
import pytest
from each import cases
from examples import by_night
from factories import Tables
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from simulated import parts, simulate
from solving.solver_there import needs_endplay

from pipelines.building.solving.worker import tables_of
from pipelines.cli.simulate import STORE, stored_deals
from pipelines.settings.ratings import rating_systems, rating_table
from pipelines.tools.deal_store import DEALS, random_deal
from transforms.bridge.cards import CARDS, cards_of
from transforms.bridge.contracts import contract_score
from transforms.checks.deals import checked_deals
from transforms.checks.games import checked_games
from transforms.ratings import elo
from transforms.ratings.seasons import rating_seasons
from transforms.simulate import SEASON_END, SEASON_START
from transforms.simulate.dealing import as_handed_in, drawn, read_deals, variants
from transforms.simulate.federation import barometer, club_ids
from transforms.tables import schemas as t
from transforms.tables.schemas import SEATS, SESSION

ENTRANT = [*SESSION, "line", "entrant"]
SCHEMAS = {
    **{"players": t.Players, "partnerships": t.Partnerships, "sessions": t.Sessions, "entries": t.Entries},
    **{"results": t.Results, "deals": t.Deals, "games": t.Games, "ratings": t.Ratings},
}
CLUB = ["club", "competition"]
OF_A_RESULT = ("contract", "declarer", "tricks", "score")


@pytest.fixture(scope="module")
def season() -> Tables:
    return simulate(clubs=3, sessions=30, seed=7)


@pytest.fixture(scope="module")
def declared(season: Tables) -> pl.DataFrame:
    """The contracts played, with the tricks that the cards allow declarer, and those gained beyond them."""
    digit = 5 * pl.col("declarer").replace_strict(SEATS, range(4), return_dtype=pl.Int64)
    strain = pl.col("strain").replace_strict(["N", *"SHDC"], range(5), return_dtype=pl.Int64)
    tricks = pl.col("double_dummy").str.slice(digit + strain, 1).str.to_integer(base=16)
    return (
        season["results"]
        .drop_nulls("declarer")
        .join(season["deals"].select(*SESSION, "board", "double_dummy"), on=[*SESSION, "board"])
        .with_columns(level=pl.col("contract").str.head(1).cast(pl.Int64), strain=pl.col("contract").str.slice(1, 1))
        .with_columns(double_dummy=tricks)
        .with_columns(gained=pl.col("tricks").cast(pl.Int64) - pl.col("double_dummy"))
    )


def mean(values: pl.Series) -> float:
    return float(np.mean(values.to_numpy()))


def test_the_same_seed_makes_the_same_season(season: Tables) -> None:
    again, other = simulate(3, 30, 7), simulate(3, 30, 8)
    for name, schema in SCHEMAS.items():
        table = schema.validate(season[name])
        assert table.columns == schema.column_names()
        assert_frame_equal(season[name], again[name])
    assert not season["results"].equals(other["results"])


def test_parts_are_clubs_of_one_federation() -> None:
    whole, (first, *others) = simulate(5, 2, 7, pairs=12, boards=2), parts(5, 2, 7, pairs=12, boards=2, at_once=2)
    for name, schema in SCHEMAS.items():
        table = schema.validate(pl.concat([first[name], *(part[name] for part in others)]))
        assert table["club"].unique().sort().to_list() == whole[name]["club"].unique().sort().to_list()
    assert len({part["results"]["score"].head(20).hash().sum() for part in (first, *others)}) == 3
    [alone] = parts(2, 2, 7, pairs=12, boards=2, at_once=2)
    assert_frame_equal(alone["results"].drop("club"), first["results"].drop("club"))


@cases(
    ({"clubs": 0}, "clubs = 0: give at least 1"),
    ({"sessions": 0}, "sessions = 0: give 1 to 340"),
    ({"sessions": 341}, "sessions = 341: give 1 to 340"),
    ({"seed": -1}, "seed = -1: give at least 0"),
    ({"pairs": 11}, "pairs = 11: give at least 12"),
    ({"pairs": 900}, "people, but there are only"),
    ({"boards": 0}, "boards = 0: give at least 1"),
)
def test_arguments_out_of_range(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        simulate(**arguments)


@settings(max_examples=by_night(8))
@given(st.integers(1, 3), st.integers(1, 5), st.integers(0, 2**32), st.integers(12, 40), st.integers(1, 36))
def test_a_season_of_any_size_is_sound(clubs: int, sessions: int, seed: int, pairs: int, boards: int) -> None:
    tables = simulate(clubs, sessions, seed, pairs=pairs, boards=boards)
    for name, schema in SCHEMAS.items():
        schema.validate(tables[name])
    assert tables["sessions"].height == tables["results"].select(SESSION).unique().height == clubs * sessions
    assert tables["results"]["board"].max() == boards
    assert tables["players"].select("club", "name").is_unique().all()


@pytest.mark.parametrize("clubs", [1, 1024, 3000])
def test_club_ids_are_folder_names_in_order(clubs: int) -> None:
    ids = club_ids(clubs)
    assert len(ids) == clubs
    assert ids == sorted(set(ids))
    assert all(re.fullmatch("[a-z]+(-[0-9]+)?", club) for club in ids)


@pytest.mark.parametrize("sessions", [1, 48, 49, 340])
def test_evenings_are_apart_and_within_the_season(sessions: int) -> None:
    dates = simulate(5, sessions, pairs=12, boards=1)["sessions"].select("club", "date")
    assert dates.is_unique().all()
    assert dates["date"].is_between(SEASON_START, SEASON_END).all()
    assert not dates["date"].is_between(dt.date(2025, 12, 22), dt.date(2026, 1, 4)).any()


def test_two_of_a_partnership_sit_down_or_one_with_a_guest(season: Tables) -> None:
    regular = pl.coalesce("substitutes_for", "player_id")
    of_pair = season["partnerships"].select("club", "partnership_id", regular="player_id")
    attended = season["entries"].with_columns(regular=regular).join(of_pair, on=["club", "regular"])
    entrants = attended.group_by(ENTRANT).agg(
        pl.len(), pl.col("partnership_id").n_unique(), pl.col("substitutes_for").count(), pl.col("seat").str.join()
    )
    assert attended.height == season["entries"].height
    assert entrants.select("len", "partnership_id").unique().rows() == [(2, 1)]
    assert set(entrants["substitutes_for"]) == {0, 1}
    assert set(entrants["seat"]) == {"NS", "EW"}
    seats = attended.join(season["players"].select("club", "player_id", "member"), on=["club", "player_id"])
    assert (seats["member"] == seats["substitutes_for"].is_null()).all()
    assert 0.03 < mean(seats["substitutes_for"].is_not_null()) < 0.12


@pytest.mark.parametrize(("pairs", "boards"), [(1, 1), (2, 24), (7, 27), (10, 24), (15, 7), (16, 24)])
def test_barometer(pairs: int, boards: int) -> None:
    lines = barometer(pairs, boards)
    played, sit_outs = lines.drop_nulls("ew"), lines.filter(pl.col("ew").is_null())
    seats = pl.concat([lines.select("board", "round", pair="ns"), played.select("board", "round", pair="ew")])
    assert seats.height == seats.select("pair", "board").n_unique() == pairs * boards
    meetings = played.select("round", low=pl.min_horizontal("ns", "ew"), high=pl.max_horizontal("ns", "ew"))
    assert meetings.unique().select("low", "high").is_unique().all()
    assert (seats.group_by("board").agg(pl.col("round").n_unique())["round"] == 1).all()
    assert sit_outs.height == sit_outs["table"].null_count() == (boards if pairs % 2 else 0)
    assert (sit_outs.group_by("ns").agg(pl.col("round").n_unique())["round"] == 1).all()


def test_scores_follow_from_contracts_and_lines_not_played_have_none(season: Tables) -> None:
    results = season["results"]
    played = results.drop_nulls("contract")
    columns = (pl.col(name) for name in ("board", "contract", "declarer", "tricks"))
    assert (played["score"] == played.select(contract_score(*columns)).to_series()).all()
    unplayed = results.filter(pl.col("ew").is_null() | pl.col("ruling").is_not_null())
    assert set(unplayed["ruling"].drop_nulls()) == {"not_played", "average", "a60_40", "a40_60"}
    assert all(unplayed[column].null_count() == unplayed.height for column in OF_A_RESULT)
    assert results["contract"].null_count() == unplayed.height


def test_the_spread_is_that_of_a_club(season: Tables) -> None:
    """Within wide bounds of what a club's real season shows."""
    played = season["results"].drop_nulls("contract")
    bid = played.drop_nulls("declarer").with_columns(level=pl.col("contract").str.head(1).cast(pl.Int32))
    assert 0.02 < mean(played["contract"] == "PASS") < 0.07
    assert 0.55 < mean(bid["tricks"] >= bid["level"] + 6) < 0.8
    assert 0.02 < mean(bid["contract"].str.ends_with("X")) < 0.08
    assert 0.12 < mean(bid["contract"].str.head(2) == "3N") < 0.22
    assert 0.02 < mean(bid["level"] >= 6) < 0.07
    assert (set(bid["level"]), set(bid["declarer"])) == (set(range(1, 8)), set(SEATS))
    boards = played.group_by(*SESSION, "line", "board").agg(
        pl.len(), pl.col("score").n_unique().alias("scores"), pl.col("score").mean()
    )
    assert 0.6 < mean(boards["scores"] / boards["len"]) < 0.9
    assert abs(mean(boards["score"])) < 30


def test_every_board_of_every_session_has_its_deal(season: Tables) -> None:
    boards, deals = season["results"].select(*SESSION, "board").unique(), season["deals"]
    assert deals.height == boards.height == boards.join(deals, on=[*SESSION, "board"]).height
    assert deals["double_dummy"].null_count() == 0
    of_lines = deals.drop("lines").with_columns(line=pl.lit(None, pl.String))
    checked = checked_deals(of_lines.lazy(), season["results"].lazy(), t.Files.create_empty().lazy())
    assert pl.concat(checked.findings).collect().is_empty()
    assert checked.rows.collect()["deal_id"].to_list() == deals["deal_id"].to_list()


def test_tricks_are_those_that_the_cards_allow_and_some_more_or_fewer(declared: pl.DataFrame) -> None:
    """Within the bounds of chance what 30 million plays on OKBridge show, and how tricks vary in a real club."""
    gained = declared["gained"]
    assert 0.07 < mean(gained) < 0.13
    assert 0.27 < mean(declared.filter(level=1)["gained"]) < 0.47
    assert -0.16 < mean(declared.filter(pl.col("level") >= 6)["gained"]) < -0.02
    assert 0.95 < np.std(gained.to_numpy()) < 1.15
    assert 0.4 < mean(gained == 0) < 0.5
    assert mean(gained.abs() >= 4) < 0.01
    assert gained.abs().max() == 5


def test_games_are_bid_where_the_cards_are(declared: pl.DataFrame) -> None:
    """Who bids a game can on average make it, and who stops short of it cannot."""
    is_major = pl.col("strain").is_in(["H", "S"])
    for strain, game in ((is_major, 4), (pl.col("strain") == "N", 3)):
        played = declared.filter(strain, ~pl.col("contract").str.contains("X"), pl.col("level") < 6)
        assert mean(played.filter(level=game)["double_dummy"]) > game + 6 - 0.2
        assert mean(played.filter(pl.col("level") < game)["double_dummy"]) < game + 6 - 0.8


@pytest.fixture(scope="module")
def rating_years(season: Tables) -> dy.DataFrame[t.RatingSeasons]:
    clubs = season["sessions"].select(CLUB).unique().rows()
    rating = {"system": "kndb", "rules": rating_systems()["kndb"].model_dump()}
    each = [rating_seasons(club, evening, rating, range(2023, 2027)) for club, evening in clubs]
    return t.RatingSeasons.cast(pl.concat(each))


def test_every_game_can_be_rated(season: Tables, rating_years: dy.DataFrame[t.RatingSeasons]) -> None:
    games, players, ratings = (season[name].lazy() for name in ("games", "players", "ratings"))
    checked = checked_games(games, players, ratings, rating_years.lazy())
    assert pl.concat(checked.findings).collect().is_empty()
    assert checked.rows.collect().height == season["games"].height
    both = [season["games"].select(*CLUB, "date", player=side) for side in ("player_id", "opponent_id")]
    assert pl.concat(both).is_unique().all(), "nobody plays twice in a round"


def test_ratings_come_near_the_given_strength(season: Tables, rating_years: dy.DataFrame[t.RatingSeasons]) -> None:
    made = elo(season["games"], season["ratings"], season["players"], rating_years, rating_table()).collect()
    last = made.filter(pl.col("player_id") != "1004", season="2025-26").drop_nulls("rating")
    both = last.join(season["strengths"], on=["club", "player_id"])
    assert both.select(pl.corr("rating", "strength")).item() > 0.8


ORDERS = 24

which_form = st.tuples(st.integers(0, DEALS - 1), st.integers(0, ORDERS - 1), st.integers(0, 3))


def in_form(number: int, order: int, turn: int) -> pl.DataFrame:
    return as_handed_in(variants(stored_deals(), *(np.array([each]) for each in (number, order, turn))))


def hands_of(deal: str) -> list[list[str]]:
    return [hand.split(".") for hand in deal.removeprefix("N:").split(" ")]


def game(deal: str) -> str:
    """What all forms of a deal have in common: its suits in any order, from any seat."""
    hands = hands_of(deal)
    return min(str(sorted(zip(*hands[turn:], *hands[:turn], strict=True))) for turn in range(4))


def test_each_deal_has_all_cards_and_is_there_once() -> None:
    store = pl.read_parquet(STORE)
    assert store.columns == ["deal", "double_dummy"]
    assert store.height == DEALS
    assert store["deal"].is_unique().all()
    cards = cards_of(store["deal"])
    assert cards.height == DEALS * len(CARDS)
    assert cards.select("row", "card").is_unique().all()
    assert (cards.group_by("row", "seat").len()["len"] == 13).all()
    assert store["double_dummy"].str.contains("^[0-9a-d]{20}$").all()


@needs_endplay
@pytest.mark.parametrize("number", [0, DEALS - 1])
def test_the_tables_are_those_of_endplay(number: int) -> None:
    assert [pl.read_parquet(STORE)["double_dummy"][number]] == tables_of([random_deal(number)])


@needs_endplay
@settings(max_examples=by_night(8), deadline=None)
@given(which_form)
def test_the_table_of_a_form_is_that_of_endplay(form: tuple[int, int, int]) -> None:
    reported = in_form(*form)
    assert reported["double_dummy"].to_list() == tables_of(reported["deal_id"].to_list())


@given(which_form)
def test_suits_change_places_and_hands_move_on(form: tuple[int, int, int]) -> None:
    """Cards and tricks, against a plain reading of what a form is."""
    number, order, turn = form
    store = pl.read_parquet(STORE).row(number, named=True)
    suits = list(itertools.permutations(range(4)))[order]
    of_suits, of_tricks = hands_of(store["deal"]), textwrap.wrap(store["double_dummy"], 5)
    hands = [".".join(of_suits[(seat - turn) % 4][suit] for suit in suits) for seat in range(4)]
    tricks = [of_tricks[(seat - turn) % 4] for seat in range(4)]
    reported = in_form(*form)
    assert reported["deal"].item() == "N:" + " ".join(hands)
    assert reported["double_dummy"].item() == "".join(of[0] + "".join(of[1 + suit] for suit in suits) for of in tricks)


def test_read_again_it_is_the_same() -> None:
    deals = drawn(stored_deals(), 3, 24, np.random.default_rng(1))
    again = read_deals(as_handed_in(deals))
    assert (again.holdings == deals.holdings).all()
    assert (again.tricks == deals.tricks).all()


@settings(max_examples=by_night(20))
@given(clubs=st.integers(1, 3), boards=st.integers(1, 100), seed=st.integers(0, 2**32))
def test_a_club_goes_through_the_store(clubs: int, boards: int, seed: int) -> None:
    """No two boards come from one deal of the store, before all others had their turn."""
    games = [
        game(deal) for deal in as_handed_in(drawn(stored_deals(), clubs, boards, np.random.default_rng(seed)))["deal"]
    ]
    assert len(games) == clubs * boards
    assert all(len(set(games[club * boards :][:boards])) == boards for club in range(clubs))


def test_when_it_comes_to_a_deal_again_it_is_in_another_form() -> None:
    few = variants(stored_deals(), *np.array([[3, 5, 8, 13, 21, 34, 55], [0] * 7, [0] * 7]))
    deals = as_handed_in(drawn(few, 1, 7 * 96, np.random.default_rng(5)))["deal"].to_list()
    games = [game(deal) for deal in deals]
    assert all(len(set(games[lap * 7 :][:7])) == 7 for lap in range(96))
    assert len(set(deals)) == 7 * 96


def test_nothing_is_solved() -> None:
    """Whatever evenings are made up, the solver is not even there."""
    program = (
        "import sys; import polars as pl; from pipelines.cli.simulate import NAMES, stored_deals;"
        " from transforms.simulate import parts; list(parts(2, 2, store=stored_deals(), names=pl.read_csv(NAMES)));"
        " print('endplay' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "False"
