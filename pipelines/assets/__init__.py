"""The Dagster assets: every table of the clubs, their pages, and what all clubs show together."""
