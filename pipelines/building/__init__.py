"""How a build proceeds: find changes, make clubs in batches next to the published files, and swap in the result."""
