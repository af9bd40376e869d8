"""The landing folder: its files (`folders`), and the raw tables read from them (`raw_tables`, `gathered`)."""
