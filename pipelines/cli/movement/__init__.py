"""`barometer movement`: find the movements that can be played tonight, and print the cards of the chosen movement."""
