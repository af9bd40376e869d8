"""Find the evening of each file: its season, the sessions that count, and files handed in twice or in parts."""
