"""The balance of sessions that were really played, and what each entrant gained from it."""
