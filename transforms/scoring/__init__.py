"""From result lines to what each was worth: matchpoints, butler, cross-IMPs and teams."""
