"""What stands on each page, a module a kind of page; how it looks is said in `templates/`."""
