"""How far binary fractions may be off, so that what is a half in decimals is rounded as one."""

HAIR = 1e-9
"""The largest error of binary floats that is allowed for; it is far smaller than any difference that a rule makes."""
SUMS_HAIR = 1e-6
"""The same for sums of many such numbers, and for numbers that others have computed; no rule makes a smaller difference
there either."""
RELATIVE_HAIR = 2**-50
"""The same error as a fraction of the number, for numbers so large that their last bit is more than `HAIR`."""
