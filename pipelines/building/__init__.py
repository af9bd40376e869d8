"""The stages of a build: find changes, compute clubs in batches, write next to the published files, then swap."""
