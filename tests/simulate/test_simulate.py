import datetime as dt
import re
from typing import Any

import dataframely as dy
import numpy as np
import polars as pl
import pytest
from examples import by_night
from factories import Tables
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from simulated import parts, simulate

from pipelines.settings.ratings import rating_seasons, rating_systems, rating_table
from transforms.bridge.contracts import contract_score
from transforms.checks.deals import checked_deals
from transforms.checks.games import checked_games
from transforms.ratings import elo
from transforms.simulate import SEASON_END, SEASON_START
from transforms.simulate.federation import barometer, club_ids
from transforms.tables.raw import (
    Entries,
    Files,
    Games,
    Partnerships,
    Players,
    Ratings,
    RatingSeasons,
    Results,
    Sessions,
)
from transforms.tables.schemas import SEATS, SESSION, Deals, Elo

ENTRANT = [*SESSION, "line", "entrant"]
SCHEMAS = {
    "players": Players,
    "partnerships": Partnerships,
    "sessions": Sessions,
    "entries": Entries,
    "results": Results,
    "deals": Deals,
    "games": Games,
    "ratings": Ratings,
}


@pytest.fixture(scope="module")
def season() -> Tables:
    return simulate(clubs=3, sessions=30, seed=7)


@pytest.fixture(scope="module")
def attended(season: Tables) -> pl.DataFrame:
    """Entries with the partnership they stand for."""
    return (
        season["entries"]
        .with_columns(regular=pl.coalesce("substitutes_for", "player_id"))
        .join(
            season["partnerships"].select("club", "partnership_id", regular="player_id"),
            on=["club", "regular"],
            how="left",
        )
    )


class TestSimulate:
    def test_every_table_is_valid(self, season: Tables) -> None:
        for name, schema in SCHEMAS.items():
            table = schema.validate(season[name])
            assert table.columns == schema.column_names()
            assert table.height > 0

    def test_same_seed_same_season(self, season: Tables) -> None:
        again, other = simulate(3, 30, 7), simulate(3, 30, 8)
        for name, table in season.items():
            assert_frame_equal(table, again[name])
        assert not season["results"].equals(other["results"])

    def test_parts_are_clubs_of_one_federation(self) -> None:
        whole, (first, *others) = simulate(5, 2, 7, pairs=12, boards=2), parts(5, 2, 7, pairs=12, boards=2, at_once=2)
        for name, schema in SCHEMAS.items():
            table = schema.validate(pl.concat([first[name], *(part[name] for part in others)]))
            assert table["club"].unique().sort().to_list() == whole[name]["club"].unique().sort().to_list()
        assert len({part["results"]["score"].head(20).hash().sum() for part in (first, *others)}) == 3
        [alone] = parts(2, 2, 7, pairs=12, boards=2, at_once=2)
        assert_frame_equal(alone["results"].drop("club"), first["results"].drop("club"))

    def test_partners_begin_opposite_each_other_where_their_pair_begins(self, season: Tables) -> None:
        seats = season["entries"].group_by(ENTRANT).agg(pl.col("seat").str.join().alias("seats"))
        first = season["results"].filter(board=1)
        for side, begun in (("ns", "NS"), ("ew", "EW")):
            sat = first.select(*SESSION, "line", entrant=side).drop_nulls().join(seats, on=ENTRANT, how="left")
            assert sat["seats"].unique().to_list() == [begun]
        assert set(seats["seats"]) == {"NS", "EW"}

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"clubs": 0}, "clubs = 0: give at least 1"),
            ({"sessions": 0}, "sessions = 0: give 1 to 340"),
            ({"sessions": 341}, "sessions = 341: give 1 to 340"),
            ({"seed": -1}, "seed = -1: give at least 0"),
            ({"pairs": 11}, "pairs = 11: give at least 12"),
            ({"pairs": 900}, "names to go round"),
            ({"boards": 0}, "boards = 0: give at least 1"),
        ],
    )
    def test_arguments_out_of_range(self, arguments: dict[str, Any], message: str) -> None:
        with pytest.raises(ValueError, match=re.escape(message)):
            simulate(**arguments)

    @settings(max_examples=by_night(8))
    @given(
        clubs=st.integers(1, 3),
        sessions=st.integers(1, 5),
        seed=st.integers(0, 2**32),
        pairs=st.integers(12, 40),
        boards=st.integers(1, 36),
    )
    def test_any_size(self, clubs: int, sessions: int, seed: int, pairs: int, boards: int) -> None:
        tables = simulate(clubs, sessions, seed, pairs=pairs, boards=boards)
        for name, schema in SCHEMAS.items():
            schema.validate(tables[name])
        assert tables["sessions"].height == clubs * sessions
        assert tables["results"].select(*SESSION).unique().height == clubs * sessions
        assert tables["results"]["board"].max() == boards


