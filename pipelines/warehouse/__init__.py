"""The warehouse, which holds all tables. Only this package uses DuckDB."""

import os

from pipelines.warehouse.errors import BrokenOffError, WarehouseError, no_warehouse
from pipelines.warehouse.opening import exists, opened
from pipelines.warehouse.warehouse import Warehouse, as_it_is, validated

# Where DuckDB reads polars frames through `pyarrow.dataset`, Arrow copies buffers that polars did not align for it.
os.environ.setdefault("ACERO_ALIGNMENT_HANDLING", "reallocate")

__all__ = ["BrokenOffError", "Warehouse", "WarehouseError", "as_it_is", "exists", "no_warehouse", "opened", "validated"]
