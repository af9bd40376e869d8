"""Write numbers, lines and boards in words of the current language, whatever the language of the machine."""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pipelines.words.desk_words import compared, place_of_doubt
from pipelines.words.languages.numbers import short_date as short_date
from pipelines.words.languages.numbers import short_month as short_month
from pipelines.words.languages.numbers import spoken_date as spoken_date
from pipelines.words.languages.numbers import written
from pipelines.words.lists import ENTRIES, texts
from transforms.awards.schemes import CLUB_POINTS, FEDERATIONS, SCHEMES
from transforms.rankings.methods import RANKING_METHODS
from transforms.tables.arithmetic import as_text
from transforms.tables.messages import gettext, gettext_noop, ngettext, pgettext
from transforms.tables.schemas import TEAM_SCORINGS

_FIELDS = {
    "": (gettext_noop("Line {line}"), gettext_noop("Lines {lines}")),
    "NS": (gettext_noop("Line {line}, North-South"), gettext_noop("Lines {lines}, North-South")),
    "EW": (gettext_noop("Line {line}, East-West"), gettext_noop("Lines {lines}, East-West")),
}


class _Scoring(NamedTuple):
    name: str
    unit: str
    points: str


_SCORINGS = {
    "matchpoints": _Scoring(gettext_noop("matchpoints"), gettext_noop("%"), gettext_noop("Points")),
    "butler": _Scoring(gettext_noop("butler"), gettext_noop("IMPs a board"), gettext_noop("IMPs")),
    "cross_imps": _Scoring(gettext_noop("cross-IMPs"), gettext_noop("IMPs a board"), gettext_noop("IMPs")),
    "vp": _Scoring(gettext_noop("pairs, victory points"), gettext_noop("VPs a match"), gettext_noop("VPs")),
    "imps": _Scoring(gettext_noop("teams, IMPs and victory points"), gettext_noop("VPs a match"), gettext_noop("VPs")),
    "point_a_board": _Scoring(gettext_noop("teams, point a board"), gettext_noop("%"), gettext_noop("Points")),
}
_DECIDED_BY = texts("decided by")
_PROFILES = {
    "fonteintje": "’t Fonteintje",
    "ruter": "Ruter",
    "ebu": "EBU",
    "compscore": "Compscore",
    "acbl": "ACBL",
    "brian": "BriAn",
    "pianola": "Pianola",
}
_VULNERABLE = texts("vulnerable")
_SIDES = texts("side")
_SEATS = {entry.key: (entry.context, entry.text) for entry in ENTRIES if entry.list == "seat"}
_STATED = texts("stated")
_DIFFERING = texts("differing")
_ALONE = texts("alone")
"""The sentence for each kind of doubt in which nothing is compared."""
_COUNTED = {entry.key: (entry.text, entry.plural) for entry in ENTRIES if entry.list == "counted"}

_RATING_FEDERATIONS = {
    "kndb": "Koninklijke Nederlandse Dambond",
    "fmjd": "Fédération mondiale du jeu de dames",
    "fide": "Fédération internationale des échecs",
}
IN_CHANCE = 2
"""How many standard errors an estimate must differ by before pages call it more than chance."""
ENTRANT_KINDS = ("pair", "team", "player")
"""The kinds of entrants. An entrant has a number in a session: two people, a team, or a person in an individual."""
_ENTRANTS = {
    "pair": (gettext_noop("Pair"), gettext_noop("Pairs"), gettext_noop("pair {number}")),
    "team": (gettext_noop("Team"), gettext_noop("Teams"), gettext_noop("team {number}")),
    "player": (gettext_noop("Player"), gettext_noop("Players"), gettext_noop("player {number}")),
}
"""By kind of entrant: the heading for one, the heading for several, and an entrant with its number."""


def counted(number: int, thing: str) -> str:
    """Return a number with its noun: `1 session`, `2 sessions`."""
    return ngettext(*_COUNTED[thing], number)


def entrants(number: int, kind: str) -> str:
    """Return the number of entrants: `28 pairs`, `8 teams`, `12 players`; `28 entrants` if kinds differ."""
    return counted(number, kind if kind in ENTRANT_KINDS else "entrant")


