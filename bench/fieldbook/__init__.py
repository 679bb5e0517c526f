"""What is true of pictures of the demonstration world, and what people may ask about them."""
