"""Every number published about any player of two real seasons, under every method, worked out from its explanation."""

from collections import defaultdict
from pathlib import Path

import polars as pl
import pytest
from explanation.working_out import hundredths, worked_out, wrong
from factories import Tables, close_to, in_warehouse
from rankings.seasons import RANKED_FROM
from result_files import REAL_DATA, needs_real_data
from strength import plain_contest

from transforms.explanation.boards import explained_boards
from transforms.explanation.player import Explanations
from transforms.explanation.points import explained_championship, explained_points, explained_rankings
from transforms.explanation.scores import explained_scores
from transforms.rankings.what_if.side_by_side import EveryMethod, every_method, side_by_side
from transforms.strength.contest_measures import RUN_IN
from transforms.strength.contest_step import contested, of_entrants
from transforms.strength.evenings import evenings
from transforms.tables.contest import WHO
from transforms.tables.schemas import COMPETITION, ENTRANT, METHODS, SESSION, Backtest, OtherMethods

pytestmark = [needs_real_data, pytest.mark.long]

SCORED = ("scored.session_results", "scored.board_scores", "raw.results")
PLAYERS_AND_SEASONS = 346  # in two seasons; a player of both counts twice


@pytest.fixture(scope="session")
def points(real_seasons: Tables) -> pl.DataFrame:
    return explained_points(
        real_seasons["rankings.ranking_points"],
        real_seasons["scored.session_results"],
        real_seasons["raw.sessions"],
        real_seasons["raw.competitions"],
        player_rankings=real_seasons["rankings.player_rankings"],
        entries=real_seasons["raw.entries"],
        match_results=real_seasons["scored.match_results"],
    )


@pytest.fixture(scope="session")
def boards(real_seasons: Tables) -> pl.DataFrame:
    """Under one method: the boards are the same under all."""
    names = ("scored.board_scores", "raw.files", "raw.sessions", "raw.competitions")
    return explained_boards(*(real_seasons[name].filter(competition="balanced") for name in names))


def test_every_ranking_is_the_one_published(real_seasons: Tables) -> None:
    rankings = real_seasons["rankings.player_rankings"]
    explained = explained_rankings(real_seasons["rankings.ranking_points"], rankings, real_seasons["raw.competitions"])
    published = rankings.group_by(*COMPETITION, "player_id").agg(
        published=pl.col("ranking").sort_by("date", "session_id").last()
    )
    both = explained.join(published, on=(*COMPETITION, "player_id"))
    assert both.height == explained.height == published.height == PLAYERS_AND_SEASONS * len(METHODS)
    assert both.select((pl.col("recomputed") - pl.col("published")).abs().max()).item() < 1e-9
    assert not wrong(both["formula"], both["published"])


def test_every_substitute_ranking_is_handed_on_or_usual(real_seasons: Tables) -> None:
    rankings = real_seasons["rankings.player_rankings"]
    explained = explained_rankings(real_seasons["rankings.ranking_points"], rankings, real_seasons["raw.competitions"])
    before = explained.filter(season="2015-16").select("competition", "player_id", handed_on="ranking")
    second = explained.filter(season="2016-17").join(before, on=("competition", "player_id"), how="left")
    assert 0 < second["handed_on"].null_count() < second.height
    assert second["substitute_ranking"].to_list() == close_to(second["handed_on"].fill_null(70).to_list())


@pytest.mark.parametrize("method", METHODS)
def test_every_formula_makes_the_ranking_points(points: pl.DataFrame, method: str) -> None:
    earned = points.filter(method=method)
    assert earned.height == points.height / len(METHODS)
    assert not wrong(earned["formula"], earned["before_rounding"])
    if method == "place":
        halves_up = (earned["before_rounding"] + 0.5 + 1e-9).floor()
        assert halves_up.equals(earned["points"])
    else:
        assert (earned["before_rounding"] - earned["points"]).abs().max() == close_to(0)


def test_dynamic_starts_from_the_mean_ranking_of_the_field(points: pl.DataFrame) -> None:
    dynamic = points.filter(method="dynamic")
    assert dynamic["strength_formula"].null_count() == 0
    assert not wrong(dynamic["strength_formula"], dynamic["middle"])
    assert points.filter(pl.col("method") != "dynamic")["strength_formula"].null_count() == 3 * dynamic.height


