"""`barometer compare`: a season under other rules beside the season under today's rules, printed or as a page."""
