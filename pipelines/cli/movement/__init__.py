"""`barometer movement`: what can be played tonight, and what to print for it."""
