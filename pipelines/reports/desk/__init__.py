"""The director's desk, a page for each club, next to the site: what members need not see. Everybody is named there."""
