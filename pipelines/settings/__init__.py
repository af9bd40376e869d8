"""The keys of `competition.toml`, one module for each part of it, and the reference data that they use."""
