"""Double-dummy tables that are solved once and kept by deal, in a file of their own next to the warehouse.

Builds read the file (`store`), and solve nothing; `solver` fills it, with processes (`worker`) that use endplay.
"""
