"""The landing folder, where clubs put their files: which files it has (`folders`), and raw tables made from them."""
