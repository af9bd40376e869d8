"""The keys of `competition.toml`, one module per part of the file, and the reference data that they use."""
