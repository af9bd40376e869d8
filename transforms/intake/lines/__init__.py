"""Which result lines can be scored, and what in them cannot be."""
