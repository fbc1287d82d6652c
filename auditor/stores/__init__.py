"""From a place to a stream of entries: one module a store kind."""
