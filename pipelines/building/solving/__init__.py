"""Double-dummy tables that are solved once and kept by deal, in a file of their own beside the warehouse.

- `store`: the file; builds read it, and solve nothing;
- `wanted`: which deals have no table, and which clubs have deals solved since their last build;
- `at_work`: whether they are being solved now, and whether more are by now;
- `of_warehouse`: all of this, for the command and the asset;
- `worker`: a process that solves with endplay;
- `solver`: as many of these as there are cores, and what they solve into the file as they go.
"""
