"""One module per file format; each returns the same raw tables and findings, and opens nothing else."""
