"""What people have played: their games, one by one and counted."""
