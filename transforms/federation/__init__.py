"""The federation: its seasons and people over all clubs, and events of several clubs as one field.

Its steps run at the end of a build, from the stored tables of all clubs (docs/federation.md).
"""
