"""Who plays whom, how they stand, and the running of it."""
