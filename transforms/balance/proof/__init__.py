"""Prove that the directions of the tables that were found give a movement the best possible balance."""
