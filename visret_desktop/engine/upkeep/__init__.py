"""Repairing the catalog, forgetting folders, comparing settings."""
