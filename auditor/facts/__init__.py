"""What was said in the conversations, by whom, about whom, and how it was meant."""
