"""What the pages contain, with a module per kind of page. Templates in `templates/` define how they look."""