class TestPeople:
    def test_nobody_has_the_name_of_another_in_the_club(self, season: Tables) -> None:
        assert season["players"].select("club", "name").is_unique().all()

    def test_guests_are_no_members_and_in_no_partnership(self, season: Tables) -> None:
        in_partnerships = season["players"].join(season["partnerships"], on=["club", "player_id"], how="semi")
        guests = season["players"].join(season["partnerships"], on=["club", "player_id"], how="anti")
        assert in_partnerships["member"].all()
        assert guests.height > 0
        assert not guests["member"].any()
        assert 0 < guests["substitute_ranking"].count() < guests.height

    @pytest.mark.parametrize("clubs", [1, 1024, 3000])
    def test_club_ids_are_folder_names_in_order(self, clubs: int) -> None:
        ids = club_ids(clubs)
        assert len(ids) == len(set(ids)) == clubs
        assert ids == sorted(ids)
        assert all(re.fullmatch("[a-z]+(-[0-9]+)?", club) for club in ids)


class TestCalendar:
    @pytest.mark.parametrize("sessions", [1, 30, 48, 49, 120, 340])
    def test_evenings_are_apart_and_within_the_season(self, sessions: int) -> None:
        dates = simulate(5, sessions, pairs=12, boards=1)["sessions"].select("club", "date")
        assert dates.is_unique().all()
        assert dates["date"].is_between(SEASON_START, SEASON_END).all()
        assert not dates["date"].is_between(dt.date(2025, 12, 22), dt.date(2026, 1, 4)).any()


class TestAttendance:
    def test_two_players_an_entrant_of_one_partnership(self, attended: pl.DataFrame) -> None:
        entrants = attended.group_by(ENTRANT).agg(pl.len(), pl.col("partnership_id").n_unique().alias("partnerships"))
        assert (entrants["len"] == 2).all()
        assert (entrants["partnerships"] == 1).all()
        assert attended["partnership_id"].null_count() == 0

    def test_substitutes_are_guests_beside_one_of_the_partnership(self, season: Tables, attended: pl.DataFrame) -> None:
        members = season["players"].select("club", "player_id", "member")
        seats = attended.join(members, on=["club", "player_id"])
        assert (seats["member"] == seats["substitutes_for"].is_null()).all()
        assert 0.03 < _mean(seats["substitutes_for"].is_not_null()) < 0.12
        assert (attended.group_by(ENTRANT).agg(pl.col("substitutes_for").count())["substitutes_for"] <= 1).all()


class TestMovements:
    @pytest.mark.parametrize(("pairs", "boards"), [(1, 1), (2, 24), (7, 27), (10, 24), (15, 7), (16, 24)])
    def test_barometer(self, pairs: int, boards: int) -> None:
        lines = barometer(pairs, boards)
        played, sit_outs = lines.drop_nulls("ew"), lines.filter(pl.col("ew").is_null())
        seats = pl.concat([lines.select("board", "round", pair="ns"), played.select("board", "round", pair="ew")])

        every_pair_has_every_board_once = pl.DataFrame({"pair": range(1, pairs + 1)}, schema={"pair": pl.Int32}).join(
            pl.DataFrame({"board": range(1, boards + 1)}, schema={"board": pl.Int32}), how="cross"
        )
        assert_frame_equal(seats.select("pair", "board"), every_pair_has_every_board_once, check_row_order=False)

        meetings = played.select("round", low=pl.min_horizontal("ns", "ew"), high=pl.max_horizontal("ns", "ew"))
        assert meetings.unique().select("low", "high").is_unique().all()
        assert (seats.group_by("board").agg(pl.col("round").n_unique())["round"] == 1).all()

        assert sit_outs.height == (boards if pairs % 2 else 0)
        assert sit_outs["table"].null_count() == sit_outs.height
        assert (sit_outs.group_by("ns").agg(pl.col("round").n_unique())["round"] == 1).all()


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


