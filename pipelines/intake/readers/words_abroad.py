"""Foreign words for contracts, seats and columns; and for other words, what the user should write instead.

A letter may mean different suits or seats in two languages (`K` is clubs in Dutch, diamonds in French). The other
letters and words of the column decide. If they do not, the column is not read. A heading is read if it has one meaning
in its table; otherwise a finding gives the right word, if there is one.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import polars as pl

from transforms.tables.phrases import phrase

with Path(__file__).with_name("foreign_headings.csv").open(encoding="utf-8", newline="") as _table:
    _HEADINGS = list(csv.DictReader(_table))
"""The words for each column, in small letters, with `_` for a space. Those in `read` are Dutch, French, German,
Norwegian and Polish. Those in `suggested` are English words, or words such as `type` and `straf` that may mean
something else: they are not read, but a finding gives the right word."""
_READ = {row["column"]: frozenset(row["read"].split()) for row in _HEADINGS}
_COLUMNS = {row["column"]: _READ[row["column"]] | {*row["suggested"].split()} for row in _HEADINGS}
_TABLES = {
    "adjustments": "penalty penalties adjustment straf straffen strafpunten correcties pénalités penalites straffer",
    "entries": "entry entrants pairs stand_ins substitutes deelnemers paren invallers participants paires påmelding",
    "players": "player members people_of_club leden spelers joueurs membres spillere medlemmer",
    "partnerships": "partnership partners vaste_paren combinaties partenariats makkere",
    "sessions": "session evenings zittingen avonden séances seances kvelder",
    "results": "result uitslagen resultaten scores résultats resultats resultater",
    "matches": "match wedstrijden rencontres kamper",
    "deals": "hands spellen giften donnes fordelinger",
    "people": "aliases namen",
    "awards": "masterpoints meesterpunten",
}

_STRAINS = {
    "N": "N NT SA ZT UT SANS NOTRUMP NOTRUMPS NO-TRUMP",
    "S": "S ♠ ♤ SCHOPPEN SCHOP SCH SPADES SPADE SPAR SP PIQUE PIK PI P",
    "H": "H ♥ ♡ HARTEN HRT HA HEARTS HEART HJERTER HJERTE HJ COEUR CŒUR CO HERZ HE",
    "D": "D ♦ ♢ RUITEN RUIT RUTER RU R DIAMONDS DIAMOND CARREAU CA KARO KA",
    "C": "C ♣ ♧ KLAVEREN KLAVER KL KLØVER CLUBS CLUB TRÈFLE TREFLE TR T",
    "C/D": "K",
}
"""The words for each strain.

