"""From board scores to lists: results of sessions, rounds, matches and events, and the control sheet."""
