"""Publishing: record what is published, and copy or send it to where people read it."""
