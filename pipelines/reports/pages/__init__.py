"""The contents of the pages, with a module per kind of page. Templates in `templates/` define how pages look."""
