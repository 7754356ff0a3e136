"""A table in plain sentences, for whoever does not look at it: told from what they were sent, and nothing else."""
