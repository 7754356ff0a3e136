"""Pass Pass: a trick-taking game of temporary alliances."""
