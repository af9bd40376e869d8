"""What the machine is asked for: its clock, its cores, its disks and files, and an end on request."""
