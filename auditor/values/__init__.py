"""Typed values: what a text or JSON value denotes, and whether two denote the same."""
