"""Spoil files of every format, or let one thing in them grow; find crashes, hangs, memory and rows lost in readers."""
