"""Benchmarks. Each prints its speed as a ratio to a floor: the least work that is needed, measured in the same run."""

import pipelines  # noqa: F401 - before polars: it says what polars does with freed memory
