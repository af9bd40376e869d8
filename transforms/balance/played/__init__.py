"""The balance of sessions that were really played, and what each entrant gained or lost by the movement."""
