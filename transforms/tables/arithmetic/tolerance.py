"""Tolerances for the errors of binary fractions, so that a half in decimal notation is rounded as a half."""

HAIR = 1e-9
"""The largest error of a binary float that is tolerated. It is far smaller than any difference that matters to a rule.
"""
SUMS_HAIR = 1e-6
"""The tolerated error of sums of many floats, and of numbers that other programs computed. It, too, is far smaller than
any difference that matters to a rule."""
RELATIVE_HAIR = 2**-50
"""The tolerated error as a fraction of the number, for numbers so large that their last bit exceeds `HAIR`."""
