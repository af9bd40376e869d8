"""What the machine offers: clock, cores, disks, files; how long Barometer waits; how a command ends on request."""
