"""Where the numbers come from by which bots judge positions: programs that fit them to games."""
