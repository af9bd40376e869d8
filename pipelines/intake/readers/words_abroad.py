"""Foreign words for contracts, seats and columns, and words for columns for which a finding gives the right words.

A letter may mean one suit or seat in one language and another in the next (`K` is clubs in Dutch, diamonds in French).
The other letters and words of the column decide. If they do not, the column is not read. A heading is read if it
has one meaning in its table; if not, a finding gives the right word, or none.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

import polars as pl

from transforms.tables.phrases import phrase

_HEADINGS = {
    "nl": {
        **{
            "session_id": "zitting sessie",
            "line": "lijn",
            "entrant": "paar paarnr paarnummer",
            "round": "ronde rondenr",
        },
        **{"player_id": "speler spelernummer spelernr lidnummer lidnr bondsnummer", "name": "naam", "date": "datum"},
        **{"partnership_id": "paar paarnr paarnummer", "board": "spel spelnr spelnummer", "table": "tafel tafelnr"},
        **{"ns": "nz noord_zuid paar_nz", "ew": "ow oost_west paar_ow", "declarer": "leider", "tricks": "slagen"},
        **{
            "lead": "uitkomst",
            "unit": "eenheid",
            "reason": "reden",
            "member": "lid",
            "substitutes_for": "invaller_voor",
        },
        **{
            "birth_year": "geboortejaar",
            "federation_id": "bondsnummer nbb_nummer",
            "season": "seizoen",
            "deal": "spel",
        },
        **{"dealer": "gever", "vulnerable": "kwetsbaar kwetsbaarheid", "team": "viertal ploeg", "title": "titel"},
        **{"opponent": "tegenstander", "boards": "spellen", "rank": "rang"},
    },
    "fr": {
        **{
            "session_id": "séance seance",
            "line": "ligne",
            "entrant": "paire",
            "player_id": "joueur licence",
            "name": "nom",
        },
        **{"partnership_id": "paire", "board": "donne étui etui", "round": "tour", "contract": "contrat"},
        **{"ns": "nord_sud", "ew": "eo est_ouest", "declarer": "déclarant declarant", "tricks": "levées levees"},
        **{"lead": "entame", "unit": "unité unite", "reason": "raison motif", "member": "membre", "title": "titre"},
        **{"birth_year": "année_de_naissance annee_de_naissance", "federation_id": "numéro_ffb licence"},
        **{"substitutes_for": "remplaçant_de", "season": "saison", "dealer": "donneur", "vulnerable": "vulnérabilité"},
        **{"team": "équipe equipe", "opponent": "adversaire", "percentage": "pourcentage", "boards": "donnes"},
    },
    "de": {
        **{"session_id": "sitzung", "line": "linie", "entrant": "paar", "partnership_id": "paar", "date": "datum"},
        **{
            "player_id": "spieler mitgliedsnummer",
            "round": "runde",
            "table": "tisch",
            "ns": "paar_ns",
            "ew": "ow paar_ow",
        },
        **{"contract": "kontrakt", "declarer": "alleinspieler", "tricks": "stiche", "lead": "ausspiel"},
        **{"unit": "einheit", "reason": "grund", "member": "mitglied", "season": "saison", "dealer": "teiler"},
        **{
            "opponent": "gegner",
            "percentage": "prozent",
            "rank": "rang",
            "birth_year": "geburtsjahr",
            "title": "titel",
        },
    },
    "nb": {
        **{"session_id": "økt", "line": "linje", "entrant": "par parnr", "partnership_id": "par parnr makkerpar"},
        **{"player_id": "spiller spillernummer medlemsnummer medlemsnr", "name": "navn", "date": "dato"},
        **{"board": "spill spillnr", "round": "runde rundenr", "ns": "nord_syd nord_sør", "ew": "øv øst_vest"},
        **{"contract": "kontrakt", "declarer": "spillefører spilfører", "tricks": "stikk", "lead": "utspill"},
        **{"unit": "enhet", "reason": "grunn årsak", "member": "medlem", "substitutes_for": "vikar_for"},
        **{"birth_year": "fødselsår", "season": "sesong", "dealer": "giver", "vulnerable": "sone", "team": "lag"},
        **{"opponent": "motstander", "percentage": "prosent", "title": "tittel"},
    },
    "pl": {
        **{
            "session_id": "sesja",
            "line": "linia",
            "entrant": "para",
            "partnership_id": "para",
            "player_id": "zawodnik",
        },
        **{"date": "data", "board": "rozdanie", "round": "runda", "table": "stół", "ns": "para_ns", "ew": "para_ew"},
        **{"contract": "kontrakt", "declarer": "rozgrywający", "tricks": "lewy", "score": "zapis", "lead": "wist"},
        **{"dealer": "rozdający", "vulnerable": "założenia", "opponent": "przeciwnik", "percentage": "procent"},
    },
}
"""The headings of columns that are read, by language: as in a file, but in small letters and with `_` for a space."""
_ALSO = {
    "session_id": "session evening sitting game_day avond speelavond soirée kveld",
    "line": "section field sectie groep pulje",
    "entrant": "pair pair_no pair_number pairnumber team team_no equipe équipe",
    "player_id": "player player_no player_number member_no member_number member_id id number nummer numéro numero",
    "name": "names full_name namen volledige_naam nom_complet",
    "partnership_id": "pair pair_no partnership combinatie",
    "date": "day dag jour dag_datum",
    "kind": "type soort vorm genre",
    "title": "naam",
    "board": "board_no board_number bord_nr",
    "round": "round_no",
    "table": "table_no bordnr",
    "ns": "n_s north_south pair_ns ns_pair",
    "ew": "e_w east_west pair_ew ew_pair ev",
    "declarer": "played_by",
    "tricks": "tricks_won aantal_slagen plis",
    "score": "marque",
    "lead": "opening_lead",
    "amount": "penalty points value bedrag hoeveel straf aantal punten waarde montant pénalité penalite beløp straffe",
    "unit": "units",
    "reason": "why waarom opmerking",
    "member": "is_member is_lid adhérent adherent",
    "substitutes_for": "substitute_for replaces valt_in_voor vervangt remplace",
    "birth_year": "year_of_birth",
    "federation_id": "federation_number",
    "substitute_ranking": "vervangende_ranking",
    "alias": "other_name other_id oud_nummer andere_naam autre_nom annet_navn",
    "vp": "victory_points",
    "imps": "imp",
    "points": "punten poeng",
    "rating": "elo",
    "list_date": "date datum dato data",
    "deal": "hand hands cards kaarten giften mains fordeling",
    "vulnerable": "vul vulnerability",
}
"""Further words for columns: English ones, and those that may mean something else, such as `type` and `straf`. They are
not read, but a finding gives the right word."""
_READ = {
    column: {word for of in _HEADINGS.values() for word in of.get(column, "").split()}
    for column in dict.fromkeys(column for of in _HEADINGS.values() for column in of)
}
_COLUMNS = {
    column: " ".join(sorted(_READ.get(column, set()) | {*_ALSO.get(column, "").split()}))
    for column in dict.fromkeys((*_READ, *_ALSO))
}
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
"""A contract with its result, such as `4S+1`. Unless all are so, the tricks belong into a column of their own."""
_PASSED = (
    *("PAS", "PASSE", "PASSÉ", "PASSEN", "RONDPAS", "ROND PAS", "RUNDPASS", "RUND PASS", "PASS OUT", "PASSOUT"),
    *("4 PASY", "4 PAS"),
)


class Notation(NamedTuple):
    """The letters of some languages, each with its English equivalent."""

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
"""Words in a column of contracts that help to decide on a language, with the languages that use them. Dutch players
write `pas` with English suits."""
_SEAT_WORDS = {
    **{"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W", "NOORD": "N", "OOST": "E", "ZUID": "S", "NORD": "N"},
    **{"EST": "E", "SUD": "S", "OUEST": "W", "OST": "E", "SÜD": "S", "ØST": "E", "SØR": "S", "SYD": "S", "VEST": "W"},
}
_LETTER = r"^[1-7]\s*([A-MO-Z])\s*(?:X{1,2}|\*{1,2}|!{1,2})?\s*(?:=|[+-]\s*[0-9]{1,2})?$"
_WORD = r"^(?:[1-7]\s*)?(\p{L}{2,}?)\s*(?:X{1,2}|\*{1,2}|!{1,2})?$"


class Read(NamedTuple):
    """A column of foreign words in English, or the letter that nothing in the column decides, with its meanings."""

    cells: pl.Series
    letter: str | None = None
    meanings: tuple[str, ...] = ()


def with_result_apart(sheet: pl.DataFrame) -> pl.DataFrame:
    """Return the sheet of results (text cells) with the tricks of contracts such as `4S+1` in their own column.

    All contracts must have their result, and the column `tricks` must be empty or absent.
    """
    text = pl.col("contract").str.strip_chars()
    contract, result = (text.str.extract(_WITH_RESULT, part) for part in (1, 2))
    if "contract" not in sheet.columns or ("tricks" in sheet.columns and _is_filled(sheet["tricks"])):
        return sheet
    is_contract = text.str.contains("^[1-7]")
    if not sheet.select(is_contract.any() & (contract.is_not_null() | ~is_contract).all()).item():
        return sheet
    return sheet.with_columns(
        contract=pl.when(is_contract).then(contract).otherwise("contract"),
        tricks=pl.when(is_contract).then(result.str.replace_all(r"\s", "")),
    )


def _is_filled(cells: pl.Series) -> bool:
    return bool((cells.str.strip_chars() != "").any())


def contracts_in_english(cells: pl.Series) -> Read:
    """Return the contracts (String) of a column in English letters; cells that mean nothing stay as they are."""
    text = pl.col(cells.name)
    whole = cells.to_frame().select(text.str.to_uppercase().str.replace_all("\N{VARIATION SELECTOR-16}", ""))
    whole = whole.select(text.str.strip_chars()).to_series()
    words = set(whole.str.extract(_WORD).drop_nulls()) & _LANGUAGES_OF.keys()
    found = _decided(set(whole.str.extract(_LETTER).drop_nulls()), words, _OF_SUITS)
    if isinstance(found, Read):
        return found._replace(cells=cells)
    strains = {word: strain for word, strain in _STRAIN_OF.items() if len(word) > 1 or not word.isalpha()} | found
    strains |= {"N": "N"}
    level, word, doubling = (whole.str.extract(_CONTRACT, part) for part in (1, 2, 3))
    rows = pl.DataFrame({"cell": cells, "whole": whole, "level": level, "word": word, "doubling": doubling})
    strain = pl.col("word").replace_strict(strains, default=None, return_dtype=pl.String)
    doubled = pl.col("doubling").fill_null("").str.replace_all(r"[*!]", "X")
    passed = pl.when(pl.col("whole").is_in(_PASSED)).then(pl.lit("PASS"))
    english = pl.coalesce(passed, pl.concat_str("level", strain, doubled), "cell")
    return Read(rows.select(english.alias(cells.name)).to_series())


def seats_in_english(cells: pl.Series) -> Read:
    """Return the seats (String) of a column in English letters; cells that mean nothing stay as they are."""
    whole = cells.str.strip_chars().str.to_uppercase()
    found = _decided(set(whole.filter(whole.str.len_chars() == 1)), set(), _OF_SEATS)
    if isinstance(found, Read):
        return found._replace(cells=cells)
    known = whole.replace_strict({**_SEAT_WORDS, **found}, default=None, return_dtype=pl.String)
    return Read(known.zip_with(known.is_not_null(), cells))


def _decided(used: set[str], words: set[str], notations: Sequence[Notation]) -> dict[str, str] | Read:
    """Return the meaning of each letter of a column, or the letter that has two meanings.

    Only the notations with most of the letters count; of these, only those whose languages have all the words, if any
    do.
    """
    if used <= notations[0].letters.keys() and not words:
        return dict(notations[0].letters)
    most = max(len(used & notation.letters.keys()) for notation in notations)
    by_letters = [notation for notation in notations if len(used & notation.letters.keys()) == most]
    spoken = [notation for notation in by_letters if all(_speaks(notation, word) for word in words)]
    counting = spoken or by_letters
    for letter in sorted(used):
        meanings = {notation.letters[letter] for notation in counting if letter in notation.letters}
        if len(meanings) > 1:
            return Read(pl.Series(), letter, tuple(sorted(meanings)))
    return {letter: english for notation in counting for letter, english in notation.letters.items() if letter in used}


def _speaks(notation: Notation, word: str) -> bool:
    return not notation.languages.isdisjoint(_LANGUAGES_OF[word].split())


def contract_abroad(text: pl.Expr) -> pl.Expr:
    """Return a contract in foreign words in the right notation; `3C / 3D` if it may mean either of the two."""
    whole = text.str.to_uppercase().str.replace_all("\N{VARIATION SELECTOR-16}", "").str.strip_chars()
    apart, result = (whole.str.extract(_WITH_RESULT, part) for part in (1, 2))
    capitals = pl.coalesce(apart, whole)
    level, word, doubling = (capitals.str.extract(_CONTRACT, part) for part in (1, 2, 3))
    strain = word.replace_strict(_STRAIN_OF, default=None, return_dtype=pl.String)
    doubled = doubling.fill_null("").str.replace_all(r"[*!]", "X")
    first = level + strain.str.head(1).replace("N", "NT") + doubled
    either = pl.when(strain.str.len_chars() > 1).then(pl.concat_str(pl.lit(" / "), level, strain.str.tail(1), doubled))
    passed = pl.when(whole.is_in(_PASSED)).then(pl.lit("PASS"))
    contract = pl.concat_str(first, either.fill_null(""))
    in_two_columns = phrase("contract {}, tricks {}", contract, result.str.replace_all(r"\s", ""))
    return pl.coalesce(passed, in_two_columns, contract)


def in_our_words(header: Sequence[str], columns: Sequence[str]) -> list[str]:
    """Return the columns of a first row, with the columns of a table in place of foreign headings.

    A heading stays as it is if it may mean several of the columns that the row lacks, or if another heading means the
    same column.
    """
    absent = [column for column in columns if column not in header]
    meant = [[column for column in absent if cell in _READ.get(column, ())] for cell in header]
    sure = [one[0] for one in meant if len(one) == 1]
    return [
        one[0] if len(one) == 1 and sure.count(one[0]) == 1 else cell for cell, one in zip(header, meant, strict=True)
    ]


def column_abroad(word: str, columns: Sequence[str]) -> str | None:
    """Return the column that a foreign word means; None if none or several of these columns match."""
    found = [column for column in columns if word in _COLUMNS.get(column, "").split()]
    return found[0] if len(found) == 1 else None


def columns_abroad(header: Sequence[str], columns: Sequence[str]) -> list[str]:
    """Return the words of a first row, in which each word that means a column is replaced by that column.

    Only the first word for a column is replaced.
    """
    words, taken = list(header), {cell for cell in header if cell in columns}
    for place, cell in enumerate(header):
        column = None if cell in taken else column_abroad(cell, columns)
        if column and column not in taken:
            words[place] = column
            taken.add(column)
    return words


def table_named(file: str, tables: Sequence[str]) -> str | None:
    """Return the table after which a file such as `penalties.csv.txt` is named, in any language."""
    stem = PurePosixPath(file).name.lower().partition(".")[0]
    word = re.sub(r"[\s-]+", "_", stem).strip("_")
    return next((table for table in tables if word == table or word in _TABLES.get(table, "").split()), None)
