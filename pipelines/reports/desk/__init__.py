"""The director's desk: a page per club, next to the site, with what members need not see. It shows all names."""
