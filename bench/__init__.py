"""Benchmarks: each prints its speed as a ratio to a floor that is measured in the same run."""

import pipelines  # noqa: F401 - before polars: it says what polars does with freed memory
