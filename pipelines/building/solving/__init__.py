"""Double-dummy tables that are solved once per deal and kept in a separate file next to the warehouse.

Builds read the file (`store`) and solve nothing. `solver` fills the file with the help of processes (`worker`) that use
endplay.
"""
