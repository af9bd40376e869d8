"""The deals of a Bridgemate file: `HandRecord` has the cards of each board, `HandEvaluation` the double-dummy table."""

from collections.abc import Mapping, Sequence

from pipelines.intake.readers.access_file import Row

HAND_RECORD, HAND_EVALUATION = "HandRecord", "HandEvaluation"
_SEATS = ("North", "East", "South", "West")
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
_STRAINS = ("Notrump", *_SUITS)
_MOST = 13
_LONGEST = 40


def deals(
    hands: Sequence[Row], evaluations: Sequence[Row], lines: Mapping[int, str | None], session_id: str
) -> list[dict[str, str | None]]:
    """The rows of the sheet of deals.

    Args:
        hands: the rows of `HandRecord`, with whole numbers of section and board.
        evaluations: those of `HandEvaluation`.
        lines: section -> its line, of the sections with results; deals of others are passed over.
        session_id: the id of the session.
    """
    tricks = {(row["Section"], row["Board"]): _tricks(row) for row in evaluations}
    several = len(lines) > 1
    return [
        {
            "session_id": session_id,
            "board": str(row["Board"]),
            "lines": lines[row["Section"]] if several else None,
            "deal": deal,
            "double_dummy": tricks.get((row["Section"], row["Board"])),
            "line_no": str(place),
        }
        for place, row in enumerate(hands, start=1)
        if row["Section"] in lines and (deal := _deal(row))
    ]


def _deal(row: Row) -> str | None:
    hands = [".".join(_cards(row.get(f"{seat}{suit}")) for suit in _SUITS) for seat in _SEATS]
    return "N:" + " ".join(hands) if any(hand.strip(".-") for hand in hands) else None


def _cards(holding: object) -> str:
    return "".join(str(holding).split())[:_LONGEST] if holding is not None else ""


def _tricks(row: Row) -> str | None:
    """The digits of our table; None where one is missing or no number of tricks."""
    numbers = [row.get(f"{seat}{strain}") for seat in _SEATS for strain in _STRAINS]
    whole = [number for number in numbers if isinstance(number, int) and 0 <= number <= _MOST]
    return "".join(f"{number:x}" for number in whole) if len(whole) == len(numbers) else None
