"""The Dagster assets: the landing folder, every step of a season, published ratings, the site, the build record."""
