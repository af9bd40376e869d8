"""Proof that no directions of the tables give a movement a better balance than those found."""
