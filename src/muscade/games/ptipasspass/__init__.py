"""PtiPassPass: bluff and memory with cups and tokens."""
