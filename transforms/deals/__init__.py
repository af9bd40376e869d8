"""Deals: what the cards allow double dummy, and what was made of them at the table.

`par` has the tables, from files or solved, and the result of perfect bidding and play; `lines` each result line against
them; `players` players and partnerships over a season. `transforms/checks/deals.py` reports unlikely results and wrong
tables.
"""
