"""Who wins what lies on a real table, and why: the law, for those who play with a box."""
