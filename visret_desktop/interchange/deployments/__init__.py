"""Where cameras stood, guessed from photos and described by people."""
