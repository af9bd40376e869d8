"""What tables hold (`schemas`, a module a stage), messages in the reader's language, and exact arithmetic.

Nothing is imported here: messages and numbers as text are had without polars.
"""
