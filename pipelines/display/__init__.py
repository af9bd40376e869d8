"""Words and tables for people, shared by the terminal and the pages."""
