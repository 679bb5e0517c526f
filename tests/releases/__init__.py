"""What each released version left on a disk, and that this one opens it."""
