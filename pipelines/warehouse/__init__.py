"""The warehouse, which holds all tables. Only this package uses DuckDB."""

from pipelines.warehouse.errors import BrokenOffError, WarehouseError, no_warehouse
from pipelines.warehouse.opening import exists, opened
from pipelines.warehouse.warehouse import Warehouse, as_it_is, validated

__all__ = ["BrokenOffError", "Warehouse", "WarehouseError", "as_it_is", "exists", "no_warehouse", "opened", "validated"]
