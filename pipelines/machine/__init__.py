"""The machine: its clock, its cores, its disks and files, how long anything waits, and an end on request."""
