"""Deals: what the cards allow double dummy, and what was made of them at the table.

- `double_dummy`: the tricks of each declarer in each strain, from files or solved, and which tables are to be believed;
- `par`: the result when both sides bid and play double dummy, and the best contract of each side;
- `lines`: each result line beside them;
- `players`: players and partnerships over a season;
- `findings`: for the director alone: results that are very unlikely, and tables of files that are wrong.
"""
