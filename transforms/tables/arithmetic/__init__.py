"""Arithmetic that gives the same result everywhere: sums in a fixed order, rounding, and numbers as text."""
