"""The machine: its clock, cores, disks and files, the limits for waiting, and how a command ends on request."""
