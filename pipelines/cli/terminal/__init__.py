"""Code for all commands: their arguments, their output, and their exit status."""
