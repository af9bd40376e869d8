"""From session results to rankings: ranking points, rolling rankings, pairs, and lines."""
