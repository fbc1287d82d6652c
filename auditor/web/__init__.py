"""`auditor serve`: the reports live, decisions as buttons, a box to try a memory, a JSON API."""
