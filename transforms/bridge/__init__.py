"""What the laws say: contracts, IMPs, victory points, rulings, and what a session is."""
