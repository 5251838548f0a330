"""Training: programs that find the weights of evaluations by self-play. Run by developers."""
