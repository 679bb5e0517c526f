"""From a query to ranked photos, as events."""