def entrant_kind(scoring: str | None, sizes: Iterable[int | None]) -> str:
    """Return the kind of entrants, one of `ENTRANT_KINDS`; `sizes` has the number of people in each, if known."""
    if scoring in TEAM_SCORINGS:
        return "team"
    return "player" if max((size or 0 for size in sizes), default=0) == 1 else "pair"


def entrant_heading(kind: str) -> str:
    """Return the heading of the column of entrants in a list, for a kind of `ENTRANT_KINDS`."""
    return gettext(_ENTRANTS[kind][0])


def entrants_heading(kind: str) -> str:
    """Return the heading for a number of entrants, such as `Pairs`; `Entrants` for "", if kinds differ."""
    return gettext(_ENTRANTS[kind][1]) if kind else gettext("Entrants")


def numbered_entrant(kind: str, number: str) -> str:
    """Return an entrant of this kind with its number: `pair 3`, `team 2`, `player 5`."""
    return gettext(_ENTRANTS[kind][2], number=number)


def fixed(value: float | None, decimals: int = 2) -> str:
    """Return a value as text with this number of decimals: `−1.50`; "" for null."""
    return "" if value is None else written(as_text.in_decimals(value, decimals))


def short(value: float | None) -> str:
    """Return a value as text with as few decimals as possible, at most two: `12`, `0.5`, `11.83`; "" for null."""
    return "" if value is None else written(as_text.short(value))


def change(value: float | None) -> str:
    """Return a change as text: `+1.50`, `−1.50`, or `=` for none; "" for null."""
    return "" if value is None else "=" if value == 0 else _with_plus(value)


def moved(places: int | None) -> str:
    """Return how many places a player rose or fell: `↑2`, `↓1`, or `=`; "" for null."""
    return "" if places is None else "=" if places == 0 else f"↑{places}" if places > 0 else f"↓{-places}"


def estimate(value: float | None, scoring: str) -> str:
    """Return an estimated change of a score: `+1.5` for percentages; other scores have two decimals; `=` for none."""
    if value is None or value == 0:
        return change(value)
    return _with_plus(value, 1 if scoring == "matchpoints" else 2)


def estimated(value: float | None, scoring: str) -> str:
    """Return an estimated score: `51.5` for percentages; other scores have two decimals and a sign."""
    return fixed(value, 1) if scoring == "matchpoints" else won(value, scoring)


def _with_plus(value: float, decimals: int = 2) -> str:
    return f"+{fixed(value, decimals)}" if value > 0 else fixed(value, decimals)


def luck_sentence(*, gained: bool) -> str:
    """Return the sentence on what the movement gave or cost `{who}` beyond chance: `{gain}`, with its `{error}`."""
    if gained:
        return gettext("The movement gained {who} about {gain} (± {error}, standard error): seldom by chance alone.")
    return gettext("The movement cost {who} about {gain} (± {error}, standard error): seldom by chance alone.")


def field_name(field: str) -> str:
    """Return the name of a field: `Line A`, `Lines A + C`, `Line A, North-South`."""
    lines, _, direction = field.partition(" ")
    one, several = _FIELDS[direction]
    if "+" in lines:
        return gettext(several, lines=lines.replace("+", " + "))
    return gettext(one, line=lines)


def scoring_name(scoring: str) -> str:
    """Return the name of a form of scoring for readers: `cross-IMPs` for `cross_imps`."""
    return gettext(_SCORINGS[scoring].name)


def unit(scoring: str) -> str:
    """Return the unit of an entrant's score: `%`, `IMPs a board`, `VPs a match`."""
    return gettext(_SCORINGS[scoring].unit)


def points_name(scoring: str) -> str:
    """Return the name of the points in a form of scoring: `Points`, `IMPs`, `VPs`."""
    return gettext(_SCORINGS[scoring].points)


def place_said(rank: str) -> str:
    """Return a place for use in a sentence: `3`, or `3 (shared)` for `3=`."""
    return gettext("{place} (shared)", place=rank.removesuffix("=")) if rank.endswith("=") else rank


