"""Many games between bots: who plays whom, on which deals, and what it shows."""
