"""All nights of a job: its calendar, its trends, its weeks, its stores, and the life of each memory."""
