"""Strength: how good a player is, how sure that is, and what may be expected of a pair tonight (docs/strength.md)."""
