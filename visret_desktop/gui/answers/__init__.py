"""The answer to a question: what was asked of which photos, and the line that shows it."""
