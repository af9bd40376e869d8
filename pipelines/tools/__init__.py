"""What the project makes for itself: the catalogues of words, and the store of solved deals."""