def method_name(method: str) -> str:
    """Return the name of a method of ranking points."""
    return gettext(RANKING_METHODS[method].title)


def profile_name(profile: str) -> str:
    """Return the name of the text or program from which a profile takes its scoring rules."""
    return _PROFILES.get(profile, profile)


def points_within(scoring: str) -> str:
    """Return the name of points for use within a sentence, unlike `points_name`: `points`, `IMPs`, `VPs`."""
    return gettext("points") if _SCORINGS[scoring].points == "Points" else points_name(scoring)


def decided_said(tie_break: str) -> str:
    """Return the words in which a result list names the tie-break that decided."""
    return gettext(_DECIDED_BY[tie_break])


def awards_heading(schemes: Iterable[str]) -> str:
    """Return the title of a page with points of these schemes: club points, federation points, or both."""
    given = set(schemes)
    if CLUB_POINTS.name not in given:
        return gettext("Federation points")
    return gettext("Club points") if given == {CLUB_POINTS.name} else gettext("Club and federation points")


def scheme_name(scheme: str) -> str:
    """Return the name of a scheme's points, with who awards them: `Expert Points, FFB`."""
    points, who = SCHEMES[scheme].points, SCHEMES[scheme].awarded_by
    return f"{gettext(points)}, {who}" if who else gettext(points)


def scheme_in_full(scheme: str) -> str:
    """Return the name of a scheme's points, with the full name of who awards them."""
    full = "" if SCHEMES[scheme].abbreviation else FEDERATIONS.get(SCHEMES[scheme].federation, "")
    return f"{gettext(SCHEMES[scheme].points)}, {full}" if full else scheme_name(scheme)


def rating_system(name: str, edition: str = "") -> str:
    """Return the federation with these rating rules, and their edition: `KNDB (Koninklijke Nederlandse Dambond)`."""
    of = "" if edition in ("", name) else f", {edition}"
    return f"{name.upper()} ({_RATING_FEDERATIONS[name]}){of}"


def scheme_heading(scheme: str) -> str:
    """Return the heading for a column of a scheme's points: a name (`FFB`) or a translated abbreviation (`CP`)."""
    return gettext(SCHEMES[scheme].abbreviation) if SCHEMES[scheme].abbreviation else SCHEMES[scheme].heading


def signed(value: float | None) -> str:
    """Return a value as text with its sign and as few decimals as possible: `+12`, `−0.5`, `0`; "" for null."""
    return f"+{short(value)}" if value is not None and value > 0 else short(value)


def won(value: float | None, scoring: str | None) -> str:
    """Return a score or points with two decimals: `61.25`. Where losses exist, gains have a plus sign: `+1.50`."""
    text = fixed(value)
    return f"+{text}" if scoring in ("butler", "cross_imps") and value is not None and value > 0 else text


def in_number_order(entrant: str) -> tuple[int, str]:
    """Return the key by which entrants are sorted: `2` before `10`, and those that begin with no number last."""
    number = re.match(r"\d+", entrant)
    return (int(number[0]) if number else sys.maxsize, entrant)


def balance(board: Mapping[str, Any]) -> str:
    """Say whether the points on a board of the control sheet add up, with the sums of both sides."""
    ns, ew, top, results = (board[name] for name in ("ns_points", "ew_points", "top", "results"))
    if ns is None or ew is None:
        return gettext("Nobody earned points")
    sums = {"ns": short(ns), "ew": short(ew), "total": short(ns + ew)}
    if top is None:
        return _cancels_out(board, sums)
    fair, of_one = short(results * top), short(top)
    if not board["balanced"]:
        sentence = gettext_noop(
            "Does not balance: NS {ns} + EW {ew} = {total}; {results} × {top} = {fair}",
        )
        return gettext(sentence, **sums, results=results, top=of_one, fair=fair)
    if board["as_ruled"]:
        return gettext("NS {ns} + EW {ew} = {total}, as ruled", **sums)
    if sums["total"] == fair:
        return gettext("NS {ns} + EW {ew} = {results} × {top}", **sums, results=results, top=of_one)
    return gettext("NS {ns} + EW {ew} = {total}, as rounded", **sums)


