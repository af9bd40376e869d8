"""The rules of bridge results and ratings: pure functions that take polars frames and return polars frames."""
