"""Federation points: what the entrants of an event earn, by any of the schemes in `schemes`; `award` is for notebooks.

`event_awards` numbers and checks events, and gives entrants the awards of their places; entrants who tie share these.
`points` awards whole seasons and their players; `imports` adds the points that federations have awarded. Schemes and
how to add one: docs/awards.md.
"""

from typing import get_args

import polars as pl

from transforms.awards.event_awards import Rounding, awards
from transforms.awards.schemes import AwardError
from transforms.bridge.sessions import average_score
from transforms.tables.filling import AnyFrame, face, handed_in
from transforms.tables.messages import Message
from transforms.tables.rule_words import Ties, words_of
from transforms.tables.schemas import LINE, SessionResults

__all__ = ["AwardError", "award"]


@face
def award(results: AnyFrame, *schemes: str, rounding: Rounding = "scheme", ties: Ties = "mean") -> pl.DataFrame:
    """Return the federation points of one result list, by any of the schemes.

    `results` are the ranked entrants of one field, one row each: `entrant`, and `rank`, `score` or both. A column
    `scoring`, as in the result of `results.result_list`, determines the average score; without it the average is 50
    (percent). `schemes` are names of `COMPUTED`. Points are rounded by the rule of the scheme, or to whole points with
    the same total (`largest_remainder`). Entrants who tie share their awards (`mean`), or each gets the award of the
    best place (`rank`). Returns `entrant`, `rank`, and a column of points for each scheme, in the order given.

    Raises:
        ValueError: a column is missing, an entrant occurs twice, or the rows belong to several fields.
        AwardError: no scheme has this name, or the list cannot be awarded.

    >>> import polars as pl
    >>> from transforms import awards
    >>> results = pl.DataFrame({"entrant": ["1", "2", "3", "4"], "score": [60.0, 55.0, 45.0, 40.0]})
    >>> awards.award(results, "ebu", "ebl").rows()
    [('1', 1, 6.0, 20.0), ('2', 2, 6.0, 16.0), ('3', 3, 0.0, 14.0), ('4', 4, 0.0, 12.0)]
    """
    if rounding not in get_args(Rounding):
        allowed = " or ".join(get_args(Rounding))
        raise ValueError(
            Message("rounding = {rounding!r} is not possible; write {allowed}", rounding=rounding, allowed=allowed)
        )
    if ties not in words_of(Ties):
        allowed = " or ".join(words_of(Ties))
        raise ValueError(Message("ties = {ties!r} is not possible; write {allowed}", ties=ties, allowed=allowed))
    rows = handed_in(results, ("entrant",), SessionResults.column_names())
    fields = rows.select(name for name in (*LINE, "field") if name in rows.columns).unique()
    if fields.height > 1:
        raise ValueError(
            Message(
                "{number} fields: award one result list at a time, as with .filter(field='A')", number=fields.height
            )
        )
    if twice := rows["entrant"].filter(rows["entrant"].is_duplicated()).to_list():
        raise ValueError(Message("entrant = {entrant!r} is given twice", entrant=twice[0]))
    average = {"average": average_score(pl.col("scoring"))} if "scoring" in rows.columns else {}
    list_of_one = rows.with_columns(event=pl.lit("this list"), **average)
    return awards(list_of_one, schemes, event=["event"], rounding=rounding, ties=ties).drop("event").collect()
