"""`visret institution …`: libraries on servers."""
