"""Do two statements conflict? Stages from cheap to dear, each behind one protocol."""
