"""Who takes which pair number: tonight, or in each session of a movement that is played several times."""
