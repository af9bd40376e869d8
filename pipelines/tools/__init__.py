"""Tools for developers. They update the catalogues of messages, the store of solved deals, and lists in the docs."""
