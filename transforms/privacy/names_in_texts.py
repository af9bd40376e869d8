"""Find names in texts: in any case, with or without accents, in other letters, and within words.

Texts are compared in two spellings. One uses plain letters (`Jurgen Gross`, `Walesa`, `Soren`), the other writes German
and Nordic names without accents (`Juergen`, `Soeren`, `Aase`). A capital after a lower-case letter begins a word, as in
`KeesZwaluw`.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

import polars as pl

TEAM = "^team-"
"""The beginning of a team's id, as a regular expression."""
PARTICLES = frozenset(
    (
        *("van", "von", "den", "der", "des", "ten", "ter", "the", "las", "los", "dos", "das", "del", "della"),
        *("zur", "zum", "het", "de", "da", "di", "do", "du", "la", "le", "el", "al", "te", "op", "af", "av", "zu"),
    )
)
"""Short words that occur in many names, and so do not identify anybody."""
_FEWEST_LETTERS = 3
_FEWEST_DIGITS = 5
"""The fewest digits of a number that is searched for. A shorter number may be a board, a pair or a year."""
_PLAIN = {
    **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n", "ə": "e"},
    **{"æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ĳ": "ij"},
}
"""Letters that Unicode does not decompose, each with its spelling without accents and strokes."""
_SPELLINGS = (_PLAIN, {**_PLAIN, "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "đ": "dj"})
"""The replacements of letters in each spelling: the second is for German and Nordic names, and names with đ."""
_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN_WORDS = "\0"
_WITH_ACCENTS = re.compile("(?s:.)[\u0300-\u036f]*+")
"""A letter, and the combining accents that follow it."""
_INSTEAD = "member"
"""The word that replaces a name. Parts of this word are not searched for, since replacements contain them."""


def in_plain_letters(text: str, letters: Mapping[str, str] = _PLAIN) -> str:
    """Return the text in lower case, without accents, strokes and other marks: `Óscar Bąk` becomes `oscar bak`."""
    small = unicodedata.normalize("NFC", text.lower())
    apart = unicodedata.normalize("NFKD", "".join(letters.get(letter, letter) for letter in small)).lower()
    return "".join(letters.get(letter, letter) for letter in apart if unicodedata.category(letter)[0] != "M")


def spellings(text: pl.Expr) -> list[pl.Expr]:
    """Return the text in lower case in each spelling, as in `in_plain_letters`."""
    composed = text.str.to_lowercase().str.normalize("NFC")
    return [
        composed.str.replace_many(letters).str.normalize("NFKD").str.replace_all(r"\p{M}", "") for letters in _SPELLINGS
    ]


def words_of(name: str) -> list[str]:
    """Return the words of a name in each of its spellings."""
    return [word for bare in _spelled(name) for word in _WORD.findall(bare)]


class NamesInTexts:
    """Find the names and ids of hidden members of a club in texts, and replace them.

    `said` has pairs of a name or id and its replacement; of two with the same words, the first counts. `public` has
    words in the names of people who are shown: such a word alone identifies nobody.
    """

    def __init__(self, said: Iterable[tuple[str, str]], public: set[str]) -> None:
        self._public = public
        found = [(pattern, part, member) for name, member in said for pattern, part in _patterns(name, public)]
        self.parts = {part for _, part, _ in found}
        """Every text with a name contains one of these parts, in one of its spellings."""
        self._whole = {pattern: (part, member) for pattern, part, member in reversed(found)}
        self._within = {
            part: (part, member) for _, part, member in reversed(found) if part.isalpha() and _identifies(part, public)
        }
        self._sought: dict[int | None, list[tuple[str, str, str]]] = {}
        self._searches: dict[tuple[str, ...], re.Pattern[str]] = {}

    def replaced(self, text: str, *, inside: int | None = None) -> str:
        """Return the text with all names replaced; within longer words, only names of at least `inside` letters."""
        if inside not in self._sought:
            within = {word: self._within[word] for word in self._within if inside is not None and len(word) >= inside}
            whole_first = ((of, one) for of in (self._whole, within) for one in sorted(of, key=len, reverse=True))
            self._sought[inside] = [(pattern, *of[pattern]) for of, pattern in whole_first]
        for letters in _SPELLINGS:
            for in_capitals in (True, False):
                text = self._replaced(text, inside, *_bare(text, letters, in_capitals=in_capitals))
        return text

    def _replaced(self, text: str, inside: int | None, bare: str, places: list[int]) -> str:
        # One expression with the names of a thousand people would take a thousand attempts at each letter.
        here = [(pattern, member) for pattern, part, member in self._sought[inside] if part in bare]
        if not here:
            return text
        patterns, members = zip(*here, strict=True)
        if patterns not in self._searches:
            self._searches[patterns] = re.compile("|".join(f"({pattern})" for pattern in patterns))
        pieces: list[str] = []
        end = 0
        for match in self._searches[patterns].finditer(bare):
            if match[0] in self._within and _word_around(bare, match) in self._public:
                continue
            member = members[(match.lastindex or 1) - 1]
            start, before = places[match.start()], end
            end = max(places[match.end()], before)
            if start > before or pieces[-1:] != [member]:
                pieces += [text[before:start], member]
        return "".join([*pieces, text[end:]])


def _word_around(text: str, match: re.Match[str]) -> str:
    return next((word[0] for word in _WORD.finditer(text) if word.start() <= match.start() < word.end()), "")


def _bare(text: str, letters: Mapping[str, str], *, in_capitals: bool = False) -> tuple[str, list[int]]:
    """Return the text in lower case in one spelling, and the original position of each letter and of the end."""
    found: list[str] = []
    places: list[int] = []
    before = ""
    for sign in _WITH_ACCENTS.finditer(text):
        is_new_word = in_capitals and sign[0][:1].isupper() and before.islower()
        before = sign[0][:1]
        plain = _BETWEEN_WORDS * is_new_word + in_plain_letters(sign[0], letters)
        found.append(plain)
        places += [sign.start()] * len(plain)
    return "".join(found), [*places, len(text)]


def _spelled(name: str) -> list[str]:
    return list(dict.fromkeys(_bare(name, letters)[0] for letters in _SPELLINGS))


def _patterns(name: str, public: set[str]) -> Iterator[tuple[str, str]]:
    """Yield, for everything that identifies a name or id, a regular expression and a text that every match contains."""
    for bare in _spelled(name):
        words = _WORD.findall(bare)
        if any(sign.isdigit() for sign in name):
            if words or len("".join(bare.split())) >= _FEWEST_DIGITS:
                yield rf"(?<![^\W_]){re.escape(bare.strip())}(?![^\W_])", bare.strip()
            continue
        if len(words) > 1:
            for first in range(1 if re.match(TEAM, bare) else len(words)):
                yield _as_words(r"[\W_]*".join([*words[first:], *words[:first]])), max(words, key=len)
        for word in words:
            if len(word) >= _FEWEST_LETTERS and _identifies(word, public):
                yield _as_words(word), word


def _identifies(word: str, public: set[str]) -> bool:
    return word not in PARTICLES and word not in public and word not in _INSTEAD


def _as_words(pattern: str) -> str:
    return rf"(?<![^\W\d_]){pattern}(?![^\W\d_])"
