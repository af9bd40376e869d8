"""Benchmarks: each prints its speed as a ratio to a floor that is measured in the same run."""
