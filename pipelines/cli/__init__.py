"""What each command does: one module or folder per command. `pipelines/cli/app.py` defines how commands are called."""
