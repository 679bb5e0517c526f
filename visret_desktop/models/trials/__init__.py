"""A stranger's model is opened once, in a process of its own, before it is trusted."""
