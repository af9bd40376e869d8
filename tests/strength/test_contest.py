"""The contest of systems: as plain Python computes it, whatever the order of rows and whoever else takes part."""

import datetime as dt
from random import Random

import numpy as np
import polars as pl
from examples import by_night
from factories import close_to
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from strength import plain_contest
from strength.plain_contest import Entrant

from transforms.strength.contest_measures import Sums
from transforms.strength.contest_step import contested
from transforms.tables.contest import WHO
from transforms.tables.schemas import COMPETITION, ENTRANT

RUN_IN = 3
few = settings(max_examples=by_night(8))


def season(random: Random, evenings: int) -> list[Entrant]:
    """Evenings of one or two fields: regular pairs, others who change partners, a trio, newcomers, and somebody."""
    players = [f"p{number}" for number in range(random.randint(4, 14))]
    found: list[Entrant] = []
    for evening in range(1, evenings + 1):
        present = random.sample(players, random.randint(4, len(players)))
        pairs: list[tuple[str | None, ...]] = [tuple(present[at : at + 2]) for at in range(0, len(present) - 1, 2)]
        if random.random() < 0.3:
            pairs[0] = (*pairs[0], f"third of {evening % 2}")
        if random.random() < 0.4:
            pairs.append(random.choice([(None,), (f"alone {evening % 3}", None)]))
        fields = random.choice(["A", "AB"])
        boards = random.choice([12, 24, 900])
        of_field = {
            field: [pair for at, pair in enumerate(pairs) if fields[at % len(fields)] == field] for field in fields
        }
        for field, seated in of_field.items():
            if len(seated) > 1:
                scores = [random.choice([50, random.randint(2500, 7500) / 100]) for _ in seated]
                found += [
                    Entrant(evening, field, str(at), players, boards, score)
                    for at, (players, score) in enumerate(zip(seated, scores, strict=True))
                ]
    return numbered(found)


def made_up() -> list[Entrant]:
    return season(Random(7), 12)  # noqa: S311 - the same season each time


def numbered(results: list[Entrant]) -> list[Entrant]:
    """Evenings on which nobody was compared are no evenings."""
    order = {evening: number for number, evening in enumerate(sorted({who.evening for who in results}), 1)}
    return [who._replace(evening=order[who.evening]) for who in results]


def rows_of(results: list[Entrant], club: str = "club") -> pl.DataFrame:
    """The rows of `evenings`."""
    return pl.DataFrame(
        [
            {
                **dict(zip(COMPETITION, (club, "evening", f"season {who.evening % 2}"), strict=True)),
                **{"session_id": str(who.evening), "line": who.field, "entrant": who.entrant, "field": who.field},
                **{"player_id": player, "weight": 2 / max(len(who.players), 2) if player else 0.0},
                **{"evening": who.evening, "date": dt.date(2025, 9, 1) + dt.timedelta(who.evening)},
                **{"boards": who.boards, "score": float(who.score)},
            }
            for who in results
            for player in ([one for one in who.players if one] or [None])
        ],
        schema_overrides={"evening": pl.Int32, "boards": pl.Int32, "player_id": pl.String},
    )


def contest(*rows: pl.DataFrame) -> Sums:
    return contested(pl.concat(rows), {}, None, RUN_IN)


@few
@given(st.randoms(use_true_random=False), st.integers(4, 12))
def test_every_system_and_measure_is_that_of_plain_python(random: Random, evenings: int) -> None:
    results = season(random, evenings)
    found = contest(rows_of(results)).measured()
    expected = {
        (system, who, measure): close_to(value)
        for system, forecast in plain_contest.forecasts(results).items()
        for who in WHO
        for measure, value in plain_contest.measures(results, forecast, who, RUN_IN).items()
    }
    words = found.drop_nulls("value").select("system", "who", "measure", "value").rows()
    assert {tuple(key): value for *key, value in words} == expected


