"""Words in pictures: finding where letters are, and reading them."""
