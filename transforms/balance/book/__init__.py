"""The book of movements: the movements for a number of tables, how even they are, and the cards to print."""
