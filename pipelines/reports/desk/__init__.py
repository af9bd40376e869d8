"""The director's desk: one page per club, next to the site, with what members need not see. It names everybody."""
