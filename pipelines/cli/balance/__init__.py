"""Movements and their balance, from schedule files, for the command line."""
