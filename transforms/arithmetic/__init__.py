"""Sums in a fixed order, halves rounded up, numbers as text."""
