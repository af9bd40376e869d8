"""The book of movements: what can be played at so many tables, how even it is, and what is printed for it."""
