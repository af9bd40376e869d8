"""A made match of two teams in two rooms, as a LIN file and as plain Python knows it: deals, auctions, play, IMPs."""

import random
from bisect import bisect
from itertools import accumulate
from typing import NamedTuple

SEATS, SUITS, RANKS, STRAINS = "NESW", "SHDC", "23456789TJQKA", ("C", "D", "H", "S", "NT")
_IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000)
_IMPS += (2250, 2500, 3000, 3500, 4000)
_VULNERABLE = ("", "NS", "EW", "NESW", "NS", "EW", "NESW", "", "EW", "NESW", "", "NS", "NESW", "", "NS", "EW")
_SIGNS = {"Pass": "p", "X": "d", "XX": "r"}
TEAMS = ("Quarry", "Harbour")
NAMES = ("Anna S", "Bert W", "Carl N", "Dora E", "Evi S", "Finn W", "Gita N", "Hugo E")
"""South, West, North and East of the open room, and then of the closed room."""


class Table(NamedTuple):
    """A board at one table. `tricks` are those of declarer, `score` is North-South's."""

    board: int
    room: str
    hands: dict[str, list[str]]
    auction: list[str]
    contract: str
    declarer: str
    play: list[tuple[str, str]]
    tricks: int
    score: int


def match(boards: int, seed: int = 7) -> list[Table]:
    """Each board in the open and the closed room, with legal auctions and play at random; some boards are claimed."""
    dice = random.Random(seed)  # noqa: S311 - no secret
    tables: list[Table] = []
    for board in range(1, boards + 1):
        deck = [f"{suit}{rank}" for suit in SUITS for rank in RANKS]
        dice.shuffle(deck)
        hands = {seat: sorted(deck[place::4]) for place, seat in enumerate(SEATS)}
        tables += [_table(board, room, hands, dice) for room in ("open", "closed")]
    return tables


def imps(tables: list[Table]) -> int:
    """What the home team wins, North-South in the open room."""
    total = 0
    for of_open, of_closed in zip(tables[::2], tables[1::2], strict=True):
        swing = of_open.score - of_closed.score
        total += bisect(_IMPS, abs(swing)) * (1 if swing > 0 else -1)
    return total


def lin(tables: list[Table], rs: bool = True) -> str:
    """The file of a match, as vugraph operators write it."""
    last = tables[-1].board
    parts = [f"vg|Stone Cup,Final,I,1,{last},{TEAMS[0]},0,{TEAMS[1]},0|\r\n"]
    parts += [f"rs|{','.join(map(_short, tables))}|\r\n"] if rs else []
    parts.append(f"pn|{','.join(NAMES)}|pg||\r\n")
    for table in tables:
        dealer = SEATS[(table.board - 1) % 4]
        hands = ",".join(_written(table.hands[seat]) for seat in "SWN")
        side = {"": "o", "NS": "n", "EW": "e", "NESW": "b"}[_vulnerable(table.board)]
        parts.append(f"qx|{table.room[0]}{table.board}|st||md|{'SWNE'.index(dealer) + 1}{hands},|sv|{side}|")
        parts += [f"mb|{_SIGNS.get(call, call.replace('NT', 'N'))}|" for call in table.auction]
        for place, (_, card) in enumerate(table.play):
            parts.append(("" if place % 4 else "pg||\r\n") + f"pc|{card}|")
        parts.append(f"mc|{table.tricks}|" if 0 < len(table.play) < 52 else "")
        parts.append("nt|someone: well played|pg||\r\n")
    return "".join(parts)


def _written(hand: list[str]) -> str:
    return "".join(suit + "".join(card[1] for card in hand if card[0] == suit) for suit in SUITS)


def _short(table: Table) -> str:
    if table.contract == "PASS":
        return "PASS"
    over = table.tricks - int(table.contract[0]) - 6
    return f"{table.contract[:2]}{table.declarer}{table.contract[2:].lower()}{f'{over:+}' if over else '='}"


def _vulnerable(board: int) -> str:
    return _VULNERABLE[(board - 1) % 16]


