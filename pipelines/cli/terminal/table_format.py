"""The formats in which `barometer simulate` writes landing tables, by the names that users type."""

from enum import StrEnum


class TableFormat(StrEnum):
    """The format of files with landing tables; its value is their suffix."""

    CSV = "csv"
    PARQUET = "parquet"
