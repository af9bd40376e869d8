"""The 52 cards of a deal: the PBN notation, the check that no card is missing, and the id of a deal.

PBN writes a deal as the seat of the first hand, a colon, and four hands clockwise from this seat. Each hand is written
as spades.hearts.diamonds.clubs: `N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 ...`. Source: PBN 2.1, section 3.4.11.
"""

import polars as pl

from transforms.tables.shared import SEATS

RANKS = "AKQJT98765432"
SUITS = "SHDC"
CARDS = tuple(suit + rank for suit in SUITS for rank in RANKS)  # `SA`, ..., in the order of the digits of `deal_id`

_HAND = r"([2-9TJQKA]*\.[2-9TJQKA]*\.[2-9TJQKA]*\.[2-9TJQKA]*)"
_DEAL = rf"^([NESW]):{_HAND} {_HAND} {_HAND} {_HAND}$"
_HEX = "0123456789abcdef"
_DECK = len(CARDS)
_HOLDING = "holding"
_ROW = "row of cards"


def from_north(deal: pl.Expr) -> pl.Expr:
    """Return the deal from North's hand: String, null if not PBN. It accepts `10`, lower case, dashes and blanks."""
    plain = (
        deal.str.to_uppercase()
        .str.strip_chars()
        .str.replace(r"^([NESW])\s*:\s*", "$1:")
        .str.replace_all("10", "T", literal=True)
        .str.replace_all(r"\s+", " ")
        .str.replace_all("-", "", literal=True)
    )
    parts = plain.str.extract_groups(_DEAL)
    hands = [parts.struct.field(str(place)) for place in range(2, 6)]
    first = parts.struct.field("1")
    from_each = (
        pl.when(first == seat).then("N:" + pl.concat_str(hands[4 - turns :] + hands[: 4 - turns], separator=" "))
        for turns, seat in enumerate(SEATS)
    )
    return pl.coalesce(from_each)


def cards_of(deals: pl.Series) -> pl.DataFrame:
    """Return each card of each deal: `row` (the number of the deal), `card` (as in `CARDS`) and `seat`, all from 0."""
    # A card that occurs twice has two rows. Deals must be as `from_north` returns them; a null deal has no cards.
    suits = (
        deals.alias(_HOLDING)
        .to_frame()
        .with_row_index("row")
        .with_columns(pl.col(_HOLDING).str.strip_prefix("N:").str.split(" "))
        .explode(_HOLDING, empty_as_null=False, keep_nulls=False)
        .with_columns(seat=pl.int_range(pl.len()).over("row").cast(pl.UInt8))
        .with_columns(pl.col(_HOLDING).str.split("."))
        .explode(_HOLDING, empty_as_null=False, keep_nulls=False)
        .with_columns(suit=pl.int_range(pl.len()).over("row", "seat"))
        .with_columns(pl.col(_HOLDING).str.split(""))
        .explode(_HOLDING, empty_as_null=False, keep_nulls=False)
    )
    rank = pl.col(_HOLDING).replace_strict({rank: place for place, rank in enumerate(RANKS)}, return_dtype=pl.Int64)
    return suits.select("row", card=(13 * pl.col("suit") + rank).cast(pl.UInt8), seat="seat")


def ids_of(cards: pl.DataFrame) -> pl.DataFrame:
    """Return the id of each deal: `row` and `deal_id`."""
    # `cards` must have 52 different cards for each deal, in the form of `cards_of`. The id encodes the deal: a
    # hexadecimal digit for every two cards, in the order of `CARDS`. The digit is four times the owner of the first
    # card plus the owner of the second (0 North, 1 East, 2 South, 3 West).
    in_order = cards.sort("row", "card").lazy()
    digit = (4 * pl.col("seat").gather_every(2) + pl.col("seat").gather_every(2, offset=1)).cast(pl.UInt8)
    return (
        in_order.select(pl.col("row").gather_every(2), digit=digit)
        .with_columns(pl.col("digit").replace_strict(dict(enumerate(_HEX)), return_dtype=pl.String))
        .group_by("row", maintain_order=True)
        .agg(deal_id=pl.col("digit").str.join())
        .collect()
    )


def deal_of(deal_id: str) -> str:
    """Return the deal with this id, in PBN from North. ValueError is raised if no deal has this id."""
    owners = [owner for digit in deal_id for owner in divmod(int(digit, 16), 4)]
    if len(owners) != _DECK or any(owners.count(seat) != 13 for seat in range(4)):
        raise ValueError(f"{deal_id}: no deal has this id; it has 26 hexadecimal digits, and each seat 13 cards")
    held = list(zip(CARDS, owners, strict=True))
    hands = (
        ".".join("".join(card[1] for card, owner in held if owner == seat and card[0] == suit) for suit in SUITS)
        for seat in range(4)
    )
    return "N:" + " ".join(hands)
