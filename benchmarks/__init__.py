"""Measurements beside the obvious way of doing the same."""
