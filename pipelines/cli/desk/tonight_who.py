"""Who is here tonight: pairs that are ticked, and names that are typed."""

import re
from typing import NamedTuple

from pipelines.cli.desk.screen import Fields, text_of
from pipelines.cli.desk.tonight_kept import Evening, Here
from pipelines.cli.desk.tonight_plan import Known, Usual, named, trio_of
from pipelines.cli.lines import People
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.nearest_words import nearest_words

FIELDS = ("one", "other", "third")
LONGEST_NAME = 60
_MOST_MEANT = 8
NO_NAME = re.compile(r"[\x00-\x1f\x7f,;]|^[\W\d_]*$")


class Typed(NamedTuple):
    """What was typed for a pair or trio: a name or id by field, and the fields that have a guest."""

    words: tuple[str, ...]
    guests: tuple[str, ...]

    def again(self) -> list[tuple[str, str]]:
        """Return what a form sends to have this typed again."""
        return [*zip(FIELDS, self.words, strict=True), *(("guest", field) for field in self.guests)]


class Asked(NamedTuple):
    """A typed name that is not one person: what is asked, and the people who may be meant, by id."""

    field: str
    words: str
    people: list[tuple[str, str]]
    may_be_a_guest: bool = True


def typed_in(fields: Fields, people: People) -> Typed:
    """Return what a form has typed. A button may name a person instead, by id."""
    words = []
    for field in FIELDS:
        picked = text_of(fields, f"pick_{field}")
        typed = " ".join(text_of(fields, field).split())[:LONGEST_NAME]
        words.append(picked if picked in people.names else typed)
    return Typed(tuple(words), tuple(field for field in FIELDS if field in fields.getlist("guest")))


class Doubts(NamedTuple):
    """The typed names that are not one person each; without such names, why this pair cannot be here, or ""."""

    asked: list[Asked]
    problem: str = ""


def doubts(typed: Typed, evening: Evening, known: Known) -> Doubts:
    """Return what is doubtful about a pair that was typed."""
    people = known.people(evening)
    if not all(typed.words[:2]):
        return Doubts([], gettext("Write the names of both players."))
    each = [(field, word) for field, word in zip(FIELDS, typed.words, strict=True) if word]
    unclear = [(field, word) for field, word in each if _one(people, word, is_guest=field in typed.guests) is None]
    if unclear:
        return Doubts([_asked(field, word, people) for field, word in unclear])
    pair = pair_of(typed, people)
    if len({*pair.players}) < len(pair.players):
        return Doubts([], gettext("This is the same person twice. Write the partner."))
    return Doubts([], taken(pair, evening, people) or _no_trio(pair, known))


def _no_trio(pair: Here, known: Known) -> str:
    if len(pair.players) == 2 or trio_of(pair, known.so_far):
        return ""
    return gettext("These three are not a trio of this season. Write the two who play tonight.")


def pair_of(typed: Typed, people: People) -> Here:
    """Return the pair or trio that was typed, of those players who are known or guests."""
    each = zip(FIELDS, typed.words, strict=True)
    found = [_one(people, word, is_guest=field in typed.guests) for field, word in each if word]
    return Here(players=tuple(filter(None, found)))


def _one(people: People, word: str, is_guest: bool) -> str | None:
    """Return the id of the person who is called this, or the name of a guest; None if it is not one person."""
    found = people.called(word)
    if len(found) == 1:
        return found[0]
    return word if is_guest and not NO_NAME.search(word) else None


def _asked(field: str, word: str, people: People) -> Asked:
    if NO_NAME.search(word):
        return Asked(field, gettext("{name}: this is no name.", name=word), [], may_be_a_guest=False)
    if found := people.called(word):
        words = gettext("Several people are called {name}. Which one is it?", name=word)
    else:
        found = people.partly_called(word)
        words = gettext("Nobody here is called {name}. Who is it?", name=word)
    if not found:
        by_name = {name.casefold(): one for one, name in sorted(people.names.items())}
        found = [by_name[near] for near in nearest_words(word.casefold(), by_name, at_most=_MOST_MEANT // 2)]
    return Asked(field, words, [(one, f"{people.names[one]} ({one})") for one in found[:_MOST_MEANT]])


def taken(pair: Here, evening: Evening, people: People) -> str:
    """Return a sentence if a player is here already, in another pair; "" otherwise."""
    for player in pair.players:
        if other := evening.pair_of(player):
            words = gettext_noop("{name} is here already, in the pair {pair}.")
            return gettext(words, name=people.names.get(player, player), pair=named(other.players, people.names))
    return ""


def tick(one: Usual, evening: Evening) -> dict[str, object]:
    """Return a pair as a button: whether it is here, and whether a player of it is here in another pair."""
    is_here = any(pair.id == one.here.id for pair in evening.pairs)
    is_taken = not is_here and any(map(evening.pair_of, one.here.players))
    return {"id": one.here.id, "names": one.names, "is_here": is_here, "is_taken": is_taken}


def more(evening: Evening, known: Known) -> list[Here]:
    """Return the pairs that are here and not among those of the last evenings."""
    listed = {one.here.id for one in known.usual}
    return [pair for pair in evening.pairs if pair.id not in listed]


def everybody(people: People) -> list[tuple[str, str]]:
    """Return what may be typed for each player, with the name: the name, or the id if several have this name."""
    names = [*people.names.values()]
    both = [(name if names.count(name) == 1 else one, name) for one, name in people.names.items()]
    return sorted(both, key=lambda one: one[::-1])
