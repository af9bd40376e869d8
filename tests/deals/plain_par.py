"""Par, slowly: who may bid, and what each bid comes to, in plain Python from the rules of the auction."""

from functools import cache

Tricks = dict[tuple[str, str], int]
"""(seat, strain) -> tricks."""

_SIDES = {"NS": "NS", "EW": "EW"}
_OTHER = {"NS": "EW", "EW": "NS"}
_STRAINS = "CDHSN"


def score(level: int, strain: str, tricks: int, *, vulnerable: bool) -> int:
    """For the declarer, doubled where the contract fails (Law 77)."""
    over = tricks - 6 - level
    if over < 0:
        down = -over
        steps = [200, *[300] * 12] if vulnerable else [100, 200, 200, *[300] * 10]
        return -sum(steps[:down])
    each = 20 if strain in "CD" else 30
    trick_score = level * each + (10 if strain == "N" else 0)
    bonus = (500 if vulnerable else 300) if trick_score >= 100 else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    return trick_score + bonus + slam + over * each


def par(table: Tricks, dealer: str, vulnerable: str) -> int:
    def brings(bid: int, side: str) -> int:
        level, strain = bid // 5 + 1, _STRAINS[bid % 5]
        tricks = max(table[seat, strain] for seat in _SIDES[side])
        own = score(level, strain, tricks, vulnerable=vulnerable in (side.lower(), "both"))
        return own if side == "NS" else -own

    def choose(side: str, outcomes: list[int]) -> int:
        return max(outcomes) if side == "NS" else min(outcomes)

    @cache
    def after(bid: int, side: str) -> int:
        """What comes of this bid: the others pass, or bid something above it."""
        other = _OTHER[side]
        return choose(other, [brings(bid, side), *(after(higher, other) for higher in range(bid + 1, 35))])

    first = "NS" if dealer in "NS" else "EW"
    second = _OTHER[first]
    if_passed = choose(second, [0, *(after(bid, second) for bid in range(35))])
    return choose(first, [if_passed, *(after(bid, first) for bid in range(35))])
