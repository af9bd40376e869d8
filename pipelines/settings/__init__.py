"""The keys of competition.toml and club.toml, with a module per part of a file, and the reference data behind them."""
