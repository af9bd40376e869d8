"""`barometer score`: one file or folder scored without a warehouse, printed or as CSV and JSON."""
