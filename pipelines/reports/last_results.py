"""The last result of each player of a season, as a script that shows readers their own on the first page."""

import json

import polars as pl

from pipelines.reports.content import grouped
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.boards import card_at
from pipelines.reports.tables.columns import each, is_shown, won
from pipelines.words import words
from transforms.results.result_lists import last_of_players
from transforms.tables.phrases import phrase
from transforms.tables.schemas import SESSION, Tables

LAST_RESULTS = "last-results.js"

_LIST = ("date", "session_id", "field", "entrants")


def last_results(report: Tables) -> bytes:
    """Return the script with the last result of everybody in a season who has a page and is shown.

    For each list: date, the date in words, page of the evening, name of the list, number of entrants; and by page id of
    a player the rank, the score and the address of the scorecard: `var barometerLast = [["2026-04-07", "7 April 2026",
    "sessions/2026-04-07.html", "Line A", 16, {"1001": ["5", "52.98 %", "hands/2026-04-07/card-a-1.html"]}]];`.
    """
    results = report["list_rows"].filter("came")
    units = pl.lit(each(results["scoring"], words.unit))
    points = pl.when(pl.col("score").is_not_null()).then(won(pl.col("score"), pl.col("scoring")))
    score = phrase("{}\N{NO-BREAK SPACE}{}", points, units)
    card = phrase("hands/{}", card_at(results))
    listed = results.select(*SESSION, "field", "entrants", "rank", "players", score=score, card=card)
    last = last_of_players(listed, report["sessions"]).filter("linked", is_shown(pl.col("name")))
    lists = [
        [
            f"{date}", words.spoken_date(date), f"sessions/{page_name(session)}.html", words.field_name(field), number,
            {page_name(row["player_id"]): [row["rank"], row["score"], row["card"]] for row in rows},
        ]
        for (date, session, field, number), rows in grouped(last.to_dicts(), *_LIST)
    ]  # fmt: skip
    return f"var barometerLast = {json.dumps(lists, ensure_ascii=False, separators=(',', ':'))};\n".encode()
