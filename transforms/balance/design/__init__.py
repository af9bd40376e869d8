"""Movements designed from nothing: who meets whom on which boards, and rounds in which that can be played."""
