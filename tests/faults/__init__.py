"""Faults of the network and the disk, made for real: sockets, kills, full file systems."""
