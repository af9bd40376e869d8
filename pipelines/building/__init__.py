"""How a build proceeds: find changes, make some clubs at a time next to what people read, and swap in the result."""
