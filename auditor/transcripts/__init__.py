"""From a place to conversations: one module a transcript kind."""
