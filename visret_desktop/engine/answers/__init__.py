"""Questions answered from photos: which are read, what their readings come to, and how to say it."""
