"""The column of the table `players` that hides people. A mistake in it hides people, or is reported."""

import re
from typing import Any, NamedTuple

import polars as pl

from pipelines.intake.readers.cells import kind_of
from pipelines.intake.readers.lines import text_at
from pipelines.intake.readers.reading import Finding, error, warning
from transforms.tables.finding_words import FALSE_WORDS, TRUE_WORDS
from transforms.tables.nearest_words import nearest_words
from transforms.tables.schemas import LANDING

PUBLIC = "public"
_SAME = ("ispublic", "published")
_NEGATED = re.compile(r"^(?:is|are)?(?:no|un|never|nicht|niet|geen|kein|ikke|inte|hid)\w*(?<!re)pub(?:li|$)")
_WITHIN = re.compile(r"publi[ckq]")
_WITHOUT = (
    *("hide", "hidden", "private", "anonymous", "anon", "secret", "visible", "shown"),
    *("anoniem", "verborgen", "prive", "privé", "geheim", "zichtbaar"),
)
"""Other names of a column that hides people. If its values are not yes and no, it means something else."""
_OTHER_WORDS = re.compile(r"r[eé]p[uú]bli|publi(?:[ckq]a[tcç]|sher|shing|ci[ts]|can)|polic")
"""Other words that are similar to `public`, such as republic, publication, publisher and publicity."""
_YES_OR_NO = (*TRUE_WORDS, *FALSE_WORDS, "x")
_MOST_LETTERS = 80
_NUMBERS = r"^[\d\s.,+()/-]*$"
_LEAVES_OUT = (
    *("csv.open_quote", "tables.cells", "tables.cut_off", "tables.error_lost"),
    *("workbook.sheet", "workbook.merged"),
)
"""The prefixes of the codes of errors because of which lines of a table are left out, or cells are read as empty."""
_PERHAPS = "tables.perhaps_not_hidden"
ABOUT_HIDING = (_PERHAPS, "tables.hiding", "players.hides_nobody", "players.hides_nobody_but")
"""The codes of findings about mistakes that may show somebody who asked to be hidden."""


class HidingColumns(NamedTuple):
    """The columns of a table of players that decide who must not be named."""

    public: str | None
    unclear: tuple[str, ...]
    """Columns that may mean the opposite of `public`. If there are any, nobody in the table is named."""

    def finding(self, column: str, line_no: int | None) -> Finding | None:
        """Return the error on a column of this kind; None for `public` and for any unrelated column."""
        if column in self.unclear:
            return error("tables.hiding/unclear", field=column, line_no=line_no)
        if column == self.public != PUBLIC:
            return error("tables.public/misspelt", field=column, line_no=line_no)
        return None

    def passed_over(self, column: pl.DataFrame, at: dict[str, Any]) -> Finding | None:
        """Return the finding on another column that may be intended to hide people; None if it is not.

        `at` has its `field` and `line_no`. It is an error if the column has yes and no, or a name such as `hidden`.
        """
        cells, field, line_no = column.to_series(), at["field"], at["line_no"]
        speaks, decides = _letters(field) in _WITHOUT, _says_yes_or_no(cells)
        if not speaks and not decides:
            return None
        if self.public is not None:
            make = error if speaks and decides else warning
            return make("tables.public/beside", field=field, line_no=line_no)
        make = warning if cells.str.contains(_NUMBERS).all() else error
        return make("tables.hiding/nobody", field=field, line_no=line_no)


def hiding(header: list[str], columns: list[str], lines: pl.DataFrame) -> HidingColumns:
    """Decide which columns under this header hide people. If a column's meaning is doubtful, everybody is hidden."""
    others = dict.fromkeys(name for name in header if name not in columns)
    slips, unclear = (tuple(filter(is_it, others)) for is_it in (_is_slip, _is_unclear))
    if PUBLIC in header or len(slips) == 1:
        return HidingColumns(PUBLIC if PUBLIC in header else slips[0], unclear)
    hidden = (
        name
        for name in others
        if _letters(name) in _WITHOUT and _says_yes_or_no(lines.select(text_at(lines, header.index(name))).to_series())
    )
    return HidingColumns(None, (*slips, *unclear, *hidden))


def _is_slip(name: str) -> bool:
    letters = _letters(name)
    return letters in _SAME or _slips(letters, most=1) <= 1


def _is_unclear(name: str) -> bool:
    letters = _letters(name)
    if letters in _WITHOUT:
        return False
    if _NEGATED.search(letters):
        return True
    if _is_slip(name) or _OTHER_WORDS.search(letters):
        return False
    near = letters.startswith("pub") and bool(nearest_words(letters, (PUBLIC,)))
    return near or _slips(letters, most=2) <= 2 or _WITHIN.search(letters) is not None


def _letters(name: str) -> str:
    return re.sub(r"[\W_]+", "", name)


def _slips(letters: str, most: int) -> int:
    """Count the letters to add, remove, change or swap to get `public`. Above `most`, the number may be inexact."""
    if abs(len(letters) - len(PUBLIC)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(PUBLIC) + 1))
    for at, letter in enumerate(letters):
        two_before, before, row = before, row, [at + 1]
        for place, wanted in enumerate(PUBLIC):
            fewest = min(before[place + 1] + 1, row[place] + 1, before[place] + (letter != wanted))
            if at and place and (letter, letters[at - 1]) == (PUBLIC[place - 1], wanted):
                fewest = min(fewest, two_before[place - 1] + 1)
            row.append(fewest)
    return row[-1]


def _says_yes_or_no(cells: pl.Series) -> bool:
    said = cells.str.strip_chars().str.to_lowercase()
    said = said.filter(said != "")
    return said.len() > 0 and bool(said.is_in(_YES_OR_NO).all())


def not_hidden(sheet: pl.DataFrame, findings: list[Finding]) -> list[Finding]:
    """Return an error if lines with `public` are left out, because people who are hidden there may be named."""
    lost = [finding for finding in findings if finding.severity == "error" and finding.code.startswith(_LEAVES_OUT)]
    line_nos = [finding.line_no for finding in lost[:1]]
    if not line_nos:
        columns = LANDING["players"].columns()
        player, public = (
            kind_of(name, columns[name]).value(pl.col(name).str.strip_chars().replace("", None))
            for name in ("player_id", PUBLIC)
        )
        line_nos = sheet.filter(~public, player.is_null())["line_no"].head(1).to_list()
    return [error(_PERHAPS, line_no=line_no, field=PUBLIC) for line_no in line_nos]


def unclear_words(sheet: pl.DataFrame) -> list[Finding]:
    """Return a warning if `public` has a word that is neither yes nor no, nor a failed formula, such as `#N/A`."""
    said = pl.col(PUBLIC).str.strip_chars().str.to_lowercase()
    unclear = sheet.filter(said != "", ~said.str.starts_with("#"), ~said.is_in((*TRUE_WORDS, *FALSE_WORDS)))
    if unclear.is_empty():
        return []
    line_no, value = unclear.select("line_no", pl.col(PUBLIC).str.head(_MOST_LETTERS)).row(0)
    return [warning("tables.public/word", line_no=line_no, value=value, field=PUBLIC, lines=unclear.height)]


def table_not_hidden(header: list[str], line_no: int | None) -> list[Finding]:
    """Return an error if a table that is not read has a column `public`, or one with a similar name."""
    is_meant = len(header) > 1 and any(map(_is_slip, header))
    return [error(_PERHAPS, line_no=line_no, field=PUBLIC)] if is_meant else []
