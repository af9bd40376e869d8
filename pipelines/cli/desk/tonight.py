"""The screen "Tonight": who is here, lines, movements, seats and cards, one after the other."""

import re
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from pipelines.cli.desk import names
from pipelines.cli.desk.desk import Competition, Desk
from pipelines.cli.desk.screen import Act, Fields, number_of, text_of
from pipelines.cli.desk.tonight_kept import BY_DRAW, BY_LINE, BY_SEASON, Evening, Kept, Seating
from pipelines.cli.desk.tonight_plan import Known, Line, Plan, known_of, named, no_lines, over_the_season, planned
from pipelines.cli.desk.tonight_who import FIELDS, doubts, everybody, more, pair_of, taken, tick, typed_in
from pipelines.cli.lines import fewer_sit_outs
from pipelines.cli.movement.fitting import MOST_BOARDS
from pipelines.cli.movement.matter import dated
from pipelines.machine import clock
from pipelines.machine.errors import UnusableError
from transforms.tables.messages import gettext, gettext_noop, ngettext

WHO, LINES, MOVEMENT, SEATS, CARDS, NAMES = "who", "lines", "movement", "seats", "cards", "names"
_PRINTED = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'none';"
    " frame-ancestors 'none'; base-uri 'none'"
}
"""The page of cards has its style in it, and nothing else."""
_SIZES = re.compile(r"\d{1,3}(?:[^\d]+\d{1,3})*")


