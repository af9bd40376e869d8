"""Requests in files to hide people. Every doubt about such a request is an error with a code `hidden.…`.

Such an error holds back the publication of the club (`transforms.privacy.held_back`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

import polars as pl

from pipelines.intake.readers.cells import kind_of
from pipelines.intake.readers.reading import LETTERS_SHOWN, Finding, Reading, error, on_rows
from transforms.privacy.held_back import LIST
from transforms.tables.finding_words import FALSE_WORDS, TRUE_WORDS
from transforms.tables.nearest_words import nearest_words
from transforms.tables.schemas import LANDING

PUBLIC = "public"
_LIKE_LIST = re.compile(
    r"(?!\._|\.hidden$)[._#-]?hid+e*n(?:[ _-]*(?:copy|copie|kopie?))?(?:[ _-]?\(?\d+\)?)?"
    r"(?:[.,_ ](?:csv|tsv|tab|txt|xlsx?|ods|docx?|numbers|json|pdf|parquet|bak|old|orig|sav|gz|zip|7z|part"
    r"|crdownload))*~?"
    r"|\.hidden[ _-].*\.(?:csv|tsv|txt|xlsx?|ods)",
    re.IGNORECASE,
)
_ABOUT_HIDING = re.compile(
    r"hid|priv|anon|secret|conceal|visib|show|display|named?ok|consent|optout|gdpr|avg|verborg|geheim|zichtb|openb"
    r"|toestem|web|site|online|masqu|cach|montr|skjul|synlig|hemlig|offentlig|[oö]ffentlich|verberg|verstec|sichtb|ukry|widocz|pub"
)
"""Parts of the names of columns, in the languages of clubs, that may be about hiding if their cells are yes and no."""
_CLEARLY_ABOUT_HIDING = re.compile(r"hidden|anonym|verborgen|openbaar|zichtbaar|geheim|skjul|synlig|offentlig")
_OTHER_WORDS = re.compile(r"r[eé]p[uú]b|publi(?:[ckq]a|ci[ts]|sh(?:er|ing))|polic")
"""Words that are similar to `public` and need not be about hiding, such as republic, publication and publisher."""
_OF_NAMES = re.compile(r'[\s"]*name[\s"]*([,;\t])[\s"]*public[\s"]*[?:]?[\s"]*', re.IGNORECASE)
_LEAVES_OUT = (
    *("csv.open_quote", "tables.cells", "tables.cut_off", "tables.error_lost"),
    *("workbook.sheet", "workbook.merged"),
)
"""Prefixes of error codes. With these errors, lines of a table are left out, or cells are read as empty."""


def may_be_list(file_id: str) -> bool:
    """Return whether this is `LIST`, or was probably intended to be, such as `Hidden.CSV` or `hidden.csv.txt`."""
    return _LIKE_LIST.fullmatch(PurePosixPath(file_id).name) is not None


def doubts_about_list(file_id: str, reading: Reading | None = None) -> list[Finding]:
    """Return the errors on a list of hidden people, from its name and its content (`reading`; None: not read)."""
    if not may_be_list(file_id):
        return []
    found = [] if PurePosixPath(file_id).name == LIST else [error("hidden.name")]
    if reading is None or reading.given != {"players"}:
        return [*found, error("hidden.rows/list")]
    in_doubt = reading.tables["players"].filter(pl.col(PUBLIC).is_null())
    lost = reading.findings.filter(pl.col("severity") == "error", ~(pl.col("code") == "hidden.rows").any())
    found += [on_rows("hidden.word/empty", in_doubt, field=PUBLIC)] if in_doubt.height else []
    return [*found, error("hidden.rows/list", line_no=lost["line_no"][0])] if lost.height else found


def with_names_as_ids(text: str, file_id: str) -> str:
    """Return the text of a `LIST`; if its columns are name and public, and each row says no, name becomes player_id."""
    if PurePosixPath(file_id).name != LIST:
        return text
    header, *rows = text.split("\n")
    if (of_names := _OF_NAMES.fullmatch(header)) is None:
        return text
    said = {row.rpartition(of_names[1])[2].strip(' "\r').lower() for row in rows if row.strip()}
    return "\n".join([f"player_id{of_names[1]}public", *rows]) if said and said <= {*FALSE_WORDS} else text


def doubtful_columns(cells: Mapping[str, pl.Expr], lines: pl.DataFrame) -> list[str]:
    """Return the columns of a table of players that may be intended as `public`, or as its opposite."""
    return [name for name, cell in cells.items() if _is_doubtful(re.sub(r"[\W_]+", "", name), lines, cell)]


def _is_doubtful(letters: str, lines: pl.DataFrame, cell: pl.Expr) -> bool:
    if nearest_words(letters, (PUBLIC,)) and not _OTHER_WORDS.search(letters):
        return True
    return bool(_ABOUT_HIDING.search(letters)) and says_yes_or_no(lines.select(cell).to_series())


def says_yes_or_no(cells: pl.Series) -> bool:
    """Return whether the cells have words for yes and no, and nothing else."""
    said = cells.str.strip_chars().str.to_lowercase()
    said = said.filter(said != "")
    return said.len() > 0 and bool(said.is_in((*TRUE_WORDS, *FALSE_WORDS, "x")).all())


def hidden_in(sheet: pl.DataFrame, doubtful: Iterable[pl.Series]) -> pl.DataFrame:
    """Return the table of players in which everybody with a cell in a doubtful column is hidden."""
    for cells in doubtful:
        given = pl.col(PUBLIC) if PUBLIC in sheet.columns else pl.lit(None, pl.String)
        sheet = sheet.with_columns(
            pl.when(cells.str.strip_chars() != "").then(pl.lit("false")).otherwise(given).alias(PUBLIC)
        )
    return sheet


def doubts_about_table(sheet: pl.DataFrame, findings: list[Finding]) -> Iterator[Finding]:
    """Yield errors on a table with `public`: words that are neither yes nor no, and people in lines that are lost."""
    said = pl.col(PUBLIC).str.strip_chars().str.to_lowercase()
    unclear = sheet.filter(said != "", ~said.str.starts_with("#"), ~said.is_in((*TRUE_WORDS, *FALSE_WORDS)))
    if unclear.height:
        yield on_rows("hidden.word", unclear, value=unclear[PUBLIC][0][:LETTERS_SHOWN], field=PUBLIC)
    lost = [finding for finding in findings if finding.severity == "error" and finding.code.startswith(_LEAVES_OUT)]
    columns = LANDING["players"].columns()
    player, public = (
        kind_of(name, columns[name]).value(pl.col(name).str.strip_chars().replace("", None))
        for name in ("player_id", PUBLIC)
    )
    without_id = sheet.filter(~public, player.is_null())
    line_nos = [*(finding.line_no for finding in lost), *without_id["line_no"]]
    if line_nos:
        yield error("hidden.rows", line_no=line_nos[0], field=PUBLIC)


def table_not_hidden(header: list[str], line_no: int | None) -> list[Finding]:
    """Return an error if a table that is not read has a column `public`, or one that is clearly about hiding."""
    is_near = len(header) > 1 and any(
        nearest_words(name, (PUBLIC,), alike=0.8) or _CLEARLY_ABOUT_HIDING.search(name) for name in header
    )
    return [error("hidden.rows", line_no=line_no, field=PUBLIC)] if is_near else []
