"""How evenly a movement lets everybody be compared with everybody, and how to make it more even."""
