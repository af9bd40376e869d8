"""Which evening a file is: its season, what counts, and what was handed in twice or in parts."""
