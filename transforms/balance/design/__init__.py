"""Movements designed from scratch: who meets whom on which boards, and rounds that make this playable."""
