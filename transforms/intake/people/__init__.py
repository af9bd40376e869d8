"""Identify people: compare names and ids, and find the players and the tables about them."""
