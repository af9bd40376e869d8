"""Shared code of several formats: sheets, lines of sections, people and their ids, and misspelt names."""

import re
import string
from collections.abc import Iterable, Sequence
from typing import Any

import polars as pl

from pipelines.intake.readers.reading import SENTENCES, Finding, error, shape, warning
from transforms.tables.finding_words import gaps_of
from transforms.tables.nearest_words import nearest_words

Row = dict[str, str | None]

HOW_SCORED = {
    "pairs": "at matchpoints",
    "butler": "by Butler",
    "cross_imp": "by cross-IMPs",
    "teams": "as matches of teams",
}
OTHER_MATCHPOINTS = ("ascherman", "oldmp")
"""Words for kinds of matchpoints with special rules, which Barometer does not compute."""


def sheet_of(name: str, rows: Sequence[Row]) -> pl.DataFrame:
    """Return the sheet of a table: a text column for each column of the table. Other keys of the rows are ignored."""
    columns = [column for column in shape(name).names() if column != "file_id"]
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String))


def lines_of(sections: Sequence[str]) -> list[str | None]:
    """Return the line of each section: its own letter if all letters differ; otherwise A, B, C to Z, then None."""
    own = [section.upper() for section in sections]
    if set(own) <= set(string.ascii_uppercase) and len(set(own)) == len(own):
        return [*own]
    return [string.ascii_uppercase[place : place + 1] or None for place in range(len(own))]


def sheets_of_people(people: Sequence[Row], *, once: bool = False) -> tuple[dict[str, pl.DataFrame], list[Finding]]:
    """Return the sheets of entries and players, and findings.

    An entrant in which nobody has an id goes into the sheet of official results, without a result. With `once`, a
    person who is named twice for an entrant, as in two sessions of one event, counts once.
    """
    named = pl.DataFrame(people, schema=SCHEMA)
    seated, findings = with_player_ids(named)
    entrant = ("session_id", "line", "entrant")
    nobody = named.select(*entrant, "line_no").unique(entrant, keep="first", maintain_order=True)
    sheets = {
        "entries": seated.unique([*entrant, "player_id"], keep="first", maintain_order=True) if once else seated,
        "players": seated.unique("player_id", keep="first", maintain_order=True),
        "official_results": nobody.join(seated, on=entrant, how="anti", nulls_equal=True, maintain_order="left"),
    }
    return sheets, findings


class Slips:
    """Finds the words that misspelt names resemble, once per name; ignores long names, and names beyond a limit."""

    LONGEST, MOST = 40, 1000

    def __init__(self, alike: float) -> None:
        self._alike = alike
        self._found: dict[tuple[str, str], list[str]] = {}

    def nearest(self, name: str, where: str, words: Iterable[str], at_most: int = 1) -> list[str]:
        """Return the words most like this name. Calls with the same `where` must have the same `words`."""
        if (name, where) not in self._found:
            if len(name) > self.LONGEST or len(self._found) == self.MOST:
                return []
            self._found[name, where] = nearest_words(name, words, at_most, self._alike)
        return self._found[name, where]


SCHEMA = dict.fromkeys(
    ("session_id", "line", "entrant", "direction", "rounds", "name", "member_number", "line_no"), pl.String
)
"""The columns of people who sat down: a row per person, with the values as the file has them."""

NOBODY = (
    *("invaller", "gast", "onbekend", "sub", "substitute", "stand-in", "guest", "unknown", "host", "n.n.", "nn", "x"),
    *("vikar", "gjest", "innhopper", "ukjent", "reserve", "inval", "invalster", "gastspeler", "vervanger"),
    *("remplaçant", "remplaçante", "invité", "invitée", "inconnu", "inconnue", "suppléant", "suppléante"),
    *("visitor", "anonymous", "vikarie", "gäst", "okänd", "afløser", "gæst", "ukendt", "ersatz", "unbekannt"),
    *("gość", "zastępca", "?", "??", "-", "--"),
    *("player north", "player south", "player east", "player west"),
)
"""Words for unnamed people, in lower case. Each evening, such a word means somebody else."""
_WHICH = r"\s*\(?\d{1,2}\)?$"
_NAMES_LISTED = 5
_NUMBER = r"[\p{L}1-9]"
_NO_NUMBER = r"^(?:-1|9{5,})$"
_NO_NUMBER_WORDS = (
    *("none", "na", "null", "nil", "guest", "visitor", "nonmember", "notamember", "notmember", "unregistered"),
    *("sitout", "bye", "unknown", "sub", "substitute", "standin", "host", "nn", "x", "xx", "xxx", "xxxx"),
    *("nvt", "geen", "geenlid", "nietlid", "gast", "onbekend", "invaller"),
    *("brak", "gość", "zastępca", "aucun", "sans", "invité", "remplaçant", "keine", "ohne", "ingen", "gjest", "gäst"),
)
"""Words that programs write instead of a number, in small letters without blanks and signs."""


_JOINED = re.compile(r"(\S+\s.*?\S)\s+(?:en|and|et|und|&|/)\s+(\S+\s.*\S)", re.IGNORECASE)


