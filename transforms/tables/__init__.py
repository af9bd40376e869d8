"""The schemas of tables (`schemas`, one module per stage), messages in the reader's language, and exact arithmetic.

The package itself imports nothing, so that messages and numbers as text work without polars.
"""
