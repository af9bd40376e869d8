"""One asset module per stage, in the order in which a season makes its tables."""
