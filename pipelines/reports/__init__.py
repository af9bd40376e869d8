"""Tables, charts and pages; templates beside them."""
