"""The balance of sessions that were really played, and each entrant's gain or loss by the movement."""
