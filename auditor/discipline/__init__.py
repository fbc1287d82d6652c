"""Record discipline: is each memory sourced, scoped and correctable.

``linting.lint`` reads a store whole and checks it; nothing here writes.
"""
