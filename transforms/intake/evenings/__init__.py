"""Find the evening and the season of each file, the sessions that count, and files handed in twice or in parts."""
