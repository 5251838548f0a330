"""Many games between bots: simulations of one line-up, and tournaments with ratings."""
