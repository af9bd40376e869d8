"""`barometer movement`: what can be played tonight, and what is printed for it."""
