"""docs/labels.md as code: evidence for each change, then the decision table."""
