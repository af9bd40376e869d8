"""The change of a rating by norms, in words: the product first, and then how it is rounded."""

from pipelines.reports.content import Row
from pipelines.reports.pages.rating_words import gained, number, signed
from pipelines.words.words import counted
from transforms.tables.messages import gettext


def change_by_norms(row: Row) -> list[str]:
    """The change of a player rated by norms: `10 × (12 − 5.92) = 60.8`, whose points these are, and how it is rounded.

    Where the rules hold the rating, `worked_out` and the flags tell by how much.
    """
    product, by_norms = gained(row)
    told = gettext(
        "K × (points − norm): {sum}; {points} points of {games}, of which {norm} were expected by the ratings",
        sum=f"{product} = {number(by_norms)}",
        points=number(row["points"]),
        games=counted(row["games"], "game"),
        norm=number(row["norm"]),
    )
    change = signed(row["change"])
    if by_norms.denominator == 1 or "gain_capped" in (row["flags"] or ""):
        return [told, gettext("Change {change}", change=change)]
    if row["rounded"] == "change":
        return [told, gettext("Change {change}: the change is rounded to a whole number", change=change)]
    return [told, gettext("Change {change}: the new rating is rounded to a whole number", change=change)]
