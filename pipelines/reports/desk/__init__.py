"""The director's desk: one page per club, in a folder next to the site, with what members need not see.

It shows all names.
"""