def test_every_formula_makes_the_score(real_seasons: Tables) -> None:
    scores = explained_scores(*(real_seasons[name] for name in SCORED))
    scored = scores.drop_nulls("score")
    assert scored.height == scores.height
    assert not wrong(scored["formula"], scored["score"])


def test_every_board_is_explained_by_the_scores_there(boards: pl.DataFrame) -> None:
    scored = boards.drop_nulls("points")
    in_words = scored.filter(~pl.col("how").str.contains("=")).select("session_id", "board", "entrant", "how")
    assert in_words.is_empty()
    formulas = scored.select(
        "points", "how", formula=pl.col("how").str.extract(": (.*) = ").str.replace("% of", "/ 100 ×")
    )
    assert not wrong(formulas["formula"], formulas["points"])
    assert formulas["how"].str.contains("1) × ", literal=True).sum() > 100  # Neuberg
    assert formulas["how"].str.starts_with("AVE+").sum() > 10


def test_the_boards_of_an_entrant_add_up_to_its_score(real_seasons: Tables, boards: pl.DataFrame) -> None:
    entrant = (*SESSION, "line", "entrant")
    listed = boards.group_by(entrant).agg(pl.col("points").sum().alias("on_boards"))
    of_one = (real_seasons[name].filter(competition="balanced") for name in SCORED)
    results = explained_scores(*of_one).join(listed, on=entrant)
    boards_alone = results.filter(pl.col("made_of").is_null())
    assert boards_alone.height > 800
    assert (boards_alone["on_boards"] - boards_alone["points"]).abs().max() == close_to(0)
    others = results.drop_nulls("made_of")
    assert others.height > 10
    for made_of, points in others.select("made_of", "points").iter_rows():
        parts = [worked_out(part.split()[0]) for part in made_of.split(", ")]
        assert abs(sum(parts) - hundredths(points)) <= hundredths(0.01), made_of


def test_every_line_is_where_it_says(real_seasons: Tables, boards: pl.DataFrame) -> None:
    """The line of the file names the pairs who met there, and what they scored."""
    paths = dict(real_seasons["raw.files"].filter(competition="balanced").select("path", "file_id").iter_rows())
    files: dict[str, list[list[str]]] = defaultdict(list)
    for path, name in paths.items():
        if name.endswith(".pbn"):
            text = Path(REAL_DATA / "pbn" / "spiren" / name).read_text(encoding="latin-1")
            files[path] = [line.split() for line in text.splitlines()]
    words = boards.select("file", "line_no", "entrant", "opponent", "score")
    elsewhere = [
        row
        for row in words.iter_rows(named=True)
        if not {row["entrant"], row["opponent"]} <= set(files[row["file"]][row["line_no"] - 1])
    ]
    assert not elsewhere


def test_every_average_of_a_championship_is_the_one_published(real_seasons: Tables) -> None:
    of_pairs = ("pairs", "pair_sessions", "partnership_id")
    for *tables, who in (("individual", "individual_sessions", "player_id"), of_pairs):
        of_all, sessions = (real_seasons[f"championships.{table}"] for table in tables)
        standing = explained_championship(of_all, sessions, who).drop_nulls("average")
        assert standing.height > 1000
        assert not wrong(standing["formula"], standing["average"])


def test_any_player_can_be_asked(real_seasons: Tables) -> None:
    """As one value: the ranking from the points of the sessions in the window, and every session down to its boards."""
    asked = {name: _of_method(table, "place") for name, table in real_seasons.items()}
    explanations = Explanations(asked)
    players = real_seasons["rankings.player_rankings"].filter(competition="place")
    for key in players.select(*COMPETITION, "player_id").unique(maintain_order=True).rows():
        explanation = explanations.of(*key)
        assert explanation is not None
        in_window = [session.points.value or 0 for session in explanation.sessions if session.in_window]
        missing = explanation.window - len(in_window)
        recomputed = (sum(in_window) + missing * (explanation.substitute.value or 0)) / explanation.window
        assert recomputed == close_to(explanation.ranking.value)
        before = (*key[:2], "2015-16", key[3])
        handed_on = None if key == before else explanations.of(*before)
        if handed_on is None:
            assert (explanation.substitute.value, explanation.substitute.how) == (
                70,
                "the ranking that the club gives everybody who has none yet",
            )
        else:
            assert explanation.substitute.value == close_to(handed_on.ranking.value)
            assert explanation.substitute.how == "the final ranking of season 2015-16"
        assert all(session.boards for session in explanation.sessions)


