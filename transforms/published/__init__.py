"""Keep a record of publications, which builds never change, and compare it with what would be published now."""
