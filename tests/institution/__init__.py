"""Libraries on servers, tried on a real server of its own."""
