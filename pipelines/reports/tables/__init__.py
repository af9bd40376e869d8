"""The tables that pages, charts and downloads show: joined, ordered, and rounded for readers."""
