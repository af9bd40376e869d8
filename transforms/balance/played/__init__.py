"""The balance of sessions that were really played, and what it gave to each entrant."""