def _cancels_out(board: Mapping[str, Any], sums: Mapping[str, str]) -> str:
    if not board["balanced"]:
        return gettext("Does not balance: NS {ns} and EW {ew} make {total}", **sums)
    if board["as_ruled"]:
        return gettext("NS {ns} and EW {ew} make {total}, as ruled", **sums)
    if sums["total"] == "0":
        return gettext("NS {ns} and EW {ew} cancel out", **sums)
    return gettext("NS {ns} and EW {ew} make {total}, as rounded", **sums)


def balances(boards: Sequence[Mapping[str, Any]]) -> str:
    """Say on how many boards points add up: `14 boards: 11 balance, 3 as ruled`."""
    as_ruled = sum(board["as_ruled"] for board in boards)
    failing = sum(not board["balanced"] for board in boards)
    if not as_ruled + failing:
        return ngettext("1 board, and it balances", "{number} boards, all of them balance", len(boards))
    sound = len(boards) - as_ruled - failing
    parts = [
        ngettext("{number} balances", "{number} balance", sound) if sound else "",
        ngettext("{number} as ruled", "{number} as ruled", as_ruled) if as_ruled else "",
        ngettext("{number} does not balance", "{number} do not balance", failing) if failing else "",
    ]
    return gettext("{boards}: {parts}", boards=counted(len(boards), "board"), parts=", ".join(filter(None, parts)))


def dealt(board: int) -> str:
    """Return the dealer and the vulnerability by the number of a board (Law 2). They repeat after sixteen boards."""
    number = board - 1
    return dealer_and_vulnerable("NESW"[number % 4], list(_VULNERABLE)[(number + number // 4) % 4])


def dealer_and_vulnerable(dealer: str, vulnerable: str) -> str:
    """Return `dealer North, N-S vulnerable`, from a seat and one of `none`, `N-S`, `E-W` and `all`."""
    sentence = gettext_noop("dealer {dealer}, {vulnerable}")
    return gettext(sentence, dealer=side_name(dealer), vulnerable=gettext(_VULNERABLE[vulnerable]))


def side_name(side: str) -> str:
    """Return the name of a side or seat: `North-South` for `NS`, `North` for `N`."""
    return gettext(_SIDES[side])


def seat(letter: str) -> str:
    """Return the letter of a seat in the current language: `S`, in Dutch `Z`."""
    return pgettext(*_SEATS[letter])


def differing(what: str) -> str:
    """Return the name for a kind of number or value in `Doubts`, such as `percentages`."""
    return gettext({**_STATED, **_DIFFERING}[what])


def doubt_in_words(doubt: Mapping[str, Any], scoring: str | None) -> str:
    """Compare a file's statement with its lines, by a row of `Doubts`: `24 boards in the file, 14 here`."""
    what = doubt["what"]
    official = compared(doubt["official"], what)
    computed = compared(doubt["computed"], what) or gettext("nothing")
    if what in ("contradictions", "missing"):
        return f"{gettext(_STATED[what])}: {official}"
    if what in _ALONE:
        return gettext(_ALONE[what], number=official)
    if doubt["first"] is None:
        stated = gettext(_STATED[what])
        sentence = gettext_noop("{official} {what} in the file, {computed} here")
        return gettext(sentence, official=official, what=stated, computed=computed)
    if what == "scores" and scoring and _SCORINGS[scoring].unit == "%":
        what = "percentages"
    of_entrants = what not in ("lines", "datums", "matches", "victory_points")
    first = place_of_doubt(doubt["first"])
    where = gettext("No. {number}", number=first) if of_entrants else first
    return gettext(
        "{differing} of {of} {what} ({where}: {official} in the file, {computed} here)",
        differing=doubt["differing"], of=doubt["of"], what=gettext(_DIFFERING[what]),
        where=where, official=official, computed=computed,
    )  # fmt: skip
