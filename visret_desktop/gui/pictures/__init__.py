"""Pictures for the window: decoded and loaded on threads, kept in bounded caches."""
