"""Who takes which number: tonight, or when one movement is played over several sessions."""
