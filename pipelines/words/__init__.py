"""Texts and tables for readers, for both the terminal and the pages."""
