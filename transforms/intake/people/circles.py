"""The lines of the table `people` that lead in a circle: none of them says who a person is."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import polars as pl

from transforms.intake.findings import PLACE
from transforms.tables import CLUB
from transforms.tables.phrases import phrase, some

_ENDS = (*CLUB, "alias", "player_id")

Person = tuple[str, str, str]
"""(club, competition, id)."""


def in_circles(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines between two who lead to each other, whatever their dates, each with the `circle` in which it is.

    Args:
        lines: `People`, without lines of somebody with himself.
    """
    leads, back = defaultdict[Person, list[Person]](list), defaultdict[Person, list[Person]](list)
    for club, competition, alias, player in lines.select(_ENDS).iter_rows():
        leads[club, competition, alias].append((club, competition, player))
        back[club, competition, player].append((club, competition, alias))
    circles: dict[Person, str] = {}
    seen = set[Person]()
    # Who leads to others comes after them: so, seen from behind, everybody is met from within the own circle first.
    for person in reversed([*_after_others(leads, leads, set())]):
        circles |= dict.fromkeys(_after_others([person], back, seen), person[2])
    of_ends = [
        [circles[club, competition, person] for club, competition, person in lines.select(*CLUB, end).iter_rows()]
        for end in ("alias", "player_id")
    ]
    of_alias, of_player = (pl.Series(circle, dtype=pl.String) for circle in of_ends)
    return lines.with_columns(circle=of_alias).filter(of_alias == of_player)


def each_circle(lines: pl.DataFrame) -> pl.DataFrame:
    """The first line of each circle, with the places of its other `rows`.

    Args:
        lines: of `in_circles`.
    """
    rows = some(phrase("{}, line {}", *PLACE).slice(1), "; ")
    return (
        lines.sort(*CLUB, *PLACE)
        .group_by(*CLUB, "circle", maintain_order=True)
        .agg(pl.first(*PLACE, "alias", "player_id"), rows=rows)
    )


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
