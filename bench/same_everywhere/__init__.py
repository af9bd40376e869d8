"""Whether two checkouts of the project build the same, of every kind of files that clubs have."""
