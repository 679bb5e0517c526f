"""What other programs wrote, imported by commands."""
