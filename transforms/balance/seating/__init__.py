"""The numbers of the pairs: tonight, or in each session of a movement that is played several times."""
