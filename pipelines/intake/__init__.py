"""What comes in and goes out as files: which files there are, how each format is read, and how it is written."""
