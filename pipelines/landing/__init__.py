"""The landing folder: which files it holds (`folders`), and the raw tables read from them (`raw_tables`)."""