class Tonight:
    """The screen for the evening before it begins."""

    path, name, template = "/tonight", gettext_noop("Tonight"), "desk_tonight.html"

    def __init__(self, desk: Desk) -> None:
        self._desk, self._kept = desk, Kept(desk.folder)
        self._read: tuple[tuple[str, int], Known | None] | None = None

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return who is here, and the lines, movements and seats that follow from it; or what is printed of them."""
        if "print" in query:
            return self._printed()
        evening, competitions = self._kept.read(), self._desk.competitions()
        competition = self._competition(evening)
        known = None if competition is None else self._known(competition)
        shown = {
            "competitions": competitions,
            "competition": competition,
            "evening": evening,
            "is_known": known is not None,
            "is_of_another_day": bool(evening.pairs) and evening.day != clock.today(),
            "can_be_taken_back": self._kept.can_be_taken_back,
        }
        if known is None:
            return shown
        people, plan = known.people(evening), planned(known, evening)
        typed = typed_in(query, people)
        in_doubt = doubts(typed, evening, known) if any(typed.words) else None
        return shown | {
            "usual": [tick(one, evening) for one in known.usual if one.is_often_here],
            "others": [tick(one, evening) for one in known.usual if not one.is_often_here],
            "more": [(pair.id, named(pair.players, people.names)) for pair in more(evening, known)],
            "last": [one for one in known.usual if one.is_of_last],
            "everybody": everybody(people),
            "typed": dict(zip(FIELDS, typed.words, strict=True)),
            "guests": typed.guests,
            "doubts": in_doubt,
            "plan": plan,
            "usual_lines": evening.lines or int(known.so_far.rules["lines"][-1] or 1),
            "sit_outs": _sit_outs(plan),
            "evenings": _nameless(known, competition),
            "steps": _steps(evening, plan),
        }

    def acts(self) -> Mapping[str, Act]:
        """Return what the buttons of this screen do."""
        acts: dict[str, Act] = {
            "competition": self._choose,
            "tick": self._tick,
            "last": self._tick_last,
            "add": self._add,
            "lines": self._divide,
            "play": self._play,
            "movement": self._move,
            "seats": self._seat,
            "again": lambda _: self._kept.begin_again(),
            "back": lambda _: self._kept.take_back(),
        }
        return {f"/tonight/{name}": act for name, act in acts.items()}

    def _printed(self) -> Mapping[str, Any]:
        """Return the cards of all lines, with names. UnusableError: somebody has no seat."""
        evening = self._kept.read()
        plan = planned(self._of(evening), evening)
        if not plan.is_ready:
            raise UnusableError("not everybody has a seat yet: first make the lines")
        matters = [dated(line.matter(has_letter=len(plan.lines) > 1)) for line in plan.lines]
        return {"template": "desk_tonight_print.html", "headers": _PRINTED, "matters": matters}

    def _competition(self, evening: Evening) -> Competition | None:
        return self._desk.competition(evening.competition)

    def _known(self, competition: Competition) -> Known | None:
        """Return what the last build knows, read once after each build; while one runs, what is known so far."""
        if self._read is not None and self._read[0][0] == competition.id and self._desk.job.runs():
            return self._read[1]
        build = (competition.id, self._desk.build_number())
        if self._read is None or self._read[0] != build:
            self._read = build, known_of(self._desk.paths.warehouse, competition)
        return self._read[1]

    def _of(self, evening: Evening) -> Known:
        competition = self._competition(evening)
        known = None if competition is None else self._known(competition)
        if known is None:
            raise UnusableError("first choose the competition that is played tonight")
        return known

    def _keep(self, evening: Evening, **changed: object) -> None:
        self._kept.write(evening.model_copy(update=changed))

    def _choose(self, fields: Fields) -> None:
        wanted = text_of(fields, "competition")
        if wanted not in [one.id for one in self._desk.competitions()]:
            raise UnusableError("first choose the competition that is played tonight")
        self._kept.begin_again()
        self._keep(self._kept.read(), competition=wanted)

    def _tick(self, fields: Fields) -> str:
        evening, wanted = self._kept.read(), text_of(fields, "pair")
        if any(pair.id == wanted for pair in evening.pairs):
            self._kept.write(evening.without(wanted))
            return _at(WHO)
        known = self._of(evening)
        usual = next((one for one in known.usual if one.here.id == wanted), None)
        if usual is None:
            raise UnusableError("this pair is not in the list any more")
        if problem := taken(usual.here, evening, known.people(evening)):
            raise UnusableError(problem)
        self._keep(evening, pairs=(*evening.pairs, usual.here))
        return _at(WHO)

    def _tick_last(self, _: Fields) -> str:
        evening = self._kept.read()
        for one in self._of(evening).usual:
            if one.is_of_last and not any(map(evening.pair_of, one.here.players)):
                evening = evening.model_copy(update={"pairs": (*evening.pairs, one.here)})
        self._kept.write(evening)
        return _at(WHO)

    def _add(self, fields: Fields) -> str:
        evening = self._kept.read()
        known = self._of(evening)
        people = known.people(evening)
        typed = typed_in(fields, people)
        if any(doubts(typed, evening, known)):
            return f"/tonight?{urlencode(typed.again())}#{WHO}"
        self._keep(evening, pairs=(*evening.pairs, pair_of(typed, people)))
        return _at(WHO)

    def _divide(self, fields: Fields) -> str:
        evening, words = self._kept.read(), text_of(fields, "sizes")
        if words and not _SIZES.fullmatch(words):
            raise UnusableError("{sizes}: write how many pairs each line has, such as 12, 8, 8", sizes=words)
        sizes = tuple(map(int, re.findall(r"\d+", words)))
        lines = len(sizes) or number_of(fields, "lines")
        if problem := no_lines(evening, lines, sizes):
            raise UnusableError(problem)
        self._keep(evening, lines=lines, sizes=sizes, by_strength="by_strength" in fields)
        return _at(LINES)

    def _play(self, fields: Fields) -> str:
        boards, rounds = number_of(fields, "boards"), number_of(fields, "rounds")
        if not 1 <= boards <= MOST_BOARDS or rounds > boards:
            raise UnusableError("choose 1 to {most} boards, and not more rounds than boards", most=MOST_BOARDS)
        self._keep(self._kept.read(), boards=boards, rounds=rounds if rounds > 0 else None)
        return _at(MOVEMENT)

    def _move(self, fields: Fields) -> str:
        evening, wanted = self._kept.read(), text_of(fields, "movement")
        line = self._line(evening, fields)
        if wanted not in {choice.id for _, choices in line.kinds for choice in choices}:
            raise UnusableError("this movement does not fit any more")
        self._keep(evening, movements={**evening.movements, line.letter: wanted})
        return f"/tonight#{MOVEMENT}-{line.letter}"

    def _seat(self, fields: Fields) -> str:
        evening, by = self._kept.read(), text_of(fields, "by")
        line = self._line(evening, fields)
        if by not in (BY_LINE, BY_DRAW, BY_SEASON):
            raise UnusableError("choose one of the buttons")
        seating = Seating(by=by, seed=secrets.randbelow(1_000_000) if by == BY_DRAW else 0)
        if by == BY_SEASON:
            seating = over_the_season(self._desk.paths.warehouse, self._of(evening), line)
        self._keep(evening, seatings={**evening.seatings, line.letter: seating})
        return f"/tonight#{SEATS}-{line.letter}"

    def _line(self, evening: Evening, fields: Fields) -> Line:
        plan, wanted = planned(self._of(evening), evening), text_of(fields, "line")
        line = next((line for line in plan.lines if line.letter == wanted), None)
        if line is None:
            raise UnusableError("there is no such line tonight")
        return line


def _at(section: str) -> str:
    return f"/tonight#{section}"


def _sit_outs(plan: Plan) -> tuple[str, list[int]]:
    """Return a sentence on lines with an odd number of pairs, and better sizes if there are any."""
    if plan.assigned is None:
        return "", []
    odd, better = fewer_sit_outs(plan.assigned)
    if not odd:
        return "", []
    words = ngettext(
        "Line {lines} has an odd number of pairs: one pair sits out each round.",
        "Lines {lines} have an odd number of pairs: in each of them a pair sits out each round.",
        len(odd),
        lines=", ".join(odd),
    )
    return words, better


def _nameless(known: Known, competition: Competition | None) -> list[tuple[str, object]]:
    """Return the address of the form and the date of each evening without names."""
    of = "" if competition is None else competition.id
    evenings = known.nameless.select("season", "session_id", "date").iter_rows()
    return [(names.address(of, season, session), day) for season, session, day in evenings]


def _steps(evening: Evening, plan: Plan) -> list[tuple[str, str, str]]:
    """Return for each section its anchor, its name, and how far it is."""
    here, lines = len(evening.pairs), len(plan.lines)
    ready = "✓" if plan.is_ready else ""
    return [
        (WHO, gettext("Who is here"), str(here) if here else ""),
        (LINES, gettext("Lines"), str(lines) if lines else ""),
        (MOVEMENT, gettext("Movement"), ready),
        (SEATS, gettext("Seats"), ready),
        (CARDS, gettext("Cards"), ""),
        (NAMES, gettext("Names for the results"), ""),
    ]
