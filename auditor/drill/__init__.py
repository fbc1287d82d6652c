"""Failure tests that a memory layer is put through, over an adapter of six methods."""
