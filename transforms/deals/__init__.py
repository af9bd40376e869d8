"""Deals: what the cards allow double dummy (`par`), and what players made of them (`lines`, `players`)."""
