"""What people ask of their photos that the catalog answers: from words to a typed question."""
