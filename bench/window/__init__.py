"""What `bench speed` runs as a process of its own, because it is the window."""
