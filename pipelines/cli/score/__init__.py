"""`barometer score`: one file or folder, scored without a warehouse and written as tables, CSV or JSON."""