def _table(board: int, room: str, hands: dict[str, list[str]], dice: random.Random) -> Table:
    dealer = (board - 1) % 4
    auction = _auction(dice)
    contract, by = _contract(auction)
    if contract == "PASS":
        return Table(board, room, hands, auction, contract, "", [], 0, 0)
    declarer = (dealer + by) % 4
    play, won = _play(hands, contract[1], declarer, dice)
    tricks = sum(winner % 2 == declarer % 2 for winner in won)
    shown = dice.choice([52, 52, 52, 4 * dice.randint(1, 12)])
    score = _score(contract, tricks, SEATS[declarer] in _vulnerable(board))
    score = score if declarer % 2 == 0 else -score
    return Table(board, room, hands, auction, contract, SEATS[declarer], play[:shown], tricks, score)


def _auction(dice: random.Random) -> list[str]:
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in STRAINS]
    calls: list[str] = []
    highest = -1
    while not (len(calls) > 3 and calls[-3:] == ["Pass"] * 3):
        last = next((place for place in reversed(range(len(calls))) if calls[place] != "Pass"), None)
        allowed = ["Pass"] * 6
        if last is not None and (len(calls) - last) % 2:
            allowed += {"X": ["XX"], "XX": []}.get(calls[last], ["X"])
        allowed += bids[highest + 1 : highest + 7]
        calls.append(dice.choice(allowed))
        highest = max(highest, bids.index(calls[-1]) if calls[-1] in bids else -1)
    return calls


def _contract(auction: list[str]) -> tuple[str, int]:
    """The contract, and how many places declarer sits from the dealer."""
    bids = [place for place, call in enumerate(auction) if call[0].isdigit()]
    if not bids:
        return "PASS", 0
    last = bids[-1]
    first = next(place for place in bids if place % 2 == last % 2 and auction[place][1:] == auction[last][1:])
    doubling = [call for call in auction[last + 1 :] if call != "Pass"]
    return auction[last][:2] + (doubling[-1] if doubling else ""), first % 4


def _play(
    hands: dict[str, list[str]], trump: str, declarer: int, dice: random.Random
) -> tuple[list[tuple[str, str]], list[int]]:
    left = [list(hands[seat]) for seat in SEATS]
    play: list[tuple[str, str]] = []
    won: list[int] = []
    leader = (declarer + 1) % 4
    for _ in range(13):
        trick: list[tuple[int, str]] = []
        for seat in ((leader + place) % 4 for place in range(4)):
            following = [card for card in left[seat] if trick and card[0] == trick[0][1][0]]
            card = dice.choice(following or left[seat])
            left[seat].remove(card)
            trick.append((seat, card))
        suit = trump if any(card[0] == trump for _, card in trick) else trick[0][1][0]
        leader = max((seat for seat in trick if seat[1][0] == suit), key=lambda seat: RANKS.index(seat[1][1]))[0]
        won.append(leader)
        play += [(SEATS[seat], card) for seat, card in trick]
    return play, won


def _score(contract: str, tricks: int, is_vulnerable: bool) -> int:
    level, strain, times = int(contract[0]), contract[1], 2 ** contract.count("X")
    over = tricks - 6 - level
    if over < 0:
        if times == 1:
            return over * (100 if is_vulnerable else 50)
        steps = [200, 300, 300] if is_vulnerable else [100, 200, 200]
        return -list(accumulate([*steps, *[300] * 10]))[-over - 1] * times // 2
    each = 20 if strain in "CD" else 30
    odd = (each * level + (10 if strain == "N" else 0)) * times
    extra = {1: each, 2: 100 * (1 + is_vulnerable), 4: 200 * (1 + is_vulnerable)}[times] * over
    bonus = (300 + 200 * is_vulnerable if odd >= 100 else 50) + {1: 0, 2: 50, 4: 100}[times]
    bonus += {6: 500, 7: 1000}.get(level, 0) * (3 if is_vulnerable else 2) // 2
    return odd + extra + bonus
