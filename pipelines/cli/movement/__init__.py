"""`barometer movement`: list the movements that fit tonight's tables, and print the cards of the chosen movement."""
