"""Long work: indexing and searching, and the process that does it."""
