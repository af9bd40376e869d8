"""Dagster: when the numbers are computed, on what, and where they go. What they mean is in `transforms`."""
