"""What `examples/learn.py` is made of: the networks, and playing games to learn from."""
