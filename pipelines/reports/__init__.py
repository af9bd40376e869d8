"""The reports: pages, with their templates, charts, and the tables behind both."""