def _of_method(table: pl.DataFrame, method: str) -> pl.DataFrame:
    return table.filter(competition=method) if "competition" in table.columns else table


def by_every_method(tables: Tables) -> EveryMethod:
    names = {name: next(iter(in_warehouse({name: None}))) for name in RANKED_FROM}
    return every_method(**{name: tables[table] for name, table in names.items()}, earned=tables["raw.ranking_points"])


def of_competition(tables: Tables, method: str) -> Tables:
    """The season by a method, as if it were that of the competition `wednesday`."""
    return {
        name: table.filter(competition=method).with_columns(competition=pl.lit("wednesday"))
        for name, table in tables.items()
        if "competition" in table.columns
    }


@pytest.mark.parametrize("one", METHODS)
@pytest.mark.parametrize("other", METHODS)
def test_methods_side_by_side(real_seasons: Tables, one: str, other: str) -> None:
    both = side_by_side(of_competition(real_seasons, one), of_competition(real_seasons, other))
    assert both.summary["season"].to_list() == ["2015-16", "2016-17"]
    assert both.summary["compared"].sum() == both.players.height == 346
    assert both.players.null_count().sum_horizontal().item() == 0
    for row in both.summary.iter_rows(named=True):
        if one == other:
            assert (row["spearman"], row["kendall"], row["moved"]) == (1, 1, 0)
            assert row["promoted"] == row["demoted"] == 0
        else:
            assert 0.5 < row["spearman"] < 1
            assert 0.4 < row["kendall"] < row["spearman"]
            assert row["moved"] > 50
            assert min(row["promoted"], row["demoted"]) > 0


def test_other_methods_are_those_of_the_competitions_that_have_them(real_seasons: Tables) -> None:
    found = OtherMethods.validate(by_every_method(real_seasons).other_methods.collect())
    assert found.height == 4 * 4 * 346
    of_itself = found.filter(pl.col("method") == pl.col("competition"))
    key = ["method", "season", "player_id"]
    for competition in METHODS:
        same = found.filter(competition=competition).drop("competition").sort(key)
        assert same.equals(of_itself.drop("competition").sort(key)), competition


def test_every_method_foretells_better_than_a_coin(real_seasons: Tables) -> None:
    found = Backtest.validate(by_every_method(real_seasons).backtest.collect())
    assert found.height == 2 * 4 * 4
    assert (found["share"] > 0.5).all()
    assert (found["tau"] > 0).all()


@pytest.mark.nightly
def test_a_contest_of_the_real_evenings_is_that_of_plain_python(real_seasons: Tables) -> None:
    names = ("scored.session_results", "raw.entries", "raw.sessions", "rankings.player_rankings")
    results, entries, sessions, rankings = (real_seasons[name].filter(competition="balanced") for name in names)
    played = evenings(results, entries, sessions).collect()
    index = of_entrants(rankings, entries)
    found = contested(played, {"ranking": index}, None).measured()
    rows = played.group_by(ENTRANT, maintain_order=True).agg(pl.col("player_id"), pl.all().exclude("player_id").first())
    of_plain = {
        plain_contest.Entrant(
            row["evening"], row["field"], row["entrant"], tuple(row["player_id"]), row["boards"], row["score"]
        ): row["index"]
        for row in rows.join(index, on=ENTRANT, how="left").iter_rows(named=True)
    }
    every = list(of_plain)
    forecasts = plain_contest.forecasts(every)
    forecasts["ranking"] = plain_contest.expected_by(of_plain.get, every, None)
    expected = {
        (system, who, measure): close_to(value)
        for system, forecast in forecasts.items()
        for who in WHO
        for measure, value in plain_contest.measures(every, forecast, who, RUN_IN).items()
    }
    words = found.select("system", "who", "measure", "value").rows()
    assert {tuple(key): value for *key, value in words} == expected
    assert found.filter(system="fifty", who="all", measure="ordered")["evenings"].item() == 71
