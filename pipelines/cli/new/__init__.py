"""`barometer new`: the files in a folder, the proposal for it, and the competition.toml that contains the proposal."""
