"""What is published: recorded, and copied or sent to where people read it."""
