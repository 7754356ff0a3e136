"""What Over-Pass and Groups-of-Three share: four colours, two dice, a turn of several actions, and home piles."""
