"""How fast everything is, each beside its limit: `visret bench speed`."""
