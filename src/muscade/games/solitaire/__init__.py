"""What the three solitaire puzzles share: positions, taking back and playing again, a count, and the best known figure."""
