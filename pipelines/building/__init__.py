"""How a build comes about: what changed, some clubs at a time, beside what people read, and swapped in at the end."""
