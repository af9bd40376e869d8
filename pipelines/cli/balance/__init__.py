"""The commands of `barometer balance`: design, improve and check movements in schedule files."""
