"""The contents of the pages, one module per kind of page; `templates/` defines how they look."""
