"""Join the pages of one evening: formats that give each board, or each pair, a file of its own.

Such a file names its evening, but not the other files. Therefore each file gives the whole session, its people and
perhaps the same results again; here these are counted once. The pages of an evening have one `session_id`.

Such pages name a pair by its players, so a substitute makes another pair of it. Here these are one pair again.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from transforms.tables.schemas import CLUB

FORMATS = ("acbl_live", "bbo", "ffbridge", "jfr")
"""The formats whose files are pages of an evening."""
_BY_PLAYERS = ("acbl_live", "bbo", "ffbridge")
"""Those of them that name a pair by its players."""
_SESSION = (*CLUB, "session_id")
_PAIR = (*_SESSION, "line", "entrant")
_SIDES = ("ns", "ew")
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
    listed = files.filter(pl.col("format").is_in(FORMATS)).select(*CLUB, "file_id", "format")
    pages = listed.drop("format")
    if pages.is_empty():
        return dict(read)
    joined = _with_pairs_joined(read, listed.filter(pl.col("format").is_in(_BY_PLAYERS)))
    for name, key in _ONCE.items():
        rows = joined[name].with_row_index("place")
        of_pages = rows.join(pages, on=[*CLUB, "file_id"], how="semi", maintain_order="left")
        if name == "sessions":
            facts = [pl.col(fact).drop_nulls().mode().sort().first().over(_SESSION) for fact in _MOST_SAY]
            of_pages = of_pages.with_columns(facts)
        in_order = of_pages.sort("file_id", "place", maintain_order=True)
        once = in_order.unique([*_SESSION, *key], keep="first", maintain_order=True)
        others = rows.join(pages, on=[*CLUB, "file_id"], how="anti", maintain_order="left")
        joined[name] = pl.concat([others, once]).sort("place").drop("place")
    return joined


@dataclass
class _Pair:
    name: str
    players: set[str]
    boards: set[int]

    def may_be(self, other: "_Pair") -> bool:
        return bool(self.players & other.players) and not self.boards & other.boards


def _with_pairs_joined(read: Mapping[str, pl.DataFrame], pages: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Give a pair with a substitute the name that it has without: both share a player, and no board.

    The pair of the result list counts, or else the one with most boards; two pairs of the result list remain two.
    """
    joined = dict(read)
    of_pages = {
        name: read[name].join(pages, on=[*CLUB, "file_id"], how="semi", maintain_order="left")
        for name in ("entries", "results", "official_results")
    }
    sides = (of_pages["results"].select(*_SESSION, "line", pl.col(side).alias("entrant"), "board") for side in _SIDES)
    boards = pl.concat(sides).group_by(*_PAIR).agg("board")
    listed = of_pages["official_results"].select(*_PAIR, is_listed=True).unique()
    pairs = (
        of_pages["entries"]
        .group_by(*_PAIR)
        .agg("player_id")
        .join(boards, on=_PAIR, how="left")
        .join(listed, on=_PAIR, how="left")
        .sort("is_listed", pl.col("board").list.len(), "entrant", descending=[True, True, False], nulls_last=True)
    )
    found: dict[tuple[object, ...], list[_Pair]] = {}
    names: list[tuple[object, ...]] = []
    for *line, entrant, players, at_boards, is_listed in pairs.iter_rows():
        here = found.setdefault(tuple(line), [])
        one = _Pair(entrant, set(players), set(at_boards or ()))
        same = next((pair for pair in here if not is_listed and pair.may_be(one)), None)
        if same is None:
            here.append(one)
            continue
        same.players |= one.players
        same.boards |= one.boards
        names.append((*line, entrant, same.name))
    if not names:
        return joined
    renamed = pl.DataFrame(names, schema=[*_PAIR, "of_pair"], orient="row")
    for name, column in (
        ("entries", "entrant"),
        ("official_results", "entrant"),
        *(("results", side) for side in _SIDES),
    ):
        on = [*_SESSION, "line", column]
        by_name = joined[name].join(renamed.rename({"entrant": column}), on=on, how="left", maintain_order="left")
        joined[name] = by_name.with_columns(pl.coalesce("of_pair", column).alias(column)).drop("of_pair")
    return joined
