"""The director's desk, a page a club beside the site: what members need not see. Everybody is named there."""
