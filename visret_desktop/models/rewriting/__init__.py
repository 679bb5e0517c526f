"""Rewriters: a query as an instruction for a visualizer."""
