"""Movements designed from scratch: who meets whom on which boards, and rounds in which this can be played."""
