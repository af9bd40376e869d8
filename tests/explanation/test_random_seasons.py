"""Made-up seasons of pairs and teams under every method: what is explained is what is published."""

import polars as pl
from explanation.working_out import wrong
from factories import Tables, close_to
from hypothesis import given
from rankings.seasons import RANKED_FROM, federations, points_of, some_seasons

from transforms.explanation.points import explained_championship, explained_points, explained_rankings
from transforms.rankings.championships import individual, individual_sessions
from transforms.rankings.rankings import player_rankings
from transforms.tables.schemas import COMPETITION


@some_seasons
@given(federations())
def test_what_is_explained_is_what_is_published(federation: Tables) -> None:
    results, entries, sessions, rules, players, matches = (federation[name] for name in RANKED_FROM)
    earned = points_of(federation)
    rankings = player_rankings(earned, players, rules).collect()
    points = explained_points(
        earned, results, sessions, rules, player_rankings=rankings, entries=entries, match_results=matches
    )
    assert points.height == earned.height
    by_place = points.filter(rule="place")
    assert (by_place["before_rounding"] + 0.5 + 1e-9).floor().equals(by_place["points"])
    others = points.filter(pl.col("rule") != "place")
    assert others["before_rounding"].to_list() == close_to(others["points"].to_list())
    assert not wrong(points["formula"], points["before_rounding"])
    from_rankings = points.filter(pl.col("method").is_in(["dynamic", "teams"]))
    assert not wrong(from_rankings["strength_formula"], from_rankings["middle"])

    explained = explained_rankings(earned, rankings, rules)
    last = rankings.group_by(*COMPETITION, "player_id", maintain_order=True).agg(
        published=pl.col("ranking").sort_by("date", "session_id").last(),
        before=pl.col("ranking_before").sort_by("date", "session_id").last(),
    )
    both = explained.join(last, on=(*COMPETITION, "player_id"))
    assert both.height == explained.height == last.height
    assert both["recomputed"].to_list() == close_to(both["published"].to_list())
    assert not wrong(both["formula"], both["published"])
    assert both["change"].to_list() == close_to((both["published"] - both["before"]).to_list())
    assert not wrong(both["change_formula"], both["change"])

    counting = individual_sessions(earned, rules).collect()
    standing = explained_championship(individual(counting, players, rules).collect(), counting, "player_id")
    assert not wrong(standing["formula"], standing["average"])
