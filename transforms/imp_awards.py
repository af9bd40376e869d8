"""What a director awards where points are IMPs: average plus and minus, and shares of a board.

Average plus is the rule `average_plus_imps`, or the entrant's own IMPs per board where those are more; average
minus is `average_minus_imps`, or the own IMPs where those are fewer (Laws 86A and 12C2). A share is read on that
scale: 60 % is average plus, 50 % nothing, 40 % average minus, and so on in proportion.
"""

import polars as pl

from transforms.rulings import Direction, awarded_share


def awarded_imps(ruling: pl.Expr, direction: Direction, own: pl.Expr, plus: pl.Expr, minus: pl.Expr) -> pl.Expr:
    """The IMPs awarded to one side: Float64, null where it was awarded none.

    Args:
        ruling: the word.
        direction: the side.
        own: its IMPs per board over the boards it played; null when it played none.
        plus: what average plus is worth.
        minus: what average minus is worth, below 0.
    """
    share = awarded_share(ruling, direction)
    # Times a tenth: polars divides one row and many rows by ten to another last bit.
    tens = (share.cast(pl.Float64, strict=False) - 50) * 0.1
    return (
        pl.when(share == "+")
        .then(pl.max_horizontal(plus, own))
        .when(share == "-")
        .then(pl.min_horizontal(minus, own))
        .otherwise(pl.when(tens > 0).then(tens * plus).otherwise(-tens * minus))
    )
