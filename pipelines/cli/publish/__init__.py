"""Publish the last build: record what is published, and copy or send the site to where people read it."""
