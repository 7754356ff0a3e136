"""Games looked at afterwards: what decisions were worth, and what else could have been tried."""
