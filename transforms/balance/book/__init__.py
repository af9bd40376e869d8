"""The book of movements: which movements fit a number of tables, how even they are, and the cards to print."""
