"""Remember what was published, and compare it with what would be published now; a build never changes it."""
