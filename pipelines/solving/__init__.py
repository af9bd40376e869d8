"""Double-dummy tables that are solved once and kept by deal, in a file of their own beside the warehouse.

- `store`: the file; builds read it, and solve nothing;
- `worker`: a process that solves with endplay;
- `solver`: as many of these as there are cores, and what they solve into the file as they go.
"""
