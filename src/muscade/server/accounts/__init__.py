"""Accounts, for those who want one: a name that is theirs alone and a password; profiles; friends."""