class TestPlay:
    def test_scores_follow_from_the_contracts(self, season: Tables) -> None:
        played = season["results"].drop_nulls("contract")
        columns = (pl.col(name) for name in ("board", "contract", "declarer", "tricks"))
        assert (played["score"] == played.select(contract_score(*columns)).to_series()).all()

    def test_lines_not_played_tell_nothing_of_a_contract(self, season: Tables) -> None:
        results = season["results"]
        unplayed = results.filter(pl.col("ew").is_null() | pl.col("ruling").is_not_null())
        assert set(unplayed["ruling"].drop_nulls()) == {"not_played", "average", "a60_40", "a40_60"}
        assert (unplayed.select("contract", "declarer", "tricks", "score").null_count().sum_horizontal() > 0).all()
        for column in ("contract", "declarer", "tricks", "score"):
            assert unplayed[column].null_count() == unplayed.height
        assert results["contract"].null_count() == unplayed.height

    def test_the_spread_is_that_of_a_club(self, season: Tables) -> None:
        """Within wide bounds of what a club's real season shows."""
        played = season["results"].drop_nulls("contract")
        bid = played.drop_nulls("declarer").with_columns(level=pl.col("contract").str.head(1).cast(pl.Int32))
        assert 0.02 < _mean(played["contract"] == "PASS") < 0.07
        assert 0.55 < _mean(bid["tricks"] >= bid["level"] + 6) < 0.8
        assert 0.02 < _mean(bid["contract"].str.ends_with("X")) < 0.08
        assert 0.12 < _mean(bid["contract"].str.head(2) == "3N") < 0.22
        assert 0.02 < _mean(bid["level"] >= 6) < 0.07
        assert set(bid["level"]) == set(range(1, 8))
        assert set(bid["declarer"]) == {"N", "E", "S", "W"}

        boards = played.group_by(*SESSION, "line", "board").agg(
            pl.len(), pl.col("score").n_unique().alias("scores"), pl.col("score").mean()
        )
        assert 0.6 < _mean(boards["scores"] / boards["len"]) < 0.9
        assert abs(_mean(boards["score"])) < 30

    def test_every_board_of_every_session_has_its_deal(self, season: Tables) -> None:
        boards = season["results"].select(*SESSION, "board").unique()
        assert season["deals"].height == boards.height
        assert boards.join(season["deals"], on=[*SESSION, "board"], how="anti").is_empty()
        assert season["deals"]["double_dummy"].null_count() == 0
        checked = checked_deals(
            season["deals"].drop("lines").with_columns(line=pl.lit(None, pl.String)).lazy(),
            season["results"].lazy(),
            Files.create_empty().lazy(),
        )
        assert pl.concat(checked.findings).collect().is_empty()
        assert checked.rows.collect()["deal_id"].to_list() == season["deals"]["deal_id"].to_list()

    def test_tricks_are_those_that_the_cards_allow_and_some_more_or_fewer(self, declared: pl.DataFrame) -> None:
        """Within the bounds of chance what 30 million plays on OKBridge show, and how tricks vary in a real club."""
        gained = declared["gained"]
        assert 0.07 < _mean(gained) < 0.13
        assert 0.27 < _mean(declared.filter(level=1)["gained"]) < 0.47
        assert -0.16 < _mean(declared.filter(pl.col("level") >= 6)["gained"]) < -0.02
        assert 0.95 < np.std(gained.to_numpy()) < 1.15
        assert 0.4 < _mean(gained == 0) < 0.5
        assert _mean(gained.abs() >= 4) < 0.01
        assert gained.abs().max() == 5

    def test_boards_are_passed_out_where_nobody_need_open(self, season: Tables) -> None:
        passed = season["results"].filter(contract="PASS").select(*SESSION, "board").unique()
        points = {"A": 4, "K": 3, "Q": 2, "J": 1}
        for deal in passed.join(season["deals"], on=[*SESSION, "board"])["deal"]:
            assert max(sum(points.get(card, 0) for card in hand) for hand in deal[2:].split(" ")) <= 12

    def test_games_are_bid_where_the_cards_are(self, declared: pl.DataFrame) -> None:
        """Who bids a game can on average make it, and who stops short of it cannot."""
        is_major = pl.col("strain").is_in(["H", "S"])
        for strain, game in ((is_major, 4), (pl.col("strain") == "N", 3)):
            played = declared.filter(strain, ~pl.col("contract").str.contains("X"), pl.col("level") < 6)
            assert _mean(played.filter(level=game)["double_dummy"]) > game + 6 - 0.2
            assert _mean(played.filter(pl.col("level") < game)["double_dummy"]) < game + 6 - 0.8


CLUB = ["club", "competition"]


@pytest.fixture(scope="module")
def rating_years(season: Tables) -> dy.DataFrame[RatingSeasons]:
    clubs = season["sessions"].select(CLUB).unique().rows()
    rules = rating_systems()["kndb"]
    each = [rating_seasons(club, evening, "kndb", rules, range(2023, 2027)) for club, evening in clubs]
    return RatingSeasons.cast(pl.concat(each))


@pytest.fixture(scope="module")
def rated(season: Tables, rating_years: dy.DataFrame[RatingSeasons]) -> pl.DataFrame:
    made = elo(season["games"], season["ratings"], season["players"], rating_years, rating_table())
    return Elo.validate(made.collect())


class TestLadder:
    def test_every_game_can_be_rated(self, season: Tables, rating_years: dy.DataFrame[RatingSeasons]) -> None:
        games, players, ratings = (season[name].lazy() for name in ("games", "players", "ratings"))
        checked = checked_games(games, players, ratings, rating_years.lazy())
        assert pl.concat(checked.findings).collect().is_empty()
        assert checked.rows.collect().height == season["games"].height

    def test_nobody_plays_twice_in_a_round(self, season: Tables) -> None:
        games = season["games"]
        sides = pl.concat([games.select(*CLUB, "date", player=side) for side in ("player_id", "opponent_id")])
        assert sides.is_unique().all()

    def test_ratings_come_near_what_each_player_was_given(self, season: Tables, rated: pl.DataFrame) -> None:
        last = rated.filter(season="2025-26").drop_nulls("rating").filter(pl.col("player_id") != "1004")
        both = last.join(season["strengths"], on=["club", "player_id"])
        assert both.select(pl.corr("rating", "strength")).item() > 0.8


def _mean(values: pl.Series) -> float:
    return float(np.mean(values.to_numpy()))
