"""`barometer history`: what was published of a session or a player, and what became of it, printed."""
