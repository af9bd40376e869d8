"""The landing folder: which files it holds (`folders`), and the raw tables they make (`raw_tables`)."""
