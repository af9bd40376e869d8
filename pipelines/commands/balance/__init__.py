"""Movements and their balance, from schedule files and for the command line."""
