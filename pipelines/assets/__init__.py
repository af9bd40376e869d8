"""The Dagster assets: every table of clubs, their pages, and what is shown of all clubs together."""
