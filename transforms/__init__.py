"""Pure functions, polars frames in, polars frames out: what the numbers mean."""
