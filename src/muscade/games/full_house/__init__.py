"""Full House: three pieces that bring in all the others, in as few steps as can be."""
