"""Deals: what the cards allow double dummy (`par`), and what was made of them (`lines`, `players`)."""
