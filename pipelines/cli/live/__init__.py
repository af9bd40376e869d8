"""`barometer live`: the evening while it is played, on a page that is provisional until the director ends it."""
