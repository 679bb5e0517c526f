"""Questions answered from photos: what is read, what that comes to, and how it is said."""
