"""The lines of the table `people`: which of them can be used, and who goes by an alias on a day."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import polars as pl

from transforms.intake.findings import PLACE
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase, some
from transforms.tables.schemas import CLUB

OF_CLUB = "../"
"""How the id of a file begins that is next to the competition, and holds for all competitions of the club."""

_ALIAS = (*CLUB, "alias")
_FIRST = pl.col("since").fill_null(dt.date.min)
_LAST = pl.col("until").fill_null(dt.date.max)

Person = tuple[str, str, str]


def compared_lines(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines of `People` about others, each once, with what makes it impossible as `variant`, or null.

    It is `backwards`; `twice`, with the line that counts, `file_that_counts` and `line_that_counts`; or `circle`, with
    the `circle` and the places of its other `rows`. Lines that hold are in order of alias and day.
    """
    is_backwards = (pl.col("since") > pl.col("until")).fill_null(value=False)
    in_order = (
        lines.filter(~is_backwards)
        .sort(*_ALIAS, _FIRST, *PLACE, nulls_last=True)
        .unique([*_ALIAS, "player_id", "since", "until"], keep="first", maintain_order=True)
    )
    twice = _overlapping(in_order)
    once = in_order.join(twice, on=[*CLUB, *PLACE], how="anti", maintain_order="left")
    in_circle = _in_circles(once)
    sound = once.join(in_circle, on=[*CLUB, *PLACE], how="anti", maintain_order="left")
    faults = {"backwards": lines.filter(is_backwards), "twice": twice, "circle": in_circle}
    wrong = [rows.with_columns(pl.lit(fault).alias(VARIANT)) for fault, rows in faults.items()]
    return pl.concat([*wrong, sound], how="diagonal")


def _overlapping(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines that do not count, each with the line that does: `file_that_counts`, `line_that_counts`.

    A line counts unless one that counts, of the same alias, begins no later and has one of its days. `lines` are in
    order.
    """
    meets_earlier = (_LAST.cum_max().shift(1) >= _FIRST).fill_null(value=False)
    doubtful = lines.filter(meets_earlier.any().over(_ALIAS))
    instead: list[int | None] = []
    counting, until, alias_before = 0, dt.date.min, -1
    # What counts depends on what counted before; only the few aliases with such lines come here.
    spans = doubtful.select(pl.struct(_ALIAS).rle_id(), _FIRST.alias("first"), _LAST.alias("last"))
    for number, (alias, first, last) in enumerate(spans.iter_rows()):
        is_again = alias == alias_before and first <= until
        instead.append(counting if is_again else None)
        if not is_again:
            alias_before, counting, until = alias, number, last
    numbered = doubtful.with_columns(instead=pl.Series(instead, dtype=pl.UInt32))
    counts = doubtful.select(file_that_counts="file_id", line_that_counts="line_no").with_row_index("instead")
    return numbered.join(counts, on="instead", maintain_order="left").drop("instead")


def _in_circles(lines: pl.DataFrame) -> pl.DataFrame:
    leads, back = defaultdict[Person, list[Person]](list), defaultdict[Person, list[Person]](list)
    for club, competition, alias, player in lines.select(*_ALIAS, "player_id").iter_rows():
        leads[club, competition, alias].append((club, competition, player))
        back[club, competition, player].append((club, competition, alias))
    circles: dict[Person, str] = {}
    seen = set[Person]()
    # Who leads to others comes after them: so, seen from behind, everybody is met from within the own circle first.
    for person in reversed([*_after_others(leads, leads, set())]):
        circles |= dict.fromkeys(_after_others([person], back, seen), person[2])
    of_alias, of_player = (
        pl.Series([circles[person] for person in lines.select(*CLUB, end).iter_rows()], dtype=pl.String)
        for end in ("alias", "player_id")
    )
    rows = some(phrase("{}, line {}", *PLACE).slice(1), "; ")
    in_circle = lines.with_columns(circle=of_alias).filter(of_alias == of_player).sort(*CLUB, *PLACE)
    of_circle = [*CLUB, "circle"]
    return in_circle.join(in_circle.group_by(of_circle).agg(rows=rows), on=of_circle, maintain_order="left")


def _after_others(
    persons: Iterable[Person], leads: Mapping[Person, list[Person]], seen: set[Person]
) -> Iterator[Person]:
    """These persons and all to whom they lead who were not `seen`, each after those to whom he leads."""
    for start in persons:
        if start in seen:
            continue
        seen.add(start)
        way = [(start, iter(leads.get(start, ())))]
        while way:
            person, others = way[-1]
            following = next((other for other in others if other not in seen), None)
            if following is None:
                way.pop()
                yield person
            else:
                seen.add(following)
                way.append((following, iter(leads.get(following, ()))))


def with_persons(asked: pl.DataFrame, lines: pl.DataFrame, alias: str) -> pl.DataFrame:
    """The rows with the `person` behind an alias on a `day`, over any number of lines of `compared_lines` that hold.

    Without a day, lines without dates hold.
    """
    is_always = pl.all_horizontal(pl.col("since", "until").is_null())
    steps = lines.select(*CLUB, person="alias", next="player_id", first=_FIRST, last=_LAST, is_always=is_always)
    key = [*CLUB, alias, "day"]
    found = asked.with_columns(person=alias)
    while True:
        led = found.join(steps, on=[*CLUB, "person"]).filter(
            pl.coalesce(pl.col("day").is_between("first", "last"), "is_always")
        )
        if led.is_empty():
            return found
        found = found.join(led.select(*key, "next"), on=key, how="left", nulls_equal=True)
        found = found.with_columns(person=pl.coalesce("next", "person")).drop("next")
