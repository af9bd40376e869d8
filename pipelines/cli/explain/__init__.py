"""`barometer explain`: where a player's ranking comes from, printed."""
