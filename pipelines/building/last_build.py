"""What a build knows of the one before, beside the rows that it keeps."""

from collections.abc import Collection

from pipelines.landing.still_hidden import LastBuild
from pipelines.warehouse import Warehouse

_TABLES = ("raw.players", "raw.people", "raw.files", "raw.findings", "operations.hidden_on_pages")
"""In the order of the fields of `LastBuild`."""


def last_build(warehouse: Warehouse, clubs: Collection[str] | None = None) -> LastBuild:
    """What is known of these clubs by the last build; None: of all."""
    return LastBuild(*(warehouse.read(table, clubs) for table in _TABLES))
