"""What each command does, one module or folder a command; `pipelines/cli.py` says how it is called."""
