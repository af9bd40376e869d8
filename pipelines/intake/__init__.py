"""Find, read and write files: the landing folder, and the readers and writers of each format."""
