"""Results as files for other programs: USEBIO 1.3, PBN 2.1, or the JSON of results; what is written is read again.

A writer takes the tables of one session in the shape in which readers return them, with the points and standings to
write in the columns for official ones. It returns bytes, and touches no file.
"""

from collections.abc import Mapping
from typing import Literal

import polars as pl

from pipelines.intake.writers import as_json, as_pbn, as_usebio
from pipelines.intake.writers.beside import with_remarks

Tables = Mapping[str, pl.DataFrame]


Form = Literal["usebio", "pbn", "json"]
SUFFIXES: dict[Form, str] = {"usebio": ".xml", "pbn": ".pbn", "json": ".json"}
"""Format -> how the names of such files end."""


def written(tables: Tables, form: Form, about: Mapping[str, str] | None = None) -> bytes:
    """One session as a file.

    Args:
        tables: `sessions` (one row), and of that session `entries`, `players`, `results`, `official_results`,
            `adjustments`, `matches` and `deals`, each in the shape of `pipelines.intake.readers.reading.shape`; further
            columns are ignored, and of `players` only `player_id` and `name` are needed.
        form: the format.
        about: `club`, `club_name`, `competition`, `competition_name` and `season`, as far as they are known.

    Returns:
        The bytes of the file. Read again under the name of the session they give the same sessions, entries and
        results; what the format has no word for stands in remarks that other programs pass over (`beside.py`).
    """
    if form == "json":
        return as_json.document([(tables, about or {})]).encode()
    write = as_usebio.written if form == "usebio" else as_pbn.written
    return with_remarks(write(tables, about or {}).encode(), tables, form)
