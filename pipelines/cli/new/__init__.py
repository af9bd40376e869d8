"""`barometer new`: read the files in a folder, propose settings, and write them to a competition.toml."""
