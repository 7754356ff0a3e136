"""Groups-of-Three: a race to the Center Square, and pieces that bring in others."""
