"""The reports: tables, charts and pages, with the templates of the pages."""
