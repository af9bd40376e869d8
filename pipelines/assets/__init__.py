"""The Dagster assets: every table of the clubs, their pages, and the tables and pages of all clubs together."""
