"""One document tree, rendered to Markdown, HTML and JSON."""
