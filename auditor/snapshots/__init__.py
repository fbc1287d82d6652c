"""Copies of stores and transcripts: canonical, compressed, chained by hash."""