K alone means clubs (klaver, kløver) or diamonds (carreau, Karo). C alone means clubs, and never hearts (cœur)."""
_STRAIN_OF = {word: strain for strain, words in _STRAINS.items() for word in words.split()}
_CONTRACT = r"^([1-7])\s*(" + "|".join(sorted(_STRAIN_OF, key=len, reverse=True)) + r")\s*(X{1,2}|\*{1,2}|!{1,2})?$"
_WITH_RESULT = r"^(.*[^\s=+\x{2212}-])\s*(=|[+\x{2212}-]\s*[0-9]{1,2})$"
"""A contract with its result, such as `4S+1`. If some contracts have no result, the tricks need their own column."""
_PASSED = (
    *("PAS", "PASSE", "PASSÉ", "PASSEN", "RONDPAS", "ROND PAS", "RUNDPASS", "RUND PASS", "PASS OUT", "PASSOUT"),
    *("4 PASY", "4 PAS"),
)


class Notation(NamedTuple):
    """The letters of some languages, with the English letter for each."""

    languages: frozenset[str]
    letters: Mapping[str, str]


def _notation(languages: str, letters: str, english: str) -> Notation:
    return Notation(frozenset(languages.split()), dict(zip(letters, english, strict=True)))


_OF_SUITS = (
    _notation("en", "CDHS", "CDHS"),
    _notation("nl nb", "KRHS", "CDHS"),
    _notation("fr de pl", "TKCP", "CDHS"),
    _notation("de", "TKHP", "CDHS"),
)
_OF_SEATS = (
    *(_notation("en pl", "NESW", "NESW"), _notation("nl", "NOZW", "NESW"), _notation("fr", "NESO", "NESW")),
    *(_notation("de", "NOSW", "NESW"), _notation("nb", "NØSV", "NESW")),
)
_LANGUAGES_OF = {
    **{"SA": "nl fr de", "SANS": "fr de", "ZT": "nl", "UT": "nb", "BA": "pl"},
    **{"PAS": "en nl pl", "PASSE": "fr de", "PASSÉ": "fr", "PASSEN": "de", "RONDPAS": "nl", "RUNDPASS": "nb"},
}
"""Words in a column of contracts that help to find its language, with the languages that use them. Dutch players write
`pas` with English suits."""
_SEAT_WORDS = {
    **{"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W", "NOORD": "N", "OOST": "E", "ZUID": "S", "NORD": "N"},
    **{"EST": "E", "SUD": "S", "OUEST": "W", "OST": "E", "SÜD": "S", "ØST": "E", "SØR": "S", "SYD": "S", "VEST": "W"},
}
_LETTER = r"^[1-7]\s*([A-MO-Z])\s*(?:X{1,2}|\*{1,2}|!{1,2})?\s*(?:=|[+-]\s*[0-9]{1,2})?$"
_WORD = r"^(?:[1-7]\s*)?(\p{L}{2,}?)\s*(?:X{1,2}|\*{1,2}|!{1,2})?$"


class Read(NamedTuple):
    """A column of foreign words, now in English; or a letter with several meanings that the column does not settle."""

    cells: pl.Series
    letter: str | None = None
    meanings: tuple[str, ...] = ()


def with_result_apart(sheet: pl.DataFrame) -> pl.DataFrame:
    """Move the tricks of contracts such as `4S+1` to an empty column `tricks`, if all contracts have a result."""
    text = pl.col("contract").str.strip_chars()
    contract, result = (text.str.extract(_WITH_RESULT, part) for part in (1, 2))
    if "contract" not in sheet.columns or (
        "tricks" in sheet.columns and (sheet["tricks"].str.strip_chars() != "").any()
    ):
        return sheet
    is_contract = text.str.contains("^[1-7]")
    if not sheet.select(is_contract.any() & (contract.is_not_null() | ~is_contract).all()).item():
        return sheet
    return sheet.with_columns(
        contract=pl.when(is_contract).then(contract).otherwise("contract"),
        tricks=pl.when(is_contract).then(result.str.replace_all(r"\s", "")),
    )


def contracts_in_english(cells: pl.Series) -> Read:
    """Return the contracts of a column in English letters (String); a cell without a meaning stays as it is."""
    text = pl.col(cells.name)
    whole = cells.to_frame().select(_in_capitals(text)).to_series()
    words = set(whole.str.extract(_WORD).drop_nulls()) & _LANGUAGES_OF.keys()
    found = _decided(set(whole.str.extract(_LETTER).drop_nulls()), words, _OF_SUITS)
    if isinstance(found, Read):
        return found._replace(cells=cells)
    strains = {word: strain for word, strain in _STRAIN_OF.items() if len(word) > 1 or not word.isalpha()} | found
    level, strain, doubled = _parts(_in_capitals(text), strains | {"N": "N"})
    passed = pl.when(_in_capitals(text).is_in(_PASSED)).then(pl.lit("PASS"))
    english = pl.coalesce(passed, pl.concat_str(level, strain, doubled), text)
    return Read(cells.to_frame().select(english.alias(cells.name)).to_series())


def _in_capitals(text: pl.Expr) -> pl.Expr:
    return text.str.to_uppercase().str.replace_all("\N{VARIATION SELECTOR-16}", "").str.strip_chars()


def _parts(contract: pl.Expr, strains: Mapping[str, str]) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    level, word, doubling = (contract.str.extract(_CONTRACT, part) for part in (1, 2, 3))
    strain = word.replace_strict(strains, default=None, return_dtype=pl.String)
    return level, strain, doubling.fill_null("").str.replace_all(r"[*!]", "X")


def seats_in_english(cells: pl.Series) -> Read:
    """Return the seats of a column in English letters (String); a cell without a meaning stays as it is."""
    whole = cells.str.strip_chars().str.to_uppercase()
    found = _decided(set(whole.filter(whole.str.len_chars() == 1)), set(), _OF_SEATS)
    if isinstance(found, Read):
        return found._replace(cells=cells)
    known = whole.replace_strict({**_SEAT_WORDS, **found}, default=None, return_dtype=pl.String)
    return Read(known.zip_with(known.is_not_null(), cells))


def _decided(used: set[str], words: set[str], notations: Sequence[Notation]) -> dict[str, str] | Read:
    """Return the meaning of each letter of a column; or a letter whose meaning the column does not settle.

    Only the notations that have most of these letters count; of these, only those whose languages have all the words.
    """
    if used <= notations[0].letters.keys() and not words:
        return dict(notations[0].letters)
    most = max(len(used & notation.letters.keys()) for notation in notations)
    by_letters = [notation for notation in notations if len(used & notation.letters.keys()) == most]
    languages = [{*_LANGUAGES_OF[word].split()} for word in words]
    spoken = [notation for notation in by_letters if all(notation.languages & known for known in languages)]
    counting = spoken or by_letters
    for letter in sorted(used):
        meanings = {notation.letters[letter] for notation in counting if letter in notation.letters}
        if len(meanings) > 1:
            return Read(pl.Series(), letter, tuple(sorted(meanings)))
    return {letter: english for notation in counting for letter, english in notation.letters.items() if letter in used}


def contract_abroad(text: pl.Expr) -> pl.Expr:
    """Translate a contract from foreign words to our notation: `3C / 3D` if it may mean either."""
    whole = _in_capitals(text)
    apart, result = (whole.str.extract(_WITH_RESULT, part) for part in (1, 2))
    level, strain, doubled = _parts(pl.coalesce(apart, whole), _STRAIN_OF)
    first = level + strain.str.head(1).replace("N", "NT") + doubled
    either = pl.when(strain.str.len_chars() > 1).then(pl.concat_str(pl.lit(" / "), level, strain.str.tail(1), doubled))
    passed = pl.when(whole.is_in(_PASSED)).then(pl.lit("PASS"))
    contract = pl.concat_str(first, either.fill_null(""))
    in_two_columns = phrase("contract {}, tricks {}", contract, result.str.replace_all(r"\s", ""))
    return pl.coalesce(passed, in_two_columns, contract)


def in_our_words(header: Sequence[str], columns: Sequence[str]) -> list[str]:
    """Return the headings in English. A heading stays if it has several meanings or shares its meaning with another."""
    absent = [column for column in columns if column not in header]
    meant = [[column for column in absent if cell in _READ.get(column, ())] for cell in header]
    sure = [one[0] for one in meant if len(one) == 1]
    return [
        one[0] if len(one) == 1 and sure.count(one[0]) == 1 else cell for cell, one in zip(header, meant, strict=True)
    ]


def column_abroad(word: str, columns: Sequence[str]) -> str | None:
    """Return the column that a foreign word means; None if it means none or several of these columns."""
    found = [column for column in columns if word in _COLUMNS.get(column, ())]
    return found[0] if len(found) == 1 else None


def columns_abroad(header: Sequence[str], columns: Sequence[str]) -> list[str]:
    """Return the words of a first row, with the first word for each column replaced by the name of the column."""
    words, taken = list(header), {cell for cell in header if cell in columns}
    for place, cell in enumerate(header):
        column = None if cell in taken else column_abroad(cell, columns)
        if column and column not in taken:
            words[place] = column
            taken.add(column)
    return words


def table_named(file: str, tables: Sequence[str]) -> str | None:
    """Return the table that a file is named after, as `penalties.csv.txt` is, in any language."""
    stem = PurePosixPath(file).name.lower().partition(".")[0]
    word = re.sub(r"[\s-]+", "_", stem).strip("_")
    return next((table for table in tables if word == table or word in _TABLES.get(table, "").split()), None)
