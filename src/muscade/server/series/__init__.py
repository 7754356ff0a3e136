"""What somebody has solved of the graded series: kept for them, and the same on all their devices."""
