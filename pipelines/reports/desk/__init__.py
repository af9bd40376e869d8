"""The director's desk: what members need not see, in a folder of its own beside the site, a page a club.

What belongs here: what is wrong with the files, who may be who, where results differ from official ones, and what
changed since it was published. Everybody is named here, so no page of the site leads here, and it is never published.
"""
