"""`barometer compare`: a season under other rules beside today's, printed or as a page."""