def two_names(cell: str) -> list[str]:
    """Return the two names in a cell such as `Anne Kok en Jan Smit`, each of two words or more; otherwise the cell."""
    found = _JOINED.fullmatch(cell.strip())
    names = [name.strip() for name in found.groups()] if found else []
    return [cell] if not names or any(_JOINED.fullmatch(name) for name in names) else names


def with_player_ids(people: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Add `player_id`: the member number if the file uses it for one name only, otherwise the name.

    A number that begins with `+` is not a member number: Ruter writes `+` for none, and lends numbers such as `+50` for
    the evening. Case and blanks of names do not matter. A word of `NOBODY` is not a name, even if a digit follows it
    (`Vikar 2`). A name with a lent number also identifies nobody if it occurs twice in a session.

    Returns the rows (`SCHEMA`) with `player_id`, without people who have neither a number nor a name; an error for each
    entrant with such people; and a warning for each number with several names.
    """
    written = pl.col("member_number").str.strip_chars()
    letters = written.str.to_lowercase().str.replace_all(r"[^\p{L}\p{N}]", "")
    is_none = written.str.starts_with("+") | written.str.contains(_NO_NUMBER) | letters.is_in(_NO_NUMBER_WORDS)
    is_number = written.str.contains(_NUMBER) & ~is_none
    said = pl.col("name").str.strip_chars().str.replace_all(r"\s+", " ").str.to_lowercase()
    marked = people.with_columns(
        number=pl.when(is_number).then(written),
        is_nobody=said.str.replace(_WHICH, "").is_in(NOBODY).fill_null(value=False),
        is_lent=written.str.starts_with("+").fill_null(value=False) & said.is_not_null(),
        name_said=said,
    )
    is_candidate = pl.col("is_lent") & ~pl.col("is_nobody")
    times = is_candidate.cast(pl.Int32).sum().over("session_id", "name_said")
    marked = marked.with_columns(sits_twice=pl.col("is_lent") & (times > 1)).with_columns(
        is_nobody=pl.col("is_nobody") | pl.col("sits_twice")
    )
    name = pl.when(~pl.col("is_nobody")).then("name_said")
    names_with_number = name.drop_nulls().n_unique().over("number")
    is_one_person = pl.col("number").is_not_null() & (names_with_number <= 1)
    identified = marked.with_columns(is_shared=pl.col("number").is_not_null() & ~is_one_person).with_columns(
        player_id=pl.when(is_one_person).then("number").when(~pl.col("is_nobody")).then("name")
    )
    nobody = identified.filter(pl.col("player_id").is_null())
    of_names = nobody.filter("sits_twice").group_by("session_id", "name_said", maintain_order=True)
    of_entrants = nobody.filter(~pl.col("sits_twice")).group_by("session_id", "line", "entrant", maintain_order=True)
    nameless = [_nameless(rows) for groups in (of_names, of_entrants) for _, rows in groups]
    findings = [*sorted(nameless, key=lambda finding: finding.line_no or 0), *_shared(identified)]
    named = identified.with_columns(name=pl.when(~pl.col("is_nobody")).then("name"))
    return named.filter(pl.col("player_id").is_not_null()).select(*people.columns, "player_id"), findings


def _nameless(rows: pl.DataFrame) -> Finding:
    """Return the error on a name that sits in several places, or on an entrant with nameless people."""
    first, places = rows.row(0, named=True), rows.select("line", "entrant").unique(maintain_order=True).rows()
    seats = [f"{line or ''} {entrant}" for line, entrant in places]
    pair = first["entrant"] or "-"
    if first["sits_twice"]:
        code = "players.nameless/one_name" if len(seats) == 1 else "players.nameless/places"
    elif rows.height > 1:
        code = "players.nameless/several"
    else:
        code = "players.nameless/word" if first["name"] else "players.nameless"
    entrants = seats if rows["line"].n_unique() > 1 else rows["entrant"].fill_null("-").unique(maintain_order=True)
    names = ", ".join(rows["name"].fill_null("-").unique(maintain_order=True))
    gaps = {"number": rows.height, "pair": pair, "names": names, "places": ", ".join(entrants)}
    has_name = code not in ("players.nameless", "players.nameless/several")
    arguments: dict[str, Any] = {gap: gaps[gap] for gap in gaps_of(SENTENCES[code])}
    arguments |= {"session": first["session_id"] or "", "seats": "; ".join(seats)}
    value = first["name"] if has_name else f"pair {pair}"
    return error(code, line_no=int(first["line_no"]), field="player", value=value, **arguments)


def _shared(identified: pl.DataFrame) -> list[Finding]:
    shared = (
        identified.filter("is_shared", pl.col("player_id").is_not_null())
        .group_by("number", maintain_order=True)
        .agg(
            pl.col("line_no").last().cast(pl.Int64),
            names=pl.col("player_id").unique(maintain_order=True).head(_NAMES_LISTED).str.join(", "),
        )
    )
    return [
        warning("players.number_shared", line_no=line_no, field="player", value=number, number=number, names=names)
        for number, line_no, names in shared.iter_rows()
    ]
