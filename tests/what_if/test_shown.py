"""The methods side by side, and the lines of the next session, as a reader sees them."""

import polars as pl
from each import cases
from factories import Tables, frame
from lxml import etree
from reports import reading
from reports.reading import drawn

from pipelines.reports.charts.drawing import Chart
from pipelines.reports.charts.season import method_drawings
from transforms.tables import schemas
from transforms.tables.schemas import METHODS

PLACES = {
    "place": {"ann": 2, "bob": 1, "cas": 3},
    "proportional": {"ann": 3, "bob": 1, "cas": 1},
    "balanced": {"ann": 1, "bob": 2, "cas": 3},
    "dynamic": {"ann": 1, "bob": 2, "cas": 3},
}
FOUR = tuple(PLACES)
BEST, EQUALLY = "predicts results best", "All methods predict results about equally well"
MORE = "predict results best"
GUESSING = "No method predicts results clearly better than guessing"
PLACES |= {method: PLACES["balanced"] for method in METHODS if method not in PLACES}


def report(**given: pl.DataFrame) -> Tables:
    """The report's tables of a competition whose method is `balanced`; tables are named `schema_table`."""
    who = ("ann", "bob", "cas", "dee")
    players = frame(schemas.Players, *({"player_id": player, "name": player.capitalize()} for player in who[:3]))
    entries = frame(schemas.Entries, *({"player_id": player, "entrant": player} for player in who))
    return reading.report(raw_players=players, raw_entries=entries, **given)


def others(champions: dict[str, list[str]] | None = None) -> pl.DataFrame:
    """Three players under every method, and who is champion by which."""
    return frame(
        schemas.OtherMethods,
        *(
            {"method": method, "player_id": player, "ranking": 80.0 - place, "rank": place, "average": 70.005}
            | {"championship_rank": 1 if player in (champions or {}).get(method, []) else None}
            for method, places in PLACES.items()
            for player, place in places.items()
        ),
    )


def foretold(**shares: float | None) -> pl.DataFrame:
    """How often each method was right of 1,000 times, or of none."""
    errors = {"share_error": 0.016, "difference_error": 0.005}
    return frame(
        schemas.Backtest,
        *(
            {"method": method, "sessions": 3, "compared": 1000 if share else 0, "right": 1000 * (share or 0)}
            | {"share": share, "tau": share and 2 * share - 1}
            | (errors if share else {})
            for method, share in shares.items()
        ),
    )


def texts(chart: Chart) -> list[str]:
    return ["".join(node.itertext()).strip() for node in etree.fromstring(chart.svg.encode()).iterfind(".//{*}text")]


def test_players_stand_in_the_order_of_the_method_in_use_with_their_places_by_all() -> None:
    standing = report(rankings_other_methods=others())["methods"]
    columns = ["name", "own_rank", *(f"{method}_rank" for method in FOUR), "moves"]
    assert standing.select(columns).rows() == [
        ("Ann", 1, 2, 3, 1, 1, 2),
        ("Bob", 2, 1, 1, 2, 2, 1),
        ("Cas", 3, 3, 1, 3, 3, 2),
    ]


def test_methods_are_weighed_in_one_order_and_the_one_in_use_is_marked() -> None:
    words = report(rankings_backtest=foretold(dynamic=0.66125, balanced=0.5, place=None))["foretold"]
    assert words.select("method", "own", "share", "share_error", "difference_error", "tau").rows() == [
        ("place", False, None, None, None, None),
        ("balanced", True, 50.0, 1.6, 0.5, 0.0),
        ("dynamic", False, 66.13, 1.6, 0.5, 0.323),
    ]


def test_pairs_stand_in_the_lines_of_the_next_session() -> None:
    """Bob, the third of the trio of Cas and Dee, sits with Ann, and is named there alone."""
    lines = frame(
        schemas.LineAssignment,
        {"player_id": "bob", "partner_id": "ann", "ranking": 140.0, "rank": 1, "line": "A"},
        {"player_id": "cas", "partner_id": "dee", "third_id": "bob", "ranking": 120.125, "rank": 2, "line": "B"},
    )
    shown = report(rankings_next_lines=lines)["next_lines"]
    assert shown.select("line", "rank", "names", "ranking").rows() == [
        ("A", 1, "Bob & Ann", 140.0),
        ("B", 2, "Cas & dee", 120.13),
    ]


@cases(
    ({"place": 0.60, "dynamic": 0.63}, f"Dynamic {BEST}: 63.0 % of the predictions are right"),
    (
        {"place": 0.60, "balanced": 0.58, "dynamic": 0.61},
        f"Dynamic and place {MORE}: 60.0 to 61.0 % of the predictions are right",
    ),
    ({"place": 0.60, "dynamic": 0.61}, f"{EQUALLY}: 60.0 to 61.0 % of the predictions are right"),
    ({"place": 0.48, "dynamic": 0.47}, f"{GUESSING}: at most 48.0 % of 1,000 predictions are right"),
    ({"place": 0.50, "dynamic": 0.531}, f"{GUESSING}: at most 53.1 % of 1,000 predictions are right"),
    ({"place": 0.50, "dynamic": 0.533}, f"Dynamic {BEST}: 53.3 % of the predictions are right"),
    ({"balanced": 0.59, "dynamic": 0.6001}, f"{EQUALLY}: 59.0 to 60.0 % of the predictions are right"),
    ({"balanced": 0.59, "dynamic": 0.6011}, f"Dynamic {BEST}: 60.1 % of the predictions are right"),
    ({"place": 0.59, "dynamic": 0.6099}, f"{EQUALLY}: 59.0 to 61.0 % of the predictions are right"),
)
def test_a_method_is_called_best_only_where_the_difference_is_clear(shares: dict[str, float], title: str) -> None:
    chart = drawn(method_drawings(report(rankings_backtest=foretold(**shares)), "balanced"))["foretold"]
    assert chart.title == title
    assert {"predicted right (%)", "Kendall’s tau", *shares, f"{100 * shares['dynamic']:.1f} %"} <= set(texts(chart))


def test_the_chart_of_places_names_everybody_and_says_who_moves_most() -> None:
    chart = drawn(method_drawings(report(rankings_other_methods=others()), "balanced"))["methods"]
    assert chart.title == "Of the first 3, Ann would fall most, by the proportional method: from place 1 to 3"
    written = texts(chart)
    assert list(filter(None, written))[:4] == ["balanced", "place", "proportional", "dynamic"]
    places = [place for of_method in PLACES.values() for place in of_method.values()]
    assert [written.count(str(place)) for place in (1, 2, 3)] == [places.count(place) for place in (1, 2, 3)]
    assert {"Ann", "Bob", "Cas"} <= set(written)
    assert "Cas 3 (balanced), 3 (place), 1 (proportional), 3 (dynamic)" in chart.description


def test_a_season_not_yet_played_has_no_charts() -> None:
    assert drawn(method_drawings(report(rankings_backtest=foretold(place=None)), "balanced")) == {}
