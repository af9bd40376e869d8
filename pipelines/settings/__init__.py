"""The keys of `competition.toml`, a module a part of it, and the reference data they rest on."""
