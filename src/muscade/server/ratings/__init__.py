"""Ratings of people and bots: which games count, what they make of everybody's rating, and who leads."""
