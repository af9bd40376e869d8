"""The machine: its clock, cores, disks and files, how long anything waits, and ending on request."""
