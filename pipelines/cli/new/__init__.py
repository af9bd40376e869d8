"""`barometer new`: what lies in a folder, what is proposed for it, and the competition.toml that says so."""
