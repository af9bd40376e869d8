"""Names as they are found in texts: in any case, with or without accents, in other letters, and within words.

A text is compared in two spellings: in plain letters (`Jurgen Gross`, `Walesa`, `Soren`), and as German and Nordic
names are written without accents (`Juergen`, `Soeren`, `Aase`). A capital after a small letter begins a word, as in
`KeesZwaluw`.
"""

import re
from collections.abc import Iterable, Iterator

import polars as pl

from transforms.privacy.plain_letters import PLAIN, in_plain_letters
from transforms.privacy.rated_teams import TEAM

_WORD = re.compile(r"[^\W\d_]+")
PARTICLES = frozenset(
    (
        *("van", "von", "den", "der", "des", "ten", "ter", "the", "las", "los", "dos", "das", "del", "della"),
        *("zur", "zum", "het", "de", "da", "di", "do", "du", "la", "le", "el", "al", "te", "op", "af", "av", "zu"),
    )
)
"""Words of names that many have."""
_FEWEST_LETTERS = 3
"""A word of a name with fewer letters is not looked for by itself."""
_FEWEST_DIGITS = 5
"""A number with fewer digits is not looked for in texts: it may be a board, a pair or a year."""
_IN_TWO_LETTERS = {**PLAIN, "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "đ": "dj"}
"""Letters -> how German and Nordic names, and those with đ, are also written without them."""
_SPELLINGS = (PLAIN, _IN_TWO_LETTERS)
_BETWEEN_WORDS = "\0"
_WITH_ACCENTS = re.compile("(?s:.)[\u0300-\u036f]*+")
"""A letter, and the accents that stand behind it as signs of their own."""
_INSTEAD = "member"
"""What stands in the place of a name: a word that is a part of it is not looked for, since it would be found there."""

_Found = dict[str, tuple[str | None, str]]
"""Pattern -> (what stands instead, or null for nothing; a text that every match holds)."""


class Phrases:
    """The names and ids of members of a club who are not shown, as they are found in texts.

    Args:
        said: (name or id, what stands there instead).
        public: words of the names of people who are shown, of `words_of`; such a word alone says nothing.
    """

    def __init__(self, said: Iterable[tuple[str, str]], public: set[str]) -> None:
        self._public = public
        self._found: _Found = {}
        for name, member in said:
            for pattern, part in _patterns(name, public):
                self._found.setdefault(pattern, (member, part))
        self.parts = {part for _, part in self._found.values()}
        self._replacing: dict[int | None, _Replacing] = {None: _Replacing(self._found)}

    def replaced(self, text: str, *, inside: int | None = None) -> str:
        """The text without names; words of names with `inside` letters or more are looked for within words too."""
        if inside not in self._replacing:
            self._replacing[inside] = self._also_inside(inside or 0)
        return self._replacing[inside].replaced(text)

    def _also_inside(self, letters: int) -> "_Replacing":
        words = {part: member for member, part in self._found.values() if len(part) >= letters and part.isalpha()}
        of_others: _Found = {
            _as_words(word): (None, word) for word in self._public if any(part in word for part in words)
        }
        within: _Found = {
            word: (member, word)
            for word, member in words.items()
            if word not in self._public | PARTICLES and word not in _INSTEAD
        }
        return _Replacing(self._found | of_others, within)


class _Replacing:
    """Patterns, each with what stands instead (null: nothing), the earlier groups before the later."""

    def __init__(self, *groups: _Found) -> None:
        patterns = [(pattern, group) for group in groups for pattern in sorted(group, key=len, reverse=True)]
        self._instead = [group[pattern][0] for pattern, group in patterns]
        self._any = re.compile("|".join(f"({pattern})" for pattern, _ in patterns) or r"(?!)")

    def replaced(self, text: str) -> str:
        for letters in _SPELLINGS:
            for in_capitals in (True, False):
                text = self._in_spelling(text, letters, in_capitals=in_capitals)
        return text

    def _in_spelling(self, text: str, letters: dict[str, str], *, in_capitals: bool) -> str:
        bare, places = _bare(text, letters, in_capitals=in_capitals)
        pieces: list[str] = []
        end = 0
        for match in self._any.finditer(bare):
            instead = self._instead[(match.lastindex or 1) - 1]
            if instead is None:
                continue
            start, before = places[match.start()], end
            end = max(places[match.end()], before)
            if start > before or pieces[-1:] != [instead]:
                pieces += [text[before:start], instead]
        return "".join([*pieces, text[end:]])


def words_of(name: str) -> list[str]:
    """The words of a name in each of its spellings."""
    return [word for bare in _spelled(name) for word in _WORD.findall(bare)]


def spellings(text: pl.Expr) -> list[pl.Expr]:
    """The text in small letters in each spelling, as `in_plain_letters` has it."""
    composed = text.str.to_lowercase().str.normalize("NFC")
    return [
        composed.str.replace_many(letters).str.normalize("NFKD").str.replace_all(r"\p{M}", "") for letters in _SPELLINGS
    ]


def _spelled(name: str) -> list[str]:
    return list(dict.fromkeys(_bare(name, letters)[0] for letters in _SPELLINGS))


def _patterns(name: str, public: set[str]) -> Iterator[tuple[str, str]]:
    """(regular expression, a text that every match holds) for all that gives a name or id away."""
    for bare in _spelled(name):
        words = _WORD.findall(bare)
        if any(sign.isdigit() for sign in name):
            if words or len("".join(bare.split())) >= _FEWEST_DIGITS:
                yield rf"(?<![^\W_]){re.escape(bare.strip())}(?![^\W_])", bare.strip()
            continue
        if len(words) > 1:
            turns = 1 if re.match(TEAM, bare) else len(words)
            for first in range(turns):
                turned = [*words[first:], *words[:first]]
                yield _as_words(r"[\W_]*".join(turned)), max(words, key=len)
        for word in words:
            if len(word) >= _FEWEST_LETTERS and word not in PARTICLES | public and word not in _INSTEAD:
                yield _as_words(word), word


def _as_words(pattern: str) -> str:
    return rf"(?<![^\W\d_]){pattern}(?![^\W\d_])"


def _bare(text: str, letters: dict[str, str], *, in_capitals: bool = False) -> tuple[str, list[int]]:
    """The text in small letters of one spelling, and the place in the text of each of these and of the end.

    `in_capitals` says whether a capital after a small letter begins a word.
    """
    found: list[str] = []
    places: list[int] = []
    before = ""
    for sign in _WITH_ACCENTS.finditer(text):
        place = sign.start()
        if in_capitals and sign[0][:1].isupper() and before.islower():
            found.append(_BETWEEN_WORDS)
            places.append(place)
        before = sign[0][:1]
        for letter in in_plain_letters(sign[0], letters):
            found.append(letter)
            places.append(place)
    return "".join(found), [*places, len(text)]
