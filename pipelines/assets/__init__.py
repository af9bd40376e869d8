"""What Dagster materialises: the landing folder, every step of a season, what was published, the site, the record."""
