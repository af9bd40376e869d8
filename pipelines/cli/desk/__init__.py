"""`barometer desk`: the director's pages in a browser, served to that browser alone.

Each screen is a module that calls the same functions as the commands, and writes the same files that a director would
write by hand. `serving` opens the desk, `guard` lets in only its browser, and `screens` has the addresses.
"""
