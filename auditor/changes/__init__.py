"""What is different between two snapshots, and an index over the entries that are not."""
