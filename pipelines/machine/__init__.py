"""The clock, cores, disks and files of the machine; waiting times; and the end of a command on request."""
