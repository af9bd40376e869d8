"""Who is who: names and ids, players and their tables."""
