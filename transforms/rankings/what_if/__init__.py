"""Compute a season under other rules or by every method, and how well each method predicts results."""
