"""How a build comes about: what changed, some clubs at a time, next to what people read, and swapped in at the end."""
