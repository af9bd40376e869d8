"""What a build knows of the one before, beside the rows that it keeps."""

from collections.abc import Collection
from dataclasses import replace

from pipelines.intake.landing.still_hidden import LastBuild
from pipelines.warehouse import Warehouse
from transforms.published.vanished import published_sessions

_TABLES = ("raw.players", "raw.people", "raw.files", "raw.findings", "operations.hidden_on_pages")
"""In the order of the fields of `LastBuild`, but for the published sessions."""
_PUBLISHED = ("published.results", "published.files", "operations.file_history")


def last_build(warehouse: Warehouse, clubs: Collection[str] | None = None) -> LastBuild:
    """What is known of these clubs by the last build; None: of all."""
    published = published_sessions(*(warehouse.read(table, clubs) for table in _PUBLISHED)).collect()
    of_files = LastBuild(*(warehouse.read(table, clubs) for table in _TABLES))
    return replace(of_files, published=published)
