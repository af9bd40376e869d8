"""Dagster: when the numbers are computed, from which files, and where they are written.

`transforms` defines the numbers themselves.
"""

import os

# Read once, when polars is loaded: for how long it keeps freed memory for its next frames. By default it gives it back
# after half a second; to ask the system for it again, page by page, took a seventh of the processor's time.
os.environ.setdefault("_RJEM_MALLOC_CONF", "dirty_decay_ms:10000")
