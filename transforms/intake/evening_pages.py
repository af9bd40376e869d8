"""Join the pages of one evening: formats that give each board, or each pair, a file of its own.

Such a file names its evening, but not the other files. Therefore each file gives the whole session, its people and
perhaps the same results again; here these are counted once. The pages of an evening have one `session_id`.
"""

from collections.abc import Mapping

import polars as pl

from transforms.tables.schemas import CLUB

FORMATS = ("ffbridge",)
"""The formats whose files are pages of an evening."""
_SESSION = (*CLUB, "session_id")
_ONCE = {
    "sessions": (),
    "entries": ("line", "entrant", "player_id"),
    "results": ("line", "board", "ns", "ew", "contract", "declarer", "tricks", "score", "ruling"),
    "official_results": ("line", "entrant", "points", "score", "rank"),
    "deals": ("board", "lines", "dealer", "vulnerable", "deal"),
}
"""By table, the columns that are equal in rows that two pages repeat."""
_MOST_SAY = ("date", "title", "kind", "winners")


def with_pages_joined(read: Mapping[str, pl.DataFrame], files: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return the tables with what several pages of an evening (`Files`) repeat only once, in its first file.

    Pages may differ in the facts about their session, such as its date; what most of them say counts.
    """
    pages = files.filter(pl.col("format").is_in(FORMATS)).select(*CLUB, "file_id")
    if pages.is_empty():
        return dict(read)
    joined = dict(read)
    for name, key in _ONCE.items():
        rows = read[name].with_row_index("place")
        of_pages = rows.join(pages, on=[*CLUB, "file_id"], how="semi", maintain_order="left")
        if name == "sessions":
            facts = [pl.col(fact).drop_nulls().mode().sort().first().over(_SESSION) for fact in _MOST_SAY]
            of_pages = of_pages.with_columns(facts)
        in_order = of_pages.sort("file_id", "place", maintain_order=True)
        once = in_order.unique([*_SESSION, *key], keep="first", maintain_order=True)
        others = rows.join(pages, on=[*CLUB, "file_id"], how="anti", maintain_order="left")
        joined[name] = pl.concat([others, once]).sort("place").drop("place")
    return joined
