"""From a folder to photos in the catalog, as events."""
