"""Search: a one-turn lookahead, tree search, and simultaneous decisions. Compiled."""
