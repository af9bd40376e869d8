"""Double-dummy tables that are solved once and kept per deal, in a separate file next to the warehouse.

Builds read the file (`store`) and solve nothing; `solver` fills the file with processes (`worker`) that use endplay.
"""
