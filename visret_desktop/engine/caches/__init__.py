"""What is kept from one search to the next: texts, sketches, answers, vectors, times."""
