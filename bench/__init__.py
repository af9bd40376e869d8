"""Benchmarks: each tells its speed as a ratio to a floor measured in the same run."""
