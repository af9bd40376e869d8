"""The corpus: small sound files of every format to spoil, and spoiled ones that once made a fault."""

from pathlib import Path

CORPUS = Path(__file__).resolve().parents[2] / "tests" / "fuzz" / "corpus"
FORMATS = (
    "pbn",
    "usebio",
    "csv",
    "xlsx",
    "parquet",
    "bws",
    "pgn",
    "pdn",
    "json",
    "acbl",
    "bridgewebs",
    "ffbridge",
    "acbl_live",
    "bbo",
    "jfr",
    "lin",
)
_FOUND = "found-"
"""How the names of files begin that once made a fault."""


def corpus_of(file_format: str) -> list[Path]:
    return sorted(path for path in (CORPUS / file_format).iterdir() if path.is_file())


def seeds_of(file_format: str) -> list[bytes]:
    return [path.read_bytes() for path in corpus_of(file_format)]


def sound_files(file_format: str) -> list[bytes]:
    return [path.read_bytes() for path in corpus_of(file_format) if not path.name.startswith(_FOUND)]
