"""The keys of competition.toml and club.toml, one module per part of a file, and the reference data that they use."""
