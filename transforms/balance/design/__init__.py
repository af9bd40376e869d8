"""Movements from nothing: who meets whom on which boards, and the rounds in which that can be played."""
