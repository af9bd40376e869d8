"""Compare what two checkouts of the project build from all kinds of files that clubs have."""
