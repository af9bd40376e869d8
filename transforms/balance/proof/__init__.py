"""Prove that the directions found for the tables give a movement the best possible balance."""
