import polars as pl
from factories import competitions

from transforms import championships
from transforms.matchpoints import board_scores
from transforms.partnerships import season_partnerships
from transforms.ranking_points import ranking_points
from transforms.rankings import pair_rankings, player_rankings
from transforms.session_results import session_results
from transforms.simulate import simulate
from transforms.tables import WAREHOUSE

Tables = dict[str, pl.DataFrame]

HOSTILE_NAMES = (
    "<script>alert(1)</script>",
    "=1+1",
    "../../x",
    "$x$ & $\\frac{1}{0}$",
    "Wilhelmina Bartholomea Antoinette van den Boogaard-Oosterhuizen of the Very Long Name " * 3,
    "אבגד הוזח",
    "\u202egnirts\x07 \x00",
    "王小明 😀",
    "   ",
    '"><img src=x onerror=alert(1)>',
)


def build_tables(clubs: int = 1, sessions: int = 30, pairs: int = 28, boards: int = 24) -> Tables:
    """The warehouse of a made-up season, by the transforms themselves."""
    made_up = simulate(clubs, sessions, pairs=pairs, boards=boards)
    del made_up["strengths"]
    raw = {f"raw.{name}": table for name, table in made_up.items()}
    raw["raw.competitions"] = pl.concat(
        competitions(club, competition, championship={"individual": {"min": sessions // 2, "drop": 2}})
        for club, competition in raw["raw.sessions"].select("club", "competition").unique(maintain_order=True).rows()
    )
    return computed(raw)


def computed(raw: Tables) -> Tables:
    """Every table that follows from the raw ones; empty where there is nothing to follow from."""
    empty = {name: schema.create_empty() for name, schema in WAREHOUSE.items() if not name.startswith("operations.")}
    tables = {**empty, **raw}
    rules, players, sessions, entries = (
        tables[f"raw.{name}"] for name in ("competitions", "players", "sessions", "entries")
    )
    scores = board_scores(tables["raw.results"], sessions, rules)
    results = session_results(scores, entries, sessions)
    points = ranking_points(results, entries, sessions, rules)
    rankings = player_rankings(points, players, rules)
    partnerships = season_partnerships(tables["raw.partnerships"], entries, sessions, rules)
    individual = championships.individual_sessions(points, rules)
    pairs = championships.pair_sessions(points, entries, partnerships, rules)
    lazy = {
        "scored.board_scores": scores,
        "scored.session_results": results,
        "rankings.ranking_points": points,
        "rankings.player_rankings": rankings,
        "rankings.partnerships": partnerships,
        "rankings.pair_rankings": pair_rankings(rankings, partnerships, players, rules),
        "championships.individual_sessions": individual,
        "championships.pair_sessions": pairs,
        "championships.individual": championships.individual(individual, players, rules),
        "championships.pairs": championships.pairs(pairs, partnerships, rules),
    }
    return tables | dict(zip(lazy, pl.collect_all(lazy.values()), strict=True))
