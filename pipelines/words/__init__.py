"""Texts and tables for readers, shared by the terminal and the pages."""
