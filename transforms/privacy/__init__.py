"""Decide which parts of a table everybody may see, and hide the people who ask for it."""
