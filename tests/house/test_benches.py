"""The benches of stages run through the tables as they are now, small; what they take is not looked at."""

from pathlib import Path

import polars as pl
import pytest

from bench import awards, elo, matchpoints, rankings


def test_matchpoints(tmp_path: Path) -> None:
    lines = matchpoints.generate(tmp_path, 2_000)
    for work in matchpoints.MEASURED.values():
        work(tmp_path)
    scored, written = (pl.read_parquet(tmp_path / f"{name}-results-club-0000.parquet") for name in ("scores", "floor"))
    assert (scored.height, written.height) == (lines, lines)


def test_rankings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in {"CLUBS": 3, "SESSIONS": 4}.items():
        monkeypatch.setattr(rankings, name, few)
    rankings.generate(tmp_path)
    rankings.rank(tmp_path)
    rankings.floor(tmp_path)
    assert pl.read_parquet(tmp_path / "made.player_rankings.parquet")["club"].n_unique() == 3


def test_awards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awards, "EVENTS", 5)
    awards.generate(tmp_path)
    awards.award(tmp_path)
    awards.floor(tmp_path)
    assert pl.read_parquet(tmp_path / "written.parquet")["session_id"].n_unique() == 5


def test_elo(tmp_path: Path) -> None:
    elo.generate(tmp_path, 3_000)
    of_ratings, of_lists = elo.rate(tmp_path)
    assert min(*of_ratings, *of_lists) > 0
    assert min(elo.floor(tmp_path)[0]) > 0
    games, seasons = (pl.read_parquet(tmp_path / f"{name}.parquet") for name in ("games", "seasons"))
    days, ends = (of["date"] for of in (games, seasons.select(date=pl.col("list_date").sort())))
    of_each = ends.search_sorted(days, side="left")
    starts = elo.season_starts(*(of.to_physical().to_numpy() for of in (days, ends)))
    assert starts == [int((of_each < season).sum()) for season in range(elo.SEASONS + 1)]
