"""Decide what everybody may see of a table, and hide the people who ask for it."""
