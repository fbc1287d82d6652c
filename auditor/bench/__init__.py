"""Measures the verdicts on labelled files: scenarios, pairs, support and updates."""