@few
@given(st.randoms(use_true_random=False), st.integers(4, 9))
def test_neither_the_order_of_rows_nor_other_clubs_change_a_bit(random: Random, evenings: int) -> None:
    rows = rows_of(season(random, evenings))
    others = [rows_of(season(random, random.randint(2, 9)), f"club {number}") for number in range(2)]
    alone = contest(rows)
    among = contest(*others, rows)
    here = among.evenings.select((pl.col("club") == "club").alias("here"))["here"].to_numpy()
    assert np.array_equal(among.values[here], alone.values)
    assert_frame_equal(among.evenings.filter(club="club"), alone.evenings)
    shuffled = contest(rows[random.sample(range(rows.height), rows.height)])
    assert np.array_equal(shuffled.values, alone.values)
    assert_frame_equal(shuffled.measured(COMPETITION), alone.measured(COMPETITION))
    expected = among.measured(COMPETITION).filter(club="club")
    assert_frame_equal(alone.measured(COMPETITION), expected, check_exact=True)


def test_an_index_of_ones_own_takes_part_and_who_has_none_is_as_the_mean_of_the_field() -> None:
    results = made_up()
    given_to = {who: 7 * at % 11 - 5.0 for at, who in enumerate(results) if who.entrant != "1"}
    rows = rows_of(results)
    index = pl.DataFrame(
        [
            {**row, "index": given_to[who]}
            for who, row in zip(results, rows.unique(ENTRANT, maintain_order=True).rows(named=True), strict=True)
            if who in given_to
        ]
    )
    found = contested(rows, {"own": index}, None, RUN_IN).measured().filter(system="own", who="all")
    expected = plain_contest.expected_by(given_to.get, results, None)
    of_plain = plain_contest.measures(results, expected, "all", RUN_IN)
    assert dict(found.select("measure", "value").rows()) == close_to(of_plain)


def test_intervals_are_of_evenings_drawn_with_the_documented_seed() -> None:
    """Of the difference to the model too, in the same draws; none where there are fewer than five evenings."""
    results = made_up()
    rows = rows_of(results)
    forecasts = rows.unique(ENTRANT).select(*ENTRANT, expected=50 + pl.col("boards") % 7, sd=pl.lit(6.0))
    entered = contested(rows, {}, forecasts, RUN_IN)
    found = entered.measured().filter(who="all", measure="rmse")
    of_evenings = list(plain_contest.by_evening(results))[RUN_IN:]
    drawn = np.random.default_rng(2026).integers(len(of_evenings), size=(1000, len(of_evenings)))
    of_model: plain_contest.Expected = {who: (50 + who.boards % 7, 6.0) for who in results}
    rmse = {}
    for system, expected in {"elo_32": plain_contest.forecasts(results)["elo_32"], "model": of_model}.items():
        off = [[(who.score - expected[who][0]) ** 2 for field in fields for who in field] for fields in of_evenings]
        rmse[system] = [np.sqrt(np.mean([one for evening in draw for one in off[evening]])) for draw in drawn]
    elo, model = (found.row(by_predicate=pl.col("system") == system, named=True) for system in rmse)
    assert (elo["low"], elo["high"]) == close_to(tuple(np.quantile(rmse["elo_32"], [0.025, 0.975])))
    more = np.quantile(np.subtract(rmse["elo_32"], rmse["model"]), [0.025, 0.975])
    assert (elo["more_low"], elo["more_high"]) == close_to(tuple(more))
    assert elo["more"] == close_to(elo["value"] - model["value"])
    assert (model["more"], model["more_low"], model["evenings"]) == (None, None, len(of_evenings))
    short = contested(rows.filter(pl.col("evening") < 5 + RUN_IN), {}, forecasts, RUN_IN).measured()
    assert set(short["evenings"]) <= {1, 2, 3, 4}
    assert not short["low"].count() + short["more_high"].count()
