"""Proof that no directions of the tables give a movement a better balance than the directions found."""
