"""What the program is opened with, and the one window of a profile that gets it."""
