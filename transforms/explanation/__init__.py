"""Explain published numbers: each as a formula with its numbers filled in, down to the lines of files.

Nothing here computes a published number. If a formula does not lead to the published number, it is not shown (boards)
or a test fails (everything else).
"""
